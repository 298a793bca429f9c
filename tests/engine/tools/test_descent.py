"""One pass over the examples takes the steps of Adagrad, whichever build it is."""

from __future__ import annotations

from array import array
from math import exp, sqrt

import pytest

from linemate.engine.tools.descent import descend

RATE, SEEN = 0.5, 0.25


def run(
    weights: list[float],
    examples: list[tuple[list[int], float]],
    order: tuple[int, ...] = (0,),
) -> tuple[list[float], float]:
    """Return the weights after the examples were gone through in this order, and the error."""
    found = array("d", weights)
    starts, indices = array("i", [0]), array("i")
    for features, _ in examples:
        indices.extend(features)
        starts.append(len(indices))
    chances = array("d", [chance for _, chance in examples])
    seen = array("d", [SEEN] * len(weights))
    squares = descend(found, seen, indices, starts, chances, array("i", order), RATE)
    return list(found), squares


def test_a_step_follows_the_error_and_shrinks_with_what_was_seen() -> None:
    error = 1 / (1 + exp(-1.5)) - 1.0  # the first weight counts for, the second against
    step = RATE * error / sqrt(SEEN + error * error)
    weights, squares = run([1.0, -0.5, 7.0], [([1, -2], 1.0)])
    assert weights == pytest.approx([1.0 - step, -0.5 + step, 7.0])
    assert squares == pytest.approx(error * error)


def test_examples_are_taken_in_the_order_that_is_asked_for() -> None:
    first, second = ([1], 0.5), ([1, 2], 0.25)
    backwards = run([2.0, 0.0], [first, second], (1, 0))
    assert backwards == run([2.0, 0.0], [second, first], (0, 1))
    assert backwards != run([2.0, 0.0], [first, second], (0, 1))


def test_an_estimate_whose_power_is_too_large_for_a_number_is_no_chance_at_all() -> None:
    weights, squares = run([-800.0], [([1], 1.0)])
    assert squares == 1.0
    assert weights[0] > -800.0
