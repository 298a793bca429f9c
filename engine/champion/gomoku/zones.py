"""Zones: sets of cells, in words of 32, one set for each ply.

The zone of a forced win has the cells on which a stone of the other player could change it.
"""

from __future__ import annotations

from linemate.engine.champion.gomoku.board import HALF, PLIES, Board, zeros
from linemate.engine.champion.gomoku.shapes import DEAD, PLAIN
from linemate.engine.champion.gomoku.tables import DOUBTFUL, Tables

ZONE = 16  # words of 32 cells each
BIT = 1  # a name that can be told to hold 32 bits where it is compiled


class Zones(Board):
    """A board with a zone at each ply."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.plain = list(PLAIN)
        self.zone_words = (tables.cell_count + 31) // 32
        self.zones = zeros(ZONE * PLIES)

    def zone_cells(self) -> list[int]:
        """Return the cells of the zone at this ply."""
        return [
            cell
            for cell in range(self.cell_count)
            if self.zones[ZONE * self.ply + (cell >> 5)] >> (cell & 31) & 1
        ]

    def clear_zone(self, ply: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] = 0
            word += 1

    def fill_zone(self, ply: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] = 0xFFFFFFFF
            word += 1

    def add_cell(self, ply: int, cell: int) -> None:
        self.zones[ZONE * ply + (cell >> 5)] |= BIT << (cell & 31)

    def add_flagged(self, ply: int, side: int, flags: int) -> None:
        cell = self.find(side, flags, 0)
        while cell < self.cell_count:
            self.add_cell(ply, cell)
            cell = self.find(side, flags, cell + 1)

    def add_shaped(self, ply: int, side: int, least: int) -> None:
        cell = 0
        while cell < self.cell_count:
            if self.most[self.packs[cell] >> 16 * side & HALF] >= least:
                self.add_cell(ply, cell)
            cell += 1

    def add_lines(self, ply: int, cell: int, side: int, least: int) -> None:
        """Add a cell and those around it, in the lines in which it has at least this shape."""
        pack = self.packs[cell] >> 16 * side & HALF
        self.add_cell(ply, cell)
        direction = 0
        while direction < 4:
            if self.plain[pack >> 4 * direction & 15] >= least:
                index = 4 * cell + direction
                stride = self.strides[direction]
                place = cell - self.before[index] * stride
                end = cell + self.behind[index] * stride
                while place <= end:
                    self.add_cell(ply, place)
                    place += stride
            direction += 1

    def add_reasons(self, ply: int, cell: int) -> None:
        """Add the cells to a zone where another stone might allow x what is forbidden to him."""
        if self.verdicts[self.packs[cell] & HALF] == DOUBTFUL:
            self.fill_zone(ply)
        else:
            self.add_lines(ply, cell, 0, DEAD)

    def copy_zone(self, ply: int, source: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] = self.zones[ZONE * source + word]
            word += 1

    def join_zone(self, ply: int, source: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] |= self.zones[ZONE * source + word]
            word += 1
