"""Rectangular boards as text: moves, position strings, diagrams, symmetries.

Cells are numbered in reading order from the top left, as position strings are; move text
counts rows from the bottom. On a board of width 3 and height 3:

    3   0 1 2
    2   3 4 5
    1   6 7 8
        a b c        so `b3` is cell 1 and `a1` is cell 6
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from linemate.engine.core import PLAYERS, Game, Position, UnreadableMoveError
from linemate.engine.games import notation

COLUMNS = "abcdefghijklmnopqrstuv"
MAXIMUM_SIDE = len(COLUMNS)
NEAR = 2  # cells, in any direction: further off a mark has nothing to do with the others


class GridGame(Game):
    """The part of a game that follows from its board being `width` by `height` cells."""

    width: int
    height: int

    @property
    def cell_count(self) -> int:
        return self.width * self.height

    @abstractmethod
    def from_cells(self, cells: str) -> Position:
        """Return the position with these marks. Raises PositionError on bad lines."""

    def parse_move(self, text: str) -> int:
        column = COLUMNS.find(text[:1]) if text else -1
        digits = text[1:]
        if 0 <= column < self.width and digits.isascii() and digits.isdigit() and len(digits) < 3:
            row = self.height - int(digits)
            if digits[0] != "0" and 0 <= row < self.height:
                return row * self.width + column
        raise UnreadableMoveError(
            f"bad move {text!r}: expected a column a to {COLUMNS[self.width - 1]} "
            f"and a row 1 to {self.height}, as in 'a1'"
        )

    def write_move(self, move: int) -> str:
        row, column = divmod(move, self.width)
        return f"{COLUMNS[column]}{self.height - row}"

    def appeal(self, move: int) -> int:
        """Prefer what is nearest to the centre."""
        return -off_centre(divmod(move, self.width), (self.height, self.width))

    def natural_moves(self, position: Position) -> list[int]:
        """Return the free cells within NEAR of a mark; on an empty board, of the middle."""
        cells, width, height = position.cells(), self.width, self.height
        marks = [divmod(cell, width) for cell, mark in enumerate(cells) if mark != "."]
        near: set[int] = set()
        for row, column in marks or [(height // 2, width // 2)]:
            for there in range(max(0, row - NEAR), min(height, row + NEAR + 1)):
                start = there * width
                near.update(
                    range(start + max(0, column - NEAR), start + min(width, column + NEAR + 1))
                )
        return [move for move in position.legal_moves() if move in near]

    def write_position(self, position: Position) -> str:
        cells, width = position.cells(), self.width
        rows = [cells[start : start + width] for start in range(0, len(cells), width)]
        board = "/".join(notation.write_cells(row) for row in rows)
        return f"{board} {PLAYERS[position.to_move]}"

    def read_position(self, text: str) -> Position:
        example = "/".join([str(self.width)] * self.height) + " x"
        board, side = notation.split_fields(text, ("rows", "side to move"), example)
        rows = notation.split_parts(board, self.height, "row")
        cells = "".join(notation.read_cells(row, self.width, "row") for row in rows)
        notation.check_side(cells, side)
        return self.from_cells(cells)

    def diagram(self, position: Position) -> str:
        """The last move stands in brackets, a winning line in capitals."""
        cells = notation.draw_cells(position)
        lines = []
        for row in range(self.height):
            drawn = "".join(cells[row * self.width : (row + 1) * self.width])
            lines.append(f"{self.height - row:>2} {drawn}".rstrip())
        letters = "  ".join(COLUMNS[: self.width])
        lines.append(f"    {letters}")
        lines.append(notation.status(position.outcome(), position.to_move))
        return "\n".join(lines)

    def symmetries(self) -> Sequence[tuple[int, ...]]:
        return grid_symmetries(self.width, self.height)

    def transform(self, position: Position, symmetry: Sequence[int]) -> Position:
        return self.from_cells(permute(position.cells(), symmetry))


def off_centre(point: Sequence[int], shape: Sequence[int]) -> int:
    """Return the square of twice the distance from the centre of a box of this shape."""
    return sum((2 * place - side + 1) ** 2 for place, side in zip(point, shape, strict=True))


def permute(cells: str, symmetry: Sequence[int]) -> str:
    """Return the marks after every cell has gone where the symmetry sends it."""
    moved = [""] * len(cells)
    for cell, mark in enumerate(cells):
        moved[symmetry[cell]] = mark
    return "".join(moved)


def grid_symmetries(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return the reflections and rotations that keep the board, each once, identity first."""
    found: dict[tuple[int, ...], None] = {}
    for transpose in (False, True) if width == height else (False,):
        for flip_row in (False, True):
            for flip_column in (False, True):
                images = []
                for cell in range(width * height):
                    row, column = divmod(cell, width)
                    if flip_row:
                        row = height - 1 - row
                    if flip_column:
                        column = width - 1 - column
                    if transpose:
                        row, column = column, row
                    images.append(row * width + column)
                found[tuple(images)] = None
    return tuple(found)
