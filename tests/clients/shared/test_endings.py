"""How a game ended, in words, and the list of its moves."""

from __future__ import annotations

import pytest

from linemate.clients.shared.endings import judge_board, list_moves
from linemate.clients.shared.notation import show_move
from linemate.clients.shared.records import RESIGNATION, Ending, Reason
from linemate.engine.core import Game, Position
from linemate.engine.registry import make_game


def played(
    name: str, moves: str = "", start: str | None = None, **options: str
) -> tuple[Game, Position]:
    """A game after these moves, in the protocol's notation."""
    game = make_game(name, options)
    position: Position = game.start() if start is None else game.read_position(start)
    for move in moves.split():
        position.play(game.read_move(position, move))
    return game, position


@pytest.mark.parametrize(
    ("name", "options", "start", "moves", "reason", "ending"),
    [
        ("tictactoe", {}, "xox/xoo/ox1 x", "c1", Reason.FULL_BOARD, "Draw: the board is full."),
        ("tictactoe", {}, "xx1/oo1/3 x", "c3", Reason.LINE, "X wins: the line a3 b3 c3."),
        (
            "qubic",
            {},
            None,
            "000 001 010 011 020 021 030",
            Reason.LINE,
            "X wins: the line 000 010 020 030.",
        ),
        (
            "ultimate",
            {},
            "xxx6/xxx6/xx7/ooo6/ooo6/oo7/9/9/9 x 3",
            "33",
            Reason.LINE,
            "X wins: boards 1 2 3 in a row.",
        ),
        (
            "nineboard",
            {"full_board": "draw"},
            "xoxxooox1/9/9/9/9/9/9/9/1x7 o 1",
            "19 91",
            Reason.FULL_BOARD,
            "Draw: a player was sent to a full board.",
        ),
    ],
)
def test_an_ending_says_who_and_why(
    name: str, options: dict[str, str], start: str | None, moves: str, reason: Reason, ending: str
) -> None:
    found = judge_board(*played(name, moves, start, **options))
    assert found is not None
    assert (str(found), found.reason) == (ending, reason)


def test_an_open_game_has_no_ending() -> None:
    assert judge_board(*played("tictactoe", "b2 a1")) is None


def test_the_cells_of_a_line_are_named_as_somebody_sees_them() -> None:
    game, position = played("tictactoe", "c3", "xx1/oo1/3 x")
    shown = judge_board(game, position, lambda cell: show_move(game, cell))
    assert str(shown) == "X wins: the line 1 2 3."


def test_a_majority_of_boards_is_counted() -> None:
    """
    x o x
    x o o   and x wins the last board without a row of boards
    o x .
    """
    start = "xxx6/ooo6/xxx6/xxx6/ooo6/ooo6/ooo6/xxx6/xoooxxxo1 x 9"
    ending = judge_board(*played("ultimate", "99", start, tiebreak="majority"))
    assert str(ending) == "X wins: no moves are left, and 5 small boards to 4."
    assert ending is not None
    assert ending.reason == Reason.FULL_BOARD
    ending = judge_board(*played("ultimate", "99", start, tiebreak="draw"))
    assert str(ending) == "Draw: no moves are left, and nobody has three boards in a row."


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        (Ending(1, RESIGNATION, "X resigned"), "O wins: X resigned."),
        (Ending(1, RESIGNATION, ""), "O wins: resignation."),
        (Ending(0, Reason.TIME, "took 120 ms"), "X wins: time (took 120 ms)."),
        (Ending(None, Reason.ADJUDICATED_DRAW, ""), "Draw: adjudicated draw."),
        (Ending(0, "normal", ""), "X wins: normal."),
    ],
)
def test_what_the_board_did_not_decide_is_explained(ending: Ending, text: str) -> None:
    assert str(ending) == text


def test_the_move_list_is_numbered_and_marks_a_missing_first_move() -> None:
    assert list_moves(*played("tictactoe", "b2 a3 c3")) == ["  1. 5 1  2. 3"]
    assert list_moves(*played("tictactoe", "b2", "x2/3/3 o")) == ["  1. ... 5"]
    assert list_moves(*played("qubic")) == []
