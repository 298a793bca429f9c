"""A table of 64-bit words by position key, within a bound of memory: smaller and faster to fill
than `table.py`, for those who can put what they know into one number."""

from __future__ import annotations

from mmap import ACCESS_COPY, mmap

# From this bit on a word has its rank: how much it would cost to find out again.
RANK_SHIFT = 50

BYTES_PER_BUCKET = 32
BUCKETS_SAMPLED = 500


class WordTable:
    """Words by position key. What is at RANK_SHIFT and above is the word's rank, not 0.

    Buckets of two entries, a key and a word each: the one of the highest rank, and the newest
    of the others. Memory that was never written to is not taken from the system, whatever the
    size. Inner loops read `words` themselves: the bucket of a key begins at (key & mask) << 2.
    """

    def __init__(self, megabytes: float) -> None:
        buckets = max(1, int(megabytes * 2**20) // BYTES_PER_BUCKET)
        self._buckets = 1 << buckets.bit_length() - 1
        self.mask = self._buckets - 1
        self.clear()

    def clear(self) -> None:
        memory = mmap(-1, self._buckets * BYTES_PER_BUCKET, access=ACCESS_COPY)
        self.words = memoryview(memory).cast("Q")

    def probe(self, key: int) -> int:
        """The word, 0 if nothing is known."""
        words, start = self.words, (key & self.mask) << 2
        if words[start] == key:
            return words[start + 1]
        return words[start + 3] if words[start + 2] == key else 0

    def store(self, key: int, word: int) -> None:
        words, start = self.words, (key & self.mask) << 2
        if words[start] != key:
            held = words[start + 1]
            if held >> RANK_SHIFT > word >> RANK_SHIFT:
                start += 2
            elif held:
                words[start + 2], words[start + 3] = words[start], held
        words[start], words[start + 1] = key, word

    def fullness(self) -> int:
        """In thousandths, by the first buckets: keys are spread evenly."""
        sampled = min(self._buckets, BUCKETS_SAMPLED)
        used = sum(self.words[index] > 0 for index in range(1, 4 * sampled, 2))
        return used * 1000 // (2 * sampled)
