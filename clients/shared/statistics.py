"""What a number of games says about two players: score, Elo difference, who is the better one.

A win counts 1, a draw 1/2. Every figure is in the view of one player, the one that is tallied.
All intervals are for 95 % confidence.

Two games with the same opening and the colours swapped are a pair, and a pair is one observation:
an opening that is good for x helps each player once, so that the two games are not independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import copysign, erfc, inf, isinf, log, log10, sqrt

CONFIDENCE = 1.959963984540054  # standard errors on either side hold 95 %
NORMALIZED = 800 / log(10)  # normalized Elo of one standard deviation of a game
PairCounts = tuple[int, int, int, int, int]
NO_PAIRS: PairCounts = (0, 0, 0, 0, 0)
INDEPENDENT = 0.5  # the spread of pairs of independent games, relative to the largest
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair with 0, 1/2, 1, 3/2, 2 points


@dataclass(frozen=True)
class Tally:
    """Results of one player against another, or against several.

    `wins`, `draws` and `losses` count all games. `pairs` counts those of them that were played
    as pairs, by the points of a pair: 0, 1/2, 1, 3/2, 2.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: PairCounts = NO_PAIRS

    def __post_init__(self) -> None:
        if min(self.wins, self.draws, self.losses, *self.pairs, self.unpaired) < 0:
            raise ValueError(f"impossible tally: {self}")

    def __add__(self, other: Tally) -> Tally:
        none, half, one, more, two = (
            mine + theirs for mine, theirs in zip(self.pairs, other.pairs, strict=True)
        )
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            (none, half, one, more, two),
        )

    def reversed(self) -> Tally:
        """Return the same games in the view of the other side."""
        none, half, one, more, two = self.pairs
        return Tally(self.losses, self.draws, self.wins, (two, more, one, half, none))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def unpaired(self) -> int:
        """Return how many of the games belong to no pair."""
        return self.games - 2 * sum(self.pairs)

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Return the share of the points, from 0 to 1; one half where nothing was played."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Return where the true score lies, from low to high.

        This is Wilson's interval for as many trials as these games are worth: draws, and pairs that
        cancel out, make a game worth more than one trial. How much more is taken from the
        spread that was seen, and one more observation, imagined as extreme as the score allows.
        Without that one, ten draws would leave no doubt at all.

        Games that were all lost, or all won, have shown no spread: the two of a pair are then taken
        to have nothing to do with each other. No result is more certain than that, or a draw more
        could make a score end lower.
        """
        if not self.games:
            return 0.0, 1.0
        pairs = sum(self.pairs)
        unseen = self._trials((INDEPENDENT * pairs + 1) / (pairs + 1), 1.0)
        if self.points in (0, self.games):
            return wilson(self.score, unseen)
        pair_spread = _spread(self.pairs, PAIR_SCORES, self.score)
        # Single games are few in a match of pairs: their spread is taken from all games.
        game_spread = _spread(self._trinomial, (0.0, 0.5, 1.0), self.score)
        low, high = wilson(self.score, self._trials(pair_spread, game_spread))
        return min(low, wilson(1.0, unseen)[0]), max(high, wilson(0.0, unseen)[1])

    def _trials(self, pair_spread: float, game_spread: float) -> float:
        """Return how many trials these games are worth, if their results are spread so widely."""
        variance = 4 * sum(self.pairs) * pair_spread + self.unpaired * game_spread
        return self.games**2 / variance

    @property
    def elo(self) -> float:
        """Return the Elo difference; infinite where everything was won, or lost."""
        return elo_of_score(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        low, high = self.interval
        return elo_of_score(low), elo_of_score(high)

    @property
    def nelo(self) -> float:
        """Return the normalized Elo difference: how far the score is from one half, in standard
        deviations of a game.

        It says how many games it takes to see the difference, whatever the share of draws is and
        however one-sided the openings are. Between equals without draws it is the Elo difference.
        """
        lead = self.score - 0.5
        if lead == 0:
            return 0.0
        pairs = sum(
            count * 4 * (score - self.score) ** 2
            for count, score in zip(self.pairs, PAIR_SCORES, strict=True)
        )
        single = self.wins + self.draws / 4 - self.games * self.score**2
        variance = (pairs + self.unpaired * single / self.games) / self.games
        return NORMALIZED * lead / sqrt(variance) if variance > 0 else copysign(inf, lead)

    @property
    def nelo_error(self) -> float:
        """Return what the normalized Elo may be off; as fastchess does, by its largest part."""
        return CONFIDENCE * NORMALIZED / sqrt(self.games) if self.games else inf

    @property
    def superiority(self) -> float:
        """Return the likelihood that the player is the stronger one, from 0 to 1.

        This is the normal approximation with the variance of equal players, that is around one
        half: without pairs it is the usual (wins - losses) / sqrt(wins + losses).
        """
        if not self.games:
            return 0.5
        surprise = sum(
            count * (2 * score - 1) ** 2
            for count, score in zip(self.pairs, PAIR_SCORES, strict=True)
        )
        surprise += self.unpaired * (self.wins + self.losses) / (4 * self.games)
        if surprise == 0:
            return 0.5
        return normal_below((self.wins - self.losses) / 2 / sqrt(surprise))

    @property
    def _trinomial(self) -> tuple[int, int, int]:
        return self.losses, self.draws, self.wins


def tally(encounters: Iterable[Sequence[float]]) -> Tally:
    """Count encounters in the player's view: two scores each for a pair, one for a single game."""
    games = [0, 0, 0]
    pairs = [0, 0, 0, 0, 0]
    for scores in encounters:
        for score in scores:
            games[int(2 * score)] += 1
        if len(scores) == 2:
            pairs[int(2 * sum(scores))] += 1
    losses, draws, wins = games
    none, half, one, more, two = pairs
    return Tally(wins, draws, losses, (none, half, one, more, two))


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Return where the true share lies, if `share` was seen in so many trials; 0 to 1 for none."""
    if trials == 0:
        return 0.0, 1.0
    square = CONFIDENCE**2
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    spread = sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    half = CONFIDENCE * spread / (1 + square / trials)
    # The share itself is always within, but for rounding: an error bar must not be negative.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def elo_of_score(score: float) -> float:
    """Return the Elo difference at which this score is expected."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """Return the score that is expected at this Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def normal_below(value: float) -> float:
    """Return how much of the standard normal distribution lies below the value."""
    return erfc(-value / sqrt(2)) / 2


