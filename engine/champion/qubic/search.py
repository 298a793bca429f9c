"""The search of qubic: alpha-beta with forced wins by fours at its nodes, on sets of lines.

The same source runs interpreted and, with `search.pxd` beside it, compiled: numbers are machine
words there (sets of lines two of them), lists of a fixed length are arrays, and both builds visit
the same nodes.

What a position is, to the player who is to move:

    fresh                    lines that nobody has marked
    ones, twos               lines with one and two marks of his, and none of the opponent's
    their_ones, their_twos   the same of the opponent
    must                     cells in which the opponent would finish a line
    free, key                empty cells; the key of the marks, as `LinePosition.key()`

Lines with marks of both do not matter any more. A **four** is a line that lacks one mark (the name
is that of gomoku players): it is answered at once, so nobody has one when it is his turn, and
`must` has the cells of those that the last move has made. All of it is arguments: nothing is
undone.

**Wins by fours** (`find_win`): every move makes a four, every reply is forced. In the tree it is
asked whether the player who is *not* to move would win by fours if he were. If he would not, no
move gives him such a win, and after it this need not be asked again. If he would, only the
`answers` to that line matter, every other move is a proven loss. Let the line be a1 b1 a2 b2 ...
with the defender about to move, and d his move. If d is none of the line's cells, every line that
is filled is still open. So d can matter only by giving the defender a four of his own, then or
after some b: d lies in a line of his that has two marks at that time.

**Merits** put moves in order. A cell has for each line through it 1 if that is fresh, 2 if it has
one mark of the mover's, 1 if one of the opponent's, and 2 and 3 if two. They are added up for all
cells at once: bit c of the n-th of five numbers is the n-th binary digit of cell c's merit.

Start reading at `search`; `play` makes the moves.
"""

from __future__ import annotations

from functools import cache
from math import log

from linemate.engine.champion.qubic.tables import QubicTables
from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.games.keys import random_keys

# Scores as in engine/scores.py, in numbers that fit into the table's sixteen bits.
WIN = 30_000
PROVEN = 29_000
# A depth that reaches the end of every game: what is known that deep is known for good.
TO_THE_END = 99
NO_LIMIT = 1 << 60
NO_MOVE = 127

# Worth of a line with one and with two marks, if they are all of one player's. Three are worth
# nothing: they are answered at once. And what it is worth to be on the move.
ONE, TWO = 3, 10
TEMPO = 15

# Moves with their replies that a search for a win by fours may try inside the tree.
NODES_FOR_FOURS = 200
# From this depth on, moves after the first so many are searched less deep: see `reductions`.
REDUCED_DEPTH, REDUCED = 3, 2
# By depth: so many moves are tried, and all if these lose. Deeper all are.
WIDTHS = [0, 0, 10, 14, 20, 28]

# A word of the transposition table: the move, the kind of bound, the score, the depth.
BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT = 7, 9, 25
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SCORE_BIAS = 1 << 15
# Other kinds of word, under keys of their own: within how many plies no win by fours is (in place
# of the depth); and within how many plies the attacker is known to win
# (0: not known), within how many he is known not to, and the latest of them in place of the depth.
*FOURS_KEYS, SHORTEST_KEY, X_WINS_KEY, O_WINS_KEY = random_keys(7, stream=8)
WINS_KEYS = [X_WINS_KEY, O_WINS_KEY]
NOT_WON_SHIFT, PLIES_MASK = 7, 127

PLIES = 66  # more than a game has
# A digit of merit is a word by cells; each player has so many.
DIGITS = 5
MERITS = 10  # words of both players
PAIRS = 76  # lines with two marks, at most
LEVELS = 34  # of a search by fours, at most
FAILURES = 1 << 14  # positions in which there is no win by fours that are remembered
OUT_OF_NODES = -1
# From this depth on, those who search together leave each other the moves that one of them is at.
SHARED_DEPTH = 4
MOST_WAITING = 16
TASK = 0x9E3779B97F4A7C15  # spreads what a member is at over its memory
WORD = (1 << 64) - 1


