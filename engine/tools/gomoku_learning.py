"""What learning has to know of five in a row: which weights a position has, where they begin."""

from __future__ import annotations

from collections import Counter

from linemate.engine.champion.gomoku.core import GomokuCore
from linemate.engine.champion.gomoku.shapes import OPEN_TWO
from linemate.engine.champion.gomoku.weights import (
    FOURSOMES,
    STEPS_PER_LOGIT,
    THREATS,
    Weights,
    read,
    write,
)
from linemate.engine.core import Position
from linemate.engine.games.gomoku import Gomoku
from linemate.engine.tools.fitting import Features, File

# What learning begins with, in steps: the worth of each shape, and of the right to move.
SHAPE_WORTHS = (-8, -7, -1, -7, 2, 8, 12, 38, 39, 66, 66, 66)
TEMPO = 200
# Only what can become a threat at once, or nearly, is worth more to whose turn it is; with weaker
# shapes as well the positions that were held out are judged no better.
WITH_TEMPO = frozenset(n for n, shapes in enumerate(FOURSOMES) if max(shapes) >= OPEN_TWO)
# The search has points, of which so many are a logit.
POINTS_PER_LOGIT = 100


class GomokuFeatures(Features):
    """The worths of foursomes, then their tempos, then the threats."""

    def __init__(self) -> None:
        self._core = GomokuCore(Gomoku(), 1, Weights())

    def __len__(self) -> int:
        return 2 * len(FOURSOMES) + THREATS

    def of(self, position: Position) -> list[int]:
        """Return none where somebody can make five or two fours: that is never judged."""
        described = self._core.describe(position)
        if described is None:
            return []
        own, other, threats = described
        counts = Counter(own)
        counts.subtract(other)
        found = [1 + 2 * len(FOURSOMES) + threats]
        found += [1 + len(FOURSOMES) + number for number in (*own, *other) if number in WITH_TEMPO]
        for number, count in sorted(counts.items()):
            found += [1 + number if count > 0 else -1 - number] * abs(count)
        return found

    def flatten(self, file: File) -> list[float]:
        known = weights_of(file)
        return [step / STEPS_PER_LOGIT for step in (*known.worths, *known.tempos, *known.threats)]

    def unflatten(self, flat: list[float]) -> bytes:
        weights = Weights()
        steps = [round(STEPS_PER_LOGIT * worth) for worth in flat]
        count = len(FOURSOMES)
        weights.worths, weights.tempos = steps[:count], steps[count : 2 * count]
        weights.threats = steps[2 * count :]
        return write(weights)


def weights_of(file: File) -> Weights:
    """Return the weights of a file, or hand-picked ones.
    Raises ValueError for what is no such file.
    """
    return hand_picked() if file is None else read(file)


def hand_picked() -> Weights:
    """Return what learning begins with, and is measured against."""
    weights = Weights()
    weights.worths = [sum(SHAPE_WORTHS[shape] for shape in shapes) for shapes in FOURSOMES]
    weights.threats = [TEMPO] * THREATS
    return weights
