"""Scores into chances, verdicts on moves, accuracy, and the review of a stored game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from linemate.clients.shared.game_files import StoredGame, read_text
from linemate.clients.shared.player import EngineSetting, UgiPlayer
from linemate.clients.shared.review import (
    Evaluation,
    Mark,
    Verdict,
    accuracy,
    chance_of,
    explain,
    is_doubtful,
    judge_move,
    judge_moves,
    review,
    seen_before,
    unit_of,
)
from linemate.engine.core import Game, Position
from linemate.engine.registry import GAMES, make_game
from linemate.protocol.driver import Limits, Score

GOMOKU = make_game("gomoku")


def after(game: Game, moves: str) -> Position:
    position = game.start()
    for move in moves.split():
        position.play(game.read_move(position, move))
    return position


def line(game: Game, *texts: str) -> tuple[int, ...]:
    return tuple(game.parse_move(text) for text in texts)


def judge(before: Score, then: Score, move: str = "h8", best: str = "i9") -> Verdict:
    """Judge x's first move on an empty board, of which the scores are made up: `before` as x sees
    it with the best move, and `then` as o sees it after the one that was played.
    """
    evaluations = Evaluation(before, line(GOMOKU, best)), Evaluation(then, line(GOMOKU, "j10"))
    return judge_move(GOMOKU, GOMOKU.start(), 0, GOMOKU.parse_move(move), *evaluations)


def tell(verdict: Verdict) -> str:
    return explain(verdict, GOMOKU.write_move)


# ------------------------------------------------------------------ chances


def test_an_even_score_is_half_a_chance_and_one_unit_is_73_percent() -> None:
    assert chance_of(Score(cp=0), 100) == 0.5
    assert chance_of(Score(cp=100), 100) == pytest.approx(0.731, abs=0.001)


def test_chances_of_the_two_sides_add_up_to_one() -> None:
    for cp in (-29_999, -50, 3, 29_999):
        assert chance_of(Score(cp=cp), 32) + chance_of(Score(cp=-cp), 32) == pytest.approx(1)


def test_a_proven_result_is_exact() -> None:
    assert [chance_of(Score(plies=plies), 100) for plies in (40, 1, 0, -1)] == [1, 1, 0, 0]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_unit(name: str) -> None:
    assert unit_of(make_game(name)) > 0


@pytest.mark.parametrize(
    ("then", "before"),
    [
        (Score(cp=31), Score(cp=-31)),
        (Score(plies=0), Score(plies=1)),
        (Score(plies=-4), Score(plies=5)),
        (Score(plies=3), Score(plies=-4)),
    ],
)
def test_a_score_is_seen_from_a_ply_before_by_the_other_side(then: Score, before: Score) -> None:
    assert seen_before(then) == before


# ------------------------------------------------------------------ verdicts


@pytest.mark.parametrize(
    ("cp", "mark"),
    [
        (1, Mark.GOOD),
        (50, Mark.INACCURACY),
        (80, Mark.MISTAKE),
        (150, Mark.BLUNDER),
    ],
)
def test_a_move_is_marked_by_the_chances_that_it_loses(cp: int, mark: Mark) -> None:
    assert judge(Score(cp=0), Score(cp=cp)).mark is mark


def test_the_best_move_loses_nothing_though_the_next_search_finds_it_worse() -> None:
    verdict = judge(Score(cp=80), Score(cp=120), move="i9")
    assert (verdict.mark, verdict.loss) == (Mark.BEST, 0)


def test_a_move_that_turns_out_better_than_the_best_is_the_best() -> None:
    verdict = judge(Score(cp=10), Score(cp=-50))
    assert (verdict.mark, verdict.loss, verdict.before) == (Mark.BEST, 0, Score(cp=50))
    assert verdict.best == verdict.move == GOMOKU.parse_move("h8")
    assert verdict.line == line(GOMOKU, "h8", "j10")


def test_a_win_that_becomes_a_loss_is_told_exactly() -> None:
    verdict = judge(Score(plies=5), Score(plies=3))
    assert (verdict.mark, verdict.loss) == (Mark.BLUNDER, 1)
    expected = "Blunder: x wins in 5 plies was thrown away: now o wins in 3 plies. Better: i9."
    assert tell(verdict) == expected


def test_a_proven_win_given_up_is_told_however_good_the_position_looks() -> None:
    verdict = judge(Score(plies=5), Score(cp=-2000))
    assert verdict.mark is Mark.INACCURACY
    assert is_doubtful(verdict)
    assert "x wins in 5 plies was given up, unproven now" in tell(verdict)


def test_a_loss_that_is_entered_is_told_however_bad_the_position_was() -> None:
    verdict = judge(Score(cp=-2000), Score(plies=7))
    assert verdict.mark is Mark.INACCURACY
    assert tell(verdict) == "Inaccuracy: o wins in 7 plies. Better: i9."


def test_a_slower_win_is_good_and_no_mistake() -> None:
    verdict = judge(Score(plies=3), Score(plies=-8))
    assert (verdict.mark, verdict.loss) == (Mark.GOOD, 0)
    assert tell(verdict) == "X wins in 8 plies."


def test_of_a_move_that_is_not_blamed_nothing_is_said() -> None:
    assert tell(judge(Score(cp=0), Score(cp=1))) == ""


def test_chances_are_told_where_nothing_is_proven() -> None:
    assert tell(judge(Score(cp=0), Score(cp=80))) == ("Mistake: chances 50 % to 35 %. Better: i9.")


def test_the_only_move_gets_no_mark() -> None:
    """x x o
    o o x
    x o ."""
    game = make_game("tictactoe")
    moves = "a3 c3 b3 a2 c2 b2 a1 b1"
    position = after(game, moves)
    only = position.legal_moves()[0]
    verdict = judge_move(game, position, 8, only, Evaluation(Score(cp=0), (only,)), None)
    assert (verdict.mark, verdict.mark.symbol, verdict.settled) == (Mark.FORCED, "", True)
    assert explain(verdict, game.write_move) == "The game is drawn."


def test_a_move_that_wins_the_game_needs_no_evaluation_after_it() -> None:
    game = make_game("tictactoe")
    position = after(game, "a1 a2 b1 b2")
    win = game.parse_move("c1")
    verdict = judge_move(game, position, 4, win, Evaluation(Score(cp=0), (win + 1,)), None)
    assert (verdict.mark, verdict.after) == (Mark.BEST, Score(plies=1))
    assert explain(verdict, game.write_move) == "X has won."


def test_moves_without_evaluations_have_no_verdict() -> None:
    moves = line(GOMOKU, "h8", "i9", "j10")
    known = {1: Evaluation(Score(cp=5)), 2: Evaluation(Score(cp=5))}
    verdicts = judge_moves(GOMOKU, GOMOKU.start(), moves, known)
    assert [verdict.ply for verdict in verdicts] == [1]


# ------------------------------------------------------------------ accuracy


def test_accuracy_is_halved_by_ten_points_of_chance() -> None:
    perfect = judge(Score(cp=0), Score(cp=0), move="i9")
    half = replace(perfect, mark=Mark.MISTAKE, chance_before=0.5, chance_after=0.4)
    assert accuracy([half], 0) == pytest.approx(50)
    assert accuracy([perfect, half], 0) == pytest.approx(75)


def test_a_side_without_a_choice_has_no_accuracy() -> None:
    lost = judge(Score(plies=-4), Score(plies=1))
    assert not lost.counts
    assert accuracy([lost], 0) is None
    assert accuracy([], 1) is None


# ------------------------------------------------------------------ with an engine

FOOL = """[Event "?"]
[Variant "tictactoe"]
[Result "1-0"]

