"""Row-of-k games with gravity: a mark falls to the lowest free cell of its column.

All that differs from `lines.py` is which cells may be marked. On a board of width 3, where cells
count in reading order from the top left, the cell above another is its number less the width:

    0 1 2        x has played 6 and o 7: the legal moves are 3, 4 and 8
    3 4 5
    x o 8
"""

from __future__ import annotations

from bisect import bisect_left, insort

from linemate.engine.core import WINS, Outcome, PositionError
from linemate.engine.games import notation
from linemate.engine.games.grid import COLUMNS
from linemate.engine.games.lines import LinePosition, LineTables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

_EMPTY = ord(notation.EMPTY)


class FallingPosition(LinePosition):
    """As its base, but `_empty` has of each column only the cell that a mark falls to."""

    __slots__ = ("_width",)

    def __init__(self, tables: LineTables, width: int, cells: str | None = None) -> None:
        """Make the position with these marks; PositionError if one has nothing below it."""
        super().__init__(tables, cells)
        self._width = width
        for cell in self._empty:
            if cell >= width and self._board[cell - width] != _EMPTY:
                raise PositionError(
                    f"bad position: a mark in column {COLUMNS[cell % width]} has a free cell below "
                    "it, but marks fall to the lowest one"
                )
        self._empty = [
            cell
            for cell in self._empty
            if cell + width >= tables.cell_count or self._board[cell + width] != _EMPTY
        ]

    def play(self, move: int) -> None:
        if move >= self._width:
            insort(self._empty, move - self._width)
        super().play(move)

    def undo(self) -> None:
        above = self.history[-1] - self._width
        super().undo()
        if above >= 0:
            del self._empty[bisect_left(self._empty, above)]

    def copy(self) -> FallingPosition:
        twin = super().copy()
        assert isinstance(twin, FallingPosition)
        twin._width = self._width
        return twin

    def winning_cells(self, side: int) -> list[int]:
        """Return the cells that may be marked now and would finish a line of this player."""
        return [cell for cell in super().winning_cells(side) if cell in self._empty]

    def playout(self, random: Random) -> Outcome:
        if self._outcome:
            return self._outcome
        tables, width = self._tables, self._width
        add, won = tables.add, tables.won
        cells = self._empty[:]
        columns = len(cells)
        side = self.to_move
        mine, theirs = self._counters[side], self._counters[1 - side]
        free = self._board.count(_EMPTY)
        for number in memoryview(random.randbytes(2 * free)).cast("H"):
            pick = number * columns >> 16
            cell = cells[pick]
            mine += add[cell]
            if mine & won and tables.finished(mine):
                return WINS[side]
            if cell >= width:
                cells[pick] = cell - width
            else:
                columns -= 1
                cells[pick] = cells[columns]
            mine, theirs = theirs, mine
            side ^= 1
        return Outcome.DRAW
