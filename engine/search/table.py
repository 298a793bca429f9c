"""A transposition table: what was found out about a position, within a bound of memory."""

from __future__ import annotations

from linemate.engine.search.scores import PROVEN, WIN

EXACT, AT_LEAST, AT_MOST = 0, 1, 2

# (depth, score, bound, move); the score of a proven result counts from the stored position,
# not from a root, so that the entry stays true when the game moves on.
Entry = tuple[int, int, int, int]

# A key, a tuple with its score, and their share of a dict at its emptiest: 218 bytes measured
# with tracemalloc on a million entries, rounded up.
BYTES_PER_ENTRY = 240
# Of a generation in one dict. To make room for twice as many takes some milliseconds.
MOST_TOGETHER = 100_000
# Entries of a dropped generation: more than there come in, as its dict takes room to the last.
DROPPED_AT_ONCE = 4


def holds_at_any_depth(entry: Entry) -> bool:
    """Whether a search of a greater depth would find nothing else.

    A win within so many plies is one at any depth, and so is a loss. That there is no shorter
    win, or that a loss lasts so long, is certain only of what lies within the depth searched:
    further off the length came from elsewhere in the table, and a shorter way may exist.
    """
    depth, score, bound, _ = entry
    if score > PROVEN:
        return bound == AT_LEAST or WIN - score <= depth
    return score < -PROVEN and (bound == AT_MOST or WIN + score <= depth)


def certain(entry: Entry) -> Entry:
    """What is left of an entry at any depth, if it is a win or a loss: that it takes no longer."""
    depth, score, bound, move = entry
    if bound != EXACT or abs(score) <= PROVEN or WIN - abs(score) <= depth:
        return entry
    return depth, score, AT_LEAST if score > 0 else AT_MOST, move


class Table:
    """Two generations: when the young one is full it becomes the old one, which is dropped.

    No store may take so long that the clock is missed. So what is dropped goes a few entries at a
    time, and a table of many megabytes is several, by the low bits of the key, as a dict takes
    the longer to grow the larger it is. The promise is that all of them together never hold more
    entries than the megabytes allow. The searchers' inner loops look into `young` and `old` by
    themselves, as `probe` does.
    """

    def __init__(self, megabytes: float) -> None:
        capacity = max(1, int(megabytes * 2**20) // BYTES_PER_ENTRY // 2)
        count = 1 << (capacity // MOST_TOGETHER).bit_length()
        self.mask = count - 1
        self._capacity = max(1, capacity // count)
        self.clear()

    def clear(self) -> None:
        self.young: list[dict[int, Entry]] = [{} for _ in range(self.mask + 1)]
        self.old: list[dict[int, Entry]] = [{} for _ in range(self.mask + 1)]
        self._dropped: list[dict[int, Entry]] = [{} for _ in range(self.mask + 1)]

    def probe(self, key: int) -> Entry | None:
        part = key & self.mask
        return self.young[part].get(key) or self.old[part].get(key)

    def store(self, key: int, entry: Entry) -> None:
        part = key & self.mask
        young = self.young[part]
        if len(young) >= self._capacity:
            self._dropped[part], self.old[part] = self.old[part], young
            young = self.young[part] = {}
        young[key] = entry
        dropped = self._dropped[part]
        if dropped:
            if len(dropped) <= DROPPED_AT_ONCE:
                self._dropped[part] = {}  # and with it goes the room it had taken
            else:
                for _ in range(DROPPED_AT_ONCE):
                    dropped.popitem()

    def fullness(self) -> int:
        """In thousandths of its capacity."""
        count = sum(map(len, self.young)) + sum(map(len, self.old))
        return count * 500 // (self._capacity * (self.mask + 1))
