"""How the end of a sample is judged: by games, by an estimate, or by both."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from linemate.engine.core import Game, UnsuitableGameError
from linemate.engine.registry import make_game
from linemate.engine.textbook.heuristics.base import Heuristic
from linemate.engine.textbook.mcts import CONSTANTS
from linemate.engine.textbook.simulations import Simulation, chance_of, make_simulation

GOMOKU = make_game("gomoku", {"size": "6"})


class Fixed(Heuristic):
    """Two units to whoever is to move."""

    def evaluate(self, position: object) -> int:
        return 200


def simulation(
    game: Game, rollout: str, heuristic: Heuristic | None = None, **constants: int
) -> Simulation:
    return make_simulation(game, rollout, heuristic, {**CONSTANTS, **constants}, Random(3))


def test_looking_at_the_whole_board_finds_the_same_ends_as_looking_at_the_last_move() -> None:
    """Both play the same games on the average; a win of x is as likely to either."""
    position = GOMOKU.read_position("xxxx2/6/oooo2/6/6/6 x")
    ends = {
        rollout: Counter(map(simulation(GOMOKU, rollout), [position] * 600))
        for rollout in ("random", "whole-board")
    }
    for worth in (0.0, 0.5, 1.0):
        assert abs(ends["random"][worth] - ends["whole-board"][worth]) < 90
    assert position.cells().count(".") == 28  # it is left as it was


def test_a_game_that_is_over_is_worth_its_result_whoever_judges() -> None:
    position = GOMOKU.read_position("xxxxx1/6/oooo2/6/6/6 o")
    for rollout, heuristic in (("random", None), ("whole-board", None), ("blend", Fixed(GOMOKU))):
        assert simulation(GOMOKU, rollout, heuristic)(position) == 1.0


def test_several_games_are_worth_their_mean() -> None:
    worth = simulation(GOMOKU, "random", rollouts=8)(GOMOKU.read_position("xxxx2/6/oooo2/6/6/6 x"))
    assert worth * 16 == round(worth * 16)
    assert 0 < worth < 1


def test_an_estimate_is_the_chance_of_the_side_to_move() -> None:
    chance = chance_of(2.0)
    heuristic = Fixed(GOMOKU)
    for text, worth in (("6/6/6/6/6/6 x", chance), ("x5/6/6/6/6/6 o", 1 - chance)):
        position = GOMOKU.read_position(text)
        assert simulation(GOMOKU, "heuristic", heuristic)(position) == worth
    assert simulation(GOMOKU, "heuristic", heuristic, scale=200)(GOMOKU.start()) == chance_of(1.0)


def test_a_blend_lies_between_the_estimate_and_the_game() -> None:
    worth = simulation(GOMOKU, "blend", Fixed(GOMOKU), blend=25)(GOMOKU.start())
    assert worth in [0.25 * chance_of(2.0) + 0.75 * played for played in (0.0, 0.5, 1.0)]


def test_the_whole_board_is_looked_at_in_freestyle_gomoku_alone() -> None:
    for game in (make_game("qubic"), make_game("gomoku", {"rule": "renju"})):
        with pytest.raises(UnsuitableGameError, match="whole-board is made for gomoku, freestyle"):
            simulation(game, "whole-board")
