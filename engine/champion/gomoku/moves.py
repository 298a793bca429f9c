"""The moves of five in a row that may do what is asked for, each with what it promises."""

from __future__ import annotations

from linemate.engine.champion.gomoku.board import (
    CELLS,
    FOURS,
    HALF,
    PLIES,
    THREES,
    zeros,
)
from linemate.engine.champion.gomoku.shapes import (
    CLOSED_ONE,
    CLOSED_THREE,
    CLOSED_TWO,
    DEAD,
    FIVE,
)
from linemate.engine.champion.gomoku.tables import (
    ALLOWED,
    COUNT_MASK,
    FOUR_SHIFT,
    THREE_SHIFT,
    Tables,
)
from linemate.engine.champion.gomoku.zones import Zones

NO_MOVE = 511


class Moves(Zones):
    """Collects moves of the position at its ply, as merit and move in one number."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.merits = zeros(PLIES * CELLS)
        self.ends = zeros(PLIES)
        self.history = zeros(2 * CELLS)

    def weigh(self, side: int, least: int) -> None:
        """Collect the cells where either player has at least this shape, with what they promise.

        They are left in `merits`, from CELLS * ply to `ends[ply]`, as merit and move in one number.
        """
        packs, most, own_rank, other_rank = self.packs, self.most, self.own_rank, self.other_rank
        history = self.history
        mine, theirs = 16 * side, 16 - 16 * side
        offset = CELLS * side
        ply = self.ply
        end = CELLS * ply
        cell = 0
        while cell < self.cell_count:
            pack = packs[cell]
            if pack:
                own = pack >> mine & HALF
                other = pack >> theirs & HALF
                if most[own] >= least or most[other] >= least:
                    merit = own_rank[own] + other_rank[other] + (history[offset + cell] >> 6)
                    self.merits[end] = merit << 9 | cell
                    end += 1
            cell += 1
        self.ends[ply] = end

    def weigh_fours(self, side: int) -> None:
        """Collect, as `weigh` does, the cells where either player makes a four, or two."""
        packs, words_of = self.packs, self.words_of
        mine, theirs = 16 * side, 16 - 16 * side
        left = self.sums[2 * self.ply] >> FOUR_SHIFT & COUNT_MASK
        left += self.sums[2 * self.ply + 1] >> FOUR_SHIFT & COUNT_MASK
        end = CELLS * self.ply
        cell = 0
        while left > 0:
            own, other = packs[cell] >> mine & HALF, packs[cell] >> theirs & HALF
            if (words_of[own] | words_of[other]) & FOURS:
                left -= (words_of[own] & FOURS != 0) + (words_of[other] & FOURS != 0)
                self.merits[end] = (self.own_rank[own] + self.other_rank[other]) << 9 | cell
                end += 1
            cell += 1
        self.ends[self.ply] = end

    def weigh_threats(self, side: int, threes: bool) -> None:
        """Collect, as `weigh` does, the cells where a player makes a four, or else a three."""
        packs, words_of = self.packs, self.words_of
        half = 16 * side
        sums = self.sums[2 * self.ply + side]
        left = sums >> FOUR_SHIFT & COUNT_MASK
        flags = FOURS
        if threes:
            left += sums >> THREE_SHIFT & COUNT_MASK
            flags |= THREES
        end = CELLS * self.ply
        cell = 0
        while left > 0:
            own = packs[cell] >> half & HALF
            if words_of[own] & flags:
                left -= (words_of[own] & FOURS != 0) + (words_of[own] & flags & THREES != 0)
                other = packs[cell] >> 16 - half & HALF
                self.merits[end] = (self.own_rank[own] + self.other_rank[other]) << 9 | cell
                end += 1
            cell += 1
        self.ends[self.ply] = end

    def weigh_attacks(self, attacker: int, plies: int) -> None:
        """Collect all moves that may win in so many plies, where there is no win within three."""
        half = 16 * attacker
        # Within five plies the move must threaten two fours, and two stones are there already;
        # within seven one is, or it prevents a four that the defender can make with his next move
        # but one.
        least = CLOSED_THREE if plies == 5 else CLOSED_TWO if plies == 7 else CLOSED_ONE
        least_other = FIVE if plies == 5 else CLOSED_THREE if plies == 7 else CLOSED_ONE
        end = CELLS * self.ply
        cell = 0
        while cell < self.cell_count:
            own, other = self.packs[cell] >> half & HALF, self.packs[cell] >> 16 - half & HALF
            if self.most[own] >= least or self.most[other] >= least_other:
                self.merits[end] = (self.own_rank[own] + self.other_rank[other]) << 9 | cell
                end += 1
            cell += 1
        self.ends[self.ply] = end

    def weigh_blocks(self, side: int) -> None:
        """Collect, in any order, the cells where a player may prevent a five of the other's, if
        one that is closed at both ends is none: the five's own, which comes first, or an end of
        its row where the other end is closed already.
        """
        other = 1 - side
        cell = self.find_five(other)
        end = CELLS * self.ply
        self.merits[end] = cell
        end += 1
        pack = self.packs[cell] >> 16 * other & HALF
        direction = 0
        while direction < 4:
            if pack >> 4 * direction & 15 == FIVE:
                index = 4 * cell + direction
                line = self.lines[self.line_of[index]] >> self.shift_of[index]
                before = behind = 1
                while before < self.reach and line >> 2 * (self.reach - before) & 3 == other + 1:
                    before += 1
                while behind < self.reach and line >> 2 * (self.reach + behind) & 3 == other + 1:
                    behind += 1
                first = line >> 2 * (self.reach - before) & 3
                last = line >> 2 * (self.reach + behind) & 3
                if before + behind == 6 and first + last == side + 1 and first != last:
                    place = -before if last else behind
                    self.merits[end] = cell + place * self.strides[direction]
                    end += 1
            direction += 1
        self.ends[self.ply] = end

    def weigh_zone(self, side: int, zone: int) -> None:
        """Collect, as `weigh` does, the free cells of a zone."""
        mine, theirs = 16 * side, 16 - 16 * side
        end = CELLS * self.ply
        cell = 0
        while cell < self.cell_count:
            pack = self.packs[cell]
            if self.zones[zone + (cell >> 5)] >> (cell & 31) & 1 and pack:
                own, other = pack >> mine & HALF, pack >> theirs & HALF
                self.merits[end] = (self.own_rank[own] + self.other_rank[other]) << 9 | cell
                end += 1
            cell += 1
        self.ends[self.ply] = end

    def strike_forbidden(self, widening: bool) -> None:
        """Strike what is forbidden to x from the moves that were collected for him.

        With `widening` his loss is to be proven: then the zone gets the cells that matter to that.
        """
        begin = end = CELLS * self.ply
        while begin < self.ends[self.ply]:
            cell = self.merits[begin] & 511
            verdict = self.verdicts[self.packs[cell] & HALF]
            if verdict == ALLOWED or not self.is_forbidden(cell):
                self.merits[end] = self.merits[begin]
                end += 1
            elif widening:
                self.add_reasons(self.ply, cell)
            begin += 1
        self.ends[self.ply] = end

    def take(self, index: int, end: int) -> int:
        """Move the best of the moves that are left to the front of them, and return it."""
        merits = self.merits
        best, best_index = merits[index], index
        other = index + 1
        while other < end:
            if merits[other] > best:
                best, best_index = merits[other], other
            other += 1
        merits[best_index] = merits[index]
        merits[index] = best
        return best & 511

    def prefer(self, move: int, bonus: int) -> None:
        """Let a move that is among those collected come before others."""
        index = CELLS * self.ply
        while index < self.ends[self.ply]:
            if self.merits[index] & 511 == move:
                self.merits[index] += bonus << 9
                return
            index += 1

    def merits_at(self, side: int) -> dict[int, int]:
        """Return every free cell with its merit."""
        self.weigh(side, DEAD)
        items = [self.merits[index] for index in range(CELLS * self.ply, self.ends[self.ply])]
        return {item & 511: item >> 9 for item in items}
