"""Gomoku: five in a row on a square board; `standard` wants exactly five."""

from __future__ import annotations

from collections.abc import Mapping

from linemate.engine.core import Option
from linemate.engine.games.grid import MAXIMUM_SIDE, GridGame
from linemate.engine.games.lines import LinePosition, LineTables, line_tables

ROW = 5
# Worth of a window by its marks: twice as many are worth far more than twice as much.
WORTH = (0, 3, 14, 33, 60)


class Gomoku(GridGame):
    name = "gomoku"
    OPTIONS = (
        Option("size", "spin", 15, 4, MAXIMUM_SIDE),
        Option("rule", "combo", "freestyle", choices=("freestyle", "standard")),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.width = self.height = int(self.options["size"])
        self.exactly_five = self.options["rule"] == "standard"

    def _tables(self) -> LineTables:
        return line_tables((self.height, self.width), ROW, self.exactly_five, WORTH)

    def start(self) -> LinePosition:
        return LinePosition(self._tables())

    def from_cells(self, cells: str) -> LinePosition:
        return LinePosition(self._tables(), cells)
