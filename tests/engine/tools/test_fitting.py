"""Weights are fitted to the results of games."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.tools.fitting import Examples
from linemate.engine.tools.selfplay import PUPILS, play_games


@pytest.mark.parametrize("name", PUPILS)
def test_fitting_brings_the_estimates_nearer_to_the_games(name: str) -> None:
    pupil = PUPILS[name]
    examples = Examples(pupil.make_game(), pupil.make_features(), pupil.steps_per_logit)
    examples.add_games(play_games(name, None, 10, 1, "fit"))
    _, errors = examples.fit(None, 3, Random(1))
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0] / 1.2
