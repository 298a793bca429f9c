"""Scores of a line, each searched by itself, agree where one of them is proven."""

from __future__ import annotations

from linemate.clients.shared.evaluated_line import agree
from linemate.clients.shared.review import Evaluation
from linemate.engine.registry import make_game
from linemate.protocol.driver import Score

GAME = make_game("gomoku")
MOVES = [GAME.parse_move(text) for text in ("h8", "i9", "j10")]
H8, I9, J10 = MOVES


def scores(evaluations: dict[int, Evaluation]) -> dict[int, Score]:
    return {ply: each.score for ply, each in agree(GAME.start(), MOVES, evaluations).items()}


def test_a_win_is_known_after_the_move_that_wins_and_after_every_reply() -> None:
    """x wins in 9, and goes on winning; the searches of the next two positions have not seen it."""
    found = {
        0: Evaluation(Score(plies=9), (H8,)),
        1: Evaluation(Score(cp=-20), (J10,)),
        2: Evaluation(Score(cp=25), (I9,)),
    }
    assert scores(found) == {0: Score(plies=9), 1: Score(plies=-8), 2: Score(plies=7)}


def test_a_win_is_not_carried_over_a_move_that_the_proof_does_not_have() -> None:
    found = {0: Evaluation(Score(plies=9), (I9,)), 1: Evaluation(Score(cp=-20), (J10,))}
    assert scores(found) == {0: Score(plies=9), 1: Score(cp=-20)}


def test_a_move_into_a_loss_of_the_opponent_was_a_win_before_it() -> None:
    found = {0: Evaluation(Score(cp=10), (I9,)), 1: Evaluation(Score(plies=-4), (I9,))}
    agreed = agree(GAME.start(), MOVES, found)
    assert agreed[0] == Evaluation(Score(plies=5), (H8, I9))


def test_what_is_proven_by_two_searches_stays_as_each_has_it() -> None:
    found = {0: Evaluation(Score(plies=9), (H8,)), 1: Evaluation(Score(plies=-4), (I9,))}
    agreed = scores(found)
    assert (agreed[0], agreed[1]) == (Score(plies=9), Score(plies=-4))


def test_a_game_that_was_won_was_won_before_its_last_move() -> None:
    game = make_game("tictactoe")
    position, moves = game.start(), []
    for text in ("a1", "a2", "b1", "b2", "c1"):
        moves.append(game.read_move(position, text))
        position.play(moves[-1])
    agreed = agree(game.start(), moves, {4: Evaluation(Score(cp=0), (8,))})
    assert agreed[4] == Evaluation(Score(plies=1), (moves[4],))
    assert 5 not in agreed


def test_estimates_are_left_alone() -> None:
    found = {0: Evaluation(Score(cp=9), (H8,)), 1: Evaluation(Score(cp=50), (J10,))}
    assert scores(found) == {0: Score(cp=9), 1: Score(cp=50)}
