"""The sequential probability ratio test: play until it is known which of two claims holds.

After every pair of games the likelihood of all results so far under H1 is compared with that under
H0. The hypotheses say only what score to expect, not how often pairs end with which points; for
these the likeliest frequencies with that score are taken (the generalized test). So neither
drawn games nor one-sided openings have to be known beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import log

from linemate.clients.shared.statistics import PAIR_SCORES, Tally, score_of_elo
from linemate.engine.core import LinemateError

# What has never been seen is thought a little possible: otherwise no score above one half could
# be had from drawn games alone, and the ratio would be infinite.
UNSEEN = 0.001
GAME_SCORES = (0.0, 0.5, 1.0)


class SprtError(LinemateError):
    """Hypotheses or error rates that make no test."""


class Decision(Enum):
    """Which of the two claims holds, as far as is known."""

    GOES_ON = "goes on"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@dataclass(frozen=True)
class Sprt:
    """H0: the player is `elo0` stronger, or less; H1: `elo1`, or more.

    `alpha` is how often H1 is accepted where H0 is true, `beta` the other way round.
    Raises SprtError unless elo0 < elo1, and for error rates that are not between 0 and 1/2.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise SprtError(f"elo0={self.elo0:g} elo1={self.elo1:g}: elo0 must be less than elo1")
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise SprtError(f"elo0={self.elo0:g} elo1={self.elo1:g}: expected from -2000 to 2000")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise SprtError(f"{name}={rate:g}: expected an error rate between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Return Wald's bounds: at or below the lower H0 is accepted, at or above the upper H1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """Return the log-likelihood ratio of H1 to H0.

        It is that of the pairs: a game whose twin is still to be played waits for it. Where no game
        was paired, it is that of the games.
        """
        if any(tally.pairs):
            return self._ratio(tally.pairs, PAIR_SCORES)
        if tally.games:
            return self._ratio((tally.losses, tally.draws, tally.wins), GAME_SCORES)
        return 0.0

    def decide(self, tally: Tally) -> Decision:
        """Say which claim the games have decided for, if for any."""
        lower, upper = self.bounds
        llr = self.llr(tally)
        if llr >= upper:
            return Decision.H1
        return Decision.H0 if llr <= lower else Decision.GOES_ON

    def describe(self, a: str, b: str, tally: Tally) -> str:
        """Write a line to print; `tally` is `a`'s."""
        lower, upper = self.bounds
        return (
            f"SPRT of {a} over {b} (H0 {self.elo0:g}, H1 {self.elo1:g} Elo): "
            f"LLR {self.llr(tally):.2f} ({lower:.2f} to {upper:.2f}), {self.decide(tally).value}"
        )

    def _ratio(self, counts: Sequence[int], scores: Sequence[float]) -> float:
        seen = [count or UNSEEN for count in counts]
        expected0, expected1 = score_of_elo(self.elo0), score_of_elo(self.elo1)
        tilt0, tilt1 = _tilt(seen, scores, expected0), _tilt(seen, scores, expected1)
        return sum(
            count * log((1 + tilt0 * (score - expected0)) / (1 + tilt1 * (score - expected1)))
            for count, score in zip(seen, scores, strict=True)
        )


def _tilt(counts: Sequence[float], scores: Sequence[float], expected: float) -> float:
    """Return what gives the likeliest frequencies with the expected score.

    They are `count / total / (1 + tilt * (score - expected))`, as Lagrange's multipliers show,
    and the tilt is where their mean is as expected. The mean falls with the tilt, so that
    Newton's steps can be kept between two bounds.
    """
    offsets = [score - expected for score in scores]
    low, high = -1 / offsets[-1], -1 / offsets[0]  # all frequencies are positive in between
    tilt = 0.0
    for _ in range(100):
        value = slope = 0.0
        for count, offset in zip(counts, offsets, strict=True):
            weighted = offset / (1 + tilt * offset)
            value += count * weighted
            slope -= count * weighted * weighted
        if value > 0:
            low = tilt
        else:
            high = tilt
        step = tilt - value / slope
        if not low < step < high:
            step = (low + high) / 2
        if abs(step - tilt) < 1e-13:
            break
        tilt = step
    return tilt
