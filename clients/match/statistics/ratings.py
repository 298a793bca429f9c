"""Ratings of all players of a tournament together, by the model of Bradley and Terry.

The model: a player's expected score depends on the rating difference alone, by Elo's curve. The
ratings are those under which the games that were played are the likeliest.

A draw counts as half a win and half a loss, not as a third result with a parameter of its own
(Rao and Kupper, Davidson). Davidson's ratings are found from the same sums, a player's wins and
half the draws, but his curve from difference to score bends with the share of draws. So the
ratings would not be comparable with the Elo difference of two players, nor those of a game that is
mostly drawn with those of another. What draws really change is certainty, and that is taken from
the games: see `_dispersion`.

Everybody is also thought to have drawn one game with an average player. Without it, one who won
everything would be infinitely strong. It takes a twentieth off a difference seen in ten games, a
two-hundredth in a hundred.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from typing import NamedTuple

from linemate.clients.shared.statistics import CONFIDENCE, PAIR_SCORES, Tally

# Each pairing once, by the names of both; the tally is the first one's.
Tallies = Mapping[tuple[str, str], Tally]
Pairings = list[tuple[int, int, Tally]]
Vector = list[float]
Matrix = list[list[float]]
ELO = 400 / log(10)  # the strengths within are natural logarithms of odds


class Rating(NamedTuple):
    """`elo` is relative to the average of all players, and so is `error`, of 95 % confidence.

    `unbounded`: everything was won or lost, and only the imagined draw keeps the rating finite.
    """

    player: str
    elo: float
    error: float
    unbounded: bool


def rate(tallies: Tallies) -> list[Rating]:
    """Rate everybody who played; the best first, equal ones by name."""
    played = {names: tally for names, tally in tallies.items() if tally.games}
    players = sorted({name for names in played for name in names})
    index = {player: number for number, player in enumerate(players)}
    pairings = [(index[a], index[b], tally) for (a, b), tally in played.items()]
    strengths, covariance = _fit(len(players), pairings)
    dispersion = _dispersion(strengths, pairings)
    average = sum(strengths) / max(1, len(players))
    ratings = []
    for number, player in enumerate(players):
        total = total_of(player, played)
        unbounded = total.points in (0, total.games)
        # The draws of the others say nothing about a player who was never in doubt.
        scatter = max(1.0, dispersion) if unbounded else dispersion
        error = CONFIDENCE * sqrt(scatter * _variance_to_average(covariance, number))
        elo = ELO * (strengths[number] - average)
        ratings.append(Rating(player, elo, ELO * error, unbounded))
    return sorted(ratings, key=lambda rating: (-rating.elo, rating.player))


def total_of(player: str, tallies: Tallies) -> Tally:
    """Return what a player has against all the others together."""
    as_a = [tally for (a, _), tally in tallies.items() if a == player]
    as_b = [tally.reversed() for (_, b), tally in tallies.items() if b == player]
    return sum(as_a + as_b, Tally())


def _fit(count: int, pairings: Pairings) -> tuple[Vector, Matrix]:
    """Return the likeliest strengths, and their covariance."""
    strengths = [0.0] * count
    while True:
        gradient = [0.0] * count
        information = [[0.0] * count for _ in range(count)]  # minus the second derivatives
        for player, strength in enumerate(strengths):
            chance = _chance(strength)
            gradient[player] += 0.5 - chance
            information[player][player] += chance * (1 - chance)
        for a, b, tally in pairings:
            chance = _chance(strengths[a] - strengths[b])
            surplus = tally.points - tally.games * chance
            weight = tally.games * chance * (1 - chance)
            gradient[a] += surplus
            gradient[b] -= surplus
            information[a][a] += weight
            information[b][b] += weight
            information[a][b] -= weight
            information[b][a] -= weight
        covariance = _invert(information)
        step = [sum(x * y for x, y in zip(row, gradient, strict=True)) for row in covariance]
        largest = max(map(abs, step), default=0.0)
        # The likelihood is concave, but far from the top Newton's step can shoot over it.
        scale = 1 / max(1.0, largest)
        strengths = [old + scale * change for old, change in zip(strengths, step, strict=True)]
        if largest < 1e-9:
            return strengths, covariance


def _dispersion(strengths: Vector, pairings: Pairings) -> float:
    """Return how far results scatter, relative to independent games that are won or lost.

    It is below 1 where many are drawn or pairs cancel out, above 1 where pairs are won twice. Each
    rating takes about one observation's scatter away; as many of the plain kind are put in its
    place, and one even game more, so that few games do not look like certain ones.
    """
    seen = plain = observations = 0.0
    for a, b, tally in pairings:
        chance = _chance(strengths[a] - strengths[b])
        for count, score in zip(tally.pairs, PAIR_SCORES, strict=True):
            seen += count * (2 * score - 2 * chance) ** 2
        scatter = (
            tally.wins * (1 - chance) ** 2
            + tally.draws * (0.5 - chance) ** 2
            + tally.losses * chance**2
        )
        seen += scatter * tally.unpaired / tally.games
        plain += tally.games * chance * (1 - chance)
        observations += sum(tally.pairs) + tally.unpaired
    typical = plain / max(1, observations)
    return (seen + len(strengths) * typical + 0.25) / (plain + 0.25)


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-difference))


def _variance_to_average(covariance: Matrix, player: int) -> float:
    """Return the variance of a player's strength less the average of all."""
    count = len(covariance)
    row = sum(covariance[player]) / count
    everything = sum(map(sum, covariance)) / count**2
    return max(0.0, covariance[player][player] - 2 * row + everything)


def _invert(matrix: Matrix) -> Matrix:
    """Invert by Gauss and Jordan; no pivot is sought, as by the imagined draws every matrix here is
    symmetric and positive definite.
    """
    rows = [list(row) for row in matrix]
    for pivot, own in enumerate(rows):
        scale, own[pivot] = 1 / own[pivot], 1.0
        own[:] = [scale * value for value in own]
        for row in rows:
            if row is not own:
                factor, row[pivot] = row[pivot], 0.0
                row[:] = [value - factor * mine for value, mine in zip(row, own, strict=True)]
    return rows
