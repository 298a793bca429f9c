"""A slow and obvious implementation of the rules agrees with every game, move by move."""

from __future__ import annotations

import random

import pytest

from tests.reference import plain
from tests.variants import VARIANTS, Variant

OUTCOMES = {"x": 0, "o": 1, "draw": 2}


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_the_plain_rules_agree_at_every_ply_of_random_games(variant: Variant, seed: int) -> None:
    rng = random.Random(f"{variant}{seed}")
    game = variant.game
    for _ in range(3):
        position = game.start()
        reference = plain.start(variant.name, variant.options)
        while True:
            outcome = position.outcome()
            expected = reference.outcome()
            assert (None if outcome is None else outcome.value) == (
                None if expected is None else OUTCOMES[expected]
            )
            assert position.cells() == reference.cells()
            assert position.to_move == reference.to_move
            legal = position.legal_moves()
            assert legal == reference.legal_moves()
            if not legal:
                break
            move = rng.choice(legal)
            position.play(move)
            reference = reference.play(move)
