"""The board of five in a row as the search has it: flat lists of small numbers.

It is its lines, two bits a cell, and for every free cell what a stone of either player would make
there (`tables.py`): the two packs of the cell, x's in the lower half. A stone changes those of the
cells around it, which are kept in a log to be put back. Their words are summed up, so that "can he
make a four" is one look at a number.
"""

from __future__ import annotations

from linemate.engine.champion.gomoku.shapes import FIVE, X_STRAIGHT_FOUR, X_THREE
from linemate.engine.champion.gomoku.tables import (
    COUNT_MASK,
    DOUBTFUL,
    FIVE_SHIFT,
    FORBIDDEN,
    FOUR_SHIFT,
    PACKS,
    THREE_SHIFT,
    TWO_FOURS_SHIFT,
    Tables,
)
from linemate.engine.clock import Clock
from linemate.engine.games.gomoku import CARO, CARO6, FREESTYLE, RENJU

# Fields of the sums.
ONE_FIVE = 1 << FIVE_SHIFT
TWO_FOURS = COUNT_MASK << TWO_FOURS_SHIFT
FOURS = COUNT_MASK << FOUR_SHIFT
THREES = COUNT_MASK << THREE_SHIFT

PLIES = 160  # that moves are made below the root at most
CELLS = 484
MOST_LINES = 132
STEPS = 1 << 14
LOG = PLIES * 41  # a stone is felt in forty cells, and takes its own

FREE = 1 << 32  # the bit of a free cell in its packs
BOTH = 0xF000F  # the shapes of x and o in one direction
HALF = 0xFFFF
WALL = 3


def zeros(count: int) -> list[int]:
    return [0] * count


class Board:
    """The position that `set_up` was told, and the stones that were made since."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        # Whether a stone may harm its owner; some cells are forbidden to x; a closed five is none.
        self.harmful = tables.rule != FREESTYLE
        self.renju = tables.rule == RENJU
        self.caro = tables.rule in (CARO, CARO6)
        self.cell_count = tables.cell_count
        self.reach = tables.reach
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
        self.nodes = 0
        self.deepest = 0
        self.next_check = 0

    def use_clock(self, clock: Clock) -> None:
        self.clock = clock
        self.nodes = 0
        self.deepest = 0
        self.next_check = clock.next_check(0)

    def enter(self) -> None:
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.next_check = self.clock.check(self.nodes)

    def set_up(self, cells: list[int]) -> None:
        """Begin with this: 0 for a free cell, 1 for x and 2 for o."""
        empty = self.tables.empty_lines
        for number in range(len(empty)):
            self.lines[number] = empty[number]
        self.ply = 0
        self.tops[0] = 0
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

    # -------------------------------------------------------------- what there is

    def has(self, side: int, cell: int, flags: int) -> bool:
        return self.words_of[self.packs[cell] >> 16 * side & HALF] & flags != 0

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

    def is_decided(self) -> bool:
        """Return whether somebody can make five or two fours."""
        return (self.sums[2 * self.ply] | self.sums[2 * self.ply + 1]) >= 1 << TWO_FOURS_SHIFT

    def is_dead(self) -> bool:
        """Return whether nobody can make five any more."""
        cell = 0
        while cell < self.cell_count:
            if self.packs[cell] & FREE - 1:
                return False
            cell += 1
        return True

    def free_packs(self) -> list[int]:
        """Return the packs of the free cells."""
        packs = [self.packs[cell] for cell in range(self.cell_count)]
        return [pack & FREE - 1 for pack in packs if pack]

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
