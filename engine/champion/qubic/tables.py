"""Numbers of the cube that the search of qubic looks up; built when the first one is made.

Cells are bits of a 64-bit number, the 76 lines bits of a wider one. Two cells have one line in
common at most: so the other cells of the lines through a cell are all different.

A single bit is turned into its number by a remainder: those of the powers of two by 67 are all
different up to the 66th, by 83 up to the 82nd.
"""

from __future__ import annotations

from functools import cache

from linemate.engine.games.lines import LineTables
from linemate.engine.games.qubic import Qubic

CELLS, LINES = 64, 76
CELL_MODULUS, LINE_MODULUS = 67, 83


class QubicTables:
    def __init__(self, lines: LineTables) -> None:
        windows = [window for window in lines.windows if window]
        self.bits = [1 << cell for cell in range(CELLS)]
        self.cell_of = [0] * CELL_MODULUS  # by the remainder of a bit
        self.cells_of = [0] * LINE_MODULUS  # of a line, as bits, by the remainder of its bit
        self.through = [0] * CELLS  # by cell: the lines through it
        self.near = [0] * CELLS  # by cell: the cells of these lines
        for cell in range(CELLS):
            self.cell_of[(1 << cell) % CELL_MODULUS] = cell
        for number, window in enumerate(windows):
            cells = sum(1 << cell for cell in window)
            self.cells_of[(1 << number) % LINE_MODULUS] = cells
            for cell in window:
                self.through[cell] |= 1 << number
                self.near[cell] |= cells
        self.all_lines = (1 << LINES) - 1
        self.keep = [self.all_lines ^ through for through in self.through]
        # One by one, the lines through each cell from first[cell] to first[cell + 1], and the
        # other cells of each.
        self.first = [0]
        self.lines: list[int] = []
        self.others: list[int] = []
        for cell in range(CELLS):
            for number, window in enumerate(windows):
                if cell in window:
                    self.lines.append(1 << number)
                    self.others.append(sum(1 << other for other in window if other != cell))
            self.first.append(len(self.lines))
        self.move_keys = [key for keys in lines.keys for key in keys]  # at 64 * side + cell


@cache
def qubic_tables() -> QubicTables:
    return QubicTables(Qubic().start()._tables)
