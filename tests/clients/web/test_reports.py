"""What an engine reports becomes what a page is told, whatever the engine is like."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linemate.clients.web.reports import describe_info, legal_part, read_visits, score_for_x
from linemate.engine.registry import make_game
from linemate.protocol.driver import InfoLine, Score

GAME = make_game("tictactoe")
X_TO_MOVE = GAME.read_position("3/3/3 x")
O_TO_MOVE = GAME.read_position("3/1x1/3 o")


@pytest.mark.parametrize(
    ("score", "x_moves", "o_moves"),
    [
        (Score(cp=30), {"cp": 30}, {"cp": -30}),
        (Score(plies=3), {"mate": 3}, {"mate": -3}),
        (Score(plies=-2), {"mate": -2}, {"mate": 2}),
        (Score(plies=0), None, None),
        (None, None, None),
    ],
)
def test_scores_turn_with_the_player(
    score: Score | None, x_moves: dict[str, int] | None, o_moves: dict[str, int] | None
) -> None:
    assert score_for_x(score, 0) == x_moves
    assert score_for_x(score, 1) == o_moves


def test_bounds_turn_with_the_player() -> None:
    info = InfoLine(score=Score(cp=5), bound="lowerbound")
    assert describe_info(GAME, X_TO_MOVE, info)["bound"] == "lowerbound"
    assert describe_info(GAME, O_TO_MOVE, info)["bound"] == "upperbound"
    assert describe_info(GAME, O_TO_MOVE, InfoLine())["bound"] is None


def test_a_line_is_cut_where_it_stops_being_legal() -> None:
    assert legal_part(GAME, O_TO_MOVE, ["a1", "c3", "a1", "b1"]) == ["a1", "c3"]
    assert legal_part(GAME, O_TO_MOVE, ["b2"]) == []
    whole = ["a1", "a2", "b1", "b2", "c1"]
    assert legal_part(GAME, X_TO_MOVE, [*whole, "c2"]) == whole
    assert X_TO_MOVE.history == O_TO_MOVE.history == []


def test_of_visits_what_makes_sense_is_told() -> None:
    text = "a1 12 0.5 b2 3 0.1 c3 many 0.2 a2 7 inf a3 5 what b1 9"
    assert read_visits(GAME, O_TO_MOVE, text) == [
        {"move": "a1", "visits": 12, "bound": 0.5},
        {"move": "a2", "visits": 7, "bound": None},
        {"move": "a3", "visits": 5, "bound": None},
    ]


WORDS = st.sampled_from(["a1", "b2", "c3", "z9", "none", "1", "-1", "nan", "1e999", "²", "x"])
NUMBERS = st.none() | st.integers()


@given(
    depth=NUMBERS,
    multipv=NUMBERS,
    nodes=NUMBERS,
    cp=st.integers(),
    pv=st.lists(WORDS),
    visits=st.lists(WORDS).map(" ".join),
)
def test_nothing_that_an_engine_reports_cannot_be_told(
    depth: int | None, multipv: int | None, nodes: int | None, cp: int, pv: list[str], visits: str
) -> None:
    """Numbers stay within what JavaScript can count."""
    info = InfoLine(
        depth=depth,
        multipv=multipv,
        nodes=nodes,
        score=Score(cp=cp),
        pv=tuple(pv),
        extras=(("visits", visits),),
    )
    told = describe_info(GAME, O_TO_MOVE, info)
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert abs(told["score"]["cp"]) < 2**53
    assert all(told[name] is None or 0 <= told[name] < 2**53 for name in ("depth", "nodes"))
    assert set(told["pv"]) <= {"a1", "c3"}
