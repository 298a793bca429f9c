"""The m,n,k games: a row of `row` or more on a board of `width` by `height`.

With `drop` marks fall to the lowest free cell of their column: 7 by 6 with rows of 4 is Connect
Four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linemate.engine.core import Option, Position
from linemate.engine.games.falling import FallingPosition
from linemate.engine.games.grid import COLUMNS, MAXIMUM_SIDE, GridGame
from linemate.engine.games.lines import LinePosition, LineTables, line_tables


class Mnk(GridGame):
    name = "mnk"
    OPTIONS = (
        Option("width", "spin", 3, 1, MAXIMUM_SIDE),
        Option("height", "spin", 3, 1, MAXIMUM_SIDE),
        Option("row", "spin", 3, 1, MAXIMUM_SIDE),
        Option("drop", "check", False),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.width = int(self.options["width"])
        self.height = int(self.options["height"])
        self.row = int(self.options["row"])
        self.drop = bool(self.options["drop"])

    def _tables(self) -> LineTables:
        # Each further mark in a window counts for more than the one before.
        worth = tuple(count**3 for count in range(self.row))
        return line_tables((self.height, self.width), self.row, False, worth)

    def start(self) -> LinePosition:
        return self._position(None)

    def from_cells(self, cells: str) -> LinePosition:
        return self._position(cells)

    def _position(self, cells: str | None) -> LinePosition:
        if self.drop:
            return FallingPosition(self._tables(), self.width, cells)
        return LinePosition(self._tables(), cells)

    def symmetries(self) -> Sequence[tuple[int, ...]]:
        """Return those of the board; where marks fall, only those that keep every row."""
        found = super().symmetries()
        if not self.drop:
            return found
        rows = [cell // self.width for cell in range(self.cell_count)]
        return [image for image in found if [cell // self.width for cell in image] == rows]

    def natural_moves(self, position: Position) -> list[int]:
        """Return every column where marks fall: there are few, and none is out of the way."""
        return position.legal_moves() if self.drop else super().natural_moves(position)

    def why_illegal(self, position: Position, move: int) -> str:
        legal = position.legal_moves()
        if not self.drop or not legal:
            return super().why_illegal(position, move)
        landing = [cell for cell in legal if cell % self.width == move % self.width]
        if not landing:
            return f"column {COLUMNS[move % self.width]} is full"
        return f"marks fall, in this column to {self.write_move(landing[0])}"
