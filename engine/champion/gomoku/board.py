"""The position that a search of five in a row works on, and the moves worth a look in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from linemate.engine.champion.core import Core
from linemate.engine.champion.gomoku.patterns import FIELD, Tables
from linemate.engine.champion.gomoku.threats import FOURS, THREES, Threats
from linemate.engine.clock import Clock
from linemate.engine.core import PLAYERS, Position
from linemate.engine.games.keys import random_keys
from linemate.engine.transposition import TranspositionTable

# How many moves are searched in a position, and in one that is a ply above the leaves.
WIDTH = 20
LAST_WIDTH = 12
FULL_WIDTH_CELLS = 64  # boards up to this size have every move searched
# With so few free cells nothing is left out or reduced and every score is that of minimax.
ENDGAME_CELLS = 14
# Only moves that promise more than this are sorted, if those are enough.
LITTLE = 30
# In plies and by kind of attack, how forced wins are looked for, one after the other.
ATTEMPTS = (
    (5, FOURS),
    (9, FOURS),
    (5, THREES),
    (17, FOURS),
    *((plies, THREES) for plies in range(7, 20, 2)),
)
MOST_ATTEMPTS = 5_000  # remembered, some of them with a zone

# Its plies, its zone and its first move, -1 if it takes less than five plies.
ForcedWin = tuple[int, int, int]
NO_WIN: ForcedWin = (0, 0, -1)

_TOP_BIT = FIELD - 1


class Board(Core):
    """The position is its lines (`codes`), which are changed and restored, and four numbers that
    are passed on: the promises, the estimate (to the side to move), the key, the side to move.
    """

    def prepare(self, tables: Tables, megabytes: float) -> None:
        self.tables = tables
        self.table = TranspositionTable(megabytes)
        self.codes = tables.empty_codes()
        keys = random_keys(2 * tables.cell_count, stream=1)
        self.keys = keys[: tables.cell_count], keys[tables.cell_count :]
        self.threats = Threats(tables, self.keys, self.codes, self.count)
        # By position and attacker: the nodes that were spent on it, and what came of it.
        self._attempts: dict[tuple[int, int], tuple[int, ForcedWin]] = {}
        self._cells = range(tables.cell_count)
        self._size = tables.cell_count * FIELD // 8
        self._full_width = tables.cell_count <= FULL_WIDTH_CELLS
        # Added to a field, sets its top bit if there is anything, or more than LITTLE, in it.
        self._anything = tables.every * ((1 << _TOP_BIT) - 1)
        self._more_than_little = tables.every * ((1 << _TOP_BIT) - 1 - LITTLE)
        self._top_bits = tables.every << _TOP_BIT

    def clear(self) -> None:
        self.table.clear()
        self.threats.forget()
        self._attempts.clear()

    def fullness(self) -> int:
        return self.table.fullness()

    def set_up(self, position: Position, clock: Clock) -> tuple[int, int, int, int]:
        """Return the four numbers of a position; its lines are now `codes`."""
        self.clock = clock
        self.nodes = self.deepest = 0
        self.next_check = clock.next_check(0)
        cells, to_move, key = position.cells(), position.to_move, 0
        promises, estimate, self.codes[:] = self.tables.read(cells)
        for cell, mark in enumerate(cells):
            if mark != ".":
                key ^= self.keys[PLAYERS.index(mark)][cell]
        self.endgame = cells.count(".") <= ENDGAME_CELLS
        # By ply: the best line from there, and the move that last refuted something there.
        self.lines: list[list[int]] = [[] for _ in range(self.tables.cell_count + 3)]
        self.killers = [-1] * (self.tables.cell_count + 3)
        return promises, -estimate if to_move else estimate, key, to_move

    def count(self) -> None:
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.next_check = self.clock.check(self.nodes)

    def place(self, side: int, cell: int, promises: int) -> tuple[int, int]:
        """Return the new promises, and what the move gains in the estimate of the one who moved."""
        codes, gain = self.codes, 0
        for line, stone, steps in self.tables.moves[side][cell]:
            change, worth = steps[codes[line]]
            promises += change
            gain += worth
            codes[line] += stone
        return promises, gain

    def worth_of_moves(self, promises: int, side: int) -> int:
        """Return, in each field, what a move there promises, twice,
        and what it takes from the other.
        """
        low = self.tables.halves[0]
        if side:
            return (promises >> 15 & low << 1) + (promises & low)
        return ((promises & low) << 1) + (promises >> 16 & low)

    def forced_win(self, promises: int, key: int, attacker: int, nodes: int) -> ForcedWin:
        """Return a win of the attacker, to move; NO_WIN if none is found."""
        known = self._attempts.get((key, attacker))
        if known is not None and (known[0] >= nodes or known[1] is not NO_WIN):
            return known[1]
        found, left = NO_WIN, nodes
        for plies, kind in ATTEMPTS:
            zone, left = self.threats.attempt(promises, key, attacker, plies, kind, left)
            if zone:
                found = plies, zone, self.threats.winning_move(key, attacker)
                break
            if not left:
                break
        if len(self._attempts) >= MOST_ATTEMPTS:
            self._attempts.clear()
        self._attempts[key, attacker] = nodes, found
        return found

    def moves_in_order(
        self, worth: int, zone: int, depth: int
    ) -> tuple[list[int], Sequence[int], bool]:
        """Return the cells worth a look, within the zone if there is one.

        With the worth of every cell, and whether these cells are all that could matter.
        """
        if self._full_width or self.endgame:
            width = self.tables.cell_count
        else:
            width = LAST_WIDTH if depth == 1 else WIDTH
        if zone:
            cells, complete = self.threats.cells_of(zone), True
        else:
            cells, complete = self._candidates(worth, width)
        ranks = memoryview(worth.to_bytes(self._size, "little")).cast("I")
        cells.sort(key=ranks.__getitem__, reverse=True)
        if not complete:
            del cells[width:]
        return cells, ranks, complete

    def _candidates(self, worth: int, width: int) -> tuple[list[int], bool]:
        tables = self.tables
        if width < tables.cell_count:
            cells = self._cells_where(worth + self._more_than_little)
            if len(cells) >= width:
                return cells, False
        cells = self._cells_where(worth + self._anything)
        # A stone that is of no use to either player does its owner no good. If rows of six do
        # not count it may do harm, and yet be the best there is.
        if tables.exactly_five and len(cells) <= width:
            cells = list(self.threats.free_cells())
        return cells, len(cells) <= width

    def _cells_where(self, fields: int) -> list[int]:
        """Return the cells whose field has its top bit set."""
        flags = (fields & self._top_bits).to_bytes(self._size, "little")
        return list(compress(self._cells, flags[3::4]))
