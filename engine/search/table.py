"""A transposition table: what was found out about a position, within a bound of memory."""

from __future__ import annotations

from engine.search.scores import PROVEN, WIN

EXACT, AT_LEAST, AT_MOST = 0, 1, 2

# (depth, score, bound, move); the score of a proven result counts from the stored position,
# not from a root, so that the entry stays true when the game moves on.
Entry = tuple[int, int, int, int]

# A key, a tuple with its score, and their share of a dict at its emptiest: 218 bytes measured
# with tracemalloc on a million entries, rounded up.
BYTES_PER_ENTRY = 240


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

    Used directly by the searchers' inner loops; the promise is that `young` and `old` together
    never hold more entries than the megabytes allow.
    """

    def __init__(self, megabytes: float) -> None:
        self._capacity = max(1, int(megabytes * 2**20) // BYTES_PER_ENTRY // 2)
        self.clear()

    def clear(self) -> None:
        self.young: dict[int, Entry] = {}
        self.old: dict[int, Entry] = {}

    def probe(self, key: int) -> Entry | None:
        return self.young.get(key) or self.old.get(key)

    def store(self, key: int, entry: Entry) -> None:
        if len(self.young) >= self._capacity:
            self.young, self.old = {}, self.young
        self.young[key] = entry

    def fullness(self) -> int:
        """In thousandths of its capacity."""
        return (len(self.young) + len(self.old)) * 500 // self._capacity
