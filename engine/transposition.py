"""Transposition tables: what was found out about a position, within a bound of memory.

`TranspositionTable` keeps tuples in dicts. `PackedTable` keeps 64-bit words in one block: smaller
and faster to fill, for those who can put what they know into one number.
"""

from __future__ import annotations

from linemate.engine.crew import Memory
from linemate.engine.scores import PROVEN, WIN

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

# From this bit on a packed word has its rank: how much it would cost to find out again.
RANK_SHIFT = 50

BYTES_PER_BUCKET = 32
BUCKETS_SAMPLED = 500


def holds_at_any_depth(entry: Entry) -> bool:
    """Return whether a search of a greater depth would find nothing else.

    A win within so many plies is one at any depth, and so is a loss. That there is no shorter
    win, or that a loss lasts so long, is certain only of what lies within the depth searched:
    further off the length came from elsewhere in the table, and a shorter way may exist.
    """
    depth, score, bound, _ = entry
    if score > PROVEN:
        return bound == AT_LEAST or WIN - score <= depth
    return score < -PROVEN and (bound == AT_MOST or WIN + score <= depth)


def certain(entry: Entry) -> Entry:
    """Return what is left of an entry at any depth, if it is a win or a loss:
    that it takes no longer.
    """
    depth, score, bound, move = entry
    if bound != EXACT or abs(score) <= PROVEN or WIN - abs(score) <= depth:
        return entry
    return depth, score, AT_LEAST if score > 0 else AT_MOST, move


class TranspositionTable:
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
        """Return how full it is, in thousandths of its capacity."""
        count = sum(map(len, self.young)) + sum(map(len, self.old))
        return count * 500 // (self._capacity * (self.mask + 1))


class PackedTable:
    """Words by position key. What is at RANK_SHIFT and above is the word's rank, not 0.

    Buckets of two entries: the one of the highest rank, and the newest of the others. An entry is
    key ^ word, and the word: what two have written at a time belongs to no position. Inner loops
    read `words` themselves: the bucket of a key begins at (key & mask) << 2.
    """

    def __init__(self, megabytes: float, memory: Memory | None = None) -> None:
        """Make a table, in memory that others may share if it is given."""
        buckets = max(1, int(megabytes * 2**20) // BYTES_PER_BUCKET)
        self._buckets = 1 << buckets.bit_length() - 1
        self.mask = self._buckets - 1
        self._block = (memory or Memory()).block(self._buckets * BYTES_PER_BUCKET)
        self.words = self._block.words

    def clear(self) -> None:
        self._block.clear()
        self.words = self._block.words

    def probe(self, key: int) -> int:
        """Return the word, 0 if nothing is known."""
        words, start = self.words, (key & self.mask) << 2
        word = words[start + 1]
        if words[start] ^ word == key:
            return word
        word = words[start + 3]
        return word if words[start + 2] ^ word == key else 0

    def store(self, key: int, word: int) -> None:
        words, start = self.words, (key & self.mask) << 2
        held = words[start + 1]
        if words[start] ^ held != key:
            if held >> RANK_SHIFT > word >> RANK_SHIFT:
                start += 2
            elif held:
                words[start + 2], words[start + 3] = words[start], held
        words[start], words[start + 1] = key ^ word, word

    def fullness(self) -> int:
        """Return how full it is, in thousandths, by the first buckets: keys are spread evenly."""
        sampled = min(self._buckets, BUCKETS_SAMPLED)
        used = sum(self.words[index] > 0 for index in range(1, 4 * sampled, 2))
        return used * 1000 // (2 * sampled)
