"""The search of five in a row: principal variation search on flat lists of small numbers.

The same source runs interpreted and, with `search.pxd` beside it, compiled: lists of a fixed
length are arrays there, numbers are machine words, and both builds visit the same nodes.

The board is its lines, two bits a cell, and for every free cell what a stone of either player
would make there (`tables.py`): the two packs of the cell, x's in the lower half. A stone changes
those of the cells around it, which are kept in a log to be put back. Their words are summed up, so
that "can he make a four" is one look at a number. What follows from these sums:

- Whoever can complete five wins, at once. Whoever is threatened with that must take the cell;
  that costs no depth, and two such cells are a loss.
- Whoever else can make two fours at once wins, with the third ply.
- Whoever is threatened with two fours must make a four, or take a cell where the other could
  make one: any other move loses with the fourth ply.

These are proofs, and so is what `won` finds. Two rules of gomoku change them:

- `renju`: some cells are forbidden to x. He is not let to move there (`strike_forbidden`); what he
  threatens to make there is no threat, and o wins if x may not take the cell that he must. Most
  cells are judged by their pack, and two threes by trying (`is_forbidden`).
- `caro` and `caro6`: a five is prevented at its end as well, if the other end is closed
  (`weigh_blocks`), and two fours anywhere in their lines (`add_lines`).

Where nothing is proven, the moves that promise most are searched, the later ones less deep or not
at all; a loss is then not proven and becomes UNPROVEN_LOSS.

Start reading at `search`; the board is at the beginning, forced wins are at the end.
"""

from __future__ import annotations

from functools import cache
from math import log

from linemate.engine.champion.gomoku.shapes import (
    CLOSED_ONE,
    CLOSED_THREE,
    CLOSED_TWO,
    DEAD,
    FIVE,
    FOUR,
    PLAIN,
    X_STRAIGHT_FOUR,
    X_THREE,
)
from linemate.engine.champion.gomoku.tables import (
    ALLOWED,
    COUNT_MASK,
    DOUBTFUL,
    FIVE_SHIFT,
    FORBIDDEN,
    FOUR_SHIFT,
    PACKS,
    THREE_SHIFT,
    TWO_FOURS_SHIFT,
    WORTH_MASK,
    Tables,
)
from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.games.gomoku import CARO, CARO6, FREESTYLE, RENJU

# Scores as in engine/scores.py, in numbers that fit into the table's sixteen bits.
WIN = 30_000
PROVEN = 29_000
UNPROVEN_LOSS = -PROVEN
NO_MOVE = 511
STEP_BITS = 2  # of a point, in the steps of the weights

# Fields of the sums.
ONE_FIVE = 1 << FIVE_SHIFT
TWO_FOURS = COUNT_MASK << TWO_FOURS_SHIFT
FOURS = COUNT_MASK << FOUR_SHIFT
THREES = COUNT_MASK << THREE_SHIFT

# Kinds of attack: each move makes a four; or one, or threatens two fours; or it may be any move.
BY_FOURS, BY_THREES, BY_ALL = 0, 1, 2
# How forced wins are looked for, one attempt after the other: within so many plies, by which kind.
# The last plies of the tree leave it at the first.
ATTEMPT_PLIES = [15, 5, 7, 9, 11, 13, 15, 19]
ATTEMPT_KINDS = [0, 1, 1, 1, 1, 1, 1, 1]
ATTEMPTS = 8
# With so many nodes each: at the leaves; from THREATS_DEPTH on, twice as many with every ply.
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

PLIES = 160  # that moves are made below the root at most
LAST_PLY = PLIES - 30  # at which an estimate is taken: forced wins need the rest
CELLS = 484
MOST_LINES = 132
STEPS = 1 << 14
LOG = PLIES * 41  # a stone is felt in forty cells, and takes its own

# A word of the transposition table: the move, the kind of bound, the score, the depth.
BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT = 9, 11, 27
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SCORE_BIAS = 1 << 15

ZONE = 16  # words of 32 cells each
# Wins that are remembered, each with its key, its length and first move, and its zone.
WINS, WIN_SIZE = 1 << 12, 2 + ZONE
# Attempts that failed, each with its key, and its plies or nodes.
FAILURES = 1 << 15
TRIED = 3  # in the place of a kind: all kinds were tried, with so many nodes
FREE = 1 << 32  # the bit of a free cell in its packs
BOTH = 0xF000F  # the shapes of x and o in one direction
HALF = 0xFFFF
WALL = 3


