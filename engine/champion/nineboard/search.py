"""The search of nineboard: principal variation search on flat lists of small numbers.

The same source runs interpreted and, with `search.pxd` beside it, compiled: lists of a fixed
length are arrays there, numbers are machine words, and both builds visit the same nodes.

Only positions whose mover cannot win at once are visited, and only safe moves are made: see
tables.py. The codes of the boards are the only state; everything else is an argument, so there is
little to take back: the target, the side to move, the boards in which the mover and the opponent
are dangerous, the full boards, the key of the marks, and the worth of the boards to the mover.

Late moves are searched much less deep unless they turn out well, the only safe move of a position
one ply deeper, and near the leaves a position whose estimate is far above the window is not
searched at all. Nothing of this is done where the end of the game is asked for, nor in an
exhaustive search. Where it is done a shorter win may be overlooked: for the lengths of proven
losses the root looks again, for that of a win `pvs.py` does.

Start reading at `search`; most of the work is in `search_two_plies`.
"""

from __future__ import annotations

from functools import cache
from math import log

from linemate.engine.champion.folds import CODES
from linemate.engine.champion.nineboard.tables import (
    CELL_MASK,
    GAINS,
    KEEPS,
    NEW_SHIFT,
    NineBoardTables,
    zeros,
)
from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.games.keys import random_keys
from linemate.engine.games.smallboards import ANY
from linemate.engine.games.tictactoe import FULL
from linemate.engine.proof.dfpn import DRAWN, INFINITE, MOST_PLIES, PLIES_SHIFT

# Scores as in engine/scores.py, in numbers that fit into the table's sixteen bits.
WIN = 30_000
PROVEN = 29_000
# A depth that reaches the end of every game: what is known that deep is known for good.
TO_THE_END = 99
NO_LIMIT = 1 << 60
NO_MOVE = 127
FORCED_WIN = 100  # what `weigh` says where no safe reply is left

# The depths from which on the table is asked, and the prover's.
TABLE_DEPTH, PROOF_DEPTH = 4, 5
# From this depth on, moves after the first so many are searched less deep: see `reductions`.
REDUCED_DEPTH, REDUCED = 4, 1
# From this depth on, the only safe move of a position is searched a ply deeper.
EXTENDED_DEPTH = 3
# Down from this depth an estimate that is above the window by so much for each ply is believed.
FUTILE_DEPTH, FUTILE_MARGIN = 6, 40
# In the order of moves: what a safe reply costs, and the part of its history that counts.
REPLY_COST = 20
MANY_REPLIES = 9  # of an opponent who may choose the board
HISTORY_SHIFT = 4
MOST_HISTORY = 12  # as a power of two
LARGEST_BONUS = 400

# A word of the transposition table: the move, the kind of bound, the score, the depth.
BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT = 7, 9, 25
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SCORE_BIAS = 1 << 15
# Another kind of word, under keys of its own: within how many plies the mover is known to lose (0:
# not known), within how many he is known not to, and the latest of them in place of the depth.
(WINS_KEY,) = random_keys(1, stream=6)
NOT_LOST_SHIFT, PLIES_MASK = 7, 127
# Below this many plies a look at the table costs more than the search.
WINS_TABLE_PLIES = 6
# The number of safe replies when somebody will choose his board: then it takes a closer look.
UNSURE = 10

PLIES = 84  # more than a game has
MERIT_BIAS = 40_000  # so that no merit is negative
# From this depth on, those who search together leave each other the moves that one of them is at.
SHARED_DEPTH = 4
MOST_WAITING = 16
TASK = 0x9E3779B97F4A7C15  # spreads what a member is at over its memory
WORD = (1 << 64) - 1


