"""What a number of games says: the score, and how far it is to be trusted.

A win counts 1, a draw 1/2. All error bars are for 95 % confidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from clients.lab.games import DRAW, Finished, GameUnit

CONFIDENCE = 1.96  # standard errors
FEWEST_PAIRS = 10


@dataclass(frozen=True)
class Tally:
    """Results of one player. Games at fault are in none of the three."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """From 0 to 1; one half where nothing was played."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's. Draws only make the truth lie closer, so that it is then too wide."""
        return wilson(self.score, self.games)

    @property
    def text(self) -> str:
        """`+5 =2 -3: 60 % (31 to 83)`"""
        low, high = self.interval
        counts = f"+{self.wins} ={self.draws} -{self.losses}"
        return f"{counts}: {100 * self.score:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def wilson(share: float, count: int) -> tuple[float, float]:
    """Where the true share lies, if `share` was seen in `count` trials; 0 to 1 for none."""
    if count == 0:
        return 0.0, 1.0
    square = CONFIDENCE**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    spread = sqrt(share * (1 - share) / count + square / (4 * count**2))
    half = CONFIDENCE * spread / (1 + square / count)
    # The share itself is always within, but for rounding: an error bar must not be negative.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def tally(worths: Iterable[float]) -> Tally:
    """Of games worth 1, 1/2 or 0."""
    values = list(worths)
    return Tally(values.count(1.0), values.count(0.5), values.count(0.0))


def worth(result: Mapping[str, Any], side: str) -> float:
    """Of a finished game to `x` or `o`."""
    if result["winner"] == DRAW:
        return 0.5
    return 1.0 if result["winner"] == side else 0.0


def tally_of(games: Iterable[Finished]) -> Tally:
    """How the subject of these games did; games at fault are left out."""
    return tally(value for value, _ in _worths(games))


def pair_error(games: Iterable[Finished]) -> float | None:
    """The error bar of the subject's score, taken from pairs of games with the same opening.

    An opening that is good for x helps each player once, so that a pair says more than two
    games. None with fewer than FEWEST_PAIRS, or if all pairs ended alike: then the spread that
    was seen says nothing, and Wilson's interval is what remains.
    """
    pairs: dict[int, list[float]] = {}
    for value, pair in _worths(games):
        pairs.setdefault(pair, []).append(value)
    means = [fmean(values) for values in pairs.values() if len(values) == 2]
    if len(means) < FEWEST_PAIRS or len(set(means)) == 1:
        return None
    return error_of_mean(means)


def error_of_mean(values: Sequence[float]) -> float:
    """The error bar of the mean of two values or more."""
    return CONFIDENCE * stdev(values) / sqrt(len(values))


def _worths(games: Iterable[Finished]) -> Iterable[tuple[float, int]]:
    for game in games:
        unit = game.unit
        if isinstance(unit, GameUnit) and "winner" in game.result:
            yield worth(game.result, unit.subject), unit.pair
