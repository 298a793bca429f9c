"""The core for boards on which marks fall, as in Connect Four: sets of cells in whole numbers.

A cell is a bit. Columns stand one after the other, from the bottom up, each with one more bit on
top that no mark ever has, so that no row leads from one column's end into the next one's. On 7x6:

    6 13 20 27 34 41 48     always 0
    5 12 19 26 33 40 47     row 6, the top
    .  .  .  .  .  .  .
    0  7 14 21 28 35 42     row 1        one up is << 1, one to the right << 7

So every column's next cell is `taken + bottom` at once, and where a player lacks one mark of a row
(his *spots*) takes a few shifts. They are what the search lives by: it plays a spot of its own,
must take one of the opponent's, and never puts a mark right below one. It leaves out only moves
that lose at once, and reduces nothing, so its results are those of plain minimax.

What a spot is worth where nobody can play it yet depends on its row. If the board is of even
height, and both fill up the columns in which nobody gains, x comes to play the odd rows and o the
even ones.

Start reading at `_value`, the recursion.
"""

from __future__ import annotations

from linemate.engine.champion.core import Core
from linemate.engine.clock import Clock
from linemate.engine.core import PLAYERS, Game, Position
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.mnk import Mnk
from linemate.engine.scores import WIN, from_table, to_table
from linemate.engine.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    TranspositionTable,
    certain,
    holds_at_any_depth,
)

# What a spot is worth to x and to o, in a row of the own parity and in another.
OWN_ROW, OTHER_ROW = (36, 30), (12, 12)
# For the order of moves: what a spot is beside past refutations, and more than any merit.
SPOT, LARGEST = 1 << 30, 1 << 60


