"""What a stone makes of its line in five in a row: the shape of a free cell in one direction.

The same source runs interpreted and, with `shapes.pxd` beside it, compiled. Everything is about
the cells around one in the centre, as far as a stone is felt. In a set of cells each is a bit.
"""

from __future__ import annotations

# The shapes, weakest first. Closed ones can become a four and no more; an OPEN_FOUR can be
# completed in two ways. One more stone can make of an OPEN_THREE an OPEN_FOUR, of an OPEN_TWO an
# OPEN_THREE; strong ones have more than one place for it, or more than two.
(
    DEAD,
    CLOSED_ONE,
    OPEN_ONE,
    CLOSED_TWO,
    OPEN_TWO,
    STRONG_TWO,
    CLOSED_THREE,
    OPEN_THREE,
    STRONG_THREE,
    FOUR,
    OPEN_FOUR,
    FIVE,
) = range(12)
KNOWN = 1 << 20  # a bit that no shape has


class Shapes:
    """Finds shapes; with `exactly_five`, a row of six or more is none."""

    def __init__(self, exactly_five: bool) -> None:
        # Whether a row that can be filled must not have another stone beside it, as a bit.
        self.six_matters = int(exactly_five)
        # How far a stone is felt: the rest of a row of five, and one more cell to see a six.
        self.reach = 5 if exactly_five else 4
        self.ones = [bits.bit_count() for bits in range(32)]

    def find(self, key: int) -> int:
        """Return x's shape of a cell, and o's sixteen bits above, by the cells around it: two bits
        each, from one end to the other. KNOWN is a part of it.
        """
        reach = self.reach
        x = o = walls = 0
        place = 0
        while place < 2 * reach:
            mark = key >> 2 * place & 3
            bit = 1 << (place if place < reach else place + 1)
            if mark == 1:
                x |= bit
            elif mark == 2:
                o |= bit
            elif mark == 3:
                walls |= bit
            place += 1
        return KNOWN | self.shape(x, o | walls) | self.shape(o, x | walls) << 16

    def shape(self, own: int, blocked: int) -> int:
        """Return what a stone in the centre makes of these stones."""
        own |= 1 << self.reach
        most = rows = 0
        start = self.reach - 4
        while start <= self.reach:
            beside = (own >> start + 5 | own << 1 >> start) & self.six_matters
            if not (blocked >> start & 31 or beside):
                rows += 1
                stones = self.ones[own >> start & 31]
                if stones > most:
                    most = stones
            start += 1
        if most == 5:
            return FIVE
        if most == 4:
            completing = self.five_cells(own, blocked)
            return OPEN_FOUR if completing & completing - 1 else FOUR
        if most == 3:
            ways = self.ways_to_open_four(own, blocked, 3)
            return CLOSED_THREE if not ways else OPEN_THREE if ways == 1 else STRONG_THREE
        if most == 2:
            ways = self.ways_to_open_four(own, blocked, 2)
            return CLOSED_TWO if not ways else OPEN_TWO if ways < 3 else STRONG_TWO
        if most == 1:
            return OPEN_ONE if rows > 3 else CLOSED_ONE
        return DEAD

    def five_cells(self, own: int, blocked: int) -> int:
        """Return the cells that complete five through the centre."""
        completing = 0
        start = self.reach - 4
        while start <= self.reach:
            beside = (own >> start + 5 | own << 1 >> start) & self.six_matters
            if self.ones[own >> start & 31] == 4 and not (blocked >> start & 31 or beside):
                completing |= 31 << start & ~own
            start += 1
        return completing

    def ways_to_open_four(self, own: int, blocked: int, stones: int) -> int:
        """Return in how many places four in a row, both ends free, hold the centre and so many
        stones. (Fours that two cells complete in another way are not looked for so far ahead.)
        """
        ways = 0
        start = self.reach - 4
        while start < self.reach:
            ends = (own >> start | own >> start + 5) & 1
            beside = (own << 1 >> start | own >> start + 6) & self.six_matters
            if not (blocked >> start & 63 or ends or beside):
                ways += self.ones[own >> start + 1 & 15] == stones
            start += 1
        return ways
