"""A match: taking back, playing again, giving up, and how it ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from linemate.clients.play.match import Match
from linemate.clients.shared.endings import list_moves
from linemate.engine.registry import make_game

Played = Callable[..., Match]

X, O = {0}, {1}  # noqa: E741 - the players


# ------------------------------------------------------------------ taking back


def test_undo_goes_back_to_the_players_own_turn(played: Played) -> None:
    match = played("tictactoe", "b2 a3 c3 a1")
    assert match.undo(X)
    assert match.moves == ["b2", "a3"]
    assert match.undo(X)
    assert match.moves == []
    assert not match.undo(X)


def test_undo_has_nothing_before_the_players_first_turn(played: Played) -> None:
    match = played("tictactoe", "b2")
    assert not match.undo(O)
    assert match.moves == ["b2"]
    assert match.undo({0, 1})
    assert match.moves == []


def test_redo_is_the_inverse_of_undo_until_another_move_is_made(played: Played) -> None:
    match = played("tictactoe", "b2 a3 c3 a1")
    match.undo(X)
    match.undo(X)
    assert match.redo(X)
    assert match.moves == ["b2", "a3"]
    match.play(match.game.parse_move("c3"))
    assert match.redo(X)
    assert match.moves == ["b2", "a3", "c3", "a1"]
    match.undo(X)
    match.play(match.game.parse_move("b1"))
    assert not match.redo(X)


def test_a_win_can_be_taken_back(played: Played) -> None:
    match = played("tictactoe", "a3 a2 b3 b2 c3")
    assert str(match.ending) == "X wins: the line 1 2 3."
    assert match.undo(X)
    assert match.ending is None
    assert match.moves == ["a3", "a2", "b3", "b2"]


def test_who_resigned_may_think_again(played: Played) -> None:
    match = played("tictactoe", "b2 a3")
    match.resign(0)
    assert str(match.ending) == "O wins: X resigned."
    assert match.undo(X)
    assert match.ending is None
    assert match.moves == ["b2", "a3"]


@pytest.mark.parametrize("moves", ["", "b2", "b2 a3"])
def test_a_resignation_is_taken_back_alone_whoever_sits_there_by_now(
    played: Played, moves: str
) -> None:
    """After `switch` a move went with it, and without moves there was "nothing to take back"."""
    for loser in (0, 1):
        for movers in (X, O, {0, 1}):
            match = played("tictactoe", moves)
            match.resign(loser)
            assert match.undo(movers)
            assert match.ending is None
            assert match.moves == moves.split()


def test_nothing_is_played_again_in_a_game_that_was_given_up(played: Played) -> None:
    match = played("tictactoe", "b2 a3 c3 a1")
    match.undo(X)
    match.resign(0)
    assert not match.redo(X)
    assert match.moves == ["b2", "a3"]
    assert match.undo(X)
    assert match.redo(X)
    assert match.moves == ["b2", "a3", "c3", "a1"]


# ------------------------------------------------------------------ endings


@pytest.mark.parametrize(
    ("name", "options", "start", "moves", "ending"),
    [
        ("tictactoe", {}, "xox/xoo/ox1 x", "c1", "Draw: the board is full."),
        ("qubic", {}, None, "000 001 010 011 020 021 030", "X wins: the line 000 010 020 030."),
        (
            "ultimate",
            {},
            "xxx6/xxx6/xx7/ooo6/ooo6/oo7/9/9/9 x 3",
            "33",
            "X wins: boards 1 2 3 in a row.",
        ),
        (
            "nineboard",
            {"full_board": "draw"},
            "xoxxooox1/9/9/9/9/9/9/9/1x7 o 1",
            "19 91",
            "Draw: a player was sent to a full board.",
        ),
    ],
)
def test_an_ending_says_who_and_why(
    played: Played, name: str, options: dict[str, str], start: str | None, moves: str, ending: str
) -> None:
    assert str(played(name, moves, start, **options).ending) == ending


def test_a_majority_of_boards_is_counted(played: Played) -> None:
    """
    x o x
    x o o   and x wins the last board without a row of boards
    o x .
    """
    start = "xxx6/ooo6/xxx6/xxx6/ooo6/ooo6/ooo6/xxx6/xoooxxxo1 x 9"
    match = played("ultimate", "99", start, tiebreak="majority")
    assert str(match.ending) == "X wins: no moves are left, and 5 small boards to 4."
    match = played("ultimate", "99", start, tiebreak="draw")
    assert str(match.ending) == "Draw: no moves are left, and nobody has three boards in a row."


def test_the_move_list_is_numbered_and_marks_a_missing_first_move(played: Played) -> None:
    match = played("tictactoe", "b2 a3 c3")
    assert list_moves(match.game, match.position) == ["  1. 5 1  2. 3"]
    match = played("tictactoe", "b2", "x2/3/3 o")
    assert list_moves(match.game, match.position) == ["  1. ... 5"]
    assert list_moves(make_game("qubic"), make_game("qubic").start()) == []