class FallingCore(Core):
    exhaustive = True

    def __init__(self, game: Game, megabytes: float) -> None:
        assert isinstance(game, Mnk)
        self._game, self._row = game, game.row
        self._column = column = game.height + 1  # bits
        columns = range(0, game.width * column, column)
        self._bottom = sum(1 << first for first in columns)
        self._board = self._bottom * ((1 << game.height) - 1)
        odd_rows = self._bottom * sum(1 << row for row in range(0, game.height, 2))
        # By player: the rows that he comes to play; without a rule for that, all.
        self._own_rows = (odd_rows, self._board ^ odd_rows)
        if game.height % 2:
            self._own_rows = (self._board, self._board)
        self._bits = [
            1 << cell % game.width * column + game.height - 1 - cell // game.width
            for cell in range(game.cell_count)
        ]
        self._cells = {bit: cell for cell, bit in enumerate(self._bits)}
        start = game.start()
        assert isinstance(start, LinePosition)
        keys = start._tables.keys
        self._keys = [dict(zip(self._bits, side, strict=True)) for side in keys]
        self._counts = counts = self._count_rows(start)
        # The n-th has the cells whose count has the n-th bit: so all marks are weighed at once.
        self._planes = [
            sum(bit for bit, count in zip(self._bits, counts, strict=True) if count >> plane & 1)
            for plane in range(max(counts).bit_length())
        ]
        self._table = TranspositionTable(megabytes)
        self._forget_order()

    @classmethod
    def suits(cls, game: Game) -> bool:
        return isinstance(game, Mnk) and game.drop

    def _count_rows(self, start: LinePosition) -> list[int]:
        """Return how many rows go through each cell."""
        counts = [0] * len(self._bits)
        for window in start._tables.windows:
            for cell in window:
                counts[cell] += 1
        return counts

    def _forget_order(self) -> None:
        # How much each move has been worth as a refutation, by player and bit; at first, how many
        # rows go through it.
        counts = dict(zip(self._bits, self._counts, strict=True))
        self._history = [dict(counts), dict(counts)]

    def clear(self) -> None:
        self._table.clear()
        self._forget_order()

    def fullness(self) -> int:
        return self._table.fullness()

    # -------------------------------------------------------------- the root

    def evaluate(self, position: Position) -> int:
        self._set_root(position)
        mine, theirs, my_spots, their_spots = self._root
        return self._estimate(mine, theirs, my_spots, their_spots, self._side)

    def _set_root(self, position: Position) -> None:
        marks = [0, 0]
        for bit, mark in zip(self._bits, position.cells(), strict=True):
            if mark in PLAYERS:
                marks[PLAYERS.index(mark)] |= bit
        free = self._board & ~(marks[0] | marks[1])
        self._side = side = position.to_move
        mine, theirs = marks[side], marks[1 - side]
        self._root = mine, theirs, self._spots(mine) & free, self._spots(theirs) & free
        self._key = position.key()

    def begin(self, position: Position, clock: Clock) -> None:
        self._clock = clock
        self._set_root(position)
        self.nodes = self.deepest = 0
        self._next_check = clock.next_check(0)
        self._lines: list[list[int]] = [[] for _ in range(self._game.cell_count + 4)]
        for history in self._history:
            for bit in history:
                history[bit] >>= 3  # old merits fade

    def order(self, moves: list[int]) -> None:
        self._game.order_equals(moves)
        history = self._history[self._side]
        moves.sort(key=lambda move: history[self._bits[move]], reverse=True)

    def line(self) -> list[int]:
        return [self._cells[bit] for bit in self._lines[1]]

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        bit = self._bits[move]
        mine, theirs, my_spots, their_spots = self._root
        self._lines[1] = []
        if my_spots & bit:
            return WIN - 1
        free = self._board & ~(mine | theirs | bit)
        return -self._value(
            *(theirs, mine | bit, their_spots & free, self._spots(mine | bit) & free),
            *(self._key ^ self._keys[self._side][bit], depth - 1, -beta, -alpha, 1),
        )

    def has_win(self, move: int, plies: int) -> bool:
        needed = WIN - plies
        return self.search_move(move, plies, needed - 1, needed) >= needed

    # -------------------------------------------------------------- below it

    def _value(
        self,
        mine: int,
        theirs: int,
        my_spots: int,
        their_spots: int,
        key: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Return the position's worth to the side to move, exact if it lies between alpha and beta.

        Nobody has won; the spots are free cells. `_lines[ply]` is left with the moves that lead to
        it, as far as they are known.
        """
        self.nodes += 1
        if self.nodes >= self._next_check:
            self._next_check = self._clock.check(self.nodes)
        if ply > self.deepest:
            self.deepest = ply
        moves = (mine | theirs) + self._bottom & self._board
        if not moves:
            self._lines[ply] = []
            return 0
        winning = my_spots & moves
        if winning:
            self._lines[ply] = [winning & -winning]
            return WIN - ply - 1
        forced = their_spots & moves
        # A mark right below a spot of the opponent's lets him play it.
        safe = (forced or moves) & ~(their_spots >> 1)
        if forced & forced - 1 or not safe:
            self._lines[ply] = self._lost_line(forced or moves, their_spots)
            return ply + 2 - WIN
        if depth <= 0:
            self._lines[ply] = []
            return self._estimate(mine, theirs, my_spots, their_spots, self._side ^ ply & 1)
        # Nothing here can be worth more than a win with the next move but one.
        if beta > WIN - ply - 3:
            beta = WIN - ply - 3
            if alpha >= beta:
                self._lines[ply] = []
                return beta
        entry = self._table.probe(key)
        remembered = 0
        if entry is not None:
            known_depth, known, bound, cell = entry
            remembered = self._bits[cell]
            known = from_table(known, ply)
            if (known_depth >= depth or holds_at_any_depth(entry)) and (
                bound == EXACT
                or (bound == AT_LEAST and known >= beta)
                or (bound == AT_MOST and known <= alpha)
            ):
                self._lines[ply] = [remembered]
                return known
        side = self._side ^ ply & 1
        keys, history = self._keys[side], self._history[side]
        free = self._board & ~(mine | theirs)
        deeper = depth if forced else depth - 1  # a forced move costs nothing
        best, best_move, bound = -WIN, 0, AT_MOST
        for _, move, spots in self._ordered(mine, safe, remembered, free, history):
            child = theirs, mine | move, their_spots & ~move, spots, key ^ keys[move], deeper
            if not best_move:
                score = -self._value(*child, -beta, -alpha, ply + 1)
            else:
                score = -self._value(*child, -alpha - 1, -alpha, ply + 1)
                if alpha < score < beta:
                    score = -self._value(*child, -beta, -alpha, ply + 1)
            if not best_move or score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha, bound = score, EXACT
                    self._lines[ply] = [move, *self._lines[ply + 1]]
                if score >= beta:
                    bound = AT_LEAST
                    history[move] += depth * depth
                    break
        # The number of a cell takes less room than its bit.
        found = depth, to_table(best, ply), bound, self._cells[best_move]
        self._table.store(key, certain(found))
        return best

    def _ordered(
        self, mine: int, moves: int, remembered: int, free: int, history: dict[int, int]
    ) -> list[tuple[int, int, int]]:
        """Return the moves with their merit and the spots that they leave: the one that the table
        remembers, then those that make most, or have been worth most elsewhere.
        """
        ordered = []
        while moves:
            move = moves & -moves
            moves ^= move
            spots = self._spots(mine | move) & free & ~move
            merit = LARGEST if move == remembered else history[move] + SPOT * spots.bit_count()
            ordered.append((merit, move, spots))
        ordered.sort(reverse=True)
        return ordered

    def _lost_line(self, moves: int, their_spots: int) -> list[int]:
        """Return a move that loses at once, and the reply: a spot, there before or uncovered."""
        move = moves & -moves
        open_spots = their_spots & (moves | move << 1) & ~move
        return [move, open_spots & -open_spots] if open_spots else [move]

    def _spots(self, marks: int) -> int:
        """Return every cell, free or not, that would complete a row with these marks."""
        if self._row == 4:
            return self._spots_of_four(marks)
        column, lacking = self._column, self._row - 1
        found = -1
        for length in range(1, lacking + 1):
            found &= marks << length  # a column grows at its top
        for step in (column - 1, column, column + 1):
            before = after = -1
            befores = [before]
            for length in range(1, lacking + 1):
                before &= marks << step * length
                befores.append(before)
            found |= before
            for length in range(1, lacking + 1):
                after &= marks >> step * length
                found |= after & befores[lacking - length]
        return found

    def _spots_of_four(self, marks: int) -> int:
        """Return what `_spots` does, for rows of four: in a third of the time."""
        column = self._column
        found = marks << 1 & marks << 2 & marks << 3
        for step in (column - 1, column, column + 1):
            before, after = marks << step, marks >> step
            found |= before & marks << 2 * step & (marks << 3 * step | after)
            found |= after & marks >> 2 * step & (marks >> 3 * step | before)
        return found

    def _estimate(self, mine: int, theirs: int, my_spots: int, their_spots: int, side: int) -> int:
        worth = 0
        for plane, cells in enumerate(self._planes):
            worth += (mine & cells).bit_count() - (theirs & cells).bit_count() << plane
        own, other = self._own_rows[side], self._own_rows[1 - side]
        worth += OWN_ROW[side] * (my_spots & own).bit_count()
        worth += OTHER_ROW[side] * (my_spots & ~own).bit_count()
        worth -= OWN_ROW[1 - side] * (their_spots & other).bit_count()
        worth -= OTHER_ROW[1 - side] * (their_spots & ~other).bit_count()
        return worth
