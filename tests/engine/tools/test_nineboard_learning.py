"""What nineboard's evaluation learns from, and what not."""

from __future__ import annotations

from random import Random

from linemate.engine.core import Position
from linemate.engine.tools.selfplay import PUPILS, random_opening


def test_nineboard_learns_nothing_from_positions_that_the_mover_wins_at_once() -> None:
    """The search never asks what those are worth."""
    pupil, random = PUPILS["nineboard"], Random(5)
    game, features, won = pupil.make_game(), pupil.make_features(), 0
    for _ in range(300):
        position = random_opening(game, random)
        wins = any(wins_with(position, move) for move in position.legal_moves())
        assert bool(features.of(position)) != wins
        won += wins
    assert 0 < won < 300


def wins_with(position: Position, move: int) -> bool:
    after = position.copy()
    after.play(move)
    return after.outcome() is not None
