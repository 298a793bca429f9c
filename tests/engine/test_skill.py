"""Skill: full strength at 20, and below it weaker step by step, never illegal."""

from __future__ import annotations

from linemate.engine.clock import Clock
from linemate.engine.core import Limits, OptionValue, Score
from linemate.engine.registry import make_game, make_searcher
from linemate.engine.skill import Weakened, node_budget, oversight_rate


def options(skill: int) -> dict[str, OptionValue]:
    return {"Hash": 1, "MultiPV": 1, "Seed": 5, "Skill": skill}


def test_less_skill_means_fewer_nodes_and_more_oversights() -> None:
    skills = range(20)
    budgets = [node_budget(skill) for skill in skills]
    rates = [oversight_rate(skill) for skill in skills]
    assert budgets == sorted(set(budgets))
    assert rates == sorted(set(rates), reverse=True)
    assert 0 < rates[-1] < 0.01


def test_full_skill_is_the_searcher_itself() -> None:
    assert not isinstance(make_searcher("auto", make_game("qubic"), options(20)), Weakened)


def test_a_weak_player_plays_legal_moves_and_respects_the_moves_asked_for() -> None:
    game = make_game("ultimate")
    searcher = make_searcher("auto", game, options(0))
    position = game.start()
    chosen = set()
    for _ in range(40):
        infos = list(searcher.search(position.copy(), Clock(Limits(searchmoves=(3, 4, 5)))))
        chosen.add(infos[-1].pv[0])
        assert infos[-1].nodes <= node_budget(0)
    assert len(chosen) > 1
    assert chosen <= {3, 4, 5}


def test_moves_asked_for_are_searched_however_far_off_they_are() -> None:
    game = make_game("gomoku")
    position = game.start()
    position.play(game.parse_move("h8"))
    searcher = make_searcher("auto", game, options(0))
    corner = game.parse_move("a1")
    *_, last = searcher.search(position, Clock(Limits(searchmoves=(corner,))))
    assert last.pv[0] == corner


def test_a_weak_player_overlooks_a_win_and_a_threat() -> None:
    """x wins at once with the third cell; with the sixth he goes on, with any other o wins.

    What is seen is chosen among with sense: the win if it is seen, and else the defence, whose
    score is told; where both are overlooked the game is taken for an open one.
    """
    game = make_game("tictactoe")
    position = game.read_position("xx1/oo1/3 x")
    searcher = make_searcher("auto", game, options(0))
    scores: dict[int, set[Score]] = {}
    for _ in range(60):
        *_, last = searcher.search(position.copy(), Clock(Limits()))
        scores.setdefault(last.pv[0], set()).add(last.score)
    assert scores.pop(2) == {Score(plies=1)}
    assert all(score.plies is None for score in scores.pop(5))
    assert scores
    assert all(score.plies is None for told in scores.values() for score in told)


def test_the_seed_makes_its_oversights_repeatable() -> None:
    game = make_game("ultimate")
    games = []
    for _ in range(2):
        searcher, position = make_searcher("auto", game, options(3)), game.start()
        while position.outcome() is None:
            infos = list(searcher.search(position.copy(), Clock(Limits())))
            position.play(infos[-1].pv[0])
        games.append(position.history)
    assert games[0] == games[1]


def test_a_row_that_is_completed_or_blocked_at_once_is_seldom_overlooked() -> None:
    """Skill 9 let four in a row stand in gomoku, its own or the other's, one time of four.

    The row is h5 to h8, with its end at h4 taken: h9 completes it, or is the only defence.
    """
    game = make_game("gomoku")
    for mover, moves in (
        ("x", "h5 a1 h6 c1 h7 e1 h8 h4"),
        ("o", "h5 h4 h6 c1 h7 e1 h8"),
    ):
        position = game.start()
        for move in moves.split():
            position.play(game.parse_move(move))
        searcher = make_searcher("auto", game, options(9))
        played = [
            list(searcher.search(position.copy(), Clock(Limits())))[-1].pv[0] for _ in range(60)
        ]
        found = played.count(game.parse_move("h9"))
        assert 50 <= found < 60, (mover, found)
