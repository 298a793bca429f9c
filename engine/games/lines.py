"""Row-of-k games on a box of any shape: all lines of a player counted in one big integer.

Every window of k cells in a straight line is a field of a few bits, and a player's counter
holds in each field how many of the window's cells are his, plus a bias chosen so that a full
window sets the field's top bit. For k = 5, four bits a field:

    0011  no mark      0100  one      ...      0111  four      1000  five: a finished line

So placing a mark is one addition (`add[cell]` has a 1 in every window through the cell), and
"is there a finished line" one AND with the mask of top bits, whatever the number of windows.

Windows that overlap in all but one cell have neighbouring fields, and an empty field stands
after the last window of each line of the board: so a full window is part of a row longer than
k exactly when a neighbouring field is full as well.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from operator import mul

from linemate.engine.core import PLAYERS, WINS, Outcome, Position
from linemate.engine.games import notation
from linemate.engine.games.keys import random_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

_EMPTY = ord(".")
_MARKS = PLAYERS.encode()


class LineTables:
    """What all positions of one board share. Build it through `line_tables`.

    `exact` means that a row longer than k is no win (gomoku's rule `standard`).
    """

    def __init__(self, shape: tuple[int, ...], row: int, exact: bool, worth: tuple[int, ...]):
        self.cell_count = 1
        for side in shape:
            self.cell_count *= side
        self.exact = exact
        # Worth of a window with this many marks of one player and none of the other.
        self.worth = worth
        # By field number; an empty tuple is the gap between two lines of the board.
        self.windows = list(_windows(shape, row))
        self.count_bits = (row - 1).bit_length()
        self.field_bits = self.count_bits + 1
        self.lowest = 0
        self.add = [0] * self.cell_count
        for index, window in enumerate(self.windows):
            field = 1 << self.field_bits * index
            self.lowest |= field if window else 0
            for cell in window:
                self.add[cell] |= field
        self.won = self.lowest << self.count_bits
        self.bias = self.lowest * ((1 << self.count_bits) - row)
        # Added to a counter, the number at index n sets the top bit of every window with more
        # than n marks. (For "at least none" it would overflow a full window.)
        self.more_than = [self.lowest * (row - 1 - marks) for marks in range(row)]
        keys = random_keys(2 * self.cell_count, stream=1)
        self.keys = (keys[: self.cell_count], keys[self.cell_count :])

    def finished(self, counter: int) -> int:
        """Return the top bits of the windows that win."""
        full = counter & self.won
        return self.alone(full) if full and self.exact else full

    def alone(self, full: int) -> int:
        """Return those of these top bits of full windows that are not part of a longer row."""
        return full & ~(full << self.field_bits | full >> self.field_bits)


@lru_cache(maxsize=8)
def line_tables(
    shape: tuple[int, ...], row: int, exact: bool, worth: tuple[int, ...]
) -> LineTables:
    """Return tables for windows of `row` cells in a box; `worth` is by the marks in one."""
    return LineTables(shape, row, exact, worth)


def _windows(shape: tuple[int, ...], row: int) -> Iterator[tuple[int, ...]]:
    """Yield the windows of `row` cells, line by line, and an empty tuple after each line."""
    directions = [step for step in product((-1, 0, 1), repeat=len(shape)) if any(step)]
    # One of each two opposite directions; in a row of one cell, direction means nothing.
    directions = directions[: 1 if row == 1 else len(directions) // 2]
    for direction in directions:
        for start in product(*map(range, shape)):
            before = tuple(s - d for s, d in zip(start, direction, strict=True))
            if _cell(before, shape) is not None:
                continue  # not the first cell of its line
            line = []
            point = start
            while (cell := _cell(point, shape)) is not None:
                line.append(cell)
                point = tuple(p + d for p, d in zip(point, direction, strict=True))
            for first in range(len(line) - row + 1):
                yield tuple(line[first : first + row])
            if len(line) >= row:
                yield ()


def _cell(point: tuple[int, ...], shape: tuple[int, ...]) -> int | None:
    """Return the number of the cell at a point, None outside the box."""
    number = 0
    for coordinate, side in zip(point, shape, strict=True):
        if not 0 <= coordinate < side:
            return None
        number = number * side + coordinate
    return number


class LinePosition(Position):
    __slots__ = ("_board", "_counters", "_empty", "_key", "_outcome", "_tables", "_undo")

    def __init__(self, tables: LineTables, cells: str | None = None) -> None:
        """Make the position with these marks, the start by default; PositionError on bad lines."""
        self._tables = tables
        self._board = bytearray((cells or "." * tables.cell_count).encode())
        self._counters = [tables.bias, tables.bias]
        self._empty: list[int] = []
        self._key = 0
        for cell, mark in enumerate(self._board):
            if mark == _EMPTY:
                self._empty.append(cell)
            else:
                side = _MARKS.index(mark)
                self._counters[side] += tables.add[cell]
                self._key ^= tables.keys[side][cell]
        self._outcome: Outcome | None = None
        self._undo: list[tuple[int, int]] = []
        self.to_move = 0
        self.history = []
        if cells is not None:
            self.to_move = notation.side_to_move(cells)
            winners = [side for side in (0, 1) if self._finished(side, self._counters[side])]
            notation.check_finished_lines(winners, self.to_move)
            if winners:
                self._outcome = WINS[winners[0]]
        if not self._empty and self._outcome is None:
            self._outcome = Outcome.DRAW

    def _finished(self, side: int, counter: int) -> int:
        """Return the top bits of the windows that win for this player, if that is his counter."""
        return self._tables.finished(counter)

    def legal_moves(self) -> list[int]:
        return [] if self._outcome else self._empty[:]

    def play(self, move: int) -> None:
        side = self.to_move
        tables = self._tables
        empty = self._empty
        index = bisect_left(empty, move)
        del empty[index]
        self._board[move] = _MARKS[side]
        self._undo.append((index, self._counters[side]))
        self.history.append(move)
        self._key ^= tables.keys[side][move]
        counter = self._counters[side] = self._counters[side] + tables.add[move]
        if counter & tables.won and self._finished(side, counter):
            self._outcome = WINS[side]
        elif not empty:
            self._outcome = Outcome.DRAW
        self.to_move = 1 - side

    def undo(self) -> None:
        side = self.to_move = 1 - self.to_move
        move = self.history.pop()
        index, self._counters[side] = self._undo.pop()
        self._empty.insert(index, move)
        self._board[move] = _EMPTY
        self._key ^= self._tables.keys[side][move]
        self._outcome = None

    def outcome(self) -> Outcome | None:
        return self._outcome

    def key(self) -> int:
        return self._key

    def copy(self) -> LinePosition:
        twin = object.__new__(type(self))
        twin._tables = self._tables
        twin._board = self._board[:]
        twin._counters = self._counters[:]
        twin._empty = self._empty[:]
        twin._key = self._key
        twin._outcome = self._outcome
        twin._undo = self._undo[:]
        twin.to_move = self.to_move
        twin.history = self.history[:]
        return twin

    def cells(self) -> str:
        return self._board.decode()

    def winning_line(self) -> tuple[int, ...]:
        if self._outcome is None or self._outcome.winner is None:
            return ()
        tables = self._tables
        winner = self._outcome.winner
        finished = self._finished(winner, self._counters[winner])
        cells: set[int] = set()
        for index, window in enumerate(tables.windows):
            if finished >> tables.field_bits * index + tables.count_bits & 1:
                cells.update(window)
        return tuple(sorted(cells))

    def evaluate(self) -> int:
        worth = self._tables.worth
        mine, theirs = self.line_counts(self.to_move), self.line_counts(1 - self.to_move)
        estimate: int = sum(map(mul, worth, mine)) - sum(map(mul, worth, theirs))
        return estimate

    def line_counts(self, side: int, only_open: bool = True) -> list[int]:
        """Return how many windows hold 0, 1, 2, ... marks of this player, as far as there are any.

        Unless told otherwise, of those only that hold none of the other player.
        """
        tables = self._tables
        counter = self._counters[side]
        counted = tables.won
        if only_open:
            counted &= ~(self._counters[1 - side] + tables.more_than[0])
        counts = []
        left = counted.bit_count()
        # A full window of an open game is an overline under `exact`: it is in no count.
        for step in tables.more_than:
            more = (counted & counter + step).bit_count()
            counts.append(left - more)
            if not more:
                break
            left = more
        return counts

    def winning_cells(self, side: int) -> list[int]:
        """Return the free cells that would finish a line of this player, ascending."""
        tables = self._tables
        counter = self._counters[side]
        ready = tables.won & ~(self._counters[1 - side] + tables.more_than[0])
        for step in tables.more_than[-2:-1]:  # with k = 1, any free cell will do
            ready &= counter + step
        cells: set[int] = set()
        while ready:
            top_bit = ready.bit_length() - 1
            ready ^= 1 << top_bit
            window = tables.windows[top_bit // tables.field_bits]
            cells.update(cell for cell in window if self._board[cell] == _EMPTY)
        return sorted(cell for cell in cells if self._finished(side, counter + tables.add[cell]))

    def playout(self, random: Random) -> Outcome:
        if self._outcome:
            return self._outcome
        tables = self._tables
        add, won = tables.add, tables.won
        cells = self._empty[:]
        left = len(cells)
        side = self.to_move
        mine, theirs = self._counters[side], self._counters[1 - side]
        # Sixteen random bits pick a cell: within 1 % of uniform even on the largest board.
        for number in memoryview(random.randbytes(2 * left)).cast("H"):
            pick = number * left >> 16
            left -= 1
            mine += add[cells[pick]]
            if mine & won and tables.finished(mine):
                return WINS[side]
            cells[pick] = cells[left]
            mine, theirs = theirs, mine
            side ^= 1
        return Outcome.DRAW
