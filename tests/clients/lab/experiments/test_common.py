"""Rows of matches."""

from __future__ import annotations

from linemate.clients.lab.experiments.common import Theirs, match_row, mcts
from linemate.clients.lab.experiments.experiment import Row
from linemate.clients.lab.units import (
    Measurement,
    Setting,
    plan_match,
)
from linemate.clients.shared.openings import START
from linemate.engine.registry import SEARCH_OPTIONS
from tests.clients.lab.experiments.concluding import winner

A, B = Setting("a", {"Depth": 1}), Setting("b", {"Depth": 2})


def test_the_ratio_of_a_match_is_ours_to_theirs() -> None:
    units = plan_match("tictactoe", A, B, [START] * 2, "", 1)
    games = [Measurement(unit, {"winner": winner(unit, 1 if unit.pair else 0)}) for unit in units]
    row = match_row("what", Theirs("them", 0.2), games, "how")
    assert row == Row("what", "them", "+2 =0 -2: 50 % (9 to 91)", "2.5", "how")


def test_the_exploration_that_is_told_of_is_the_engines_own() -> None:
    [default] = [option.default for option in SEARCH_OPTIONS if option.name == "Exploration"]
    assert mcts(10).options["Exploration"] == default