def number_of(number: int, what: str) -> str:
    """Write a number of things: `1 game`, `2 games`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def describe(a: str, b: str, tally: Tally) -> list[str]:
    """Return lines to print; `tally` is `a`'s, and every line says so."""
    if not tally.games:
        return [f"{a} against {b}: no games"]
    low, high = tally.interval
    elo_low, elo_high = tally.elo_interval
    counts = f"+{tally.wins} ={tally.draws} -{tally.losses}"
    lines = [
        f"{a} against {b}, as {a} sees it: {counts} in {number_of(tally.games, 'game')}",
        f"  score of {a}: {_percent(tally.score)} ({_percent(low)} to {_percent(high)})",
        f"  Elo of {a} over {b}: {elo_text(tally.elo)} "
        f"({elo_text(elo_low)} to {elo_text(elo_high)})",
        f"  likelihood that {a} is stronger than {b}: {_likelihood(tally.superiority)}",
        f"  normalized Elo of {a} over {b}: {elo_text(tally.nelo)} +/- {tally.nelo_error:.1f}",
    ]
    if any(tally.pairs):
        counts = " ".join(map(str, tally.pairs))
        lines.append(f"  pairs that gave {a} 0, 1/2, 1, 3/2, 2 points: {counts}")
    return lines


def elo_text(elo: float) -> str:
    """Write an Elo difference, as in `+12.3`, `-4.0` or `+infinite`."""
    return f"{'-' if elo < 0 else '+'}infinite" if isinf(elo) else f"{elo:+.1f}"


def _likelihood(value: float) -> str:
    """Write a likelihood, which is never rounded to a certainty."""
    if value > 0.999:
        return "more than 99.9 %"
    return "less than 0.1 %" if value < 0.001 else _percent(value)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _spread(counts: Sequence[int], scores: Sequence[float], mean: float) -> float:
    """Return the variance relative to the largest one at this mean, mean * (1 - mean)."""
    largest = mean * (1 - mean)
    seen = sum(count * (score - mean) ** 2 for count, score in zip(counts, scores, strict=True))
    return (seen / largest + 1) / (sum(counts) + 1)
