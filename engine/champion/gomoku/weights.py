"""The weights of the evaluation of five in a row: what they are, how they add up, and their file.

Everything counts in steps of 1/400 of a logit. The worth of a position to the mover is

    the sum over free cells of  worths[what his stone would make there]
                                - worths[what the other's would]
                                + tempos[of both], as it is his turn to make or prevent it
    + threats[how many cells there are where either makes a three, and where a four]

What a stone would make is the four shapes of `shapes.py`, in any order. Weak ones have no tempo.
How the file that is shipped was made is told in docs/strength.md.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from struct import error, pack, unpack

from linemate.engine.core import LinemateError

FILE = files("linemate.engine") / "data" / "gomoku.bin"
STEPS_PER_LOGIT = 400
MOST = 1_000  # so that no sum over the cells of a board is too large
SHAPES = 12
# The four shapes of a cell in ascending order, by their number.
FOURSOMES = tuple(combinations_with_replacement(range(SHAPES), 4))
NUMBER_OF = {shapes: number for number, shapes in enumerate(FOURSOMES)}
FEW = 3  # cells to make a three or a four are counted as none, one, or more
THREATS = FEW**4


class Weights:
    """Plain lists of numbers, whole steps."""

    def __init__(self) -> None:
        self.worths = [0] * len(FOURSOMES)
        self.tempos = [0] * len(FOURSOMES)
        self.threats = [0] * THREATS


def write(weights: Weights) -> bytes:
    """Return the bytes of a file."""
    steps = [
        max(-MOST, min(MOST, step)) for step in (*weights.worths, *weights.tempos, *weights.threats)
    ]
    return zlib.compress(pack(f"<{len(steps)}h", *steps), 9)


def read(data: bytes) -> Weights:
    """Return the weights of a file. Raises ValueError for anything but what `write` makes."""
    weights = Weights()
    try:
        steps = unpack(f"<{2 * len(FOURSOMES) + THREATS}h", zlib.decompress(data))
    except (error, zlib.error) as problem:
        raise ValueError(f"damaged weights: {problem}") from None
    weights.worths = list(steps[: len(FOURSOMES)])
    weights.tempos = list(steps[len(FOURSOMES) : -THREATS])
    weights.threats = list(steps[-THREATS:])
    return weights


@cache
def shipped() -> Weights:
    """Return the weights that play uses. Raises LinemateError if the file is missing or damaged."""
    try:
        return read(FILE.read_bytes())
    except (OSError, ValueError) as problem:
        raise LinemateError(
            f"no weights for gomoku: {problem}: install again, or set Search to hminimax"
        ) from None
