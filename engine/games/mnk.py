"""The m,n,k games: a row of `row` or more on a board of `width` by `height`."""

from __future__ import annotations

from collections.abc import Mapping

from linemate.engine.core import Option
from linemate.engine.games.grid import MAXIMUM_SIDE, GridGame
from linemate.engine.games.lines import LinePosition, LineTables, line_tables


class Mnk(GridGame):
    name = "mnk"
    OPTIONS = (
        Option("width", "spin", 3, 1, MAXIMUM_SIDE),
        Option("height", "spin", 3, 1, MAXIMUM_SIDE),
        Option("row", "spin", 3, 1, MAXIMUM_SIDE),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.width = int(self.options["width"])
        self.height = int(self.options["height"])
        self.row = int(self.options["row"])

    def _tables(self) -> LineTables:
        # Each further mark in a window counts for more than the one before.
        worth = tuple(count**3 for count in range(self.row))
        return line_tables((self.height, self.width), self.row, False, worth)

    def start(self) -> LinePosition:
        return LinePosition(self._tables())

    def from_cells(self, cells: str) -> LinePosition:
        return LinePosition(self._tables(), cells)
