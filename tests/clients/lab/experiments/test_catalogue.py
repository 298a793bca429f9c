"""The plans of all experiments: the same each time, no unit twice; what they make of nothing."""

from __future__ import annotations

import pytest

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.experiment import Groups
from linemate.clients.lab.units import (
    GameUnit,
    Measurement,
)
from tests.clients.lab.experiments.concluding import MOVES


@pytest.mark.parametrize("name", ["never-lost", "mcts-chance", "heuristics", "qubic"])
def test_a_match_is_told_of_its_first_player_whichever_games_are_missing(name: str) -> None:
    """Only the game with changed colours is there of each pair: o, who won, was named first.

    It was once told of whoever was x in the first game that there was.
    """
    experiment = EXPERIMENTS[name]
    units = [unit for unit in experiment.plan(True, 1) if isinstance(unit, GameUnit)]
    changed = [
        second
        for first, second in zip(units[::2], units[1::2], strict=True)
        if (first.x, first.o, first.opening) == (second.o, second.x, second.opening)
        and first.x != first.o
    ]
    assert changed
    result = {"winner": "o", "moves": MOVES, "seconds": [1.0] * 3, "nodes": [9] * 3}
    won = [Measurement(unit, result) for unit in changed]
    told = experiment.conclude(Groups(won)).rows
    found = [row for row in told if not {"length", "drawn"} & set(row.what.split())]
    assert found
    for row in found:
        assert " =0 -0: 100 % " in row.ours, row


def test_every_plan_is_the_same_each_time_and_has_no_unit_twice() -> None:
    for experiment in EXPERIMENTS.values():
        for quick in (True, False):
            keys = [unit.key for unit in experiment.plan(quick, 1)]
            assert keys == [unit.key for unit in experiment.plan(quick, 1)]
            assert len(set(keys)) == len(keys), experiment.name


def test_no_unit_of_one_seed_is_one_of_another() -> None:
    """Seed 2 once had all but one of the games of seed 1, so that it was no second opinion."""
    for experiment in EXPERIMENTS.values():
        for quick in (True, False):
            plans = [{unit.key for unit in experiment.plan(quick, seed)} for seed in (1, 2, 3)]
            assert len(set.union(*plans)) == sum(map(len, plans)), experiment.name


def test_every_experiment_concludes_nothing_from_nothing() -> None:
    for experiment in EXPERIMENTS.values():
        findings = experiment.conclude(Groups([]))
        assert not findings.plots
