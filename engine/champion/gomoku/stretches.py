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
_FIVE_CELLS = 0b01_01_01_01_01

# For each cell from -reach to +reach of a stone the change of its promises, and the change of
# the estimate as the player who put the stone there sees it.
Change = tuple[tuple[int, ...], int]

# The cells of a row of five, and those of the two beside it that must not be one's own.
# A set of cells here has one bit where a stretch has two, so that the other one is always 0.
Row = tuple[int, int]


class Stretches:
    def __init__(self, exactly_five: bool) -> None:
        # How far a stone is felt: the rest of a row of five, and one more cell to see a six.
        self.reach = 5 if exactly_five else 4
        self._mask = (1 << 2 * (2 * self.reach + 1)) - 1
        self._wide_mask = (1 << 2 * (4 * self.reach + 1)) - 1
        self._cells = self._mask // 3
        self._centre = 1 << 2 * self.reach
        # Each row of five through the centre.
        self._all_rows: list[Row] = []
        for start in range(self.reach - 4, self.reach + 1):
            beside = 1 << 2 * (start + 5) | 1 << 2 * (start - 1) if exactly_five else 0
            self._all_rows.append((_FIVE_CELLS << 2 * start, beside))
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

    def read(self, code: int, length: int) -> tuple[list[int], int]:
        """Return what the cells of a line promise both players, in the two halves of a field,
        and what the line is worth to x.
        """
        promises, worth = [], 0
        around = self.pad(code, length) >> 2 * self.reach
        for place in range(length):
            promises.append(0 if code >> 2 * place & 3 else self._promise(around >> 2 * place))
        for place in range(length - 4):
            worth += self._worth(code >> 2 * place)
        return promises, worth

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
            # Of the two bits of a cell: x has the lower alone, o the higher, a wall both.
            low, high = window & self._cells, window >> 1 & self._cells
            known = self._promise_to(low & ~high, high) | self._promise_to(high & ~low, low) << HALF
            self._promises[window] = known
        return known

    def _promise_to(self, own: int, blocked: int) -> int:
        """Return what the free cell in the centre promises to the owner of these stones."""
        # The rows through the centre that can still be filled and then win.
        rows = [row for row in self._all_rows if not (blocked & row[0] or own & row[1])]
        if not rows:
            return 0
        stones = [(own & cells).bit_count() for cells, _ in rows]
        most = max(stones)
        if most == 4:
            return FIVE
        if most == 3:
            return FOUR if self._five_cells(own, rows).bit_count() == 1 else TWO_FOURS
        if most == 2 and self._makes_three(own, rows):
            return THREE
        return max(1, min(sum([_STONES_IN_WINDOW[n] for n in stones]), MOST_ELSE))

    def _makes_three(self, own: int, rows: list[Row]) -> bool:
        """Return whether a stone in the centre and one more would
        leave two cells to complete a row.
        """
        seconds = 0
        for cells, _ in rows:
            if (own & cells).bit_count() == 2:
                seconds |= cells
        seconds &= ~(own | self._centre)
        while seconds:
            second = seconds & -seconds
            if self._five_cells(own | second, rows).bit_count() >= 2:
                return True
            seconds ^= second
        return False

    def _five_cells(self, own: int, rows: list[Row]) -> int:
        """Return the cells that complete one of these rows once there is a stone in the centre."""
        completing = 0
        for cells, beside in rows:
            if (own & cells).bit_count() == 3 and not own & beside:
                completing |= cells & ~own
        return completing & ~self._centre

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
