"""The weights of nineboard's evaluation: what they are, how they add up, and their file.

Everything counts in steps of 1/64 of a logit, so 64 is a chance of 73 % to win. The worth of a
position to the mover is `tempo`, since he is on the move, and for each board `shapes[shape]`.

Shapes are boards up to symmetry, see `folds.py`. A board is worth the opposite to the other
player, so of each pair of opposites only one has a weight. Which board of the nine it is makes
next to no difference. How the file that is shipped was made is told in docs/strength.md.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache
from importlib.resources import files

from linemate.engine.champion.folds import folds, signed
from linemate.engine.core import LinemateError

FILE = files("linemate.engine") / "data" / "nineboard.bin"
STEPS_PER_LOGIT = 64
MOST = 32_767  # a weight is two bytes in the file


class Weights:
    """Plain numbers, in the file as whole steps."""

    def __init__(self) -> None:
        self.shapes: list[int] = [0] * folds().shapes
        self.tempo = 0

    def worth_by_code(self) -> list[int]:
        """Return what each board is worth to x; 0 for finished boards."""
        known = folds()
        worths = [*self.shapes, 0]
        found = []
        for code, shape in enumerate(known.shape):
            number, sign = signed(shape, known.shape[known.swapped[code]])
            found.append(sign * worths[number])
        return found


def write(weights: Weights) -> bytes:
    """Return the bytes of a file, with the weights rounded to whole steps."""
    worths = [weights.tempo, *weights.shapes]
    steps = [max(-MOST, min(MOST, round(worth))) for worth in worths]
    return zlib.compress(struct.pack(f"<{len(steps)}h", *steps), 9)


def read(data: bytes) -> Weights:
    """Return the weights of a file. Raises ValueError for anything but what `write` makes."""
    weights = Weights()
    try:
        weights.tempo, *weights.shapes = struct.unpack(
            f"<{1 + len(weights.shapes)}h", zlib.decompress(data)
        )
    except (struct.error, zlib.error) as error:
        raise ValueError(f"damaged weights: {error}") from None
    return weights


@cache
def shipped() -> Weights:
    """Return the weights that play uses. Raises LinemateError if the file is missing or damaged."""
    try:
        return read(FILE.read_bytes())
    except (OSError, ValueError) as error:
        raise LinemateError(
            f"no weights for nineboard: {error}: install again, or set Search to hminimax"
        ) from None
