"""The search of ultimate: principal variation search on flat lists of small numbers.

The same source runs interpreted and, with a `.pxd` beside each module, compiled: lists of a fixed
length are arrays there, numbers are machine words, and both builds visit the same nodes.

Moves are tried in the order of the evaluation one ply further and of how often each has refuted
others elsewhere in the tree. Late ones are searched less deep unless they turn out well, and near
the leaves a position whose estimate is far off the window is not searched at all. Neither is done
where the end of the game is asked for, nor in an exhaustive search. Where it is done a shorter win
may be overlooked: for the lengths of proven losses the root looks again, for that of a win `pvs.py`
does.
"""

from __future__ import annotations

from functools import cache
from math import log

from linemate.engine.champion.ultimate.board import (
    ENDLESS,
    GOES_ON,
    MERIT_BIAS,
    PLIES,
    PROVEN,
    VIEW,
    WIN,
)
from linemate.engine.champion.ultimate.exact import (
    BOUND_SHIFT,
    DEPTH_SHIFT,
    SCORE_BIAS,
    SCORE_SHIFT,
    TO_THE_END,
    Exact,
)
from linemate.engine.champion.ultimate.tables import Tables, zeros
from linemate.engine.games.smallboards import ANY
from linemate.engine.transposition import AT_LEAST, AT_MOST, EXACT

NO_MOVE = 127

# From this depth on, moves after the first so many are searched less deep: see `reductions`.
REDUCED_DEPTH, REDUCED = 3, 2
# Down from this depth an estimate that is off by so much for each ply is believed.
FUTILE_DEPTH, FUTILE_MARGIN = 8, 12

# A move's history lies within plus and minus a power of two; shifted, it counts as steps.
HISTORY_BITS, HISTORY_SHIFT = 14, 9
BONUS, LARGEST_BONUS = 32, 2048

# From this depth on, those who search together leave each other the moves that one of them is at.
SHARED_DEPTH = 4
MOST_WAITING = 16
TASK = 0x9E3779B97F4A7C15  # spreads what a member is at over its memory
WORD = (1 << 64) - 1


