"""The Gomocup dialect: a game, every error, and that nothing has changed after one."""

from __future__ import annotations

import pytest

from tests.protocol.judge import Judge, board

# A row of four with one free end at 6,2, x to win or o to block: stones of x, then of o.
FOUR = [(2, 2), (3, 2), (4, 2), (5, 2)]
OTHERS = [(1, 2), (0, 6), (3, 6), (6, 0)]


# ------------------------------------------------------------------ a game


def test_about_has_the_four_fields_in_one_line(judge: Judge) -> None:
    answer = judge.ask("ABOUT")
    for field in ("name=", "version=", "author=", "country="):
        assert f'{field}"' in answer


def test_the_engine_begins_and_answers_turns(judge: Judge) -> None:
    taken = {judge.ask_move("BEGIN")}
    for turn in ((0, 0), (6, 6)):
        taken.add(turn)
        move = judge.ask_move(f"TURN {turn[0]},{turn[1]}")
        assert move not in taken
        taken.add(move)


def test_with_no_time_at_all_the_first_move_is_near_the_middle(hurried: Judge) -> None:
    x, y = hurried.ask_move("BEGIN")
    assert {x, y} <= {2, 3, 4}


def test_case_and_spaces_do_not_matter(judge: Judge) -> None:
    judge.ask_move("  turn   2 , 3 ")
    assert judge.ask("TAKEBACK 2,3").startswith("ERROR")  # the engine has moved since


def test_a_move_comes_with_a_message_for_people(judge: Judge) -> None:
    x, y = judge.ask_move("BEGIN")
    assert judge.remarks[-1].startswith("MESSAGE depth ")
    assert f"pv {x},{y}" in judge.remarks[-1]


@pytest.mark.parametrize("own", [True, False])
def test_with_no_time_at_all_a_four_is_finished_or_blocked(hurried: Judge, own: bool) -> None:
    """. . x x x x .   the free end is 6,2; o has 1,2."""
    lines = board(FOUR, OTHERS) if own else board(OTHERS[:3], FOUR)
    assert hurried.ask_move(*lines) == (6, 2)


def test_an_opponent_who_begins_is_first(judge: Judge) -> None:
    judge.ask_move("TURN 3,3")
    assert judge.ask("BEGIN").startswith("ERROR BEGIN out of order: the opponent is to move")
    judge.ask_move("TURN 0,0")


def test_the_size_is_that_of_start(judge: Judge) -> None:
    for size in (4, 5, 15, 20, 22):
        assert judge.ask(f"START {size}") == "OK"
        judge.ask_move(f"TURN {size - 1},{size - 1}")
        assert judge.ask(f"TURN {size},0").startswith("ERROR bad coordinates")


@pytest.mark.parametrize("size", ["", "3", "23", "ten", "-15", "1e1", "9" * 99])
def test_a_size_that_is_not_played_is_refused_and_the_game_goes_on(judge: Judge, size: str) -> None:
    judge.ask_move("BEGIN")
    assert judge.ask(f"START {size}").startswith("ERROR bad value")
    judge.ask_move("TURN 0,0")


def test_a_rectangle_is_refused_unless_it_is_a_square(judge: Judge) -> None:
    problem = "ERROR unsupported board '15,14': expected a square, as in 15,15"
    assert judge.ask("RECTSTART 15,14") == problem
    assert judge.ask("RECTSTART 15").startswith("ERROR unsupported board '15'")
    assert judge.ask("RECTSTART 9, 9") == "OK"
    judge.ask_move("TURN 8,8")


def test_restart_empties_the_board(judge: Judge) -> None:
    judge.ask_move("TURN 3,3")
    assert judge.ask("RESTART") == "OK"
    assert judge.ask_move("BEGIN") == (3, 3)


@pytest.mark.parametrize(
    "line", ["BEGIN", "TURN 1,1", "PLAY 1,1", "TAKEBACK 1,1", "BOARD", "SWAP2BOARD", "RESTART"]
)
def test_without_start_there_is_no_board(line: str) -> None:
    judge = Judge()
    assert judge.ask(line) == "ERROR no board: expected START first"


# ------------------------------------------------------------------ errors that change nothing


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("TURN", "bad coordinates ''"),
        ("TURN 7,0", "bad coordinates '7,0': expected x,y, each from 0 to 6"),
        ("TURN 0,7", "bad coordinates"),
        ("TURN -1,0", "bad coordinates"),
        ("TURN 1;2", "bad coordinates"),
        ("TURN 99999999999999999999,1", "bad coordinates"),
        ("TURN \u0661,\u0662\u00b2", "bad coordinates"),
        ("TURN \u0663,3", "bad coordinates"),
        ("TURN 3,3", "illegal move '3,3': the cell is taken"),
        ("TURN 2,2", "illegal move '2,2': the cell is taken"),
        ("BEGIN", "BEGIN out of order: the opponent is to move"),
        ("PLAY 0,0", "PLAY out of order: the opponent is to move"),
        ("TAKEBACK 2,2", "cannot take back '2,2': expected a stone of the player who moved last"),
        ("TAKEBACK 0,0", "cannot take back"),
        ("TAKEBACK", "bad coordinates"),
        ("DONE", "DONE out of order: expected BOARD, YXBOARD or SWAP2BOARD first"),
        ("INFO timeout_turn soon", "bad number 'soon' after INFO timeout_turn"),
        ("INFO rule", "bad number '' after INFO rule"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_has_changed(
    judge: Judge, line: str, problem: str
) -> None:
    assert judge.ask("PLAY 3,3") == "3,3"
    judge.ask_move("TURN 2,2")
    answer = judge.ask(line)
    assert answer.startswith(f"ERROR {problem}")
    assert answer.isprintable()
    judge.ask_move("TURN 0,0")


@pytest.mark.parametrize("line", ["HELLO", "ugi", "0,0,1", "go movetime 5", "\x00\x1b", "START15"])
def test_an_unknown_command_is_told_so(judge: Judge, line: str) -> None:
    answer = judge.ask(line)
    assert answer.startswith("UNKNOWN command ")
    assert answer.isprintable()
    judge.ask_move("BEGIN")


def test_an_empty_line_is_nothing(judge: Judge) -> None:
    judge.say("", "   ")
    judge.assert_silent()


def test_a_line_too_long_to_read_is_an_error(judge: Judge) -> None:
    assert judge.session.handle(None)
    assert judge.answer().startswith("ERROR line too long")


def test_a_turn_that_ends_the_game_has_no_answer(judge: Judge) -> None:
    """. . x x x x .   and x is the opponent, who now plays 6,2."""
    judge.ask_move(*board(OTHERS[:3], FOUR))
    assert judge.ask("TURN 6,2") == "ERROR TURN 6,2 ends the game: no move can follow it"
    judge.ask_move("TURN 1,5")


def test_a_game_that_the_engine_has_won_is_over(judge: Judge) -> None:
    x, y = judge.ask_move(*board(FOUR, OTHERS))
    assert judge.ask(f"TAKEBACK {x},{y}") == "OK"
    assert judge.ask("PLAY 6,2") == "6,2"
    assert judge.ask("TURN 0,0") == "ERROR illegal move '0,0': the game is over"
    assert judge.ask("TAKEBACK 6,2") == "OK"
    judge.ask_move("BEGIN")
