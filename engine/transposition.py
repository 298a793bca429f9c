"""The transposition table: what was found out about positions, within a bound of memory.

`PackedTable` keeps 64-bit words in one block, which several processes may share. Hot modules and
provers have words of their own; `TranspositionTable` packs the entries of all others.
"""

from __future__ import annotations

from linemate.engine.crew import Memory
from linemate.engine.scores import PROVEN, WIN

EXACT, AT_LEAST, AT_MOST = 0, 1, 2

# (depth, score, bound, move); the score of a proven result counts from the stored position,
# not from a root, so that the entry stays true when the game moves on.
Entry = tuple[int, int, int, int]

# From this bit on a packed word has its rank: how much it would cost to find out again.
RANK_SHIFT = 50

# The word of an entry: its move, bound and score, and one more than its depth as the rank.
BOUND_SHIFT, SCORE_SHIFT = 9, 11
MOVE_MASK, SCORE_MASK = (1 << 9) - 1, (1 << 31) - 1
SCORE_BIAS = 1 << 30  # so that no score is negative

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
        words = self.words[1 : 4 * sampled : 2].tolist()
        return (len(words) - words.count(0)) * 1000 // len(words)


class TranspositionTable:
    """A packed table of entries, for searches that are written in tuples."""

    def __init__(self, megabytes: float) -> None:
        self._packed = PackedTable(megabytes)
        self.clear = self._packed.clear
        self.fullness = self._packed.fullness

    def probe(self, key: int) -> Entry | None:
        word = self._packed.probe(key)
        if not word:
            return None
        return (
            (word >> RANK_SHIFT) - 1,
            (word >> SCORE_SHIFT & SCORE_MASK) - SCORE_BIAS,
            word >> BOUND_SHIFT & 3,
            word & MOVE_MASK,
        )

    def store(self, key: int, entry: Entry) -> None:
        """Keep an entry; the deepest of a bucket stays, and the newest of the others."""
        depth, score, bound, move = entry
        self._packed.store(
            key,
            depth + 1 << RANK_SHIFT
            | score + SCORE_BIAS << SCORE_SHIFT
            | bound << BOUND_SHIFT
            | move,
        )
