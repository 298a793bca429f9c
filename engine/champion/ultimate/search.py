"""The search of ultimate: principal variation search on flat lists of small numbers.

The same source runs interpreted and, with `search.pxd` beside it, compiled: lists of a fixed
length are arrays there, numbers are machine words, and both builds visit the same nodes.

The state is one code for each board, and stacks by ply. `sent` has what it is worth to either
player to be sent to each board, and `offsets` where the worths of each board begin in
`context`; both change as a whole only when a board is decided, so each such event opens a new
*frame* of them, and taking it back closes it. Start reading at `search`.

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

from linemate.engine.champion.ultimate.tables import (
    CONTEXT_BITS,
    DECIDED,
    O_CAN_WIN,
    O_HAS_WON,
    SHAPES,
    SITUATIONS,
    X_CAN_WIN,
    X_HAS_WON,
    Tables,
    zeros,
)
from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.games.smallboards import ANY, FILLED, LINE
from linemate.engine.games.tictactoe import FULL, LINES

# Scores as in engine/scores.py, in numbers that fit into the table's sixteen bits.
WIN = 30_000
PROVEN = 29_000
# A depth that reaches the end of every game: what is known that deep is known for good.
TO_THE_END = 99
NO_LIMIT = 1 << 60
NO_MOVE = 127
GOES_ON = 2  # what `make` says of a game that is not over
NEVER = 99

# From this depth on, moves after the first so many are searched less deep: see `reductions`.
REDUCED_DEPTH, REDUCED = 3, 2
# Down from this depth an estimate that is off by so much for each ply is believed.
FUTILE_DEPTH, FUTILE_MARGIN = 8, 12

# A move's history lies within plus and minus a power of two; shifted, it counts as steps.
HISTORY_BITS, HISTORY_SHIFT = 14, 9
BONUS, LARGEST_BONUS = 32, 2048

# A word of the transposition table: the move, the kind of bound, the score, the depth.
BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT = 7, 9, 25
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SCORE_BIAS = 1 << 15

PLIES = 84  # more than a game has
FRAMES = 20  # each board is decided once and shut once
CODES = 3**9

NOTHING = DECIDED * SHAPES  # the offset of a board that is decided
VIEW = NOTHING + SHAPES  # where the worths to o begin in `context` and `sending`
PLACES = 10 * CODES  # and in `place`
# From this depth on, those who search together leave each other the moves that one of them is at.
SHARED_DEPTH = 4
MOST_WAITING = 16
TASK = 0x9E3779B97F4A7C15  # spreads what a member is at over its memory
WORD = (1 << 64) - 1
MERIT_BIAS = 40_000  # so that no merit is negative
ENDLESS = 1 << 20  # more than any merit


class Search:
    """`value` of the position that `set_position` was told, and of those below it."""

    def __init__(self, tables: Tables, exhaustive: bool) -> None:
        self.exhaustive = exhaustive
        self.won_open = tables.won_open
        self.majority = tables.majority
        self.tables = tables
        self.shape = tables.shape
        self.event = tables.event
        self.free = tables.free
        self.marks = tables.marks
        self.step = tables.step
        self.low = tables.low
        self.place = tables.place
        self.context = tables.context
        self.sending = tables.sending
        self.move_keys = tables.move_keys
        self.owner_keys = tables.owner_keys
        self.shut_keys = tables.shut_keys
        self.target_keys = tables.target_keys
        self.lines_of_boards = list(LINES)
        # By situation, filled as a search comes across it: what `Tables.describe` says, the worth
        # of the big board, and of a free choice to x, then to o.
        self.described = zeros(SITUATIONS)
        self.big = zeros(SITUATIONS)
        self.choice = zeros(2 * SITUATIONS)
        # By player and code, filled likewise: 1 + the fewest marks that make his line, or NEVER.
        self.needs = zeros(2 * CODES)
        self.codes = zeros(9)
        self.worths = zeros(PLIES)
        self.keys = zeros(PLIES)
        self.undo_codes = zeros(PLIES)
        self.undo_sent = zeros(2 * PLIES)
        self.opened = zeros(PLIES)  # whether the move at a ply has opened a frame
        self.frame = 0
        self.situations = zeros(FRAMES)
        self.shut = zeros(FRAMES)
        self.can_win = zeros(FRAMES * 2)
        self.offsets = zeros(FRAMES * 9)
        self.places = zeros(FRAMES * 9)
        self.events_here = zeros(FRAMES * 9)
        self.sent = zeros(FRAMES * 20)
        self.merits = zeros(81 * PLIES)
        self.ends = zeros(PLIES)
        self.line = zeros(PLIES * PLIES)
        self.line_lengths = zeros(PLIES)
        self.waiting = zeros(PLIES * MOST_WAITING)
        self.busy_mask = 0
        self.reductions = reductions()
        self.history = zeros(162)  # by player and move
        self.cells_left = 0
        self.nodes = 0
        self.deepest = 0
        self.next_check = 0
        self.most_nodes = NO_LIMIT

    def use_tables(self, words: memoryview, mask: int, wins: memoryview, wins_mask: int) -> None:
        """Take the memory of the transposition table and of the table of wins."""
        self.words = words
        self.mask = mask
        self.wins = wins
        self.wins_mask = wins_mask

    def share(self, busy: memoryview) -> None:
        """Take the memory in which those who search together tell what they are at."""
        self.busy = busy
        self.busy_mask = len(busy) - 1

    def forget(self) -> None:
        """Let no move have a history."""
        for index in range(162):
            self.history[index] = 0

    def use_clock(self, clock: Clock) -> None:
        self.clock = clock
        self.nodes = 0
        self.deepest = 0
        self.next_check = clock.next_check(0)
        self.most_nodes = NO_LIMIT

    def limit_nodes(self, most: int) -> None:
        """Raise OutOfNodes when there are more nodes than this."""
        self.most_nodes = most
        self.next_check = min(self.next_check, most + 1)

    def set_position(self, codes: list[int], situation: int, shut: int) -> None:
        """Make this the root. The code of a shut board is 0, whatever happened in it."""
        key = 0
        self.cells_left = 0
        for board in range(9):
            code = codes[board]
            self.codes[board] = code
            key ^= self.marks_key(board, code)
            owner = situation >> 2 * board & 3
            if owner == 1 or owner == 2:
                key ^= self.owner_keys[9 * (owner - 1) + board]
            if shut >> board & 1:
                key ^= self.shut_keys[board]
            else:
                self.cells_left += self.count(self.free[code])
        self.keys[0] = key
        self.frame = -1
        self.worths[0] = self.open_frame(situation, shut)

    def marks_key(self, board: int, code: int) -> int:
        """Return the part of a key that comes from the marks in a board."""
        key = 0
        for side in range(2):
            cells = self.marks[CODES * side + code]
            while cells:
                key ^= self.move_keys[81 * side + 9 * board + self.low[cells]]
                cells &= cells - 1
        return key

    def count(self, mask: int) -> int:
        found = 0
        while mask:
            mask &= mask - 1
            found += 1
        return found

    def look_at_clock(self) -> None:
        next_check = self.clock.check(self.nodes)
        if self.nodes > self.most_nodes:
            raise OutOfNodes
        # When the clock is looked at depends on the machine; where an attempt ends must not.
        self.next_check = min(next_check, self.most_nodes + 1)

    # -------------------------------------------------------------- the big board

    def describe(self, situation: int) -> None:
        """Find out what there is to know of a situation that no search has met."""
        self.described[situation] = self.tables.describe(situation)
        big, to_x, to_o = self.tables.judge(situation)
        self.big[situation] = big
        self.choice[situation] = to_x
        self.choice[SITUATIONS + situation] = to_o

    def open_frame(self, situation: int, shut: int) -> int:
        """Set `offsets` and `sent` for a new situation; return the worth of all boards to x."""
        if not self.described[situation]:
            self.describe(situation)
        self.frame += 1
        self.situations[self.frame] = situation
        self.shut[self.frame] = shut
        offsets, sent = 9 * self.frame, 20 * self.frame
        contexts = self.described[situation]
        self.can_win[2 * self.frame] = contexts & X_CAN_WIN != 0
        self.can_win[2 * self.frame + 1] = contexts & O_CAN_WIN != 0
        worth = self.big[situation]
        to_x, to_o = self.choice[situation], self.choice[SITUATIONS + situation]
        for board in range(9):
            offset = (contexts & 31) * SHAPES
            contexts >>= CONTEXT_BITS
            decided = offset == NOTHING
            self.offsets[offsets + board] = offset
            self.places[offsets + board] = CODES * 9 if decided else CODES * board
            self.events_here[offsets + board] = FILLED if decided else FILLED | LINE
            if shut >> board & 1:
                self.sent[sent + board] = to_x
                self.sent[sent + 10 + board] = to_o
            else:
                code = self.codes[board]
                index = offset + self.shape[code]
                self.sent[sent + board] = self.sending[index]
                self.sent[sent + 10 + board] = self.sending[VIEW + index]
                worth += self.context[index] + self.place[self.places[offsets + board] + code]
        self.sent[sent + ANY] = to_x
        self.sent[sent + 10 + ANY] = to_o
        return worth

    def result(self, side: int, situation: int, shut: int) -> int:
        """Return what the game is to the player who has just moved: 1, 0, -1, or GOES_ON."""
        if not self.described[situation]:
            self.describe(situation)
        described = self.described[situation]
        if described & (O_HAS_WON if side else X_HAS_WON):
            return 1
        if shut == FULL:
            lead = 0
            if self.majority:
                for board in range(9):
                    owner = situation >> 2 * board & 3
                    lead += (owner == side + 1) - (owner == 2 - side)
            return (lead > 0) - (lead < 0)
        if not described & (X_CAN_WIN | O_CAN_WIN):
            return 0
        return GOES_ON

    # -------------------------------------------------------------- moves

    def weigh(self, side: int, target: int, ply: int, enough: int) -> int:
        """Weigh the moves by the evaluation one ply further, none after one that is `enough`.

        They are left in `merits`, from 81 * ply to `ends[ply]`, as merit and move in one number;
        the best of them is returned.
        """
        # Names of one's own are what an interpreter is quick with; compiled they cost nothing.
        shapes, places, context, sent = self.shape, self.place, self.context, self.sent
        events, steps, low, merits = self.event, self.step, self.low, self.merits
        frame = self.frame
        opponent = 20 * frame + 10 - 10 * side
        first_step = 9 * side
        worth = -self.worths[ply] if side else self.worths[ply]
        boards = 1 << target if target != ANY else FULL & ~self.shut[frame]
        end = 81 * ply
        best = 0
        enough = (enough + MERIT_BIAS) << 7
        while boards:
            board = low[boards]
            boards &= boards - 1
            code = self.codes[board]
            offset = VIEW * side + self.offsets[9 * frame + board]
            place = PLACES * side + self.places[9 * frame + board]
            matters = self.events_here[9 * frame + board]
            rest = worth - context[offset + shapes[code]] - places[place + code]
            cells = self.free[code]
            while cells:
                cell = low[cells]
                cells &= cells - 1
                new = code + steps[first_step + cell]
                if events[new] & matters:
                    merit = self.weigh_event(side, board, cell, new, ply)
                else:
                    shape = offset + shapes[new]
                    merit = rest + context[shape] + places[place + new]
                    if cell == board:
                        merit -= self.sending[shape + VIEW - 2 * VIEW * side]
                    else:
                        merit -= sent[opponent + cell]
                item = (merit + MERIT_BIAS) << 7 | 9 * board + cell
                merits[end] = item
                end += 1
                if item > best:
                    best = item
                    if best >= enough:
                        self.ends[ply] = end
                        return best
        self.ends[ply] = end
        return best

    def weigh_event(self, side: int, board: int, cell: int, new: int, ply: int) -> int:
        """Return what `weigh` does of a move that decides or fills its board, to the mover."""
        before, shut = self.situations[self.frame], self.shut[self.frame]
        situation = self.after_event(side, board, new, before)
        if self.event[new] & FILLED or not self.won_open:
            shut |= 1 << board
        result = self.result(side, situation, shut)
        if result != GOES_ON:
            return result * (WIN - ply - 1)
        worth = self.worths[ply]
        offsets = 9 * self.frame
        contexts = self.described[situation]
        if situation != before:
            code = self.codes[board]
            index = self.offsets[offsets + board] + self.shape[code]
            worth -= self.context[index] + self.place[CODES * board + code]
            worth += self.big[situation] - self.big[before]
            changed = contexts ^ self.described[before]
            other = 0
            while other < 9:
                if changed & 31 and other != board:
                    shape = self.shape[self.codes[other]]
                    worth += self.context[(contexts >> CONTEXT_BITS * other & 31) * SHAPES + shape]
                    worth -= self.context[self.offsets[offsets + other] + shape]
                changed >>= CONTEXT_BITS
                other += 1
        if shut >> cell & 1:
            sent = self.choice[SITUATIONS - SITUATIONS * side + situation]
        else:
            offset = (contexts >> CONTEXT_BITS * cell & 31) * SHAPES
            sent = self.sending[VIEW - VIEW * side + offset + self.shape[self.codes[cell]]]
        return (-worth if side else worth) - sent

    def after_event(self, side: int, board: int, new: int, situation: int) -> int:
        """Return the situation after a move that decides or fills its board."""
        if situation >> 2 * board & 3:
            return situation
        return situation | (1 + side if self.event[new] & LINE else 3) << 2 * board

    def make(self, side: int, move: int, ply: int) -> int:
        """Play a move, if the game goes on after it; return GOES_ON or its result to the mover."""
        board = move // 9
        code = self.codes[board]
        new = code + self.step[9 * side + move - 9 * board]
        event = self.event[new]
        frame = self.frame
        key = self.keys[ply]
        if event & self.events_here[9 * frame + board]:
            before, shut = self.situations[frame], self.shut[frame]
            situation = self.after_event(side, board, new, before)
            shuts = event & FILLED or not self.won_open
            if shuts:
                shut |= 1 << board
            result = self.result(side, situation, shut)
            if result != GOES_ON:
                return result
            if situation != before and event & LINE:
                key ^= self.owner_keys[9 * side + board]
            if shuts:
                # The marks no longer matter: only that it is shut, and whose it is.
                self.codes[board] = 0
                key ^= self.marks_key(board, code) ^ self.shut_keys[board]
            else:
                self.codes[board] = new
                key ^= self.move_keys[81 * side + move]
            self.undo_codes[ply] = code
            self.opened[ply] = 1
            self.keys[ply + 1] = key
            self.worths[ply + 1] = self.open_frame(situation, shut)
            return GOES_ON
        sent = 20 * frame + board
        self.undo_sent[2 * ply] = self.sent[sent]
        self.undo_sent[2 * ply + 1] = self.sent[sent + 10]
        offset, place = self.offsets[9 * frame + board], self.places[9 * frame + board]
        index = offset + self.shape[new]
        self.sent[sent] = self.sending[index]
        self.sent[sent + 10] = self.sending[VIEW + index]
        self.worths[ply + 1] = (
            self.worths[ply]
            + self.context[index]
            + self.place[place + new]
            - self.context[offset + self.shape[code]]
            - self.place[place + code]
        )
        self.codes[board] = new
        self.undo_codes[ply] = code
        self.opened[ply] = 0
        self.keys[ply + 1] = key ^ self.move_keys[81 * side + move]
        return GOES_ON

    def unmake(self, move: int, ply: int) -> None:
        board = move // 9
        self.codes[board] = self.undo_codes[ply]
        if self.opened[ply]:
            self.frame -= 1
        else:
            sent = 20 * self.frame + board
            self.sent[sent] = self.undo_sent[2 * ply]
            self.sent[sent + 10] = self.undo_sent[2 * ply + 1]

    def target_after(self, move: int) -> int:
        """Return where a move that was made has sent the opponent."""
        cell = move % 9
        return ANY if self.shut[self.frame] >> cell & 1 else cell

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
        return best & 127

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

    def key(self, side: int, target: int, ply: int) -> int:
        """Return the key of the position at a ply in the tables."""
        return self.keys[ply] ^ self.target_keys[10 * side + target]

    def merits_at(self, side: int, target: int, ply: int) -> dict[int, int]:
        """Return every move at a ply with its merit."""
        self.weigh(side, target, ply, ENDLESS)
        items = [self.merits[index] for index in range(81 * ply, self.ends[ply])]
        return {item & 127: (item >> 7) - MERIT_BIAS for item in items}

    def line_at(self, ply: int) -> list[int]:
        """Return the moves expected after this ply."""
        start = PLIES * ply
        return [self.line[start + index] for index in range(self.line_lengths[ply])]

    # -------------------------------------------------------------- the search

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
        self.nodes += 1
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

    def estimate(self, side: int, target: int, ply: int) -> int:
        worth = -self.worths[ply] if side else self.worths[ply]
        return worth + self.sent[20 * self.frame + 10 * side + target]

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

    # -------------------------------------------------------------- exact results

    def has_hope(self, side: int) -> bool:
        """Return whether a player can still make some line of boards."""
        if self.majority:
            return True
        return self.marks_needed(side) < NEVER

    def marks_needed(self, side: int) -> int:
        """Return how many moves at least a player lacks for his nearest line of boards."""
        if self.majority:
            return 0  # it may do without a line
        situation = self.situations[self.frame]
        fewest = NEVER
        number = 0
        while number < 8:
            boards = self.lines_of_boards[number]
            number += 1
            lacking = 0
            while boards and lacking < fewest:
                board = self.low[boards]
                boards &= boards - 1
                owner = situation >> 2 * board & 3
                if not owner:
                    lacking += self.need(side, self.codes[board])
                elif owner != side + 1:
                    lacking = NEVER
            if lacking < fewest:
                fewest = lacking
        return fewest

    def need(self, side: int, code: int) -> int:
        """Return the fewest marks that make a player's line in a board, or NEVER."""
        index = CODES * side + code
        if not self.needs[index]:
            own, other = self.marks[index], self.marks[CODES - CODES * side + code]
            fewest = NEVER
            for number in range(8):
                line = self.lines_of_boards[number]
                if not line & other:
                    fewest = min(fewest, 3 - self.count(line & own))
            self.needs[index] = fewest
        return self.needs[index]

    def is_won(self, side: int, target: int, plies: int, ply: int) -> bool:
        """Return whether the mover can force a win that is completed within so many plies."""
        self.enter(ply)
        if self.marks_needed(side) > (plies + 1) // 2:
            return False
        place = self.keys[ply] ^ self.target_keys[10 * side + target]
        start = (place & self.wins_mask) << 1
        # The fewest plies known to be enough for the mover, and the most known not to be.
        enough, too_few = NEVER, 0
        word = self.wins[start + 1]
        if word and self.wins[start] ^ word == place:
            enough, too_few = word & 127, word >> 7 & 127
        else:
            word = self.known_result(place)
            enough, too_few = word & 127, word >> 7
        if plies >= enough:
            return True
        if plies <= too_few:
            return False
        won = False
        self.weigh(side, target, ply, ENDLESS)
        index, end = 81 * ply, self.ends[ply]
        while index < end and not won:
            move = self.take(index, end)
            index += 1
            result = self.make(side, move, ply)
            if result != GOES_ON:
                won = result > 0
            else:
                if plies > 1:
                    sent_to = self.target_after(move)
                    won = self.is_lost(1 - side, sent_to, plies - 1, ply + 1)
                self.unmake(move, ply)
        if won:
            enough = plies
        else:
            too_few = plies
        word = too_few << 7 | enough
        self.wins[start] = place ^ word
        self.wins[start + 1] = word
        return won

    def is_lost(self, side: int, target: int, plies: int, ply: int) -> bool:
        """Return whether the opponent wins within so many plies, whatever the mover plays."""
        self.enter(ply)
        # Nobody completes a line for the opponent, but he may have to end the game.
        if plies < (1 if self.majority else 2):
            return False
        self.weigh(side, target, ply, ENDLESS)
        index, end = 81 * ply, self.ends[ply]
        lost = True
        while index < end and lost:
            move = self.take(index, end)
            index += 1
            result = self.make(side, move, ply)
            if result != GOES_ON:
                lost = result < 0
            else:
                lost = False
                if plies > 1:
                    sent_to = self.target_after(move)
                    lost = self.is_won(1 - side, sent_to, plies - 1, ply + 1)
                self.unmake(move, ply)
        return lost

    def enter(self, ply: int) -> None:
        self.nodes += 1
        if ply > self.deepest:
            self.deepest = ply
        if self.nodes >= self.next_check:
            self.look_at_clock()

    def known_result(self, place: int) -> int:
        """Return what the search has proven about this, as `wins` has it."""
        start = (place & self.mask) << 2
        word = self.words[start + 1]
        if self.words[start] ^ word != place:
            word = self.words[start + 3]
            if self.words[start + 2] ^ word != place:
                return NEVER
        if word:
            bound = word >> BOUND_SHIFT & 3
            score = (word >> SCORE_SHIFT & 0xFFFF) - SCORE_BIAS
            if score > PROVEN and bound != AT_MOST:
                return WIN - score
            if word >> DEPTH_SHIFT & 127 == TO_THE_END and score <= PROVEN and bound != AT_LEAST:
                return NEVER << 7 | NEVER
        return NEVER


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
