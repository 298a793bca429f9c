"""The walk over constants: small steps, uphill, and the same for the same seed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from linemate.clients.lab.tuning.annealing import Constants, anneal, best_of, neighbour

START = {"one": 1, "two": 10, "down": -5}


def test_neighbours_change_a_little_and_keep_their_signs() -> None:
    random = Random(1)
    for _ in range(200):
        changed = neighbour(START, 0.5, random)
        different = [name for name in START if changed[name] != START[name]]
        assert 1 <= len(different) <= 2
        assert changed["one"] >= 1
        assert 5 <= changed["two"] <= 15
        assert changed["down"] < 0


def test_the_walk_climbs_a_hill() -> None:
    """The score is best at two = 30; from 10 it is a long way, with nothing else to find."""

    def score(constants: Constants) -> float:
        return 1.0 - abs(constants["two"] - 30) / 60

    walk = anneal({"two": 10}, score, 80, seed=3)
    assert abs(best_of(walk).constants["two"] - 30) <= 3
    assert best_of(walk).score > 0.9


def test_the_walk_is_the_same_for_the_same_seed() -> None:
    def score(constants: Constants) -> float:
        return (constants["two"] * 7919 % 100) / 100

    assert anneal(START, score, 20, seed=5) == anneal(START, score, 20, seed=5)
    assert anneal(START, score, 20, seed=5) != anneal(START, score, 20, seed=6)


def test_the_cold_end_accepts_almost_nothing_that_is_worse() -> None:
    walk = anneal({"two": 1000}, lambda constants: constants["two"] / 2000, 60, seed=1)
    worse = [
        step.accepted
        for before, step in pairwise(walk[40:])
        if before.accepted and step.score < before.score
    ]
    assert worse.count(True) <= len(worse) / 4
