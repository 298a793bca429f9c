"""Gomoku: five in a row on a square board, under the rules that are in use."""

from __future__ import annotations

from collections.abc import Mapping

from linemate.engine.core import Option, Position
from linemate.engine.games.caro import CaroPosition
from linemate.engine.games.grid import MAXIMUM_SIDE, GridGame
from linemate.engine.games.lines import LinePosition, LineTables, line_tables
from linemate.engine.games.renju import RenjuPosition

ROW = 5
# Worth of a window by its marks: twice as many are worth far more than twice as much.
WORTH = (0, 3, 14, 33, 60)
FREESTYLE, STANDARD, RENJU, CARO, CARO6 = RULES = (
    "freestyle", "standard", "renju", "caro", "caro6",
)  # fmt: skip


class Gomoku(GridGame):
    name = "gomoku"
    OPTIONS = (
        Option("size", "spin", 15, 4, MAXIMUM_SIDE),
        Option("rule", "combo", FREESTYLE, choices=RULES),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.width = self.height = int(self.options["size"])
        self.rule = str(self.options["rule"])

    def _tables(self) -> LineTables:
        exactly_five = self.rule in (STANDARD, CARO)
        return line_tables((self.height, self.width), ROW, exactly_five, WORTH)

    def start(self) -> LinePosition:
        return self._position(None)

    def from_cells(self, cells: str) -> LinePosition:
        return self._position(cells)

    def _position(self, cells: str | None) -> LinePosition:
        if self.rule == RENJU:
            return RenjuPosition(self._tables(), self.width, cells)
        make = CaroPosition if self.rule in (CARO, CARO6) else LinePosition
        return make(self._tables(), cells)

    def why_illegal(self, position: Position, move: int) -> str:
        is_free = position.outcome() is None and position.cells()[move] == "."
        if is_free and isinstance(position, RenjuPosition):
            made = position.why_forbidden(move)
            return f"it makes {made}, which is forbidden to x; other free cells are accepted"
        return super().why_illegal(position, move)
