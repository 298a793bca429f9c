"""What a stone makes of its line in five in a row: the shape of a free cell in one direction.

The same source runs interpreted and, with `shapes.pxd` beside it, compiled. Everything is about
the cells around one in the centre, as far as a stone is felt. In a set of cells each is a bit.
"""

from __future__ import annotations

from linemate.engine.games.gomoku import CARO, CARO6, FREESTYLE, RENJU, STANDARD

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
    # Under the rule `renju` x has these in their places, since two of a kind are forbidden to him:
    # a four, a straight four, a three; and what he must not make in one line already.
    X_FOUR,
    X_STRAIGHT_FOUR,
    X_THREE,
    X_FORBIDDEN,
) = range(16)
# What each is as a shape of anybody.
PLAIN = (*range(FIVE + 1), FOUR, OPEN_FOUR, OPEN_THREE, FOUR)
KNOWN = 1 << 20  # a bit that no shape has


class Shapes:
    """Finds shapes under a rule of gomoku."""

    def __init__(self, rule: str) -> None:
        # Whether a row of six or more is none, for x and o; and whether one of five between two
        # stones of the other is none. These are bits.
        self.six_matters = [int(rule in (STANDARD, CARO, RENJU)), int(rule in (STANDARD, CARO))]
        self.ends_matter = int(rule in (CARO, CARO6))
        self.renju = int(rule == RENJU)
        # How far a stone is felt: the rest of a row of five, and the cell beside it.
        self.reach = 4 if rule == FREESTYLE else 5
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
        shape = self.shape(x, o, walls, self.six_matters[0])
        if self.renju:
            shape = self.renju_shape(shape, x)
        return KNOWN | shape | self.shape(o, x, walls, self.six_matters[1]) << 16

    def shape(self, own: int, other: int, walls: int, six_matters: int) -> int:
        """Return what a stone in the centre makes of these stones."""
        own |= 1 << self.reach
        blocked = other | walls
        most = rows = 0
        start = self.reach - 4
        while start <= self.reach:
            beside = (own >> start + 5 | own << 1 >> start) & six_matters
            ends = other >> start + 5 & other << 1 >> start & self.ends_matter
            if not (blocked >> start & 31 or beside or ends):
                rows += 1
                stones = self.ones[own >> start & 31]
                if stones > most:
                    most = stones
            start += 1
        if most == 5:
            return FIVE
        if most == 4:
            return OPEN_FOUR if self.is_open(own, other, walls, six_matters) else FOUR
        if most == 3:
            ways = self.ways_to_open_four(own, other, walls, six_matters, 3)
            return CLOSED_THREE if not ways else OPEN_THREE if ways == 1 else STRONG_THREE
        if most == 2:
            ways = self.ways_to_open_four(own, other, walls, six_matters, 2)
            return CLOSED_TWO if not ways else OPEN_TWO if ways < 3 else STRONG_TWO
        if most == 1:
            return OPEN_ONE if rows > 3 else CLOSED_ONE
        return DEAD

    def five_cells(self, own: int, other: int, walls: int, six_matters: int) -> int:
        """Return the cells that complete five through the centre."""
        completing = 0
        blocked = other | walls
        start = self.reach - 4
        while start <= self.reach:
            beside = (own >> start + 5 | own << 1 >> start) & six_matters
            ends = other >> start + 5 & other << 1 >> start & self.ends_matter
            if self.ones[own >> start & 31] == 4 and not (blocked >> start & 31 or beside or ends):
                completing |= 31 << start & ~own
            start += 1
        return completing

    def is_open(self, own: int, other: int, walls: int, six_matters: int) -> bool:
        """Return whether a four can still be completed, whichever cell the other takes."""
        completing = self.five_cells(own, other, walls, six_matters)
        if not self.ends_matter:
            return completing & completing - 1 != 0
        place = 0
        while place <= 2 * self.reach:
            taken = other | 1 << place
            if not (own | walls) >> place & 1 and not self.five_cells(
                own, taken, walls, six_matters
            ):
                return False
            place += 1
        return True

    def ways_to_open_four(
        self, own: int, other: int, walls: int, six_matters: int, stones: int
    ) -> int:
        """Return in how many places four in a row, both ends free, hold the centre and so many
        stones. (Fours that two cells complete in another way are not looked for so far ahead.)
        """
        ways = 0
        start = self.reach - 4
        while start < self.reach:
            ends = (own >> start | own >> start + 5) & 1
            beside = (own << 1 >> start | own >> start + 6) & six_matters
            closed = (other << 1 >> start | other >> start + 6) & self.ends_matter
            if not ((other | walls) >> start & 63 or ends or beside or closed):
                ways += self.ones[own >> start + 1 & 15] == stones
            start += 1
        return ways

    def renju_shape(self, shape: int, own: int) -> int:
        """Return what this shape is to x, if some are forbidden to him. Of fours that two cells
        complete, the straight one is a single four.
        """
        length = 1
        place = self.reach + 1
        while own >> place & 1:
            place += 1
            length += 1
        place = self.reach - 1
        while place >= 0 and own >> place & 1:
            place -= 1
            length += 1
        if length > 5:
            return X_FORBIDDEN
        if shape == OPEN_FOUR:
            return X_STRAIGHT_FOUR if length == 4 else X_FORBIDDEN
        if shape == FOUR:
            return X_FOUR
        return X_THREE if shape in (OPEN_THREE, STRONG_THREE) else shape
