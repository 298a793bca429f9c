"""Random-looking numbers for position keys, the same on every machine and run."""

from __future__ import annotations

KEY_BITS = 60  # two digits of CPython's integers: still one machine word to compiled Python


def random_keys(count: int, stream: int) -> list[int]:
    """Return `count` keys of the given stream, by the splitmix64 generator.

    Not `random.Random`: importing it would double the engine's start-up work.
    """
    word = (1 << 64) - 1
    state = stream << 32
    keys = []
    for _ in range(count):
        state = state + 0x9E3779B97F4A7C15 & word
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & word
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & word
        keys.append((mixed ^ mixed >> 31) >> 64 - KEY_BITS)
    return keys
