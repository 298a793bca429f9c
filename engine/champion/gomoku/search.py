"""The search of five in a row: principal variation search on flat lists of small numbers.

The same source runs interpreted and, with a `.pxd` beside each module, compiled: lists of a fixed
length are arrays there, numbers are machine words, and both builds visit the same nodes.

Where nothing is proven (`threats.py`), the moves that promise most are searched, the later ones
less deep or not at all; a loss is then not proven and becomes UNPROVEN_LOSS.
"""

from __future__ import annotations

from functools import cache
from math import log

from linemate.engine.champion.gomoku.board import (
    CELLS,
    FOURS,
    ONE_FIVE,
    PLIES,
    TWO_FOURS,
    zeros,
)
from linemate.engine.champion.gomoku.moves import NO_MOVE
from linemate.engine.champion.gomoku.shapes import CLOSED_ONE, CLOSED_TWO, DEAD, FOUR
from linemate.engine.champion.gomoku.tables import (
    COUNT_MASK,
    FOUR_SHIFT,
    THREE_SHIFT,
    WORTH_MASK,
    Tables,
)
from linemate.engine.champion.gomoku.threats import ATTEMPTS, Threats
from linemate.engine.champion.gomoku.zones import ZONE
from linemate.engine.transposition import AT_LEAST, AT_MOST, EXACT

# Scores as in engine/scores.py, in numbers that fit into the table's sixteen bits.
WIN = 30_000
PROVEN = 29_000
UNPROVEN_LOSS = -PROVEN
STEP_BITS = 2  # of a point, in the steps of the weights
LAST_PLY = PLIES - 30  # at which an estimate is taken: forced wins need the rest

# With so many nodes each forced wins are looked for: at the leaves, by fours alone; from
# THREATS_DEPTH on, twice as many with every ply.
LEAF_NODES = 8
THREATS_DEPTH, THREATS_NODES, MOST_NODES = 4, 10, 4_000

# From this depth on, moves after the first so many are searched less deep: see `reductions`.
REDUCED_DEPTH, REDUCED = 3, 3
# So many moves are searched in a position, and for each ply of depth so many more, up to WIDTH.
LEAST_WIDTH, MORE_WIDTH, WIDTH = 4, 2, 16
# Down from this depth an estimate that is off by so much for each ply is believed.
FUTILE_DEPTH, FUTILE_MARGIN = 4, 35
# Leaves where someone threatens two fours are searched on so far.
DEEPEST_LEAF = -4
FEW_CELLS = 24  # with so few of them left it is looked whether anybody can still win
# What the move that last refuted something at a ply is given in the order, and the remembered one.
KILLER, REMEMBERED = 100, 1 << 18
MOST_HISTORY = 400

# From this depth on, those who search together leave each other the moves that one of them is at.
SHARED_DEPTH = 4
MOST_WAITING = 16
TASK = 0x9E3779B97F4A7C15  # spreads what a member is at over its memory
WORD = (1 << 64) - 1

# A word of the transposition table: the move, the kind of bound, the score, the depth.
BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT = 9, 11, 27
SCORE_BIAS = 1 << 15


