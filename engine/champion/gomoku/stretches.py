"""What a stone promises in one line of five in a row, and what it changes around it.

Everything here is about a **stretch** of a line, two bits a cell: 0 free, 1 x, 2 o, 3 beyond the
edge of the board. It knows no board and no direction, so what is worked out once serves all
lines. The numbers are those that `patterns.py` explains.
"""

from __future__ import annotations

FIVE, TWO_FOURS, FOUR, THREE = 8192, 1024, 512, 128
MOST_ELSE = 31
HALF = 16  # bits for one player's promise

# Worth of a window of five with so many stones, all of one player.
WORTH = (0, 3, 14, 33, 60, 60)

# For each window that can still be filled, by the stones in it.
_STONES_IN_WINDOW = (0, 4, 9)
_FREE, _WALL = 0, 3

# For each cell from -reach to +reach of a stone the change of its promises, and the change of
# the estimate as the player who put the stone there sees it.
Change = tuple[tuple[int, ...], int]


class Stretches:
    def __init__(self, exactly_five: bool) -> None:
        self._exactly_five = exactly_five
        # How far a stone is felt: the rest of a row of five, and one more cell to see a six.
        self.reach = 5 if exactly_five else 4
        self._mask = (1 << 2 * (2 * self.reach + 1)) - 1
        self._wide_mask = (1 << 2 * (4 * self.reach + 1)) - 1
        # Around a cell: each row of five through it, and the two cells beside that row.
        self._all_rows = [
            (31 << start, 1 << start + 5 | 1 << start >> 1)
            for start in range(self.reach - 4, self.reach + 1)
        ]
        self._promises: dict[int, int] = {}
        self._worths: dict[int, int] = {}
        self._changes: tuple[dict[int, Change], dict[int, Change]] = {}, {}

    def forget_changes(self) -> None:
        for changes in self._changes:
            changes.clear()

    def pad(self, code: int, length: int) -> int:
        """Return a line with walls beyond both ends, as far as anything can reach."""
        bits = 4 * self.reach
        walls = (1 << bits) - 1
        return walls | code << bits | walls << bits + 2 * length

    def promise(self, padded: int, place: int) -> int:
        """Return what a free cell of a padded line promises both players,
        in the two halves of a field.
        """
        return self._promise(padded >> 2 * (place + self.reach))

    def change(self, padded: int, place: int, player: int) -> Change:
        """Return what a stone of this player on a free cell of a padded line changes."""
        stretch = padded >> 2 * place & self._wide_mask
        known = self._changes[player].get(stretch)
        if known is None:
            known = self._changes[player][stretch] = self._compute_change(stretch, player)
        return known

    # -------------------------------------------------------------- computed at the first time

    def _compute_change(self, before: int, player: int) -> Change:
        reach = self.reach
        after = before | player + 1 << 4 * reach
        changes = []
        for place in range(reach, 3 * reach + 1):
            change = 0
            if before >> 2 * place & 3 == _FREE:
                change = -self._promise(before >> 2 * (place - reach))
                if place != 2 * reach:
                    change += self._promise(after >> 2 * (place - reach))
            changes.append(change)
        gain = 0
        for place in range(2 * reach - 4, 2 * reach + 1):
            gain += self._worth(after >> 2 * place) - self._worth(before >> 2 * place)
        return tuple(changes), -gain if player else gain

    def _promise(self, stretch: int) -> int:
        """Return what the free cell in the middle of the first cells of a stretch promises."""
        window = stretch & self._mask
        known = self._promises.get(window)
        if known is None:
            known = self._promise_to(window, 1) | self._promise_to(window, 2) << HALF
            self._promises[window] = known
        return known

    def _promise_to(self, window: int, mark: int) -> int:
        """Return one player's promise,
        worked out in bit masks of the cells around the free one in the centre.
        """
        reach = self.reach
        own = blocked = 0
        for place in range(2 * reach + 1):
            there = window >> 2 * place & 3
            if there == mark:
                own |= 1 << place
            elif there != _FREE:
                blocked |= 1 << place
        stones = [(own & row).bit_count() for row in self._rows(own, blocked)]
        most = max(stones, default=0)
        if most == 4:
            return FIVE
        if most == 3:
            fives = self._five_cells(own, blocked)
            return FOUR if fives.bit_count() == 1 else TWO_FOURS
        if most == 2 and self._makes_three(own, blocked):
            return THREE
        return max(min(sum(_STONES_IN_WINDOW[n] for n in stones), MOST_ELSE), len(stones) > 0)

    def _makes_three(self, own: int, blocked: int) -> bool:
        """Return whether a stone in the centre and one more would
        leave two cells to complete a row.
        """
        for place in range(self.reach - 4, self.reach + 5):
            second = 1 << place
            free = place != self.reach and not (own | blocked) & second
            if free and self._five_cells(own | second, blocked).bit_count() >= 2:
                return True
        return False

    def _rows(self, own: int, blocked: int) -> list[int]:
        """Return the rows of five through the centre that can still be filled and then win."""
        return [
            row
            for row, beside in self._all_rows
            if not blocked & row and not (self._exactly_five and own & beside)
        ]

    def _five_cells(self, own: int, blocked: int) -> int:
        """Return the cells that complete a row once there is a stone in the centre."""
        cells = 0
        for row in self._rows(own, blocked):
            if (own & row).bit_count() == 3:
                cells |= row & ~own
        return cells & ~(1 << self.reach)

    def _worth(self, stretch: int) -> int:
        """Return what the window of five that a stretch begins with is worth to x."""
        window = stretch & 1023
        known = self._worths.get(window)
        if known is None:
            marks = [window >> 2 * place & 3 for place in range(5)]
            x, o = marks.count(1), marks.count(2)
            dead = _WALL in marks or (x and o)
            known = 0 if dead else WORTH[x] - WORTH[o]
            self._worths[window] = known
        return known
