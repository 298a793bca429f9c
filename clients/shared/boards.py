"""Boards on the screen: `draw_board` for any game, in lines of coloured text.

All fit into 80 columns, and are readable with and without colour. Small rectangles are boxed and
show in each free cell what to type; larger ones have coordinates. A game that has no layout here
is shown as its own rules draw it. Single cells look the same in all games:

    X    a mark          [X]   the last move        *X*   on the winning line
    59   a free cell that may be played, as one types it      .   any other free cell

Where the screen is redrawn in place (`terminal/`), two more, and in cells of two columns the sign
before the mark alone:

    <X>  the cell that is chosen       1 2 3   a line of play that somebody proposes
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from rich.text import Text

from linemate.clients.shared.endings import find_owner, winning_boards
from linemate.clients.shared.notation import show_move
from linemate.engine.core import PLAYERS, Game, Position
from linemate.engine.games.grid import COLUMNS, GridGame
from linemate.engine.games.qubic import LEVELS, SIDE, Qubic
from linemate.engine.games.smallboards import BoardsPosition
from linemate.engine.games.ultimate import UltimatePosition

STYLES = {"x": "bold cyan", "o": "bold magenta"}
LAST = "reverse"
WINNING = "bold black on green"
PROPOSED = "bold yellow"
CHOSEN = "bold yellow reverse"
FAINT = "dim"
DOT = "·"
LARGEST_BOXED = 6  # cells a side
MARGIN = "  "
BOXED_CELL = 5  # columns
OPEN_CELL = 3
SIGNS = {"": " ", "[]": ">", "**": "*", "<>": "<"}  # before a mark that has one column for them
CELL_META = "cell"  # what a cell's text carries, so that one can tell where on the screen it is


class Pointers(NamedTuple):
    """Says what is pointed at: a cell that is chosen, and a line of play, from its first move."""

    chosen: int | None = None
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class Scene:
    """One position as it is to be seen, which nobody changes any more: what stands above and below
    the board, how one types a move, a line of play that somebody proposes from here, and what else
    there is to say of this position alone.
    """

    title: str
    game: Game
    position: Position
    caption: Text
    how_to_type: str = ""
    line: tuple[int, ...] = ()
    notes: tuple[Text, ...] = ()


def draw_board(game: Game, position: Position) -> list[Text]:
    """Return the lines of a board; the last move, the winning line and where to play stand out."""

    def name(move: int) -> str:
        return show_move(game, move)

    if isinstance(position, BoardsPosition):
        return draw_nine_boards(game, position, draw_cells(position, name, CELL, CHOICE))
    if isinstance(game, GridGame):
        if max(game.width, game.height) <= LARGEST_BOXED:
            return draw_boxed(game, draw_cells(position, name, BOXED_CELL))
        return draw_open(game, draw_cells(position, lambda _: DOT, OPEN_CELL))
    if isinstance(game, Qubic):
        return draw_levels(draw_cells(position, name, CELL))
    return [Text(line) for line in game.diagram(position).splitlines()]


def draw_boxed(game: GridGame, cells: list[Text]) -> list[Text]:
    """
     1 │ 2 │ 3
    ───┼───┼───
     4 │[X]│ 6
    """
    rule = MARGIN + "┼".join(["─" * len(cells[0])] * game.width)
    lines: list[Text] = []
    for start in range(0, len(cells), game.width):
        if lines:
            lines.append(Text(rule, FAINT))
        row = Text.assemble(("│", FAINT)).join(cells[start : start + game.width])
        lines.append(Text.assemble(MARGIN, row))
    return lines


def draw_open(game: GridGame, cells: list[Text]) -> list[Text]:
    """
       a  b  c
    2  ·  X  ·  2
    1  · [O] ·  1
       a  b  c
    """
    letters = Text(MARGIN + "   " + "".join(f" {letter} " for letter in COLUMNS[: game.width]))
    lines = [letters]
    for row in range(game.height):
        number = game.height - row
        marks = Text().join(cells[row * game.width : (row + 1) * game.width])
        lines.append(Text.assemble(MARGIN, f"{number:>2} ", marks, f" {number}"))
    return [*lines, letters]


def draw_levels(cells: list[Text], across: int = SIDE) -> list[Text]:
    """Draw the levels z from left to right, so many in a row of them; in each the rows x downwards
    and columns y across.
    """
    lines = []
    for first in range(0, SIDE, across):
        levels = range(first, first + across)
        rules = ["─" * (len(cells[0]) * SIDE + 1)] * across
        titles = "┬".join(
            f" level {z} ".center(len(rule), "─") for z, rule in zip(levels, rules, strict=True)
        )
        lines.append(Text(f"┌{titles}┐", FAINT))
        for x in range(SIDE):
            row = Text.assemble(("│", FAINT))
            for z in levels:
                marks = Text().join(cells[cell] for cell in LEVELS[z][SIDE * x : SIDE * (x + 1)])
                row.append_text(Text.assemble(" ", marks, ("│", FAINT)))
            lines.append(row)
        lines.append(Text(f"└{'┴'.join(rules)}┘", FAINT))
    return lines


# ------------------------------------------------------------------ cells


def draw_cells(
    position: Position,
    label: Callable[[int], str],
    width: int,
    choice: str = FAINT,
    pointers: Pointers = Pointers(),  # noqa: B008 - never changed
) -> list[Text]:
    """Draw every cell, `width` characters wide, with its number as CELL_META.

    `label` is what a legal move is shown as, `choice` in which style: a bright one helps where
    few of the free cells are legal.
    """
    legal = set(position.legal_moves())
    winning = set(position.winning_line())
    proposed = {cell: str(number) for number, cell in enumerate(pointers.line, start=1)}
    drawn = []
    for cell, mark in enumerate(position.cells()):
        around = ""
        if mark in PLAYERS:
            text, style = mark.upper(), STYLES[mark]
            if cell in winning:
                around, style = "**", WINNING
            elif cell == position.last_move:
                around, style = "[]", f"{style} {LAST}"
        elif cell in proposed:
            text, style = proposed[cell], PROPOSED
        elif cell in legal:
            text, style = label(cell), choice
        else:
            text, style = DOT, FAINT
        if cell == pointers.chosen:
            around, style = "<>", CHOSEN
        drawn.append(_put_in_cell(text, around, style, width))
        drawn[-1].apply_meta({CELL_META: cell})
    return drawn


def _put_in_cell(text: str, around: str, style: str, width: int) -> Text:
    """Let the style cover the text alone, so that no coloured bars grow between the cells."""
    if width < OPEN_CELL:
        text = SIGNS[around] + text
    elif around and len(text) <= width - 2:
        text = around[0] + text + around[1]
    room = width - len(text)
    left = room // 2
    return Text.assemble(" " * left, (text, style), " " * (room - left))


# ------------------------------------------------------------------ nine small boards
#
# Each is in a frame that says what it is:
#
# ╔═ 5 ════════╗  ┌─ 6 ────────┐  ┌─ 7 ────────┐  ***** 8 ******  ┌ 9 OOOOOOOO┐
# ║ 51  52 [X] ║  │ ·   X   ·  │  │ XX      XX │  *  OOOOOO    *  │ O   X   O  │
# ║ 54  O   56 ║  │ O   ·   ·  │  │    XXXX    │  * OO    OO   *  │ ·   O   ·  │
# ║ 57  58  59 ║  │ ·   ·   ·  │  │ XX      XX │  *  OOOOOO    *  │ X   ·   ·  │
# ╚════════════╝  └────────────┘  └────────────┘  **************  └OOOOOOOOOOOO┘
#  to play in      not now         won, closed     on the winning  won, still open
#                                                  line of boards

CELL = 4
INSIDE = 3 * CELL
GAP = "  "
CHOICE = "green"
LARGE = {
    "x": (" XX      XX ", "    XXXX    ", " XX      XX "),
    "o": ("  OOOOOOOO  ", " OO      OO ", "  OOOOOOOO  "),
}


class Frame(NamedTuple):
    """The characters that it is drawn with, and in which style."""

    top: tuple[str, str]  # the left and the right corner
    bottom: tuple[str, str]
    across: str
    down: str
    style: str


PLAYABLE = Frame(("╔", "╗"), ("╚", "╝"), "═", "║", f"bold {CHOICE}")
IDLE = Frame(("┌", "┐"), ("└", "┘"), "─", "│", FAINT)
ON_LINE = Frame(("*", "*"), ("*", "*"), "*", "*", WINNING)


def draw_nine_boards(game: Game, position: BoardsPosition, cells: list[Text]) -> list[Text]:
    """Return fifteen lines: three rows of three framed boards, of cells CELL wide."""
    playable = {move // 9 for move in position.legal_moves()}
    winning = winning_boards(position)
    boards = []
    for board in range(9):
        frame = ON_LINE if board in winning else PLAYABLE if board in playable else IDLE
        boards.append(_draw_board(game, position, board, frame, cells[9 * board : 9 * board + 9]))
    lines = []
    for start in (0, 3, 6):
        for parts in zip(*boards[start : start + 3], strict=True):
            lines.append(Text(GAP).join([Text(), *parts]))
    return lines


def _draw_board(
    game: Game, position: BoardsPosition, board: int, frame: Frame, cells: list[Text]
) -> list[Text]:
    mark = find_owner(position, board) if isinstance(position, UltimatePosition) else None
    closed = bool(position.closed >> board & 1)
    rows = [Text().join(cells[start : start + 3]) for start in (0, 3, 6)]
    title = Text(f"{board + 1}")
    across = frame.across
    if mark is not None and (closed or frame is ON_LINE):
        rows = [Text(row, STYLES[mark]) for row in LARGE[mark]]
        if position.last_move is not None and position.last_move // 9 == board:
            # The large mark covers the cell, so the title tells where it is.
            title.append(" ").append(f"[{show_move(game, position.last_move)}]", LAST)
    elif mark is not None:
        across = mark.upper()
    elif closed:
        title.append(" full")
    return [
        _top(frame, across, title),
        *(Text.assemble((frame.down, frame.style), row, (frame.down, frame.style)) for row in rows),
        Text((across * INSIDE).join(frame.bottom), frame.style),
    ]


def _top(frame: Frame, across: str, title: Text) -> Text:
    rest = across * (INSIDE - len(title) - 3)
    return Text.assemble(
        (f"{frame.top[0]}{across} ", frame.style),
        title,
        (f" {rest}{frame.top[1]}", frame.style),
    )
