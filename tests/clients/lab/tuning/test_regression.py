"""The weights that made the results are found again, and become constants."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from linemate.clients.lab.tuning.regression import Example, fit, to_constants


def test_the_regression_finds_the_weights_that_made_the_results() -> None:
    """Results drawn from weights 2 and -1 and no bias; the third count never occurs."""
    random = Random(4)
    examples = []
    for _ in range(4000):
        a, b = random.randint(-3, 3), random.randint(-3, 3)
        chance = 1 / (1 + exp(-(2 * a - b)))
        examples.append(Example([a, b, 0.0], float(random.random() < chance)))
    weights = fit(examples, ["a", "b", "none"])
    assert weights["a"] == pytest.approx(2, rel=0.1)
    assert weights["b"] == pytest.approx(-1, rel=0.1)
    assert weights["none"] == 0


def test_weights_become_whole_numbers_with_the_old_signs() -> None:
    old = {"one": 1, "two": 10, "against": -4, "never": 1000, "wrong": 3}
    weights = {"one": 0.2, "two": 0.5, "against": -0.1, "never": 0.0, "wrong": -0.3}
    scaled = to_constants(old, weights, scalable=True)
    assert scaled == {"one": 40, "two": 100, "against": -20, "never": 10_000, "wrong": 1}
    kept = to_constants(old, weights, scalable=False)
    assert kept == {"one": 4, "two": 10, "against": -2, "never": 1000, "wrong": 1}
    assert to_constants(old, dict.fromkeys(old, 0.0), scalable=True) == old
