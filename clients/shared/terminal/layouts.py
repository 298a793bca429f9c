"""Boards that one points at: every game in a roomy layout and in smaller ones, where each cell of
them is on the screen, and which cell lies in a direction from another.

The drawing is that of `boards.py`; free cells are faint, since nobody has to type what they are
called. `list_layouts` begins with the roomiest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from linemate.clients.shared.boards import (
    BOXED_CELL,
    CELL,
    CELL_META,
    CHOICE,
    DOT,
    FAINT,
    LARGEST_BOXED,
    OPEN_CELL,
    STYLES,
    WINNING,
    Pointers,
    draw_boxed,
    draw_cells,
    draw_levels,
    draw_nine_boards,
    draw_open,
)
from linemate.clients.shared.endings import find_owner, winning_boards
from linemate.clients.shared.notation import show_move
from linemate.engine.core import Game, Position
from linemate.engine.games.falling import FallingPosition
from linemate.engine.games.grid import COLUMNS, GridGame
from linemate.engine.games.qubic import SIDE, Qubic
from linemate.engine.games.smallboards import ANY, BoardsGame, BoardsPosition
from linemate.engine.games.ultimate import UltimatePosition

NARROW_CELL = 2  # columns
MAY_BE_PLAYED = "+"  # in a narrow board, which has no frames to tell it
NARROW_MARKS = {
    "x": (r" \  / ", r"  XX  ", r" /  \ "),
    "o": (r" /--\ ", r" |  | ", r" \--/ "),
}

Layout = Callable[[Position, Pointers], list[Text]]


def list_layouts(game: Game) -> list[Layout]:
    """Return the ways to draw a board of this game, the roomiest first."""
    if isinstance(game, BoardsGame):
        return [
            lambda position, pointers: _draw_framed(game, position, pointers),
            lambda position, pointers: _draw_narrow_boards(position, pointers),
        ]
    if isinstance(game, Qubic):
        return [
            lambda position, pointers: draw_levels(_dotted(position, CELL, pointers)),
            lambda position, pointers: draw_levels(_dotted(position, CELL, pointers), SIDE // 2),
            lambda position, pointers: draw_levels(
                _dotted(position, NARROW_CELL, pointers), SIDE // 2
            ),
        ]
    if isinstance(game, GridGame):
        layouts: list[Layout] = [
            lambda position, pointers: draw_open(game, _dotted(position, OPEN_CELL, pointers)),
            lambda position, pointers: _draw_narrow_grid(game, position, pointers),
        ]
        if max(game.width, game.height) <= LARGEST_BOXED:
            layouts.insert(0, lambda position, pointers: _draw_boxed(game, position, pointers))
        return layouts
    return [lambda position, _: [Text(line) for line in game.diagram(position).splitlines()]]


def _dotted(position: Position, width: int, pointers: Pointers, choice: str = FAINT) -> list[Text]:
    return draw_cells(position, lambda _: DOT, width, choice, pointers)


def _draw_boxed(game: GridGame, position: Position, pointers: Pointers) -> list[Text]:
    cells = draw_cells(position, lambda move: show_move(game, move), BOXED_CELL, pointers=pointers)
    return draw_boxed(game, cells)


def _draw_narrow_grid(game: GridGame, position: Position, pointers: Pointers) -> list[Text]:
    """
      a b c
    2 · X ·
    1 ·>O ·
    """
    cells = _dotted(position, NARROW_CELL, pointers)
    lines = [Text("   " + " ".join(COLUMNS[: game.width]))]
    for row in range(game.height):
        marks = Text().join(cells[row * game.width : (row + 1) * game.width])
        lines.append(Text.assemble(f"{game.height - row:>2}", marks))
    return lines


def _draw_framed(game: Game, position: Position, pointers: Pointers) -> list[Text]:
    """Name the cells of a board that one must play in, which may be typed as a single digit."""
    if not isinstance(position, BoardsPosition):
        raise TypeError(position)
    chosen = position.target != ANY
    cells = draw_cells(
        position,
        lambda move: show_move(game, move) if chosen else DOT,
        CELL,
        CHOICE,
        pointers,
    )
    return draw_nine_boards(game, position, cells)


def _draw_narrow_boards(position: Position, pointers: Pointers) -> list[Text]:
    """
     · X · │ + + + │ \\  /     `+` may be played; the third board is won
     · · · │ + + + │  XX
     O · · │ + + + │ /  \\
    ───────┼───────┼───────
    """
    if not isinstance(position, BoardsPosition):
        raise TypeError(position)
    cells = draw_cells(position, lambda _: MAY_BE_PLAYED, NARROW_CELL, CHOICE, pointers)
    winning = winning_boards(position)
    boards = []
    for board in range(9):
        mark = find_owner(position, board) if isinstance(position, UltimatePosition) else None
        if mark is not None and (position.closed >> board & 1 or board in winning):
            style = WINNING if board in winning else STYLES[mark]
            boards.append([Text.assemble((row, style), " ") for row in NARROW_MARKS[mark]])
        else:
            rows = [cells[9 * board + start : 9 * board + start + 3] for start in (0, 3, 6)]
            boards.append([Text.assemble(*row, " ") for row in rows])
    rule = Text("┼".join(["─" * (3 * NARROW_CELL + 1)] * 3), FAINT)
    bar = Text("│", FAINT)
    lines: list[Text] = []
    for start in (0, 3, 6):
        lines += [rule] if lines else []
        lines += [bar.join(parts) for parts in zip(*boards[start : start + 3], strict=True)]
    return lines


# ------------------------------------------------------------------ where the cells are


class Spot(NamedTuple):
    """Where a cell is: a row, and columns up to but not including `end`."""

    row: int
    start: int
    end: int


def find_cells(lines: Sequence[Text]) -> dict[int, Spot]:
    """Return the place of every cell that is drawn in these lines."""
    return {
        span.style.meta[CELL_META]: Spot(row, span.start, span.end)
        for row, line in enumerate(lines)
        for span in line.spans
        if isinstance(span.style, Style) and CELL_META in span.style.meta
    }


DIRECTIONS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def step(position: Position, spots: dict[int, Spot], cell: int, direction: str) -> int:
    """Return the nearest cell in a direction of DIRECTIONS; the same one at the edge.

    Where marks fall, the choice is one of columns, of which each has one cell that may be played.
    """
    if cell not in spots:
        return nearest(spots, spots, cell)
    down, right = DIRECTIONS[direction]
    if isinstance(position, FallingPosition):
        candidates = {other: spots[other] for other in position.legal_moves() if other in spots}
    else:
        candidates = {
            other: spot
            for other, spot in spots.items()
            if (spot.row == spots[cell].row if right else spot.start == spots[cell].start)
        }
    ahead = {
        other: distance
        for other, spot in candidates.items()
        if (
            distance := down * (spot.row - spots[cell].row)
            + right * (spot.start - spots[cell].start)
        )
        > 0
    }
    return min(ahead, key=ahead.__getitem__, default=cell)


def nearest(spots: dict[int, Spot], cells: Iterable[int], to: int) -> int:
    """Return the one of these cells that is nearest to another on the screen; of cells that are
    not there, the other itself.
    """
    shown = [cell for cell in cells if cell in spots]
    if to not in spots:
        return shown[len(shown) // 2] if shown else to
    row, start, _ = spots[to]
    # A row is about as high as two columns are wide.
    return min(
        shown,
        key=lambda cell: (2 * (spots[cell].row - row)) ** 2 + (spots[cell].start - start) ** 2,
        default=to,
    )


def find_middle(game: Game) -> int:
    """Return the cell in the middle of a board, or near it, where the cursor is at first."""
    if isinstance(game, GridGame):
        return game.height // 2 * game.width + game.width // 2
    if isinstance(game, Qubic):
        return 21 * (SIDE // 2 - 1)  # 111
    return game.cell_count // 2


def land(game: Game, position: Position, cell: int) -> int:
    """Return the move that is meant by a cell: where marks fall, the lowest free one of its
    column.
    """
    if isinstance(position, FallingPosition) and isinstance(game, GridGame):
        for move in position.legal_moves():
            if move % game.width == cell % game.width:
                return move
    return cell


def change_level(game: Game, cell: int, by: int) -> int:
    """Return the cell above (by 1) or below (by -1) in a cube; the same one if there is none."""
    level = cell % SIDE + by
    return cell + by if isinstance(game, Qubic) and 0 <= level < SIDE else cell