class Search:
    """The values of positions below the one that `set_position` was told."""

    def __init__(self, tables: QubicTables) -> None:
        self.cell_of = tables.cell_of
        self.cells_of = tables.cells_of
        self.through = tables.through
        self.keep = tables.keep
        self.near = tables.near
        self.first = tables.first
        self.lines = tables.lines
        self.others = tables.others
        self.all_lines = tables.all_lines
        self.move_keys = tables.move_keys
        self.wins_keys = WINS_KEYS
        self.widths = WIDTHS + [64] * (TO_THE_END + 1 - len(WIDTHS))
        self.bits = tables.bits
        self.fours_keys = FOURS_KEYS
        self.reductions = reductions()
        self.merits = zeros(MERITS * PLIES)
        self.waiting = zeros(PLIES * MOST_WAITING)
        self.busy_mask = 0
        # Of the search by fours: by level, the two free cells of each line with two marks; the
        # moves that are put off; all cells of these pairs. And the moves of a win.
        self.pairs = zeros(PAIRS * LEVELS)
        self.later = zeros(2 * PAIRS * LEVELS)
        self.seen = zeros(LEVELS)
        self.win = zeros(2 * LEVELS)
        self.failures = zeros(FAILURES)
        self.attacker = 0
        self.thorough = False
        self.four_limit = 0
        self.by_fours = zeros(PLIES)  # by ply: the plies of such a win, if that was found there
        # The root: lines by the player whose they are, as above, and those that lack one mark.
        self.side = 0
        self.fresh = self.all_lines
        self.ones = zeros(2)
        self.twos = zeros(2)
        self.threes = zeros(2)
        self.free = WORD
        self.key = 0
        self.worth = 0
        self.cells_left = 0
        self.nodes = 0
        self.deepest = 0
        self.next_check = 0
        self.most_nodes = NO_LIMIT

    def use_table(self, words: memoryview, mask: int) -> None:
        """Take the memory of the transposition table."""
        self.words = words
        self.mask = mask

    def share(self, busy: memoryview) -> None:
        """Take the memory in which those who search together tell what they are at."""
        self.busy = busy
        self.busy_mask = len(busy) - 1

    def use_clock(self, clock: Clock) -> None:
        """Begin at a root."""
        self.clock = clock
        self.nodes = 0
        self.deepest = 0
        self.next_check = clock.next_check(0)
        self.most_nodes = NO_LIMIT

    def forget(self) -> None:
        for index in range(FAILURES):
            self.failures[index] = 0

    def limit_nodes(self, most: int) -> None:
        """Raise OutOfNodes when there are more nodes than this."""
        self.most_nodes = most
        self.next_check = min(self.next_check, most + 1)

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

    # -------------------------------------------------------------- the root

    def set_marks(self, xs: int, os: int, side: int) -> None:
        """Let the root have these marks, as bits, and this side to move.

        That is enough for questions about forced wins; `set_position` prepares the tree.
        """
        self.side = side
        self.fresh = self.all_lines
        self.free = WORD
        self.key = 0
        for player in range(2):
            self.ones[player] = self.twos[player] = self.threes[player] = 0
        for player in range(2):
            marks = xs if player == 0 else os
            while marks:
                bit = marks & -marks
                marks ^= bit
                self.mark(player, self.cell_of[bit % 67])

    def mark(self, player: int, cell: int) -> None:
        """Add a mark to the root."""
        through, keep = self.through[cell], self.keep[cell]
        other = 1 - player
        self.threes[player] |= self.twos[player] & through
        self.twos[player] = self.twos[player] & keep | self.ones[player] & through
        self.ones[player] = self.ones[player] & keep | self.fresh & through
        self.fresh &= keep
        self.ones[other] &= keep
        self.twos[other] &= keep
        self.threes[other] &= keep
        self.free &= ~self.bits[cell]
        self.key ^= self.move_keys[64 * player + cell]

    def set_position(self, xs: int, os: int, side: int) -> None:
        """Let this be the position that is searched."""
        self.set_marks(xs, os, side)
        for digit in range(MERITS):
            self.merits[digit] = 0
        self.cells_left = 0
        free = self.free
        while free:
            free &= free - 1
            self.cells_left += 1
        self.worth = 0
        for player in range(2):
            mine, theirs = DIGITS * player, DIGITS - DIGITS * player
            self.weigh(self.fresh, mine)
            worth = ONE * self.weigh(self.ones[player], mine + 1)
            self.weigh(self.ones[player], theirs)
            worth += TWO * self.weigh(self.twos[player], mine + 1)
            self.weigh(self.twos[player], theirs)
            self.weigh(self.twos[player], theirs + 1)
            self.worth += worth if player == side else -worth

    def weigh(self, lines: int, index: int) -> int:
        """Add to a digit of the merits of the cells of some lines; return how many these are."""
        count = 0
        while lines:
            line = lines & -lines
            lines ^= line
            self.add(index, self.cells_of[line % 83] & self.free)
            count += 1
        return count

    def estimate(self) -> int:
        """Return what the root is worth to the side to move, where nothing is urgent."""
        return self.worth + TEMPO

    def finishing(self, player: int) -> int:
        """Return the cells in which a player would finish a line at the root."""
        return self.cells_on(self.threes[player], self.free)

    def merit(self, cell: int) -> int:
        """Return the merit of a free cell to the side to move at the root."""
        merit = 0
        for digit in range(DIGITS):
            if self.merits[DIGITS * self.side + digit] & self.bits[cell]:
                merit |= 1 << digit
        return merit

    def search_move(self, cell: int, depth: int, alpha: int, beta: int) -> int:
        """Return what a move at the root is worth to its player; it finishes no line."""
        self.enter(0)
        side, other = self.side, 1 - self.side
        bit = self.bits[cell]
        if self.finishing(other) & ~bit:
            return 2 - WIN
        return self.play(
            cell, side, self.fresh, self.ones[side], self.twos[side], self.ones[other],
            self.twos[other], self.finishing(side), self.free, self.key, self.worth, depth - 1,
            alpha, beta, 0, False, False,
        )  # fmt: skip

    # -------------------------------------------------------------- the tree

    def search(
        self, side: int, fresh: int, ones: int, twos: int, their_ones: int, their_twos: int,
        must: int, free: int, key: int, worth: int, depth: int, alpha: int, beta: int, ply: int,
        safe: bool, other_safe: bool,
    ) -> int:  # fmt: skip
        """Return the worth of a position to its mover, searched so deep.

        Exact, to this depth, if it lies between alpha and beta, otherwise a bound. The mover is
        `safe` if he is known not to win by fours, the opponent if he was before his last move.
        """
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.look_at_clock()
        if ply > self.deepest:
            self.deepest = ply
        self.by_fours[ply] = 0
        if must:
            if must & must - 1:
                return ply + 2 - WIN
            # A forced reply is followed without spending depth.
            return self.play(
                self.cell_of[must % 67], side, fresh, ones, twos, their_ones, their_twos, 0, free,
                key, worth, depth, alpha, beta, ply, other_safe, safe,
            )  # fmt: skip
        left = self.cells_left - ply
        if left <= 2:
            return 0  # nobody has a four, so nobody can finish a line in two plies
        if depth <= 0:
            return worth + TEMPO
        if twos and not safe:
            found = self.find_win(
                side, NODES_FOR_FOURS, False,
                fresh, ones, twos, their_ones, their_twos, 0, free, key,
            )  # fmt: skip
            if found:
                self.by_fours[ply] = found
                return WIN - ply - found
        if depth == 1:
            return self.search_last_ply(
                side, fresh, ones, twos, their_ones, their_twos, free, worth, ply
            )
        if depth >= left:
            depth = TO_THE_END
        narrow = beta - alpha == 1
        remembered = NO_MOVE
        word = self.remembered(key)
        if word:
            remembered = word & 127
            bound = word >> BOUND_SHIFT & 3
            known = (word >> SCORE_SHIFT & 0xFFFF) - SCORE_BIAS
            known_depth = word >> DEPTH_SHIFT & 127
            # A win is one at any depth, and so is a loss.
            if known > PROVEN:
                if bound != AT_MOST:
                    known_depth = TO_THE_END
                known -= ply
            elif known < -PROVEN:
                if bound != AT_LEAST:
                    known_depth = TO_THE_END
                known += ply
            if known_depth >= depth and (
                bound == EXACT
                or (bound == AT_LEAST and known >= beta)
                or (bound == AT_MOST and known <= alpha)
            ):
                return known
        best, best_move, bound = -WIN, NO_MOVE, AT_MOST
        candidates = free
        threat = 0
        if their_twos:
            threat = self.find_win(
                1 - side, NODES_FOR_FOURS, False,
                fresh, their_ones, their_twos, ones, twos, 0, free, key,
            )  # fmt: skip
        if threat:
            candidates = self.answers(threat, fresh, ones, twos, free)
            best, best_move = ply + 1 + threat - WIN, self.win[0]
            if best > alpha:
                alpha, bound = best, EXACT
                if best >= beta:
                    return best
        width = self.widths[depth]
        sharing = self.busy_mask > 0 and depth >= SHARED_DEPTH
        number = waiting = 0
        while candidates or waiting:
            if not candidates:
                waiting -= 1
                item = self.waiting[MOST_WAITING * ply + waiting]
                move, late = item & 127, item >> 7
            else:
                if number == 0 and remembered != NO_MOVE and candidates & self.bits[remembered]:
                    move = remembered
                else:
                    move = self.best_cell(candidates, MERITS * ply + DIGITS * side)
                candidates &= ~self.bits[move]
                late = number
                number += 1
                if late >= width and best > -PROVEN and not threat:
                    break
            if sharing:
                task = key + (depth << 7 | move) * TASK & WORD
                slot = task >> 40 & self.busy_mask
                if self.busy[slot] == task and late and candidates and waiting < MOST_WAITING:
                    # Another is at it: when the rest is done its result will be in the table.
                    self.waiting[MOST_WAITING * ply + waiting] = late << 7 | move
                    waiting += 1
                    continue
                self.busy[slot] = task
            rest = depth - 1
            score = alpha + 1
            if late:
                if not threat:
                    rest -= self.reductions[64 * depth + late]
                score = self.play(
                    move, side, fresh, ones, twos, their_ones, their_twos, 0, free, key, worth,
                    rest, alpha, alpha + 1, ply, not threat, True,
                )  # fmt: skip
                if score > alpha and rest < depth - 1:
                    score = self.play(
                        move, side, fresh, ones, twos, their_ones, their_twos, 0, free, key, worth,
                        depth - 1, alpha, alpha + 1, ply, not threat, True,
                    )  # fmt: skip
            if not late or (alpha < score < beta and not narrow):
                score = self.play(
                    move, side, fresh, ones, twos, their_ones, their_twos, 0, free, key, worth,
                    depth - 1, alpha, beta, ply, not threat, True,
                )  # fmt: skip
            if sharing:
                self.busy[slot] = 0
            if threat and self.by_fours[ply + 1]:
                # It wins against any other move, too, that is no answer to it.
                candidates &= self.answers(self.by_fours[ply + 1], fresh, ones, twos, free)
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha, bound = score, EXACT
                    if score >= beta:
                        bound = AT_LEAST
                        break
        self.store_score(key, depth, best, bound, best_move, ply)
        return best

    def play(
        self, cell: int, side: int, fresh: int, ones: int, twos: int, their_ones: int,
        their_twos: int, fours: int, free: int, key: int, worth: int, depth: int, alpha: int,
        beta: int, ply: int, safe: bool, other_safe: bool,
    ) -> int:  # fmt: skip
        """Return what a move is worth to its player; `fours` are cells in which he could finish
        lines already, `safe` and `other_safe` are said of the opponent and of him, after it.
        """
        through, keep, merits = self.through[cell], self.keep[cell], self.merits
        bit = self.bits[cell]
        free ^= bit
        must = fours & free
        opened = extended = closed_ones = closed_twos = 0
        for index in range(self.first[cell], self.first[cell + 1]):
            line = self.lines[index]
            if fresh & line:
                opened |= self.others[index]
                worth += ONE
            elif ones & line:
                extended |= self.others[index]
                worth += TWO - ONE
            elif their_ones & line:
                closed_ones |= self.others[index]
                worth += ONE
            elif their_twos & line:
                closed_twos |= self.others[index]
                worth += TWO
            elif twos & line:
                must |= self.others[index] & free
                worth -= TWO
        if depth > 0:
            start = MERITS * ply
            for digit in range(start, start + MERITS):
                merits[digit + MERITS] = merits[digit]
            closed = (closed_ones | closed_twos) & free
            mine = start + MERITS + DIGITS * side
            theirs = start + MERITS + DIGITS - DIGITS * side
            self.add(mine, opened & free)
            self.subtract(mine, closed)
            self.subtract(mine + 1, closed_twos & free)
            self.add(theirs + 1, extended & free)
            self.subtract(theirs + 1, closed)
        return -self.search(
            1 - side, fresh & keep, their_ones & keep, their_twos & keep,
            ones & keep | fresh & through, twos & keep | ones & through, must, free,
            key ^ self.move_keys[64 * side + cell], -worth, depth, -beta, -alpha, ply + 1,
            safe, other_safe,
        )  # fmt: skip

    def add(self, index: int, cells: int) -> None:
        """Add a power of two to the merits of some cells; `index` is the place of the digit."""
        merits = self.merits
        while cells:
            digit = merits[index]
            merits[index] = digit ^ cells
            cells &= digit
            index += 1

    def subtract(self, index: int, cells: int) -> None:
        """Undo what `add` does."""
        merits = self.merits
        while cells:
            digit = merits[index] ^ cells
            merits[index] = digit
            cells &= digit
            index += 1

    def best_cell(self, cells: int, index: int) -> int:
        """Return the one of these cells with the greatest merit; `index` is that of the digits."""
        digit = index + DIGITS
        while digit > index:
            digit -= 1
            better = cells & self.merits[digit]
            if better:
                cells = better
        return self.cell_of[(cells & -cells) % 67]

    def search_last_ply(
        self, side: int, fresh: int, ones: int, twos: int, their_ones: int, their_twos: int,
        free: int, worth: int, ply: int,
    ) -> int:  # fmt: skip
        """Return the estimate after the move that promises most."""
        cell = self.best_cell(free, MERITS * ply + DIGITS * side)
        for index in range(self.first[cell], self.first[cell + 1]):
            line = self.lines[index]
            if (fresh | their_ones) & line:
                worth += ONE
            elif ones & line:
                worth += TWO - ONE
            elif their_twos & line:
                worth += TWO
            elif twos & line:
                worth -= TWO
        return worth - TEMPO

    def store_score(
        self, key: int, depth: int, score: int, bound: int, move: int, ply: int
    ) -> None:
        """Keep what was found out. A proven score counts from the position, so that it stays true
        as the game goes on; whether it is the shortest win or the longest loss is not known.
        """
        if score > PROVEN:
            score += ply
        elif score < -PROVEN:
            score -= ply
        word = (score + SCORE_BIAS) << SCORE_SHIFT | bound << BOUND_SHIFT | move
        self.store(key, depth << DEPTH_SHIFT | word)

    def store(self, key: int, word: int) -> None:
        """Keep a word: the deepest in the first half of a bucket, the newest in the other."""
        start = (key & self.mask) << 2
        held = self.words[start + 1]
        if self.words[start] ^ held != key:
            if held >> DEPTH_SHIFT > word >> DEPTH_SHIFT:
                start += 2
            elif held:
                self.words[start + 2] = self.words[start]
                self.words[start + 3] = held
        self.words[start] = key ^ word
        self.words[start + 1] = word

    def remembered(self, key: int) -> int:
        """Return the word of a position, 0 if there is none."""
        start = (key & self.mask) << 2
        word = self.words[start + 1]
        if self.words[start] ^ word == key:
            return word
        word = self.words[start + 3]
        return word if self.words[start + 2] ^ word == key else 0

    # -------------------------------------------------------------- wins by fours

    def find_win(
        self, attacker: int, most_nodes: int, thorough: bool, fresh: int, ones: int, twos: int,
        their_ones: int, their_twos: int, must: int, free: int, key: int,
    ) -> int:  # fmt: skip
        """Return the plies of a win by fours, which is left in `win`; 0 if none was found.

        The attacker is to move and has no four; if the defender has one, the win begins with
        meeting it. A search that is not thorough is twice as fast, and misses a win here and there:
        a four that makes no new pair of cells (see `add_pairs`) is tried only right before one that
        makes such a pair with its help, not to take a cell from the defender.
        """
        self.attacker = attacker
        self.thorough = thorough
        self.four_limit = self.nodes + most_nodes
        key ^= self.fours_keys[2 * attacker + thorough]
        if self.failures[key & FAILURES - 1] == key:
            return 0
        found = self.attack(0, fresh, ones, twos, their_ones, their_twos, must, free, key)
        if found == 0:
            self.failures[key & FAILURES - 1] = key
        return found if found > 0 else 0

    def attack(
        self, level: int, fresh: int, ones: int, twos: int, their_ones: int, their_twos: int,
        must: int, free: int, key: int,
    ) -> int:  # fmt: skip
        """Return the plies of a win by fours from here on, 0 if there is none, or OUT_OF_NODES."""
        if must & must - 1:
            return 0
        count = self.add_pairs(level, 0, 0, twos, free, must)
        if count < 0:
            return 3
        if not must:
            return self.try_pairs(
                level, count, fresh, ones, twos, their_ones, their_twos, free, key, 0, free
            )
        for index in range(PAIRS * level, PAIRS * level + count):
            pair = self.pairs[index]
            if pair & must:
                self.nodes += 1
                cell, reply = self.cell_of[must % 67], self.cell_of[(pair ^ must) % 67]
                key ^= self.move_keys[64 * self.attacker + cell]
                key ^= self.move_keys[64 - 64 * self.attacker + reply]
                return self.attack_at(
                    level, 0, cell, reply, pair, fresh, ones, twos, their_ones, their_twos, free,
                    key, 0, free, True,
                )  # fmt: skip
        return 0

    def add_pairs(self, level: int, count: int, seen: int, lines: int, free: int, must: int) -> int:
        """Add the two free cells of each of these lines, which have two marks; return how many
        pairs there are then. `seen` are all the cells of the pairs so far.

        A mark on one cell of a pair forces the reply on the other. A cell of two pairs makes two
        fours, for which there is but one reply: then the three plies of that win are left in
        `win` and -1 is returned, unless `must`, the cell of a four of theirs, is another.
        """
        start = PAIRS * level
        while lines:
            line = lines & -lines
            lines ^= line
            pair = self.cells_of[line % 83] & free
            twice = pair & seen
            if twice and must:
                twice &= must
            if twice:
                twice &= -twice
                index = start
                while not self.pairs[index] & twice:
                    index += 1
                self.win[2 * level] = self.cell_of[twice % 67]
                self.win[2 * level + 1] = self.cell_of[(pair ^ twice) % 67]
                self.win[2 * level + 2] = self.cell_of[(self.pairs[index] ^ twice) % 67]
                return -1
            seen |= pair
            self.pairs[start + count] = pair
            count += 1
        self.seen[level] = seen
        return count

    def try_pairs(
        self, level: int, count: int, fresh: int, ones: int, twos: int, their_ones: int,
        their_twos: int, free: int, key: int, using: int, near: int,
    ) -> int:  # fmt: skip
        """Return what `attack` does, where nobody has a four and no two pairs share a cell.

        So a move and its reply take away one pair, and any new one is on a line through the move.
        If `using` is given, the new pair must be on one of those lines, with the move on one of the
        cells `near`.
        """
        if self.nodes > self.four_limit:
            return OUT_OF_NODES
        start, put_off = PAIRS * level, 2 * PAIRS * level
        end = put_off
        mine, theirs = 64 * self.attacker, 64 - 64 * self.attacker
        for index in range(start, start + count):
            pair = self.pairs[index]
            bit = pair & -pair
            for _turn in range(2):
                if bit & near:
                    cell, reply = self.cell_of[bit % 67], self.cell_of[(pair ^ bit) % 67]
                    then = key ^ self.move_keys[mine + cell] ^ self.move_keys[theirs + reply]
                    if self.failures[then & FAILURES - 1] != then:
                        self.nodes += 1
                        if self.nodes >= self.next_check:
                            self.look_at_clock()
                        if their_twos & self.through[reply] or ones & self.through[cell]:
                            found = self.attack_at(
                                level, count, cell, reply, pair, fresh, ones, twos, their_ones,
                                their_twos, free, then, using, near, True,
                            )  # fmt: skip
                            if found:
                                return found
                        else:
                            self.later[end] = cell << 6 | reply
                            end += 1
                bit ^= pair
        while put_off < end:
            cell, reply = self.later[put_off] >> 6, self.later[put_off] & 63
            put_off += 1
            then = key ^ self.move_keys[mine + cell] ^ self.move_keys[theirs + reply]
            pair = self.bits[cell] | self.bits[reply]
            lines, cells = 0, free
            if not self.thorough:
                lines = fresh & self.through[cell]
                if using:
                    lines &= using
                cells = near & self.near[cell]
                if not lines or not cells & (self.seen[level] ^ pair):
                    continue
            found = self.attack_at(
                level, count, cell, reply, pair, fresh, ones, twos, their_ones, their_twos, free,
                then, lines, cells, False,
            )  # fmt: skip
            if found:
                return found
        return 0

    def attack_at(
        self, level: int, count: int, cell: int, reply: int, pair: int, fresh: int, ones: int,
        twos: int, their_ones: int, their_twos: int, free: int, key: int, using: int, near: int,
        anew: bool,
    ) -> int:  # fmt: skip
        """Return what `attack` does of one move and its reply, the cells of a pair; the key is that
        after them.

        Where the defender has a four, before or after, all pairs are collected again, otherwise
        those that are left, of `count`, are taken over.
        """
        through, replied = self.through[cell], self.through[reply]
        keep = self.keep[cell] & self.keep[reply]
        their_fours = their_twos & replied
        new_pairs = ones & through
        if using and anew and not their_fours and not new_pairs & using:
            return 0
        free ^= pair
        twos = twos & keep | new_pairs
        ones = ones & keep | fresh & through
        their_twos = their_twos & keep | their_ones & replied
        their_ones = their_ones & keep | fresh & replied
        fresh &= keep
        if their_fours or not count:
            must = self.cells_on(their_fours, free)
            found = self.attack(
                level + 1, fresh, ones, twos, their_ones, their_twos, must, free, key
            )
        else:
            start, index = PAIRS * level, PAIRS * level + PAIRS
            for place in range(start, start + count):
                if self.pairs[place] != pair:
                    self.pairs[index] = self.pairs[place]
                    index += 1
            count -= 1
            count = self.add_pairs(level + 1, count, self.seen[level] ^ pair, new_pairs, free, 0)
            if count < 0:
                found = 3
            else:
                if anew:
                    using, near = 0, free
                found = self.try_pairs(
                    level + 1, count, fresh, ones, twos, their_ones, their_twos, free, key, using,
                    near,
                )  # fmt: skip
        if found > 0:
            self.win[2 * level], self.win[2 * level + 1] = cell, reply
            return found + 2
        if found == 0 and (anew or self.thorough):
            self.failures[key & FAILURES - 1] = key
        return found

    def cells_on(self, lines: int, free: int) -> int:
        """Return the free cells of some lines."""
        cells = 0
        while lines:
            line = lines & -lines
            lines ^= line
            cells |= self.cells_of[line % 83]
        return cells & free

    def answers(self, plies: int, fresh: int, ones: int, twos: int, free: int) -> int:
        """Return the cells on which the defender, to move, can hope to stop the win by fours of so
        many plies that is in `win`; the lines are his. The proof is at the top of this file.
        """
        useful = self.cells_on(twos, free)
        left = free
        for step in range(0, plies - 3, 2):
            cell, reply = self.win[step], self.win[step + 1]
            keep = self.keep[cell] & self.keep[reply]
            twos = twos & keep | ones & self.through[reply]
            ones = ones & keep | fresh & self.through[reply]
            fresh &= keep
            left &= ~(self.bits[cell] | self.bits[reply])
            useful |= self.cells_on(twos, left)
        for step in range(plies):
            useful |= self.bits[self.win[step]]
        return useful & free

    # -------------------------------------------------------------- exact results

    def has_win(self, cell: int, plies: int) -> bool:
        """Return whether a move at the root wins within so many plies; it finishes no line."""
        self.enter(0)
        side, other = self.side, 1 - self.side
        free = self.free ^ self.bits[cell]
        if plies < 3 or self.finishing(other) & free:
            return False
        self.attacker = side
        through, keep, fresh = self.through[cell], self.keep[cell], self.fresh
        ones, twos = self.ones[side], self.twos[side]
        return self.is_lost(
            fresh & keep, self.ones[other] & keep, self.twos[other] & keep,
            ones & keep | fresh & through, twos & keep | ones & through,
            self.cells_on(self.threes[side] | twos & through, free), free,
            self.key ^ self.move_keys[64 * side + cell], plies - 1, 1,
        )  # fmt: skip

    def has_loss(self, cell: int, plies: int) -> bool:
        """Return whether the opponent wins within so many plies after a move at the root."""
        self.enter(0)
        side, other = self.side, 1 - self.side
        free = self.free ^ self.bits[cell]
        if self.finishing(other) & free:
            return True
        self.attacker = other
        through, keep, fresh = self.through[cell], self.keep[cell], self.fresh
        ones, twos = self.ones[side], self.twos[side]
        cells = self.wins(
            fresh & keep, self.ones[other] & keep, self.twos[other] & keep,
            ones & keep | fresh & through, twos & keep | ones & through,
            self.cells_on(self.threes[side] | twos & through, free), free,
            self.key ^ self.move_keys[64 * side + cell], plies, 1,
        )  # fmt: skip
        return cells > 0

    def root_win(self, attacker: int, most_nodes: int, thorough: bool) -> int:
        """Return the plies of a win by fours at the root, as if the attacker were to move."""
        defender = 1 - attacker
        finishing = self.finishing(attacker)
        if finishing:
            self.win[0] = self.cell_of[(finishing & -finishing) % 67]
            return 1
        return self.find_win(
            attacker, most_nodes, thorough, self.fresh, self.ones[attacker], self.twos[attacker],
            self.ones[defender], self.twos[defender], self.finishing(defender), self.free, self.key,
        )  # fmt: skip

    def has_win_by_fours(self, xs: int, os: int, attacker: int, most_nodes: int) -> bool:
        """Return whether `root_win` finds one with these marks."""
        self.set_marks(xs, os, attacker)
        return self.root_win(attacker, most_nodes, False) > 0

    def made_pairs(self, player: int) -> int:
        """Return the cells, at the root, in which a player would make a four."""
        return self.cells_on(self.twos[player], self.free)

    def root_answers(self, attacker: int, plies: int) -> int:
        """Return the cells that can help, at the root, against the win that was found last."""
        defender = 1 - attacker
        return self.answers(plies, self.fresh, self.ones[defender], self.twos[defender], self.free)

    def shortest_win(self, attacker: int, most_nodes: int) -> int:
        """Return what `root_win` does, of the shortest win by fours. If the nodes of one of its
        three searches run out, of some win, or 0.
        """
        # The search that is not thorough misses few, and finds long ones with a tenth of the nodes.
        found = self.root_win(attacker, most_nodes, False) or self.root_win(
            attacker, most_nodes, True
        )
        defender = 1 - attacker
        must = self.finishing(defender)
        self.four_limit = self.nodes + most_nodes
        line = self.win_line(found)
        for plies in range(3, found, 2):
            shorter = self.win_within(
                plies, 0, self.fresh, self.ones[attacker], self.twos[attacker],
                self.ones[defender], self.twos[defender], must, self.free,
                self.key ^ self.fours_keys[2 * attacker],
            )  # fmt: skip
            if shorter > 0:
                return shorter
            if shorter == OUT_OF_NODES:
                break
        for ply in range(found):
            self.win[ply] = line[ply]
        return found

    def win_within(
        self, plies: int, level: int, fresh: int, ones: int, twos: int, their_ones: int,
        their_twos: int, must: int, free: int, key: int,
    ) -> int:  # fmt: skip
        """Return what `attack` does, of a win within so many plies; thoroughly."""
        if must & must - 1:
            return 0
        count = self.add_pairs(level, 0, 0, twos, free, must)
        if count < 0:
            return 3
        place = key ^ SHORTEST_KEY
        if plies < 5 or self.remembered(place) >> DEPTH_SHIFT >= plies:
            return 0
        if self.nodes > self.four_limit:
            return OUT_OF_NODES
        self.enter(0)
        mine, theirs = 64 * self.attacker, 64 - 64 * self.attacker
        for index in range(PAIRS * level, PAIRS * level + count):
            pair = self.pairs[index]
            bit = pair & -pair
            for _turn in range(2):
                if not must or bit == must:
                    cell, reply = self.cell_of[bit % 67], self.cell_of[(pair ^ bit) % 67]
                    through, replied = self.through[cell], self.through[reply]
                    keep = self.keep[cell] & self.keep[reply]
                    found = self.win_within(
                        plies - 2, level + 1, fresh & keep, ones & keep | fresh & through,
                        twos & keep | ones & through, their_ones & keep | fresh & replied,
                        their_twos & keep | their_ones & replied,
                        self.cells_on(their_twos & replied, free ^ pair), free ^ pair,
                        key ^ self.move_keys[mine + cell] ^ self.move_keys[theirs + reply],
                    )  # fmt: skip
                    if found:
                        if found > 0:
                            self.win[2 * level], self.win[2 * level + 1] = cell, reply
                            found += 2
                        return found
                bit ^= pair
        self.store(place, plies << DEPTH_SHIFT)
        return 0

    def win_line(self, plies: int) -> list[int]:
        """Return the win that was found last, which has so many plies."""
        return [self.win[ply] for ply in range(plies)]

    def wins(
        self, fresh: int, ones: int, twos: int, their_ones: int, their_twos: int, must: int,
        free: int, key: int, plies: int, ply: int,
    ) -> int:  # fmt: skip
        """Return a number that is not 0 if the attacker, to move without a four, wins within so
        many plies, whatever anybody does.

        Then it is the cells of which the defender would have to take one beforehand to change
        that: every other cell leaves him lost within the same number of plies.
        """
        self.enter(ply)
        if plies < 3 or must & must - 1:
            return 0
        if self.add_pairs(0, 0, 0, twos, free, must) < 0:
            return self.answers(3, fresh, their_ones, their_twos, free)
        if plies < 5:
            return 0
        place = key ^ self.wins_keys[self.attacker]
        word = self.remembered(place)
        won, not_won = word & PLIES_MASK, word >> NOT_WON_SHIFT & PLIES_MASK
        if not_won < plies - 2 and not 0 < won <= plies - 2:
            # Shorter wins first: they are cheap to exclude, and then need not be looked for.
            cells = self.wins(
                fresh, ones, twos, their_ones, their_twos, must, free, key, plies - 2, ply
            )
            if cells:
                return cells
            word = self.remembered(place)
            won, not_won = word & PLIES_MASK, word >> NOT_WON_SHIFT & PLIES_MASK
        if 0 < won <= plies:
            return free
        if not_won >= plies:
            return 0
        moves = must or free
        found = False
        while moves and not found:
            bit = moves & -moves
            moves ^= bit
            cell = self.cell_of[bit % 67]
            through, keep = self.through[cell], self.keep[cell]
            found = self.is_lost(
                fresh & keep, their_ones & keep, their_twos & keep, ones & keep | fresh & through,
                twos & keep | ones & through, self.cells_on(twos & through, free ^ bit), free ^ bit,
                key ^ self.move_keys[64 * self.attacker + cell], plies - 1, ply + 1,
            )  # fmt: skip
        if found:
            won = plies
        else:
            not_won = plies
        self.store(place, plies << DEPTH_SHIFT | not_won << NOT_WON_SHIFT | won)
        return free if found else 0

    def is_lost(
        self, fresh: int, ones: int, twos: int, their_ones: int, their_twos: int, must: int,
        free: int, key: int, plies: int, ply: int,
    ) -> bool:  # fmt: skip
        """Return whether the defender, to move without a four, loses within so many plies.

        Nobody can be harmed by a mark of his own. So if he would not lose if he were allowed to
        pass, he does not lose by moving either; and if he would, only the moves that could stop
        that very line need a look, where the line is known.
        """
        if must & must - 1:
            return plies >= 2
        replies = must or self.wins(
            fresh, their_ones, their_twos, ones, twos, 0, free, key, plies - 1, ply
        )
        if not replies:
            return False
        while replies:
            bit = replies & -replies
            replies ^= bit
            cell = self.cell_of[bit % 67]
            through, keep = self.through[cell], self.keep[cell]
            if not self.wins(
                fresh & keep, their_ones & keep, their_twos & keep, ones & keep | fresh & through,
                twos & keep | ones & through, self.cells_on(twos & through, free ^ bit), free ^ bit,
                key ^ self.move_keys[64 - 64 * self.attacker + cell], plies - 1, ply + 1,
            ):  # fmt: skip
                return False
        return True


def zeros(length: int) -> list[int]:
    return [0] * length


@cache
def reductions() -> list[int]:
    """Return by how many plies a move is reduced at first, at 64 * depth + its number in order."""
    return [
        min(depth - 1, int(0.4 + log(depth) * log(number + 1) / 2.0))
        if REDUCED_DEPTH <= depth < TO_THE_END and number >= REDUCED
        else 0
        for depth in range(TO_THE_END + 1)
        for number in range(64)
    ]
