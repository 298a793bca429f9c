"""Games that an evaluation plays against itself."""

from __future__ import annotations

import pytest

from linemate.engine.core import Position
from linemate.engine.tools.selfplay import ASIDE_PLIES, CERTAIN, PUPILS, play_games


@pytest.mark.parametrize("name", PUPILS)
def test_games_are_legal_and_end_with_their_result(name: str) -> None:
    for line in play_games(name, None, 5, 2, 0, "seed"):
        words, _, result = line.partition("|")
        position = replay(name, [], words.split())
        outcome = position.outcome()
        if outcome is not None:
            assert int(result) == (0 if outcome.winner is None else 1 - 2 * outcome.winner)
        else:
            assert int(result) != 0  # proven before the end


@pytest.mark.parametrize("name", PUPILS)
def test_asides_leave_their_game_for_an_open_position_and_judge_that(name: str) -> None:
    features, count, left = PUPILS[name].make_features(), 0, 0
    for line in play_games(name, None, 5, 1, 8, "seed"):
        words, _, *asides = line.split("|")
        history = replay(name, [], words.split()).history
        for aside in asides:
            kept, *moves, thought = aside.split()
            assert 1 <= len(moves) <= ASIDE_PLIES[1]
            position = replay(name, history[: int(kept)], moves)
            assert position.outcome() is None
            assert features.of(position)
            left += position.history != history[: len(position.history)]
            replay(name, position.history, [thought])
            assert ":" in thought
            count += 1
    assert left > count / 2 > 2


def replay(name: str, before: list[int], words: list[str]) -> Position:
    """Play the moves of a line, all of which are legal."""
    pupil = PUPILS[name]
    position, certain = pupil.make_game().start(), CERTAIN * pupil.steps_per_logit
    for word in (*map(str, before), *words):
        move, _, thought = word.partition(":")
        assert int(move) in position.legal_moves()
        position.play(int(move))
        assert not thought or abs(int(thought)) <= certain
    return position
