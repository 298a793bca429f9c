"""Logistic regression over the constants of a heuristic, on positions of self-play.

A heuristic that adds up constants times what it counts is a linear model of who will win:

    chance of the side to move = 1 / (1 + exp(-(bias + sum of weight * count)))

What a heuristic counts in a position is told by `engine.tools.counts`. The weights that fit
the results best, all scaled alike, are the new constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt

Constants = Mapping[str, int]
ROUNDS = 25  # of Newton's method; it settles in far fewer
RIDGE = 1e-3  # keeps the equations solvable where counts go together
FINEST = 100  # the largest constant becomes at least this, so that rounding does no harm


@dataclass(frozen=True)
class Example:
    """A position: its counts, by constant, and what it was worth to its side to move."""

    counts: Sequence[float]
    worth: float


def fit(examples: Sequence[Example], names: Sequence[str]) -> dict[str, float]:
    """Return the weight of each constant, by Newton's method; 0 for what was never counted."""
    scales = [_deviation([each.counts[k] for each in examples]) for k in range(len(names))]
    used = [k for k, scale in enumerate(scales) if scale > 0]
    rows = [[1.0, *(each.counts[k] / scales[k] for k in used)] for each in examples]
    weights = [0.0] * (len(used) + 1)
    for _ in range(ROUNDS):
        weights = _newton_step(weights, rows, [each.worth for each in examples])
    fitted = dict.fromkeys(names, 0.0)
    for weight, k in zip(weights[1:], used, strict=True):
        fitted[names[k]] = weight / scales[k]
    return fitted


def to_constants(old: Constants, weights: Mapping[str, float], scalable: bool) -> dict[str, int]:
    """Return whole numbers in the proportions of the weights, each with its old sign and never 0.

    The constant that is largest among those fitted keeps its value, or, where the heuristic is
    `scalable`, becomes FINEST if that is more; what was not fitted keeps its proportion to it.
    """
    fitted = [name for name in old if weights[name] * old[name] > 0]
    if not fitted:
        return dict(old)
    anchor = max(fitted, key=lambda name: abs(old[name]))
    larger = max(1.0, FINEST / abs(old[anchor])) if scalable else 1.0
    unit = larger * old[anchor] / weights[anchor]
    new = {}
    for name, value in old.items():
        exact = unit * weights[name] if weights[name] else larger * value
        sign = -1 if value < 0 else 1
        new[name] = sign * max(1, round(sign * exact))
    return new


def _newton_step(
    weights: Sequence[float], rows: Sequence[Sequence[float]], worths: Sequence[float]
) -> list[float]:
    size = len(weights)
    gradient = [-RIDGE * weight for weight in weights]
    curvature = [[RIDGE if i == j else 0.0 for j in range(size)] for i in range(size)]
    for row, worth in zip(rows, worths, strict=True):
        total = sum(weight * value for weight, value in zip(weights, row, strict=True))
        chance = 1 / (1 + exp(-max(-30.0, min(30.0, total))))
        slope = chance * (1 - chance)
        for i, value in enumerate(row):
            gradient[i] += (worth - chance) * value
            for j in range(i + 1):
                curvature[i][j] += slope * value * row[j]
    for i in range(size):
        for j in range(i):
            curvature[j][i] = curvature[i][j]
    step = _solve(curvature, gradient)
    return [weight + change for weight, change in zip(weights, step, strict=True)]


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve the equations by Gauss's elimination, with the largest pivot."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i:
                factor = rows[k][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]


def _deviation(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values))