class Search(Exact):
    """Values of the position that `set_position` was told, and of those below it."""

    def __init__(self, tables: Tables, exhaustive: bool) -> None:
        super().__init__(tables)
        self.exhaustive = exhaustive
        self.line = zeros(PLIES * PLIES)
        self.line_lengths = zeros(PLIES)
        self.waiting = zeros(PLIES * MOST_WAITING)
        self.busy_mask = 0
        self.reductions = reductions()
        self.history = zeros(162)  # by player and move

    def share(self, busy: memoryview) -> None:
        """Take the memory in which those who search together tell what they are at."""
        self.busy = busy
        self.busy_mask = len(busy) - 1

    def forget(self) -> None:
        """Let no move have a history."""
        for index in range(162):
            self.history[index] = 0

    def line_at(self, ply: int) -> list[int]:
        """Return the moves expected after this ply."""
        start = PLIES * ply
        return [self.line[start + index] for index in range(self.line_lengths[ply])]

    def search(self, side: int, target: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the worth of the position at `ply` to its mover, searched so deep.

        Exact, to this depth, if it lies between alpha and beta, otherwise a bound. `line` is left
        with the moves that lead to it, as far as they are known.
        """
        if depth < 2 and depth < self.cells_left - ply:
            if depth == 1:
                return self.search_last_ply(side, target, alpha, beta, ply)
            self.line_lengths[ply] = 0
            return self.estimate(side, target, ply)
        self.line_lengths[ply] = 0
        can_win = self.can_win[2 * self.frame + side]
        can_lose = self.can_win[2 * self.frame + 1 - side]
        self.nodes += 1  # what `enter` does, but for the call
        if self.nodes >= self.next_check:
            self.look_at_clock()
        if ply > self.deepest:
            self.deepest = ply
        if not ((alpha < 0 or can_win) and (beta > 0 or can_lose)):
            return 0
        if beta > WIN - ply - 1:  # nothing is worth more than a win at once
            beta = WIN - ply - 1
            if alpha >= beta:
                return beta
        narrow = beta - alpha == 1
        if depth >= self.cells_left - ply:
            depth = TO_THE_END
            if narrow and not self.has_hope(side if beta > 0 else 1 - side):
                return 0
        if narrow and depth <= FUTILE_DEPTH and not self.exhaustive and -PROVEN < beta < PROVEN:
            score = self.estimate(side, target, ply)
            if score - beta >= FUTILE_MARGIN * depth or beta - score >= FUTILE_MARGIN * depth:
                return score
        if depth == 2:
            return self.search_two_plies(side, target, alpha, beta, ply)
        place = self.keys[ply] ^ self.target_keys[10 * side + target]
        start = (place & self.mask) << 2
        remembered = NO_MOVE
        word = self.words[start + 1]
        if self.words[start] ^ word != place:
            word = self.words[start + 3]
            if self.words[start + 2] ^ word != place:
                word = 0
        if word:
            remembered = word & 127
            bound = word >> BOUND_SHIFT & 3
            known = (word >> SCORE_SHIFT & 0xFFFF) - SCORE_BIAS
            known_depth = word >> DEPTH_SHIFT & 127
            # A win within so many plies is one at any depth, and so is a loss. That there is no
            # shorter win, or that a loss lasts so long, is certain only within the depth searched.
            if known_depth < depth:
                if known > PROVEN:
                    holds = bound == AT_LEAST or WIN - known <= known_depth
                else:
                    holds = known < -PROVEN and (bound == AT_MOST or WIN + known <= known_depth)
            else:
                holds = True
            if holds:
                known = counted_from_root(known, ply)
                if (
                    bound == EXACT
                    or (bound == AT_LEAST and known >= beta)
                    or (bound == AT_MOST and known <= alpha)
                ):
                    self.line[PLIES * ply] = remembered
                    self.line_lengths[ply] = 1
                    return known
        self.weigh(side, target, ply, ENDLESS)
        begin, end = 81 * ply, self.ends[ply]
        self.add_history(side, begin, end)
        best, best_move, bound = -WIN, NO_MOVE, AT_MOST
        reducible = REDUCED_DEPTH <= depth < TO_THE_END and not self.exhaustive
        sharing = self.busy_mask > 0 and depth >= SHARED_DEPTH
        index = begin
        waiting = 0
        while index < end or waiting:
            if index == end:
                waiting -= 1
                item = self.waiting[MOST_WAITING * ply + waiting]
                move, number = item & 127, item >> 7
            else:
                if index == begin and remembered != NO_MOVE:
                    move = self.take_move(remembered, index, end)
                else:
                    move = self.take(index, end)
                number = index - begin
                index += 1
            if sharing:
                task = place + (depth << 7 | move) * TASK & WORD
                slot = task >> 40 & self.busy_mask
                if self.busy[slot] == task and number and index < end and waiting < MOST_WAITING:
                    # Another is at it: when the rest is done its result will be in the table.
                    self.waiting[MOST_WAITING * ply + waiting] = number << 7 | move
                    waiting += 1
                    continue
                self.busy[slot] = task
            result = self.make(side, move, ply)
            if result != GOES_ON:
                score = result * (WIN - ply - 1)
                self.line_lengths[ply + 1] = 0
            else:
                sent_to = self.target_after(move)
                if best_move == NO_MOVE:
                    score = -self.search(1 - side, sent_to, depth - 1, -beta, -alpha, ply + 1)
                else:
                    rest = depth - 1
                    if reducible:
                        rest -= self.reductions[81 * depth + number]
                    score = -self.search(1 - side, sent_to, rest, -alpha - 1, -alpha, ply + 1)
                    if score > alpha and rest < depth - 1:
                        rest = depth - 1
                        score = -self.search(1 - side, sent_to, rest, -alpha - 1, -alpha, ply + 1)
                    if alpha < score < beta and not narrow:
                        score = -self.search(1 - side, sent_to, rest, -beta, -alpha, ply + 1)
                self.unmake(move, ply)
            if sharing:
                self.busy[slot] = 0
            if score > best or best_move == NO_MOVE:
                best, best_move = score, move
                if score > alpha:
                    alpha, bound = score, EXACT
                    self.extend_line(move, ply)
                    if score >= beta:
                        bound = AT_LEAST
                        self.note_refutation(side, move, begin, index, depth)
                        break
        if not (can_win if best > 0 else can_lose):
            best = 0  # whatever the estimates say
        self.store(place, depth, best, bound, best_move, ply)
        return best

    def add_history(self, side: int, index: int, end: int) -> None:
        """Add to the merits of moves what they have done elsewhere in the tree."""
        merits, history, first = self.merits, self.history, 81 * side
        while index < end:
            item = merits[index]
            merits[index] = item + (history[first + (item & 127)] >> HISTORY_SHIFT) * 128
            index += 1

    def note_refutation(self, side: int, move: int, index: int, end: int, depth: int) -> None:
        """Let a move that refutes come earlier from now on, and those tried before it later."""
        bonus = min(BONUS * depth * depth, LARGEST_BONUS)
        while index < end:
            tried = self.merits[index] & 127
            index += 1
            known = self.history[81 * side + tried]
            change = bonus if tried == move else -bonus
            self.history[81 * side + tried] = known + change - (known * bonus >> HISTORY_BITS)

    def search_two_plies(self, side: int, target: int, alpha: int, beta: int, ply: int) -> int:
        """Return what `search` does with two plies to go, which are most of its work.

        Neither is remembered: they are searched again sooner than looked up. A move that only
        marks a cell is not made in full, as the reply to it is weighed and not made at all.
        """
        frame = self.frame
        codes, sent, sending, worths = self.codes, self.sent, self.sending, self.worths
        opponent = 1 - side
        replies = 20 * frame + 10 * opponent
        shut = self.shut[frame]
        hopes = self.can_win[2 * frame] and self.can_win[2 * frame + 1]
        best, best_move = -WIN, NO_MOVE
        self.weigh(side, target, ply, ENDLESS)
        index, end = 81 * ply, self.ends[ply]
        while index < end:
            move = self.take(index, end)
            merit = (self.merits[index] >> 7) - MERIT_BIAS
            index += 1
            board = move // 9
            cell = move - 9 * board
            code = codes[board]
            new = code + self.step[9 * side + cell]
            if hopes and not self.event[new] & self.events_here[9 * frame + board]:
                place = 20 * frame + board
                to_x, to_o = sent[place], sent[place + 10]
                shape = self.offsets[9 * frame + board] + self.shape[new]
                sent[place] = sending[shape]
                sent[place + 10] = sending[VIEW + shape]
                codes[board] = new
                merit += sent[replies + cell]
                worths[ply + 1] = -merit if side else merit
                sent_to = ANY if shut >> cell & 1 else cell
                reply = self.weigh(opponent, sent_to, ply + 1, -alpha)
                score = MERIT_BIAS - (reply >> 7)
                self.line[PLIES * (ply + 1)] = reply & 127
                self.line_lengths[ply + 1] = 1
                codes[board] = code
                sent[place], sent[place + 10] = to_x, to_o
            else:
                result = self.make(side, move, ply)
                if result != GOES_ON:
                    score = result * (WIN - ply - 1)
                    self.line_lengths[ply + 1] = 0
                else:
                    sent_to = self.target_after(move)
                    score = -self.search_last_ply(opponent, sent_to, -beta, -alpha, ply + 1)
                    self.unmake(move, ply)
            if score > best or best_move == NO_MOVE:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    self.extend_line(move, ply)
                    if score >= beta:
                        break
        if not self.can_win[2 * frame + (side if best > 0 else opponent)]:
            return 0  # whatever the estimates say
        return best

    def search_last_ply(self, side: int, target: int, alpha: int, beta: int, ply: int) -> int:
        """Return what `search` does with one ply to go: moves are weighed without being made."""
        can_win = self.can_win[2 * self.frame + side]
        can_lose = self.can_win[2 * self.frame + 1 - side]
        if not ((alpha < 0 or can_win) and (beta > 0 or can_lose)):
            return 0
        best = self.weigh(side, target, ply, beta)
        score = (best >> 7) - MERIT_BIAS
        self.line[PLIES * ply] = best & 127
        self.line_lengths[ply] = 1
        if not (can_win if score > 0 else can_lose):
            return 0
        return score

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

    def take_move(self, move: int, index: int, end: int) -> int:
        """Move this one to the front of the moves that are left, or the best if it is not there."""
        other = index
        while other < end:
            if self.merits[other] & 127 == move:
                item = self.merits[other]
                self.merits[other] = self.merits[index]
                self.merits[index] = item
                return move
            other += 1
        return self.take(index, end)

    def store(self, place: int, depth: int, score: int, bound: int, move: int, ply: int) -> None:
        """Keep what was found out: the deepest in the first half of a bucket, the newest in the
        other. A proven score counts from the position, so that it stays true as the game goes on.
        """
        if score > PROVEN:
            score += ply
            if bound == EXACT and WIN - score > depth:
                bound = AT_LEAST  # there may be a shorter one, further down than was looked
        elif score < -PROVEN:
            score -= ply
            if bound == EXACT and WIN + score > depth:
                bound = AT_MOST
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
    """Return by how many plies a move is reduced at first, at 81 * depth + its number in order."""
    return [
        min(depth - REDUCED_DEPTH, int(0.3 + log(depth) * log(number + 1) / 2))
        if depth >= REDUCED_DEPTH and number >= REDUCED
        else 0
        for depth in range(PLIES)
        for number in range(81)
    ]


def counted_from_root(score: int, ply: int) -> int:
    """Return a score of the table, which counts from its position, counted from the root."""
    if score > PROVEN:
        return score - ply
    return score + ply if score < -PROVEN else score
