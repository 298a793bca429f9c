"""One game and one search, through the protocol, and what becomes of engines that fail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from linemate.clients.lab.players import Players, Setting
from linemate.clients.lab.units import GameUnit, SearchUnit, is_free, make_openings, set_up
from linemate.protocol.driver import Answer

RANDOM = Setting("random", {"Search": "random"})
DEEP = Setting("deep", {"Search": "alphabeta"})


@pytest.fixture
def players() -> Iterator[Players]:
    with Players() as players:
        yield players


def test_a_game_is_played_to_its_end(players: Players) -> None:
    result = GameUnit("tictactoe", DEEP, RANDOM, ("b2", "a1"), seed=3).run(players)
    assert result["winner"] in ("x", "draw")
    assert result["moves"][:2] == ["b2", "a1"]
    _, position, _ = set_up("tictactoe", tuple(result["moves"]))
    assert position.outcome() is not None
    for measure in ("seconds", "nodes", "free"):
        assert len(result[measure]) == len(result["moves"]) - 2


def test_the_same_game_comes_out_the_same_in_any_company(players: Players) -> None:
    """What another player had set, and what it had learned, is gone."""
    unit = GameUnit("nineboard", Setting("m", {"Search": "mcts", "Samples": 20}), RANDOM, seed=5)
    first = unit.run(players)
    shallow = Setting("s", {"Search": "hminimax", "Depth": 1, "Heuristic": "002"})
    GameUnit("ultimate", shallow, shallow).run(players)
    assert unit.run(players)["moves"] == first["moves"]


def test_what_one_player_has_set_is_not_left_to_the_next(players: Players) -> None:
    """Both in the same game, so that it would not be noticed by the change of game."""
    plain = Setting("plain", {"Search": "hminimax", "Depth": 2})
    weak = Setting("weak", {"Search": "hminimax", "Depth": 2, "Heuristic": "004", "Skill": 0})
    first = GameUnit("nineboard", plain, plain).run(players)
    assert GameUnit("nineboard", weak, weak).run(players)["moves"] != first["moves"]
    again = GameUnit("nineboard", plain, plain).run(players)
    assert again["moves"] == first["moves"]
    assert again["nodes"] == first["nodes"]


def test_a_search_tells_what_it_cost(players: Players) -> None:
    """Plain minimax visits 549,946 positions from the empty board; five plies on, far fewer."""
    opening = ("a3", "b3", "c3", "a2", "c2")
    result = SearchUnit("tictactoe", Setting("m", {"Search": "minimax"}), opening).run(players)
    assert result["nodes"] > 10
    assert result["seconds"] > 0
    assert result["free"] is False


def test_a_setting_that_the_engine_refuses_is_a_fault(players: Players) -> None:
    cube = Setting("cube", {"Search": "hminimax", "Heuristic": "001-130", "Depth": 1})
    result = GameUnit("ultimate", cube, RANDOM).run(players)
    assert "winner" not in result
    assert result["fault"].startswith("x (cube): ")
    assert "not made for ultimate" in result["fault"]
    nonsense = Setting("nonsense", {"Courage": 3})
    assert "unknown option 'Courage'" in SearchUnit("qubic", nonsense).run(players)["fault"]
    # The next unit has nothing to suffer from it.
    assert "winner" in GameUnit("tictactoe", RANDOM, RANDOM).run(players)


@pytest.mark.parametrize(
    ("move", "problem"), [("b2", "the cell is taken"), ("z9", "bad move 'z9'"), (None, "'none'")]
)
def test_an_illegal_answer_is_a_fault_of_its_player(
    players: Players, monkeypatch: pytest.MonkeyPatch, move: str | None, problem: str
) -> None:
    answers = iter([Answer(move, None, None, (), 0.1)])
    monkeypatch.setattr(Players, "think", lambda *_: next(answers))
    result = GameUnit("tictactoe", RANDOM, DEEP, ("b2",)).run(players)
    assert result["fault"].startswith("o (deep): ")
    assert problem in result["fault"]


def test_an_engine_that_dies_is_a_fault_and_is_replaced(players: Players) -> None:
    players.seat(0, RANDOM, set_up("tictactoe", ())[0], 1)
    engine = players._players[0]
    assert engine is not None
    engine.process.kill()
    result = GameUnit("tictactoe", RANDOM, RANDOM).run(players)
    assert "fault" in result
    assert "winner" in GameUnit("tictactoe", RANDOM, RANDOM).run(players)


def test_openings_differ_repeat_and_leave_the_game_open() -> None:
    openings = make_openings("tictactoe", 4, 20, seed=1)
    assert len(set(openings)) == len(openings) == 20
    assert openings == make_openings("tictactoe", 4, 20, seed=1)
    assert openings != make_openings("tictactoe", 4, 20, seed=2)
    for opening in openings:
        _, position, _ = set_up("tictactoe", opening)
        mover = position.to_move
        for move in position.legal_moves():
            position.play(move)
            outcome = position.outcome()
            assert outcome is None or outcome.winner != mover, opening
            position.undo()


def test_a_game_with_few_openings_gives_those_it_has() -> None:
    assert len(make_openings("tictactoe", 1, 20, seed=1)) == 9


def test_a_turn_is_free_when_several_boards_may_be_played_in() -> None:
    """Board 5 is full when x is sent there with 95: he may then play anywhere."""
    _, start, _ = set_up("nineboard", ())
    assert not is_free(start), "the first move of all is a case of its own"
    game, position, _ = set_up("nineboard", ("55",))
    assert not is_free(position)
    full = game.read_position("9/9/9/9/xoxxoooxx/9/9/9/4o4 x -")
    assert is_free(full)
    assert not is_free(set_up("gomoku size=8", ("d4",))[1])
