"""What a page is told: of its game, against the rules; and of what an engine reports, whatever the
engine is like.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.shared.values import describe_game, read_game
from linemate.clients.web.engines import EngineFacts
from linemate.clients.web.games import CurrentGame
from linemate.clients.web.views import (
    describe_info,
    describe_state,
    describe_visits,
    list_games,
    list_solved,
)
from linemate.engine.core import PLAYERS, Option, Position
from linemate.engine.games.gomoku import RULES
from linemate.engine.registry import GAMES, make_game
from linemate.protocol.driver import InfoLine, Score
from tests.variants import VARIANTS, Variant, move_numbers, play_out


def open_game(variant: Variant, moves: list[int], at: int) -> CurrentGame:
    current, game = CurrentGame(), variant.game
    current.open(describe_game(game), None, [game.write_move(move) for move in moves], at)
    return current


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@given(data=st.data())
def test_a_state_is_what_the_rules_say(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    moves = data.draw(move_numbers(variant))
    at = data.draw(st.integers(0, len(moves)))
    state = describe_state(open_game(variant, moves, at))
    position = play_out(game, moves[:at])
    assert json.loads(json.dumps(state)) == state
    assert describe_game(read_game(state["words"].split())) == describe_game(game)
    assert state["moves"] == [game.write_move(move) for move in moves]
    assert (state["at"], state["game"]) == (at, game.name)
    assert game.read_position(state["position"]).cells() == state["cells"] == position.cells()
    assert [game.parse_move(name) for name in state["names"]] == list(range(game.cell_count))
    assert state["legal"] == [game.write_move(move) for move in position.legal_moves()]
    assert state["last"] == (state["moves"][at - 1] if at else None)
    assert state["line"] == [game.write_move(cell) for cell in position.winning_line()]
    outcome = position.outcome()
    if outcome is None:
        assert (state["outcome"], state["toMove"]) == (None, PLAYERS[position.to_move])
    else:
        winner = None if outcome.winner is None else PLAYERS[outcome.winner]
        assert (state["outcome"]["winner"], state["toMove"]) == (winner, None)
        assert state["outcome"]["text"].startswith("Draw: " if winner is None else winner.upper())


def test_a_start_is_told_in_our_own_words() -> None:
    current = CurrentGame()
    current.open("tictactoe", " 3/1x1/3  o ", ["a1"], 1)
    state = describe_state(current)
    assert (state["start"], state["position"]) == ("3/1x1/3 o", "3/1x1/o2 x")
    assert (state["last"], state["toMove"]) == ("a1", "x")


def test_every_game_is_offered_with_its_options() -> None:
    games = {game["name"]: game for game in list_games()}
    assert list(games) == list(GAMES)
    assert games["ultimate"]["title"] == "Ultimate tic-tac-toe"
    size, rule = games["gomoku"]["options"]
    assert (size["name"], size["kind"], size["default"]) == ("size", "spin", 15)
    assert (size["minimum"], size["maximum"]) == (4, 22)
    assert rule["choices"] == RULES


def test_a_game_is_solved_for_an_engine_that_is_not_told_to_search() -> None:
    def solved(*options: Option) -> list[str]:
        return list_solved(EngineFacts("Any", {it.name.lower(): it for it in options}, None))

    assert solved(Option("Solved", "check", True)) == ["qubic"]
    assert solved(Option("Solved", "check", False)) == solved() == []


# ------------------------------------------------------------------ what an engine reports

GAME = make_game("tictactoe")
X_TO_MOVE = GAME.read_position("3/3/3 x")
O_TO_MOVE = GAME.read_position("3/1x1/3 o")


def test_bounds_turn_with_the_player() -> None:
    info = InfoLine(score=Score(cp=5), bound="lowerbound")
    assert describe_info(GAME, X_TO_MOVE, info)["bound"] == "lowerbound"
    assert describe_info(GAME, O_TO_MOVE, info)["bound"] == "upperbound"
    assert describe_info(GAME, O_TO_MOVE, InfoLine())["bound"] is None


def test_a_line_is_cut_where_it_stops_being_legal() -> None:
    def shown(position: Position, *pv: str) -> Any:
        return describe_info(GAME, position, InfoLine(pv=pv))["pv"]

    assert shown(O_TO_MOVE, "a1", "c3", "a1", "b1") == ["a1", "c3"]
    assert shown(O_TO_MOVE, "b2") == []
    whole = ["a1", "a2", "b1", "b2", "c1"]
    assert shown(X_TO_MOVE, *whole, "c2") == whole
    assert X_TO_MOVE.history == O_TO_MOVE.history == []


def test_of_visits_what_makes_sense_is_told() -> None:
    info = InfoLine(extras=(("visits", "a1 12 0.5 b2 3 0.1 c3 many 0.2 a2 7 inf a3 5 what b1 9"),))
    assert describe_visits(GAME, O_TO_MOVE, info) == [
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
