"""What a Gomocup judge tells, how time is kept, and what may be said while the engine thinks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from linemate.engine.registry import make_game
from tests.protocol.judge import DEADLINE, Judge, board

# ------------------------------------------------------------------ what the judge tells


def test_rules_that_are_not_played_are_refused(judge: Judge) -> None:
    for number in (2, 3, 6, 12, 16, -1):
        problem = f"ERROR unsupported rule {number}: expected one of 0 (freestyle), 1 (standard)"
        assert judge.ask(f"INFO rule {number}").startswith(problem)
    assert judge.session._game.options["rule"] == "freestyle"


@pytest.mark.parametrize(
    ("number", "rule"), [(1, "standard"), (4, "renju"), (5, "renju"), (8, "caro6"), (9, "caro")]
)
def test_the_bits_of_a_rule_say_which_one_it_is(judge: Judge, number: int, rule: str) -> None:
    judge.say(f"INFO rule {number}")
    assert judge.ask("START 7") == "OK"
    assert judge.session._game.options["rule"] == rule
    judge.ask_move("BEGIN")


@pytest.mark.parametrize(("rule", "over"), [(0, True), (1, False)])
def test_six_in_a_row_win_under_freestyle_alone(judge: Judge, rule: int, over: bool) -> None:
    """x x x . x x   and x is the opponent, who fills the gap."""
    judge.say(f"INFO rule {rule}")
    row = [(x, 3) for x in (0, 1, 2, 4, 5)]
    x, y = judge.ask_move(*board([(0, 0), (2, 0), (4, 1), (6, 6)], row))
    assert judge.ask(f"TAKEBACK {x},{y}") == "OK"
    assert judge.ask("PLAY 6,0") == "6,0"
    assert judge.ask("TURN 3,3").startswith("ERROR TURN 3,3 ends the game") == over


def test_the_rule_may_change_before_the_first_move_and_after(judge: Judge) -> None:
    judge.say("INFO rule 1")
    assert judge.ask_move("BEGIN") == (3, 3)
    assert judge.session._game.options["rule"] == "standard"
    judge.say("INFO rule 0")
    assert judge.ask("TURN 3,3").startswith("ERROR illegal move")
    judge.ask_move("TURN 0,0")


def test_a_rule_under_which_the_stones_are_impossible_is_refused(judge: Judge) -> None:
    """Two rows of six: no game under freestyle has those."""
    judge.say("INFO rule 1")
    assert judge.ask("START 8") == "OK"
    judge.ask_move(*board([(x, 0) for x in range(6)], [(x, 2) for x in range(6)]))
    assert judge.ask("INFO rule 0").startswith("ERROR bad position: both players")
    assert judge.session._game.options["rule"] == "standard"
    judge.ask_move("TURN 7,7")


@pytest.mark.parametrize("words", ["", "folder C:/d", "game_type 1", "evaluate 1,1", "x y z"])
def test_other_information_is_ignored(judge: Judge, words: str) -> None:
    judge.say(f"INFO {words}")
    judge.assert_silent()


@pytest.mark.parametrize(
    ("memory", "megabytes"),
    [(0, 64), (1, 1), (83_886_080, 20), (367_001_600, 87), (10**12, 4096), (-5, 64)],
)
def test_the_table_takes_a_quarter_of_the_memory(judge: Judge, memory: int, megabytes: int) -> None:
    judge.say(f"INFO max_memory {memory}")
    judge.ask_move("BEGIN")
    assert judge.session._options["Hash"] == megabytes


def test_a_process_may_be_made_for_a_rule() -> None:
    judge = Judge(make_game("gomoku", {"rule": "standard"}))
    assert judge.ask("START 6") == "OK"
    assert judge.session._game.options == {"size": 6, "rule": "standard"}


# ------------------------------------------------------------------ time


def test_the_turn_limits_a_long_clock(judge: Judge) -> None:
    judge.say("INFO time_left 1000000", "INFO timeout_turn 100")
    clock = judge.session._make_clock(judge.session._times.limits(), 1000.0)
    assert clock._hard() == pytest.approx(1000.09)


def test_a_move_is_charged_to_the_clock(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    judge.say("INFO timeout_match 100000")
    monkeypatch.setattr("linemate.engine.clock.Clock.elapsed", lambda _clock: 2.0)
    judge.ask_move("BEGIN")
    assert judge.session._times.limits().p1time == 98_000


# ------------------------------------------------------------------ while it thinks


@pytest.fixture
def thinking() -> Iterator[Judge]:
    """Let it think after BEGIN, with an hour for the move."""
    judge = Judge()
    judge.say("INFO timeout_turn 3600000")
    assert judge.ask("START 15") == "OK"
    judge.say("BEGIN")
    yield judge
    judge.session.end_search(DEADLINE)


def test_yxstop_brings_the_move_at_once(thinking: Judge) -> None:
    thinking.ask_move("YXSTOP")
    thinking.say("YXSTOP")
    thinking.assert_silent()


@pytest.mark.parametrize("line", ["BEGIN", "TURN 1,1", "PLAY 1,1", "TAKEBACK 1,1", "INFO rule 1"])
def test_whoever_does_not_wait_is_told_so_and_the_move_still_comes(
    thinking: Judge, line: str
) -> None:
    assert thinking.ask(line).endswith("out of order: the engine is thinking")
    thinking.ask_move("YXSTOP")


@pytest.mark.parametrize("line", ["START 15", "RESTART"])
def test_a_new_game_drops_the_search_and_its_move(thinking: Judge, line: str) -> None:
    assert thinking.ask(line) == "OK"
    thinking.say("INFO timeout_turn 0")
    thinking.assert_silent()
    thinking.ask_move("BEGIN")


def test_a_board_drops_the_search_and_its_move(thinking: Judge) -> None:
    thinking.say("INFO timeout_turn 0")
    assert thinking.ask_move("BOARD", "7,7,2", "DONE") != (7, 7)
    thinking.assert_silent()


def test_end_ends_the_search_without_a_move(thinking: Judge) -> None:
    assert not thinking.session.handle("END")
    thinking.assert_silent()


def test_information_is_taken_while_it_thinks(thinking: Judge) -> None:
    thinking.say("INFO timeout_turn 0", "INFO max_memory 83886080", "INFO time_left 5")
    thinking.ask_move("YXSTOP")
    thinking.ask_move("TURN 0,0")
    assert thinking.session._options["Hash"] == 20
