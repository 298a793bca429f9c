"""Games that an evaluation plays against itself."""

from __future__ import annotations

import pytest

from linemate.engine.tools.selfplay import CERTAIN, PUPILS, play_games


@pytest.mark.parametrize("name", PUPILS)
def test_games_are_legal_and_end_with_their_result(name: str) -> None:
    pupil = PUPILS[name]
    game, certain = pupil.make_game(), CERTAIN * pupil.steps_per_logit
    for line in play_games(name, None, 5, 2, "seed"):
        words, _, result = line.partition("|")
        position = game.start()
        for word in words.split():
            move, _, thought = word.partition(":")
            assert int(move) in position.legal_moves()
            position.play(int(move))
            assert not thought or abs(int(thought)) <= certain
        outcome = position.outcome()
        if outcome is not None:
            assert int(result) == (0 if outcome.winner is None else 1 - 2 * outcome.winner)
        else:
            assert int(result) != 0  # proven before the end
