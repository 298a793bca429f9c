"""The players of the experiments."""

from __future__ import annotations

from linemate.clients.lab.experiments.players import mcts
from linemate.engine.registry import SEARCH_OPTIONS


def test_the_exploration_that_is_told_of_is_the_engines_own() -> None:
    [default] = [option.default for option in SEARCH_OPTIONS if option.name == "Exploration"]
    assert mcts(10).options["Exploration"] == default
