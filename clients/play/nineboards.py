"""Nine small boards on the screen, each in a frame that says what it is:

╔═ 5 ════════╗  ┌─ 6 ────────┐  ┌─ 7 ────────┐  ***** 8 ******  ┌ 9 OOOOOOOO┐
║ 51  52 [X] ║  │ ·   X   ·  │  │ XX      XX │  *  OOOOOO    *  │ O   X   O  │
║ 54  O   56 ║  │ O   ·   ·  │  │    XXXX    │  * OO    OO   *  │ ·   O   ·  │
║ 57  58  59 ║  │ ·   ·   ·  │  │ XX      XX │  *  OOOOOO    *  │ X   ·   ·  │
╚════════════╝  └────────────┘  └────────────┘  **************  └OOOOOOOOOOOO┘
 to play in      not now         won, closed     on the winning  won, still open
                                                 line of boards
"""

from __future__ import annotations

from typing import NamedTuple

from linemate.clients.play.marks import FAINT, LAST, STYLES, WINNING, draw_cells
from linemate.clients.play.moves import show_move
from linemate.engine.core import PLAYERS, Game
from linemate.engine.games.smallboards import BoardsPosition
from linemate.engine.games.tictactoe import LINES
from linemate.engine.games.ultimate import UltimatePosition
from rich.text import Text

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


def draw_nine_boards(game: Game, position: BoardsPosition) -> list[Text]:
    """Fifteen lines: three rows of three framed boards."""
    cells = draw_cells(position, lambda move: show_move(game, move), CELL, CHOICE)
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


def owner(position: BoardsPosition, board: int) -> str | None:
    """`x` or `o` for a small board that somebody has won; boards are won in ultimate only."""
    if isinstance(position, UltimatePosition):
        for side, mark in enumerate(PLAYERS):
            if position.owned[side] >> board & 1:
                return mark
    return None


def winning_boards(position: BoardsPosition) -> set[int]:
    """The boards on the winner's lines of boards; empty where the game was not won so."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None or not isinstance(position, UltimatePosition):
        return set()
    owned = position.owned[outcome.winner]
    lines = [line for line in LINES if owned & line == line]
    return {board for line in lines for board in range(9) if line >> board & 1}


def _draw_board(
    game: Game, position: BoardsPosition, board: int, frame: Frame, cells: list[Text]
) -> list[Text]:
    mark = owner(position, board)
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
