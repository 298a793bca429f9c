"""Weights are fitted to the results of games."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from linemate.engine.tools.fitting import Examples
from linemate.engine.tools.selfplay import PUPILS, play_games


@pytest.mark.parametrize("name", PUPILS)
def test_fitting_brings_the_estimates_nearer_to_the_games(name: str) -> None:
    pupil = PUPILS[name]
    examples = Examples(pupil.make_game(), pupil.make_features(), pupil.steps_per_logit)
    examples.add_games(play_games(name, None, 10, 1, 0, "fit"))
    _, errors = examples.fit(None, 3, Random(1))
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0] / 1.2


def test_asides_count_as_what_the_search_thought_alone() -> None:
    """The game was lost after moves that were thought good; in the aside that makes no odds."""
    pupil = PUPILS["nineboard"]
    game = pupil.make_game()
    examples = Examples(game, pupil.make_features(), pupil.steps_per_logit)
    first = game.start().legal_moves()[0]
    examples.add_games([f"{first}:64 | -1 | 0 {first}:64\n"])
    of_game, of_aside = examples._chances
    assert of_aside == pytest.approx(1 / (1 + exp(-1)))
    assert of_game == pytest.approx(0.75 * of_aside)
