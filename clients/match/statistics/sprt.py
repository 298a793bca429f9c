"""The sequential probability ratio test: play until it is known which of two claims holds.

After every pair of games the likelihood of all results so far under H1 is compared with that under
H0. The hypotheses say only what score to expect, not how often pairs end with which points; for
these the likeliest frequencies with that score are taken (the generalized test). So neither
drawn games nor one-sided openings have to be known beforehand.

In the normalized model, that of fishtest and fastchess, the hypotheses are about the score in
standard deviations: then a test takes about as many games whatever the share of draws is. See
M. Van den Bergh, Comments on Normalized Elo, 2021.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import log, sqrt

from linemate.clients.shared.statistics import NORMALIZED, PAIR_SCORES, Tally, score_of_elo
from linemate.engine.core import LinemateError

# What has never been seen is thought a little possible: otherwise no score above one half could
# be had from drawn games alone, and the ratio would be infinite.
UNSEEN = 0.001
GAME_SCORES = (0.0, 0.5, 1.0)
LOGISTIC = "logistic"
MODELS = (LOGISTIC, "normalized")
STEPS = 100  # at most, to a solution


class SprtError(LinemateError):
    """Hypotheses or error rates that make no test."""


class Decision(Enum):
    """Which of the two claims holds, as far as is known."""

    GOES_ON = "goes on"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@dataclass(frozen=True)
class Sprt:
    """H0: the player is `elo0` stronger, or less; H1: `elo1`, or more, in the Elo of the model.

    `alpha` is how often H1 is accepted where H0 is true, `beta` the other way round.
    Raises SprtError unless elo0 < elo1, and for error rates that are not between 0 and 1/2.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = LOGISTIC

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
        elo = "Elo" if self.model == LOGISTIC else "normalized Elo"
        return (
            f"SPRT of {a} over {b} (H0 {self.elo0:g}, H1 {self.elo1:g} {elo}): "
            f"LLR {self.llr(tally):.2f} ({lower:.2f} to {upper:.2f}), {self.decide(tally).value}"
        )

    def _ratio(self, counts: Sequence[int], scores: Sequence[float]) -> float:
        seen = [count or UNSEEN for count in counts]
        one, other = (self._likeliest(seen, scores, elo) for elo in (self.elo1, self.elo0))
        return sum(n * log(p / q) for n, p, q in zip(seen, one, other, strict=True))

    def _likeliest(
        self, counts: Sequence[float], scores: Sequence[float], elo: float
    ) -> list[float]:
        """Return the frequencies that make the counts likeliest, of those with this difference."""
        found = _tilted(counts, [score - score_of_elo(elo) for score in scores])
        if self.model == LOGISTIC:
            return found
        # From there, as from what was seen it does not get away where everything was won. A score
        # of a pair has half the variance of a game's.
        wanted = elo / NORMALIZED * sqrt(2 if len(scores) == len(PAIR_SCORES) else 1)
        for _ in range(STEPS):
            before, found = found, _tilted(counts, _offsets(found, scores, wanted))
            if max(abs(x - y) for x, y in zip(before, found, strict=True)) < 1e-10:
                break
        return found


def _offsets(frequencies: Sequence[float], scores: Sequence[float], wanted: float) -> list[float]:
    """Return by how much more of each score changes `mean - 1/2 - wanted * deviation`.

    It has to be 0, and around the frequencies it is a mean of these.
    """
    weighted = list(zip(frequencies, scores, strict=True))
    mean = sum(p * score for p, score in weighted)
    deviation = sqrt(sum(p * (score - mean) ** 2 for p, score in weighted))
    return [
        score - 0.5 - wanted * deviation / 2 * (1 + ((score - mean) / deviation) ** 2)
        for score in scores
    ]


def _tilted(counts: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """Return the likeliest frequencies under which the offsets have a mean of 0.

    They are `count / total / (1 + tilt * offset)`, as Lagrange's multipliers show, and the tilt is
    where their mean is 0. The mean falls with the tilt, so that Newton's steps can be kept between
    two bounds.
    """
    low, high = -1 / max(offsets), -1 / min(offsets)  # all frequencies are positive in between
    tilt = 0.0
    for _ in range(STEPS):
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
    total = sum(counts)
    return [n / total / (1 + tilt * offset) for n, offset in zip(counts, offsets, strict=True)]