def zeros(count: int) -> list[int]:
    return [0] * count


class Search:
    """Values of the position that `set_position` was told, and of those below it."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        # Whether a stone may harm its owner; some cells are forbidden to x; a closed five is none.
        self.harmful = tables.rule != FREESTYLE
        self.renju = tables.rule == RENJU
        self.caro = tables.rule in (CARO, CARO6)
        self.cell_count = tables.cell_count
        self.reach = tables.reach
        self.zone_words = (tables.cell_count + 31) // 32
        self.low_mask = (1 << 2 * tables.reach) - 1
        self.high_mask = self.low_mask << 2 * tables.reach
        self.wide_mask = (1 << 8 * tables.reach + 2) - 1
        self.strides = tables.strides
        spare = zeros(4 * (CELLS - tables.cell_count))
        self.line_of = tables.line_of + spare
        self.shift_of = tables.shift_of + spare
        self.before = tables.before + spare
        self.behind = tables.behind + spare
        self.shapes = memoryview(tables.shapes)
        self.move_keys = tables.keys + zeros(2 * (CELLS - tables.cell_count))
        self.turn_key = tables.turn_key
        # By pack, filled as a search comes across it: what `Tables.describe` says.
        self.words_of = zeros(PACKS)
        self.tempo_of = zeros(PACKS)
        self.most = zeros(PACKS)
        self.own_rank = zeros(PACKS)
        self.other_rank = zeros(PACKS)
        self.verdicts = zeros(PACKS)
        # What stones change, see `find_step`: the key, and two words.
        self.steps = zeros(3 * STEPS)
        self.lines = zeros(MOST_LINES)
        self.packs = zeros(CELLS)
        # By ply: the sums of x and o, and of all tempos; the key, the end of the log.
        self.sums = zeros(2 * PLIES)
        self.tempos = zeros(PLIES)
        self.keys = zeros(PLIES)
        self.tops = zeros(PLIES)
        self.log_cells = zeros(LOG)
        self.log_packs = zeros(LOG)
        self.played = zeros(PLIES)
        self.sides = zeros(PLIES)
        self.ply = 0
        self.free = 0
        self.endgame = False
        self.full_width = False
        self.merits = zeros(PLIES * CELLS)
        self.ends = zeros(PLIES)
        self.killers = zeros(PLIES)
        self.history = zeros(2 * CELLS)
        self.line = zeros(PLIES * PLIES)
        self.line_lengths = zeros(PLIES)
        self.waiting = zeros(PLIES * MOST_WAITING)
        self.busy_mask = 0
        self.reductions = reductions()
        self.threats = tables.threats
        self.plain = list(PLAIN)
        self.attempt_plies = ATTEMPT_PLIES
        self.attempt_kinds = ATTEMPT_KINDS
        self.zones = zeros(ZONE * PLIES)
        self.wins = zeros(WINS * WIN_SIZE)
        self.failures = zeros(2 * FAILURES)
        self.left = 0  # nodes that may be used up; 0 is no limit
        self.winner = NO_MOVE
        self.nodes = 0
        self.deepest = 0
        self.next_check = 0

    def use_table(self, words: memoryview, mask: int) -> None:
        """Take the memory of the transposition table."""
        self.words = words
        self.mask = mask

    def share(self, busy: memoryview) -> None:
        """Take the memory in which those who search together tell what they are at."""
        self.busy = busy
        self.busy_mask = len(busy) - 1

    def use_clock(self, clock: Clock) -> None:
        self.clock = clock
        self.nodes = 0
        self.deepest = 0
        self.next_check = clock.next_check(0)

    def forget(self) -> None:
        """Forget the forced wins that were found and those that were not."""
        self.wins = zeros(WINS * WIN_SIZE)
        self.failures = zeros(2 * FAILURES)

    # -------------------------------------------------------------- the board

    def set_position(self, cells: list[int]) -> None:
        """Make this the root: 0 for a free cell, 1 for x and 2 for o."""
        empty = self.tables.empty_lines
        for number in range(len(empty)):
            self.lines[number] = empty[number]
        self.ply = 0
        self.tops[0] = 0
        self.left = 0
        self.free = 0
        key = 0
        for cell in range(self.cell_count):
            stone = cells[cell]
            if stone:
                key ^= self.move_keys[self.cell_count * (stone - 1) + cell]
                for index in range(4 * cell, 4 * cell + 4):
                    shift = self.shift_of[index] + 2 * self.reach
                    self.lines[self.line_of[index]] |= stone << shift
        self.keys[0] = key
        x = o = tempo = 0
        for cell in range(self.cell_count):
            self.packs[cell] = 0
            if not cells[cell]:
                self.free += 1
                pack = self.pack_at(cell)
                self.packs[cell] = pack
                x += self.word_of(pack & HALF)
                o += self.word_of(pack >> 16 & HALF)
                tempo += self.tempo_of[pack & HALF] + self.tempo_of[pack >> 16 & HALF]
        self.sums[0] = x
        self.sums[1] = o
        self.tempos[0] = tempo
        for ply in range(PLIES):
            self.killers[ply] = NO_MOVE
        for index in range(2 * CELLS):
            self.history[index] = 0

    def pack_at(self, cell: int) -> int:
        """Return the two packs of a free cell, worked out from the lines."""
        pack = FREE
        direction = 0
        while direction < 4:
            index = 4 * cell + direction
            around = self.lines[self.line_of[index]] >> self.shift_of[index]
            shape = self.shape_of(around)
            pack |= (shape & BOTH) << 4 * direction
            direction += 1
        return pack

    def shape_of(self, around: int) -> int:
        """Return the shapes of the free cell in the middle of the first cells of a line."""
        key = around & self.low_mask | around >> 2 & self.high_mask
        shape = self.shapes[key]
        return shape if shape else self.find_shape(key)

    def find_shape(self, key: int) -> int:
        """Find out the shapes of a cell by those around it, where no search has met them."""
        self.shapes[key] = self.tables.finder.find(key)
        return self.shapes[key]

    def word_of(self, pack: int) -> int:
        if not self.words_of[pack]:
            self.describe(pack)
        return self.words_of[pack]

    def describe(self, pack: int) -> None:
        self.next_check = 0  # as this takes as long as a hundred compiled nodes
        word, tempo, most, own, other, verdict = self.tables.describe(pack)
        self.words_of[pack] = word
        self.tempo_of[pack] = tempo
        self.most[pack] = most
        self.own_rank[pack] = own
        self.other_rank[pack] = other
        self.verdicts[pack] = verdict

    def make(self, side: int, cell: int) -> None:
        """Put a stone on a free cell."""
        # Names of one's own are what an interpreter is quick with; compiled they cost nothing.
        packs, words_of, tempo_of = self.packs, self.words_of, self.tempo_of
        lines, steps = self.lines, self.steps
        log_cells, log_packs = self.log_cells, self.log_packs
        reach = 2 * self.reach
        ply = self.ply
        top = self.tops[ply]
        stone = side + 1
        pack = packs[cell]
        log_cells[top] = cell
        log_packs[top] = pack
        top += 1
        packs[cell] = 0
        x = self.sums[2 * ply] - words_of[pack & HALF]
        o = self.sums[2 * ply + 1] - words_of[pack >> 16 & HALF]
        tempo = self.tempos[ply] - tempo_of[pack & HALF] - tempo_of[pack >> 16 & HALF]
        index = 4 * cell
        direction = 0
        while direction < 4:
            number = self.line_of[index]
            shift = self.shift_of[index]
            line = lines[number]
            around = line >> shift - reach if shift >= reach else line << reach - shift
            key = (around & self.wide_mask) << 2 | stone
            step = ((key ^ key >> 13 ^ key >> 26) & STEPS - 1) * 3
            if steps[step] != key:
                self.find_step(step, key)
            word, later = steps[step + 1], steps[step + 2]
            stride = self.strides[direction]
            while word:
                place = cell + ((word & 15) - reach // 2) * stride
                change = word >> 4 & 15 | (word >> 8 & 15) << 16
                pack = packs[place]
                log_cells[top] = place
                log_packs[top] = pack
                top += 1
                fresh = pack ^ change << 4 * direction
                packs[place] = fresh
                if change & 15:
                    worth = words_of[fresh & HALF]
                    if not worth:
                        worth = self.word_of(fresh & HALF)
                    x += worth - words_of[pack & HALF]
                    tempo += tempo_of[fresh & HALF] - tempo_of[pack & HALF]
                if change >> 16:
                    worth = words_of[fresh >> 16 & HALF]
                    if not worth:
                        worth = self.word_of(fresh >> 16 & HALF)
                    o += worth - words_of[pack >> 16 & HALF]
                    tempo += tempo_of[fresh >> 16 & HALF] - tempo_of[pack >> 16 & HALF]
                word >>= 12
                if not word:
                    word = later
                    later = 0
            lines[number] = line | stone << shift + reach
            direction += 1
            index += 1
        self.played[ply] = cell
        self.sides[ply] = side
        self.keys[ply + 1] = self.keys[ply] ^ self.move_keys[self.cell_count * side + cell]
        ply += 1
        self.tops[ply] = top
        self.sums[2 * ply] = x
        self.sums[2 * ply + 1] = o
        self.tempos[ply] = tempo
        self.ply = ply

    def find_step(self, step: int, key: int) -> None:
        """Find out what a stone changes in a line, and keep it in the place of another step.

        The key is the cells around, as far as they matter to those that are in reach of it, and
        the stone. For each cell that changes there are twelve bits, five times in a word: where
        it is, counted from one end of the reach, and the bits that change in the shapes of x and o.
        """
        before = key >> 2
        after = before | (key & 3) << 4 * self.reach
        items = [0] * 12
        count = 0
        for ahead in (-1, 1):
            place = 2 * self.reach + ahead
            while abs(place - 2 * self.reach) <= self.reach and before >> 2 * place & 3 != WALL:
                if not before >> 2 * place & 3:
                    start = 2 * (place - self.reach)
                    change = (self.shape_of(before >> start) ^ self.shape_of(after >> start)) & BOTH
                    if change:
                        both = change & 15 | change >> 12
                        items[count] = both << 4 | place - self.reach
                        count += 1
                place += ahead
        self.steps[step] = key
        for half in range(2):
            word = 0
            for number in range(4, -1, -1):
                word = word << 12 | items[5 * half + number]
            self.steps[step + 1 + half] = word

    def unmake(self) -> None:
        """Take the last stone away."""
        top = self.tops[self.ply]
        self.ply -= 1
        ply = self.ply
        bottom = self.tops[ply]
        while top > bottom:
            top -= 1
            self.packs[self.log_cells[top]] = self.log_packs[top]
        cell = self.played[ply]
        stone = self.sides[ply] + 1
        shift = 2 * self.reach
        index = 4 * cell
        while index < 4 * cell + 4:
            self.lines[self.line_of[index]] ^= stone << self.shift_of[index] + shift
            index += 1

    # -------------------------------------------------------------- forbidden cells

    def is_forbidden(self, cell: int) -> bool:
        """Return whether x must not move to a free cell: see games/renju.py."""
        pack = self.packs[cell] & HALF
        if self.verdicts[pack] != DOUBTFUL:
            return self.verdicts[pack] == FORBIDDEN
        if self.ply >= PLIES - 2:
            return True  # no game comes to this: there would be a dozen of threes within threes
        self.make(0, cell)
        threes = direction = 0
        while direction < 4:
            if pack >> 4 * direction & 15 == X_THREE:
                threes += self.may_extend(cell, direction)
            direction += 1
        self.unmake()
        return threes > 1

    def may_extend(self, cell: int, direction: int) -> bool:
        """Return whether x may make a straight four of the three that this stone is in."""
        index = 4 * cell + direction
        line = self.lines[self.line_of[index]] >> self.shift_of[index]
        ahead = -1
        while ahead < 2:
            step = ahead
            while line >> 2 * (self.reach + step) & 3 == 1:
                step += ahead
            if not line >> 2 * (self.reach + step) & 3:
                place = cell + step * self.strides[direction]
                pack = self.packs[place] & HALF
                if (
                    pack >> 4 * direction & 15 == X_STRAIGHT_FOUR
                    and self.most[pack] != FIVE
                    and not self.is_forbidden(place)
                ):
                    return True
            ahead += 2
        return False

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

    def add_reasons(self, ply: int, cell: int) -> None:
        """Add the cells to a zone where another stone might allow x what is forbidden to him."""
        if self.verdicts[self.packs[cell] & HALF] == DOUBTFUL:
            self.fill_zone(ply)
        else:
            self.add_lines(ply, cell, 0, DEAD)

    # -------------------------------------------------------------- moves

    def find(self, side: int, flags: int, cell: int) -> int:
        """Return the first cell from here on where a player's word has one of these flags."""
        packs, words_of = self.packs, self.words_of
        half = 16 * side
        while cell < self.cell_count:
            if words_of[packs[cell] >> half & HALF] & flags:
                return cell
            cell += 1
        return cell

    def find_five(self, side: int) -> int:
        """Return a cell where a player completes five; most often the last stone is in that row."""
        if self.ply:
            last = self.played[self.ply - 1]
            half = 16 * side
            direction = 0
            while direction < 4:
                index = 4 * last + direction
                stride = self.strides[direction]
                cell = last - self.before[index] * stride
                end = last + self.behind[index] * stride
                while cell <= end:
                    if self.words_of[self.packs[cell] >> half & HALF] >= ONE_FIVE:
                        return cell
                    cell += stride
                direction += 1
        return self.find(side, ONE_FIVE, 0)

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

    def is_decided(self) -> bool:
        """Return whether somebody can make five or two fours."""
        return (self.sums[2 * self.ply] | self.sums[2 * self.ply + 1]) >= 1 << TWO_FOURS_SHIFT

    def free_packs(self) -> list[int]:
        """Return the packs of the free cells."""
        packs = [self.packs[cell] for cell in range(self.cell_count)]
        return [pack & FREE - 1 for pack in packs if pack]

    def merits_at(self, side: int) -> dict[int, int]:
        """Return every free cell with its merit."""
        self.weigh(side, DEAD)
        items = [self.merits[index] for index in range(CELLS * self.ply, self.ends[self.ply])]
        return {item & 511: item >> 9 for item in items}

    def is_dead(self) -> bool:
        """Return whether nobody can make five any more."""
        cell = 0
        while cell < self.cell_count:
            if self.packs[cell] & FREE - 1:
                return False
            cell += 1
        return True

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

    # -------------------------------------------------------------- the search

    def enter(self) -> None:
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.next_check = self.clock.check(self.nodes)

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
                    rest -= self.reductions[64 * min(depth, 63) + min(number, 63)]
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

    # -------------------------------------------------------------- forced wins

    def forced_win(self, attacker: int, nodes: int, attempts: int) -> int:
        """Return in how many plies the attacker wins, as if he were to move; 0 if so many of the
        attempts, with so many nodes in all, find no win. The zones at this ply have its zone.
        """
        ply = self.ply
        mine = self.sums[2 * ply + attacker]
        if mine < ONE_FIVE and not mine & (FOURS if attempts == 1 else FOURS | THREES):
            return 0
        key = (self.keys[ply] * 2 + attacker) * 4 + TRIED
        tried = ((self.keys[ply] >> 12) + 1 + attacker & FAILURES - 1) * 2
        if self.failures[tried] == key and self.failures[tried + 1] >= nodes:
            return 0
        self.left = nodes
        length = number = 0
        while number < attempts and not length:
            length = self.attempt(attacker, self.attempt_plies[number], self.attempt_kinds[number])
            number += 1
        self.left = 0
        if length > 0:
            return length
        self.failures[tried] = key
        self.failures[tried + 1] = nodes
        return 0

    def attempt(self, attacker: int, plies: int, kind: int) -> int:
        """Return what `won` does; -1 if the nodes that are left do not suffice.

        `winner` is then the first move, if the win takes more than three plies.
        """
        ply = self.ply
        try:
            length = self.won(attacker, plies, kind)
        except OutOfNodes:
            while self.ply > ply:
                self.unmake()
            return -1
        start = (self.keys[ply] & WINS - 1) * WIN_SIZE
        if length > 1 and self.wins[start] == self.keys[ply] * 2 + attacker:
            self.winner = self.wins[start + 1] & 511
        return length

    def spend(self) -> None:
        self.enter()
        if self.left:
            self.left -= 1
            if not self.left:
                raise OutOfNodes

    def won(self, attacker: int, plies: int, kind: int) -> int:
        """Return in how many plies, an odd number, the attacker wins, who is to move; 0 if there
        is no such win within so many.

        The zone of the win is left in `zones`: cells such that one more stone of the defender on
        any other would change nothing.
        """
        ply = self.ply
        defender = 1 - attacker
        mine, theirs = self.sums[2 * ply + attacker], self.sums[2 * ply + defender]
        forced = NO_MOVE
        if mine >= ONE_FIVE:
            self.clear_zone(ply)
            self.add_flagged(ply, attacker, ONE_FIVE)
            if self.caro:
                self.add_lines(ply, self.find_five(attacker), attacker, FIVE)
            return 1
        if plies < 3:
            return 0
        if theirs >= ONE_FIVE:
            if theirs >= 2 * ONE_FIVE:
                return 0
            forced = self.find_five(defender)
            if self.renju and not attacker and self.is_forbidden(forced):
                return 0
        if mine & TWO_FOURS and (forced == NO_MOVE or self.has(attacker, forced, TWO_FOURS)):
            # His cells are among those where he can make a four.
            self.clear_zone(ply)
            self.add_flagged(ply, attacker, FOURS)
            self.add_flagged(ply, defender, FOURS | ONE_FIVE)
            if self.caro:
                move = self.find(attacker, TWO_FOURS, 0) if forced == NO_MOVE else forced
                self.add_lines(ply, move, attacker, FOUR)
            return 3
        # A single four wins if x is the defender and must not take its cell.
        if ply >= PLIES - 4 or (plies < 5 and not (self.renju and attacker and mine & FOURS)):
            return 0
        if kind == BY_FOURS and not mine & FOURS:
            return 0
        if kind == BY_THREES and not mine & (FOURS | THREES):
            return 0
        key = self.keys[ply] * 2 + attacker
        start = (self.keys[ply] & WINS - 1) * WIN_SIZE
        if self.wins[start] == key and self.wins[start + 1] >> 9 <= plies:
            self.recall_zone(ply, start)
            return self.wins[start + 1] >> 9
        failed = (self.keys[ply] >> 12 & FAILURES - 1) * 2
        failed_key = key * 4 + kind
        if self.failures[failed] == failed_key and self.failures[failed + 1] >= plies:
            return 0
        if forced != NO_MOVE:
            begin = end = CELLS * ply
            self.merits[begin] = forced
            end += 1
        else:
            if kind == BY_ALL and plies > 3:
                self.weigh_attacks(attacker, plies)
            else:
                self.weigh_threats(attacker, kind == BY_THREES)
            if self.renju and not attacker:
                self.strike_forbidden(False)
            begin, end = CELLS * ply, self.ends[ply]
        while begin < end:
            move = self.take(begin, end)
            begin += 1
            self.spend()
            self.make(attacker, move)
            length = self.lost(attacker, plies - 1, kind)
            self.unmake()
            if length:
                length += 1
                self.copy_zone(ply, ply + 1)
                self.add_cell(ply, move)
                if not attacker and self.verdicts[self.packs[move] & HALF] == DOUBTFUL:
                    self.fill_zone(ply)  # another stone of o's might forbid it
                self.wins[start] = key
                self.wins[start + 1] = length << 9 | move
                self.remember_zone(ply, start)
                return length
        self.failures[failed] = failed_key
        self.failures[failed + 1] = plies
        return 0

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

    def lost(self, attacker: int, plies: int, kind: int) -> int:
        """Return in how many plies, an even number, the attacker wins with the defender to move;
        0 if there is no such win within so many.
        """
        ply = self.ply
        defender = 1 - attacker
        mine, theirs = self.sums[2 * ply + attacker], self.sums[2 * ply + defender]
        if theirs >= ONE_FIVE:
            return 0
        if mine >= ONE_FIVE:
            self.clear_zone(ply)
            length = 2
            if self.caro:
                self.weigh_blocks(defender)
                move = self.merits[CELLS * ply]
                length = self.against(attacker, plies, kind, 2)
                if length:
                    self.add_lines(ply, move, attacker, FIVE)
            elif mine < 2 * ONE_FIVE:
                move = self.find_five(attacker)
                if self.renju and attacker and self.is_forbidden(move):
                    self.add_reasons(ply, move)
                elif plies < 4:
                    return 0
                else:
                    begin = CELLS * ply
                    self.merits[begin] = move
                    self.ends[ply] = begin + 1
                    length = self.against(attacker, plies, kind, 4)
            if length:
                self.add_flagged(ply, attacker, ONE_FIVE)
                self.add_flagged(ply, defender, FOURS)
            return length
        if plies < 4 or theirs & TWO_FOURS:
            return 0
        if mine & TWO_FOURS and kind != BY_FOURS:
            # Whoever does not make a four and does not take a cell where the attacker can make
            # one has done nothing against two fours at once.
            self.clear_zone(ply)
            if self.caro:
                self.add_lines(ply, self.find(attacker, TWO_FOURS, 0), attacker, FOUR)
                self.add_flagged(ply, defender, FOURS)
                self.weigh_zone(defender, ZONE * ply)
            else:
                self.weigh_fours(defender)
            length = self.against(attacker, plies, kind, 4)
            if length:
                self.add_flagged(ply, attacker, FOURS)
                self.add_shaped(ply, defender, CLOSED_THREE)
            return length
        if kind != BY_ALL or plies < 6:
            return 0
        length = self.won(attacker, plies - 1, kind)
        if length:
            self.weigh_zone(defender, ZONE * ply)
            # He has plies / 2 moves, of which the last comes too late.
            self.add_shaped(ply, defender, CLOSED_TWO if plies == 6 else CLOSED_ONE)
            return self.against(attacker, plies, kind, 4)
        if self.harmful and self.free > ply:
            self.weigh(defender, DEAD)
            self.fill_zone(ply)
            return self.against(attacker, plies, kind, 4)
        return 0

    def against(self, attacker: int, plies: int, kind: int, longest: int) -> int:
        """Return what `lost` does, if these replies are all that could help, and all others lose
        in so many plies; enlarge the zone.
        """
        ply = self.ply
        defender = 1 - attacker
        if self.renju and attacker:
            self.strike_forbidden(True)
        begin, end = CELLS * ply, self.ends[ply]
        while begin < end:
            move = self.take(begin, end)
            begin += 1
            self.spend()
            self.make(defender, move)
            length = self.won(attacker, plies - 1, kind)
            self.unmake()
            if not length:
                return 0
            if length >= longest:
                longest = length + 1
            self.join_zone(ply, ply + 1)
            self.add_cell(ply, move)
        return longest

    def zone_cells(self) -> list[int]:
        """Return the cells of the zone at this ply."""
        return [
            cell
            for cell in range(self.cell_count)
            if self.zones[ZONE * self.ply + (cell >> 5)] >> (cell & 31) & 1
        ]

    # A zone is a set of cells, in words of 32; there is one for each ply.

    def has(self, side: int, cell: int, flags: int) -> bool:
        return self.words_of[self.packs[cell] >> 16 * side & HALF] & flags != 0

    def clear_zone(self, ply: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] = 0
            word += 1

    def fill_zone(self, ply: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] = 0xFFFFFFFF
            word += 1

    def add_cell(self, ply: int, cell: int) -> None:
        self.zones[ZONE * ply + (cell >> 5)] |= 1 << (cell & 31)

    def add_flagged(self, ply: int, side: int, flags: int) -> None:
        cell = self.find(side, flags, 0)
        while cell < self.cell_count:
            self.add_cell(ply, cell)
            cell = self.find(side, flags, cell + 1)

    def add_shaped(self, ply: int, side: int, least: int) -> None:
        cell = 0
        while cell < self.cell_count:
            if self.most[self.packs[cell] >> 16 * side & HALF] >= least:
                self.add_cell(ply, cell)
            cell += 1

    def add_lines(self, ply: int, cell: int, side: int, least: int) -> None:
        """Add a cell and those around it, in the lines in which it has at least this shape."""
        pack = self.packs[cell] >> 16 * side & HALF
        self.add_cell(ply, cell)
        direction = 0
        while direction < 4:
            if self.plain[pack >> 4 * direction & 15] >= least:
                index = 4 * cell + direction
                stride = self.strides[direction]
                place = cell - self.before[index] * stride
                end = cell + self.behind[index] * stride
                while place <= end:
                    self.add_cell(ply, place)
                    place += stride
            direction += 1

    def copy_zone(self, ply: int, source: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] = self.zones[ZONE * source + word]
            word += 1

    def join_zone(self, ply: int, source: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] |= self.zones[ZONE * source + word]
            word += 1

    def remember_zone(self, ply: int, start: int) -> None:
        word = 0
        while word < self.zone_words:
            self.wins[start + 2 + word] = self.zones[ZONE * ply + word]
            word += 1

    def recall_zone(self, ply: int, start: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] = self.wins[start + 2 + word]
            word += 1


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