1. a1 a2 2. b2 c1 3. c3 1-0
"""


def stored(text: str) -> StoredGame:
    return next(iter(read_text(text)))


def test_a_stored_game_is_reviewed_from_its_end() -> None:
    """x . .   o answers the corner at its side: every reply but the middle loses, this one too,
    o . .      and x wins by a line through the middle.
    x . ."""
    game = stored(FOOL)
    with UgiPlayer.start(EngineSetting()) as player:
        verdicts = list(review(game, player, Limits(depth=9)))
    assert [verdict.ply for verdict in verdicts] == [4, 3, 2, 1, 0]
    first = {verdict.ply: verdict for verdict in verdicts}
    assert first[1].mark is Mark.BLUNDER
    assert explain(first[1], game.game.write_move).startswith("Blunder: x wins in 5 plies. Better:")
    assert first[4].mark is Mark.BEST
    assert accuracy(verdicts, 0) == 100
    assert (accuracy(verdicts, 1) or 0) < 10


def test_moves_that_the_referee_has_made_are_nobodys_fault() -> None:
    """The blunder of the game above, which was drawn by lot, stood in the accuracy of o."""
    game = stored(FOOL.replace("1. a1 a2", "1. a1 {opening} a2 {opening}"))
    with UgiPlayer.start(EngineSetting()) as player:
        verdicts = list(review(game, player, Limits(depth=9)))
    assert [verdict.ply for verdict in verdicts] == [4, 3, 2]
    assert accuracy(verdicts, 1) is None
