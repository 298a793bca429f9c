"""A line with the assessments of its positions, judged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from linemate.clients.web.judgement import describe_judgement
from linemate.clients.web.messages import Assessment, Judge
from linemate.engine.core import LinemateError
from linemate.protocol.driver import Score


def judge(words: str, moves: str, *known: Assessment | None, opening: int = 0) -> dict[str, Any]:
    judged = describe_judgement(Judge(1, words, None, tuple(moves.split()), known, opening))
    assert json.loads(json.dumps(judged)) == judged
    return judged


def even(*line: str) -> Assessment:
    return Assessment(Score(cp=0), line)


def test_a_blunder_is_named_with_the_better_line_and_what_is_proven() -> None:
    """Scores are as x sees them: after o's move x wins in 5."""
    lost = Assessment(Score(plies=5), ("c1", "b1"))
    judged = judge("tictactoe", "a1 a2", even("a1"), even("b2", "c3"), lost)
    assert [each["chance"] for each in judged["positions"]] == [0.5, 0.5, 1]
    assert judged["positions"][2]["score"] == {"mate": 5}
    first, second = judged["verdicts"]
    assert (first["mark"], first["symbol"], first["player"]) == ("best", "", "x")
    assert second == {
        "ply": 1,
        "player": "o",
        "mark": "blunder",
        "symbol": "??",
        "nag": 4,
        "text": "Blunder: x wins in 5 plies. Better: b2 c3.",
        "line": ["b2", "c3"],
    }
    assert judged["accuracy"]["x"] == 100
    assert judged["accuracy"]["o"] < 10


def test_a_finished_game_has_a_result_and_no_score() -> None:
    judged = judge("tictactoe", "a1 a2 b1 b2 c1")
    assert judged["positions"][5] == {"score": None, "chance": 1}
    assert judged["positions"][4] == {"score": {"mate": 1}, "chance": 1}
    assert judged["accuracy"] == {"x": 100, "o": None}


def test_what_nothing_is_known_of_is_null() -> None:
    judged = judge("gomoku", "h8 i9", None, even("i9"))
    assert [each and each["chance"] for each in judged["positions"]] == [None, 0.5, None]
    assert judged["verdicts"] == []


def test_proven_scores_agree_along_the_line() -> None:
    """The position after x's move was searched by itself, and not proven."""
    won = Assessment(Score(plies=9), ("h8",))
    judged = judge("gomoku", "h8 i9", won, Assessment(Score(cp=20), ("i9",)))
    assert [each["score"] for each in judged["positions"]] == [{"mate": n} for n in (9, 8, 7)]


def test_a_position_in_which_a_proven_win_is_missing_is_to_be_looked_at_longer() -> None:
    """Of o, as of x; not after the move that wins, nor where it is the other one who wins."""
    lost = Assessment(Score(plies=-6), ("c3",))
    assert judge("gomoku", "h8 i9", even(), lost, even())["longer"] == {"plies": [2], "times": 4}
    for known in (Assessment(Score(plies=-6), ("i9",)), Assessment(Score(plies=6), ("c3",))):
        assert judge("gomoku", "h8 i9", even(), known, even())["longer"]["plies"] == []


def test_moves_that_the_referee_has_made_are_nobodys_fault() -> None:
    """The blunder that was drawn by lot had a mark, and stood in the accuracy of o. Scores are told
    of all positions.
    """
    lost = Assessment(Score(plies=5), ("b2", "c1"))
    known = even("a1"), even("b2"), lost, Assessment(Score(plies=4), ("c1",))
    judged = judge("tictactoe", "a1 a2 b2", *known, opening=2)
    assert [verdict["ply"] for verdict in judged["verdicts"]] == [2]
    assert judged["accuracy"] == {"x": 100, "o": None}
    assert None not in judged["positions"]


def test_after_a_move_of_the_referee_nothing_is_looked_at_longer() -> None:
    """It threw a proven win away, for which nobody is asked."""
    won = Assessment(Score(plies=6), ("c3",))
    known = Assessment(Score(plies=7), ("c3",)), even(), won, even()
    assert judge("gomoku", "h8 i9 j9", *known)["longer"]["plies"] == [1, 3]
    assert judge("gomoku", "h8 i9 j9", *known, opening=2)["longer"]["plies"] == [3]


def test_moves_that_no_game_has_are_refused() -> None:
    with pytest.raises(LinemateError, match="illegal move 'a1'"):
        judge("tictactoe", "a1 a1")


def test_a_line_of_which_the_rules_forbid_the_end_counts_as_far_as_it_goes() -> None:
    odd = Assessment(Score(cp=-300), ("b2", "b2", "zz"))
    assert judge("tictactoe", "a1", odd, even())["verdicts"][0]["mark"] in ("best", "good")
