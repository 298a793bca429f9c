"""The inner loop of fitting: a pass of Adagrad over all examples.

The same source runs interpreted and, with `descent.pxd` beside it, compiled: both take the same
steps to the last bit, so both make the same weights.
"""

from __future__ import annotations

from array import array
from math import e

E = e  # a name that a compiler may take for a number
SURE = -700.0  # below this the power is more than a number can hold, and the chance is none


def descend(
    weights: array[float],
    seen: array[float],
    indices: array[int],
    starts: array[int],
    chances: array[float],
    order: array[int],
    rate: float,
) -> float:
    """Improve the weights by each example in this order; return the sum of the squared errors.

    `indices` has 1 + the numbers of the features, as `Features.of`; those of an example are between
    its place in `starts` and the next.
    """
    squares = 0.0
    for place in range(len(order)):
        number = order[place]
        start, end = starts[number], starts[number + 1]
        worth = 0.0
        for index in range(start, end):
            feature = indices[index]
            if feature > 0:
                worth += weights[feature - 1]
            else:
                worth -= weights[-feature - 1]
        error = (1 / (1 + E**-worth) if worth > SURE else 0.0) - chances[number]
        square = error * error
        squares += square
        push = rate * error
        for index in range(start, end):
            feature = indices[index]
            if feature > 0:
                seen[feature - 1] += square
                weights[feature - 1] -= push / seen[feature - 1] ** 0.5
            else:
                seen[-feature - 1] += square
                weights[-feature - 1] += push / seen[-feature - 1] ** 0.5
    return squares