class Search(Threats):
    """Values of the position that `set_position` was told, and of those below it."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.turn_key = tables.turn_key
        self.threats = tables.threats
        self.endgame = False
        self.full_width = False
        self.killers = zeros(PLIES)
        self.line = zeros(PLIES * PLIES)
        self.line_lengths = zeros(PLIES)
        self.waiting = zeros(PLIES * MOST_WAITING)
        self.busy_mask = 0
        self.reductions = reductions()

    def use_table(self, words: memoryview, mask: int) -> None:
        """Take the memory of the transposition table."""
        self.words = words
        self.mask = mask

    def share(self, busy: memoryview) -> None:
        """Take the memory in which those who search together tell what they are at."""
        self.busy = busy
        self.busy_mask = len(busy) - 1

    def set_position(self, cells: list[int]) -> None:
        """Make this the root: 0 for a free cell, 1 for x and 2 for o."""
        self.set_up(cells)
        self.left = 0
        for ply in range(PLIES):
            self.killers[ply] = NO_MOVE
        for index in range(2 * CELLS):
            self.history[index] = 0

    def line_at(self, ply: int) -> list[int]:
        """Return the moves expected after this ply."""
        start = PLIES * ply
        return [self.line[start + index] for index in range(self.line_lengths[ply])]

    def extend_line(self, move: int, ply: int) -> None:
        """Let the line at a ply be this move and the line that follows it."""
        start, following = PLIES * ply, PLIES * (ply + 1)
        length = self.line_lengths[ply + 1]
        self.line[start] = move
        index = 0
        while index < length:
            self.line[start + 1 + index] = self.line[following + index]
            index += 1
        self.line_lengths[ply] = length + 1

    def estimate(self, side: int) -> int:
        ply = self.ply
        lead = (self.sums[2 * ply] & WORTH_MASK) - (self.sums[2 * ply + 1] & WORTH_MASK)
        lead = (-lead if side else lead) + self.tempos[ply]
        return (lead + self.threats[self.threats_at(side)]) >> STEP_BITS

    def threats_at(self, side: int) -> int:
        """Return a number for how many threes and fours the mover can make, and the other."""
        mine, theirs = self.sums[2 * self.ply + side], self.sums[2 * self.ply + 1 - side]
        number = 27 * self.few(mine >> THREE_SHIFT) + 9 * self.few(mine >> FOUR_SHIFT)
        return number + 3 * self.few(theirs >> THREE_SHIFT) + self.few(theirs >> FOUR_SHIFT)

    def few(self, count: int) -> int:
        """Return a count of the sums, if it is 0 or 1, otherwise 2."""
        count &= COUNT_MASK
        return 2 if count > 2 else count

    def search(self, side: int, depth: int, alpha: int, beta: int) -> int:
        """Return the worth of the position to its mover, searched so deep.

        Exact, to this depth, if it lies between alpha and beta, otherwise a bound. `line` is left
        with the moves that lead to it, as far as they are known.
        """
        self.enter()
        ply = self.ply
        self.line_lengths[ply] = 0
        if ply > self.deepest:
            self.deepest = ply
        other = 1 - side
        mine, theirs = self.sums[2 * ply + side], self.sums[2 * ply + other]
        if mine >= ONE_FIVE:
            return WIN - ply - 1
        if theirs >= ONE_FIVE:
            if self.caro:
                return self.search_blocks(side, depth, alpha, beta)
            if theirs >= 2 * ONE_FIVE:
                return ply + 2 - WIN
            if ply >= LAST_PLY:
                return self.estimate(side)
            move = self.find_five(other)
            if self.renju and not side and self.is_forbidden(move):
                return ply + 2 - WIN
            self.make(side, move)
            score = -self.search(other, depth, -beta, -alpha)
            self.unmake()
            self.extend_line(move, ply)
            return score
        if mine & TWO_FOURS:
            return WIN - ply - 3
        if self.free - ply <= FEW_CELLS and self.is_dead():
            return 0
        urgent = theirs & TWO_FOURS != 0
        if ply >= LAST_PLY or depth <= DEEPEST_LEAF:
            return self.estimate(side)
        if depth <= 0 and not urgent:
            score = self.estimate(side)
            if mine & FOURS and score < beta and not self.endgame:
                length = self.forced_win(side, LEAF_NODES, 1)
                if length:
                    return WIN - ply - length
            return score
        nearest = WIN - ply - (3 if self.renju and side else 5)
        if alpha >= nearest:
            return nearest
        narrow = beta - alpha == 1

        place = self.keys[ply] ^ (self.turn_key if side else 0)
        start = (place & self.mask) << 2
        remembered = NO_MOVE
        word = self.words[start + 1]
        if self.words[start] ^ word != place:
            word = self.words[start + 3]
            if self.words[start + 2] ^ word != place:
                word = 0
        if word:
            remembered = word & 511
            bound = word >> BOUND_SHIFT & 3
            known = counted_from_root((word >> SCORE_SHIFT & 0xFFFF) - SCORE_BIAS, ply)
            known_depth = word >> DEPTH_SHIFT & 127
            if known_depth < depth:
                # What is proven holds at any depth; but there may be a shorter way.
                if known > PROVEN and bound != AT_MOST:
                    usable = known >= beta
                else:
                    usable = known < -PROVEN and bound != AT_LEAST and known <= alpha
            elif bound == AT_LEAST:
                usable = known >= beta
            else:
                usable = bound == EXACT or known <= alpha
            if usable:
                if remembered != NO_MOVE:
                    self.line[PLIES * ply] = remembered
                    self.line_lengths[ply] = 1
                return known

        best, best_move, bound = -WIN, NO_MOVE, AT_MOST
        complete = True
        if not urgent and narrow and depth <= FUTILE_DEPTH and not self.endgame:
            score = self.estimate(side)
            if -PROVEN < beta < PROVEN and (
                score - beta >= FUTILE_MARGIN * depth
                or (beta - score >= FUTILE_MARGIN * (depth + 1) and not mine & FOURS)
            ):
                return score
        threatened = 0
        if not self.endgame:
            nodes, attempts = LEAF_NODES, 1
            if depth >= THREATS_DEPTH:
                nodes, attempts = MOST_NODES, ATTEMPTS
                if depth < THREATS_DEPTH + 9:
                    nodes = THREATS_NODES << depth - THREATS_DEPTH
            length = self.forced_win(side, nodes, attempts)
            if length:
                return WIN - ply - length
            if depth > 1 and not urgent:
                threatened = self.forced_win(other, nodes, attempts)
        if urgent:
            best = ply + 4 - WIN
            if self.caro:
                self.clear_zone(ply)
                self.add_lines(ply, self.find(other, TWO_FOURS, 0), other, FOUR)
                self.add_flagged(ply, side, FOURS)
                self.weigh_zone(side, ZONE * ply)
            else:
                self.weigh_fours(side)
        elif threatened:
            best = ply + threatened + 1 - WIN
            self.weigh_zone(side, ZONE * ply)
        elif self.endgame or self.full_width:
            # A stone that is of no use to either player does its owner no good. If rows of six do
            # not count it may do harm, and yet be the best there is.
            self.weigh(side, DEAD if self.harmful else CLOSED_ONE)
        else:
            self.weigh(side, CLOSED_TWO)
            complete = False
        if best >= beta:
            return best
        if self.renju and not side:
            self.strike_forbidden(False)
            if complete and best == -WIN and self.ends[ply] == CELLS * ply:
                return ply - WIN
        if best > alpha:
            alpha, bound = best, EXACT
        if self.killers[ply] != NO_MOVE:
            self.prefer(self.killers[ply], KILLER)
        if remembered != NO_MOVE:
            self.prefer(remembered, REMEMBERED)
        begin, end = CELLS * ply, self.ends[ply]
        width = end - begin
        if not complete:
            width = min(width, WIDTH, LEAST_WIDTH + MORE_WIDTH * depth)
        reducible = not urgent and depth >= REDUCED_DEPTH and not self.endgame
        sharing = self.busy_mask > 0 and depth >= SHARED_DEPTH
        taken = waiting = 0
        while taken < width or waiting:
            if taken == width:
                waiting -= 1
                item = self.waiting[MOST_WAITING * ply + waiting]
                move, number = item & 511, item >> 9
            else:
                move, number = self.take(begin + taken, end), taken
                taken += 1
            if sharing:
                task = place + (depth << 9 | move) * TASK & WORD
                slot = task >> 40 & self.busy_mask
                if self.busy[slot] == task and number and taken < width and waiting < MOST_WAITING:
                    # Another is at it: when the rest is done its result will be in the table.
                    self.waiting[MOST_WAITING * ply + waiting] = number << 9 | move
                    waiting += 1
                    continue
                self.busy[slot] = task
            self.make(side, move)
            if not number:
                score = -self.search(other, depth - 1, -beta, -alpha)
            else:
                rest = depth - 1
                if reducible:
                    rest -= self.reduction(depth, number)
                score = -self.search(other, rest, -alpha - 1, -alpha)
                if score > alpha and rest < depth - 1:
                    rest = depth - 1
                    score = -self.search(other, rest, -alpha - 1, -alpha)
                if alpha < score < beta and not narrow:
                    score = -self.search(other, rest, -beta, -alpha)
            self.unmake()
            if sharing:
                self.busy[slot] = 0
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha, bound = score, EXACT
                    self.extend_line(move, ply)
                    if score >= beta:
                        bound = AT_LEAST
                        self.killers[ply] = move
                        self.reward(CELLS * side + move, depth * depth)
                        break
        if width < end - begin:
            complete = False
        if not complete and best < -PROVEN and bound != AT_LEAST:
            best = UNPROVEN_LOSS
        self.store(place, depth, best, bound, best_move, ply)
        return best

    def search_blocks(self, side: int, depth: int, alpha: int, beta: int) -> int:
        """Return what `search` does, where a five must be prevented and there may be two ways."""
        ply = self.ply
        if ply >= LAST_PLY:
            return self.estimate(side)
        self.weigh_blocks(side)
        best = ply + 2 - WIN
        index = CELLS * ply
        while index < self.ends[ply] and best < beta:
            move = self.merits[index]
            self.make(side, move)
            score = -self.search(1 - side, depth, -beta, -(alpha if alpha > best else best))
            self.unmake()
            if score > best:
                best = score
                self.extend_line(move, ply)
            index += 1
        return best

    def reduction(self, depth: int, number: int) -> int:
        """Return by how many plies the move of this number in the order is reduced at first."""
        return self.reductions[64 * min(depth, 63) + min(number, 63)]

    def reward(self, index: int, bonus: int) -> None:
        """Let a move that has refuted something be tried earlier elsewhere."""
        bonus = min(bonus, MOST_HISTORY)
        self.history[index] += bonus * 4 - (self.history[index] * bonus >> 10)

    def store(self, place: int, depth: int, score: int, bound: int, move: int, ply: int) -> None:
        """Keep what was found out: the deepest in the first half of a bucket, the newest in the
        other. A proven score counts from the position, so that it stays true as the game goes on.
        """
        if score > PROVEN:
            score += ply
        elif score < -PROVEN:
            score -= ply
        if depth < 0:
            depth = 0
        word = (
            depth << DEPTH_SHIFT | (score + SCORE_BIAS) << SCORE_SHIFT | bound << BOUND_SHIFT | move
        )
        start = (place & self.mask) << 2
        held = self.words[start + 1]
        if self.words[start] ^ held != place:
            if held >> DEPTH_SHIFT & 127 > depth:
                start += 2
            elif held:
                self.words[start + 2] = self.words[start]
                self.words[start + 3] = held
        self.words[start] = place ^ word
        self.words[start + 1] = word


@cache
def reductions() -> list[int]:
    """Return by how many plies a move is reduced at first, at 64 * depth + its number in order."""
    return [
        min(depth - 2, int(0.3 + log(depth) * log(number + 1) / 2))
        if depth >= REDUCED_DEPTH and number >= REDUCED
        else 0
        for depth in range(64)
        for number in range(64)
    ]


def counted_from_root(score: int, ply: int) -> int:
    """Return a score of the table, which counts from its position, counted from the root."""
    if score > PROVEN:
        return score - ply
    return score + ply if score < -PROVEN else score