class Search:
    """The values of positions below the one whose codes `set_position` was told."""

    def __init__(self, tables: NineBoardTables, full_draws: bool, exhaustive: bool) -> None:
        self.exhaustive = exhaustive
        self.full_draws = full_draws
        self.free = tables.free
        self.dangers = tables.dangers
        self.worth = tables.worth
        self.tempo = tables.tempo
        self.first = tables.first
        self.offers = tables.offers
        self.gains = tables.gains
        self.least_harm = tables.least_harm
        self.step = tables.step
        self.counts = tables.count
        self.low = tables.low
        self.move_keys = tables.move_keys
        self.target_keys = tables.target_keys
        self.codes = zeros(9)
        self.merits = zeros(81 * PLIES)
        self.ends = zeros(PLIES)
        # How much each move has been worth as a refutation, by player and move.
        self.history = zeros(162)
        self.waiting = zeros(PLIES * MOST_WAITING)
        self.busy_mask = 0
        self.reductions = reductions()
        self.question_key = 0
        self.cells_left = 0
        self.nodes = 0
        self.deepest = 0
        self.next_check = 0
        self.most_nodes = NO_LIMIT

    def use_table(self, words: memoryview, mask: int) -> None:
        """Take the memory of the transposition table."""
        self.words = words
        self.mask = mask

    def use_proofs(self, words: memoryview, mask: int) -> None:
        """Take the memory of a prover's table, which is only read."""
        self.proofs = words
        self.proofs_mask = mask

    def share(self, busy: memoryview) -> None:
        """Take the memory in which those who search together tell what they are at."""
        self.busy = busy
        self.busy_mask = len(busy) - 1

    def use_clock(self, clock: Clock, question_key: int) -> None:
        """Begin at a root; `question_key` is that of the question that the prover works on."""
        self.clock = clock
        self.question_key = question_key
        self.nodes = 0
        self.deepest = 0
        self.next_check = clock.next_check(0)
        self.most_nodes = NO_LIMIT
        self.fade_history(3)

    def forget(self) -> None:
        self.fade_history(MOST_HISTORY + 1)

    def fade_history(self, shift: int) -> None:
        for index in range(162):
            self.history[index] >>= shift

    def limit_nodes(self, most: int) -> None:
        """Raise OutOfNodes when there are more nodes than this."""
        self.most_nodes = most
        self.next_check = min(self.next_check, most + 1)

    def set_position(self, codes: list[int], ply: int) -> None:
        """Let these be the codes of the position that is searched, at a ply."""
        self.cells_left = ply
        for board in range(9):
            self.codes[board] = codes[board]
            self.cells_left += self.counts[self.free[codes[board]]]

    def look_at_clock(self) -> None:
        next_check = self.clock.check(self.nodes)
        if self.nodes > self.most_nodes:
            raise OutOfNodes
        # When the clock is looked at depends on the machine; where an attempt ends must not.
        self.next_check = min(next_check, self.most_nodes + 1)

    def enter(self, ply: int) -> None:
        self.nodes += 1
        if ply > self.deepest:
            self.deepest = ply
        if self.nodes >= self.next_check:
            self.look_at_clock()

    # -------------------------------------------------------------- the search

    def search(
        self,
        target: int,
        side: int,
        mine: int,
        theirs: int,
        closed: int,
        key: int,
        worth: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Return the worth of a position to its mover, who cannot win at once, searched so deep.

        Exact, to this depth, if it lies between alpha and beta, otherwise a bound.
        """
        if depth < 3:
            if depth == 2:
                return self.search_two_plies(
                    target, side, mine, theirs, closed, worth, alpha, beta, ply
                )
            if depth == 1:
                return self.search_last_ply(target, side, theirs, closed, worth, ply)
            return worth + self.tempo
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.look_at_clock()
        if ply > self.deepest:
            self.deepest = ply
        # The fastest loss: by sending him to his win. The fastest win: with the move after next.
        best, most = ply + 2 - WIN, WIN - ply - 3
        if best >= beta:
            return best
        if most <= alpha:
            return most
        narrow = beta - alpha == 1
        reducible = not self.exhaustive
        if depth >= self.cells_left - ply:
            depth, reducible = TO_THE_END, False
        if (
            narrow
            and reducible
            and depth <= FUTILE_DEPTH
            and -PROVEN < beta < PROVEN
            and worth + self.tempo - beta >= FUTILE_MARGIN * depth
        ):
            return worth + self.tempo
        place = key ^ self.target_keys[target]
        remembered = NO_MOVE
        if depth >= TABLE_DEPTH:
            start = (place & self.mask) << 2
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
                # A win is one at any depth, and so is a loss. That there is no shorter win, or
                # that a loss lasts so long, is certain only of what lies within the depth searched.
                if known > PROVEN:
                    if bound != AT_MOST or WIN - known <= known_depth:
                        known_depth = TO_THE_END
                    known -= ply
                elif known < -PROVEN:
                    if bound != AT_LEAST or WIN + known <= known_depth:
                        known_depth = TO_THE_END
                    known += ply
                if known_depth >= depth and (
                    bound == EXACT
                    or (bound == AT_LEAST and known >= beta)
                    or (bound == AT_MOST and known <= alpha)
                ):
                    return known
        proven_loss = WIN  # at most this good
        if depth >= PROOF_DEPTH:
            # A proof says within how many plies: whether there is a shorter way, the search does.
            known = self.proven(place, ply)
            if known > 0:
                if known >= beta:
                    return known
                best = known
            elif known:
                if known <= alpha:
                    return known
                if known < beta:
                    beta = proven_loss = known
        begin = 81 * ply
        best_move, bound = remembered, AT_MOST
        known = self.weigh(target, side, mine, theirs, closed, ply)
        if known == FORCED_WIN:
            return most
        if known != NO_MOVE and best < 0:
            best, best_move = 0, known
        if best > alpha:  # a draw, or a proven win
            alpha, bound = best, EXACT
            if best >= beta:
                return best
        end = self.ends[ply]
        below = depth - 1
        if reducible and end - begin == 1 and depth >= EXTENDED_DEPTH:
            below = depth  # where there is no choice, a ply costs next to nothing
        codes = self.codes
        other, own = 1 - side, CODES * side
        sharing = self.busy_mask > 0 and depth >= SHARED_DEPTH
        index = begin
        waiting = 0
        first = True
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
            board = move // 9
            cell = move - 9 * board
            code = codes[board]
            new = code + self.step[9 * side + cell]
            danger = self.dangers[new]
            my_danger = mine | (danger >> side & 1) << board
            their_danger = theirs & ~(1 << board) | (danger >> other & 1) << board
            full = closed if self.free[new] else closed | 1 << board
            sent = ANY if full >> cell & 1 else cell
            its_key = key ^ self.move_keys[81 * side + move]
            its_worth = self.worth[own + code] - self.worth[own + new] - worth
            rest = below
            codes[board] = new
            if not first:
                if reducible:
                    rest -= self.reductions[81 * depth + number]
                score = -self.search(
                    sent, other, their_danger, my_danger, full, its_key, its_worth,
                    rest, -alpha - 1, -alpha, ply + 1,
                )  # fmt: skip
                if score > alpha and rest < below:
                    rest = below
                    score = -self.search(
                        sent, other, their_danger, my_danger, full, its_key, its_worth,
                        rest, -alpha - 1, -alpha, ply + 1,
                    )  # fmt: skip
            if first or (alpha < score < beta and not narrow):
                first = False
                score = -self.search(
                    sent, other, their_danger, my_danger, full, its_key, its_worth,
                    rest, -beta, -alpha, ply + 1,
                )  # fmt: skip
            codes[board] = code
            if sharing:
                self.busy[slot] = 0
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha, bound = score, EXACT
                    if score >= beta:
                        bound = AT_LEAST
                        self.reward(81 * side + move, depth)
                        break
        if best > proven_loss:
            best, bound = proven_loss, AT_MOST
        if depth >= TABLE_DEPTH:
            self.store_score(place, depth, best, bound, best_move, ply)
        return best

    def reward(self, index: int, depth: int) -> None:
        """Let a move that has refuted another come earlier, until it is as early as can be."""
        bonus = min(depth * depth, LARGEST_BONUS)
        self.history[index] += bonus - (self.history[index] * bonus >> MOST_HISTORY)

    def weigh(self, target: int, side: int, mine: int, theirs: int, closed: int, ply: int) -> int:
        """Leave the safe moves that go on in `merits`, from 81 * ply to `ends[ply]`.

        Each is its merit and move in one number. Returns FORCED_WIN if a move leaves the
        opponent none that is safe, otherwise a move that draws, or NO_MOVE.
        """
        # Names of one's own are what an interpreter is quick with; compiled they cost nothing.
        codes, free, offers, merits = self.codes, self.free, self.offers, self.merits
        counts, gains, history = self.counts, self.gains, self.history
        end = 81 * ply
        drawing = NO_MOVE
        boards = 1 << target if target != ANY else FULL & ~closed
        while boards:
            board = self.low[boards]
            boards &= boards - 1
            bit = 1 << board
            others = theirs & ~bit
            code = codes[board]
            cells = free[code]
            full = closed if cells & cells - 1 else closed | bit
            index = self.first[CODES * side + code]
            past = 81 * side + 9 * board
            while True:
                item = offers[index]
                if not item:
                    break
                index += 1
                cell = item & CELL_MASK
                their_danger = theirs if item & KEEPS else others
                if their_danger >> cell & 1:
                    continue
                my_danger = mine | bit if item & GAINS else mine
                if full >> cell & 1:
                    if self.full_draws or full == FULL:
                        drawing = 9 * board + cell
                        continue
                    if their_danger:
                        continue
                    replies = MANY_REPLIES
                else:
                    there = item >> NEW_SHIFT if cell == board else codes[cell]
                    cells = free[there]
                    replies = counts[cells & ~my_danger]
                    # No safe reply, unless he stays in this board and stops me there.
                    if not replies and not (cells >> cell & 1 and self.stops(side, there, cell)):
                        return FORCED_WIN
                merit = (history[past + cell] >> HISTORY_SHIFT) + gains[index - 1]
                merit -= REPLY_COST * replies
                merits[end] = (merit + MERIT_BIAS) << 7 | 9 * board + cell
                end += 1
        self.ends[ply] = end
        return drawing

    def stops(self, side: int, code: int, cell: int) -> bool:
        """Return whether the opponent's mark in a cell ends a player's danger in a board."""
        return not self.dangers[code + self.step[9 - 9 * side + cell]] >> side & 1

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

    def search_two_plies(
        self,
        target: int,
        side: int,
        mine: int,
        theirs: int,
        closed: int,
        worth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Return what `search` does with two plies to go, which are most of its work.

        Offers are in the order of their worth: the first safe reply is the best, and the only
        one looked at. No move is made.
        """
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.look_at_clock()
        codes, free, offers, gains = self.codes, self.free, self.offers, self.gains
        firsts, least_harm = self.first, self.least_harm
        own, opponent = CODES * side, CODES - CODES * side
        estimate = worth + self.tempo
        best = ply + 2 - WIN
        boards = 1 << target if target != ANY else FULL & ~closed
        while boards:
            board = self.low[boards]
            boards &= boards - 1
            bit = 1 << board
            others = theirs & ~bit
            code = codes[board]
            cells = free[code]
            full = closed if cells & cells - 1 else closed | bit
            index = firsts[own + code]
            while True:
                item = offers[index]
                if not item:
                    break
                index += 1
                cell = item & CELL_MASK
                their_danger = theirs if item & KEEPS else others
                if their_danger >> cell & 1:
                    continue
                my_danger = mine | bit if item & GAINS else mine
                after = estimate + gains[index - 1]
                there = item >> NEW_SHIFT if cell == board else codes[cell]
                cells = free[there]
                if full & (1 << cell | cells) or cells == 1 << cell:
                    # Somebody may be sent to a full board: rare enough to do it the long way.
                    score = 0
                    if not full >> cell & 1 or not (self.full_draws or full == FULL):
                        sent = cell
                        if full >> cell & 1:
                            if their_danger:
                                continue
                            sent = ANY
                        codes[board] = item >> NEW_SHIFT
                        score = self.tempo - after
                        score = -self.search_last_ply(
                            sent, 1 - side, my_danger, full, score, ply + 1
                        )
                        codes[board] = code
                elif after + least_harm[opponent + there] <= alpha and cells & ~my_danger:
                    score = after + least_harm[opponent + there]  # or less, if that is not safe
                else:
                    my_others = my_danger & ~(1 << cell)
                    reply = firsts[opponent + there]
                    item = offers[reply]
                    while (
                        item
                        and (my_danger if item & KEEPS else my_others) >> (item & CELL_MASK) & 1
                    ):
                        reply += 1
                        item = offers[reply]
                    if not item:
                        return WIN - ply - 3
                    score = after - gains[reply]
                if score > best:
                    best = score
                    if score > alpha:
                        alpha = score
                        if score >= beta:
                            return score
        return best

    def search_last_ply(
        self, target: int, side: int, theirs: int, closed: int, worth: int, ply: int
    ) -> int:
        """Return what `search` does with one ply to go."""
        best = ply + 2 - WIN
        boards = 1 << target if target != ANY else FULL & ~closed
        while boards:
            board = self.low[boards]
            boards &= boards - 1
            code = self.codes[board]
            cells = self.free[code]
            full = closed if cells & cells - 1 else closed | 1 << board
            index = self.first[CODES * side + code]
            while True:
                item = self.offers[index]
                if not item:
                    break
                index += 1
                cell = item & CELL_MASK
                their_danger = theirs if item & KEEPS else theirs & ~(1 << board)
                if their_danger >> cell & 1:
                    continue
                score = worth + self.gains[index - 1] - self.tempo
                if full >> cell & 1:
                    if self.full_draws or full == FULL:
                        score = 0
                    elif their_danger:
                        continue
                if score > best:
                    best = score
        return best

    def proven(self, place: int, ply: int) -> int:
        """Return what the prover has found out about a position: a win, at least;
        or a loss, at most. 0 if nothing.
        """
        place ^= self.question_key
        start = (place & self.proofs_mask) << 2
        word = self.proofs[start + 1]
        if self.proofs[start] ^ word != place:
            word = self.proofs[start + 3]
            if self.proofs[start + 2] ^ word != place:
                return 0
        if not word or word & DRAWN:
            return 0
        plies = word >> PLIES_SHIFT & MOST_PLIES
        if not word & INFINITE:
            return WIN - ply - plies
        return ply + plies - WIN if plies else 0

    def store_score(
        self, place: int, depth: int, score: int, bound: int, move: int, ply: int
    ) -> None:
        """Keep what was found out. A proven score counts from the position, so that it stays true
        as the game goes on.
        """
        if score > PROVEN:
            score += ply
            if bound == EXACT and WIN - score > depth:
                bound = AT_LEAST  # there may be a shorter one, further down than was looked
        elif score < -PROVEN:
            score -= ply
            if bound == EXACT and WIN + score > depth:
                bound = AT_MOST
        word = (score + SCORE_BIAS) << SCORE_SHIFT | bound << BOUND_SHIFT | move
        self.store(place, depth << DEPTH_SHIFT | word)

    def store(self, place: int, word: int) -> None:
        """Keep a word: the deepest in the first half of a bucket, the newest in the other."""
        start = (place & self.mask) << 2
        held = self.words[start + 1]
        if self.words[start] ^ held != place:
            if held >> DEPTH_SHIFT > word >> DEPTH_SHIFT:
                start += 2
            elif held:
                self.words[start + 2] = self.words[start]
                self.words[start + 3] = held
        self.words[start] = place ^ word
        self.words[start + 1] = word

    def remembered(self, place: int) -> int:
        """Return the word of a position, 0 if there is none."""
        start = (place & self.mask) << 2
        word = self.words[start + 1]
        if self.words[start] ^ word == place:
            return word
        word = self.words[start + 3]
        return word if self.words[start + 2] ^ word == place else 0

    # -------------------------------------------------------------- exact results

    def is_lost(
        self,
        target: int,
        side: int,
        mine: int,
        theirs: int,
        closed: int,
        key: int,
        plies: int,
        ply: int,
    ) -> bool:
        """Return whether the mover, who cannot win at once, loses within so many plies.

        Without evaluation and windows this is faster than the search of the same depth.
        """
        if plies < 2:
            return False
        place = key ^ self.target_keys[target] ^ WINS_KEY
        lost = not_lost = 0
        if plies >= WINS_TABLE_PLIES:
            word = self.remembered(place)
            lost, not_lost = word & PLIES_MASK, word >> NOT_LOST_SHIFT & PLIES_MASK
            if 0 < lost <= plies:
                return True
            if not_lost >= plies:
                return False
        can_draw = self.weigh_by_replies(target, side, mine, theirs, closed, ply)
        is_lost = not can_draw
        index, end = 81 * ply, self.ends[ply]
        if plies < 4 and index < end:
            is_lost = False
        while index < end and is_lost:
            move = self.take(index, end)
            index += 1
            is_lost = self.decides(move, target, side, mine, theirs, closed, key, plies, ply)
        if plies >= WINS_TABLE_PLIES:
            if is_lost:
                lost = plies
            else:
                not_lost = plies
            self.store(place, plies << DEPTH_SHIFT | not_lost << NOT_LOST_SHIFT | lost)
        return is_lost

    def is_won(
        self,
        target: int,
        side: int,
        mine: int,
        theirs: int,
        closed: int,
        key: int,
        plies: int,
        ply: int,
    ) -> bool:
        """Return whether the mover, who cannot win at once, wins within so many plies."""
        if plies < 3:
            return False
        self.weigh_by_replies(target, side, mine, theirs, closed, ply)
        index, end = 81 * ply, self.ends[ply]
        while index < end:
            move = self.take(index, end)
            replies = UNSURE - (self.merits[index] >> 7)
            index += 1
            if not replies:
                return True
            if plies < 5 and replies != UNSURE:
                continue  # he has a safe reply: that is the end of it
            if self.decides(move, target, side, mine, theirs, closed, key, plies, ply):
                return True
        return False

    def decides(
        self,
        move: int,
        target: int,
        side: int,
        mine: int,
        theirs: int,
        closed: int,
        key: int,
        plies: int,
        ply: int,
    ) -> bool:
        """Return whether the one who wins within an odd number of plies does so after a move.

        That is the mover if the number is odd, otherwise the opponent.
        """
        board = move // 9
        cell = move - 9 * board
        code = self.codes[board]
        new = code + self.step[9 * side + cell]
        danger = self.dangers[new]
        my_danger = mine | (danger >> side & 1) << board
        their_danger = theirs & ~(1 << board) | (danger >> 1 - side & 1) << board
        full = closed if self.free[new] else closed | 1 << board
        sent = ANY if full >> cell & 1 else cell
        its_key = key ^ self.move_keys[81 * side + move]
        self.codes[board] = new
        if plies & 1:
            won = self.is_lost(
                sent, 1 - side, their_danger, my_danger, full, its_key, plies - 1, ply + 1
            )
        else:
            won = self.is_won(
                sent, 1 - side, their_danger, my_danger, full, its_key, plies - 1, ply + 1
            )
        self.codes[board] = code
        return won

    def weigh_by_replies(
        self, target: int, side: int, mine: int, theirs: int, closed: int, ply: int
    ) -> bool:
        """Leave the safe moves that go on in `merits`, those with the fewest safe replies to come
        first, each as UNSURE less their number, and the move; return whether another one draws.
        """
        self.enter(ply)
        end = 81 * ply
        can_draw = False
        boards = 1 << target if target != ANY else FULL & ~closed
        while boards:
            board = self.low[boards]
            boards &= boards - 1
            bit = 1 << board
            code = self.codes[board]
            index = self.first[CODES * side + code]
            while True:
                item = self.offers[index]
                if not item:
                    break
                index += 1
                cell, new = item & CELL_MASK, item >> NEW_SHIFT
                their_danger = theirs if item & KEEPS else theirs & ~bit
                if their_danger >> cell & 1:
                    continue
                my_danger = mine | bit if item & GAINS else mine
                full = closed if self.free[new] else closed | bit
                replies = UNSURE
                if full >> cell & 1:
                    if self.full_draws or full == FULL:
                        can_draw = True
                        continue
                    if their_danger:
                        continue
                else:
                    there = new if cell == board else self.codes[cell]
                    cells = self.free[there]
                    replies = self.counts[cells & ~(my_danger | full)]
                    if my_danger & cells & 1 << cell and self.stops(side, there, cell):
                        replies += 1  # he stays in this board and stops me there
                    # A reply may send me to a full board, or to the one that it fills.
                    if cells == 1 << cell or (not replies and cells & ~my_danger):
                        replies = UNSURE
                self.merits[end] = UNSURE - replies << 7 | 9 * board + cell
                end += 1
        self.ends[ply] = end
        return can_draw


@cache
def reductions() -> list[int]:
    """Return by how many plies a move is reduced at first, at 81 * depth + its number in order."""
    return [
        min(depth - REDUCED_DEPTH + 1, int(0.3 + log(depth) * log(number + 1) / 0.7))
        if depth >= REDUCED_DEPTH and number >= REDUCED
        else 0
        for depth in range(PLIES)
        for number in range(81)
    ]
