"""The row games: overlines, the lines of the cube, the games that the source reports print."""

from __future__ import annotations

from itertools import product

import pytest

from linemate.engine.core import Game, Outcome, Position
from linemate.engine.games.lines import line_tables
from linemate.engine.games.notation import write_cells
from linemate.engine.games.qubic import cube_symmetries
from linemate.engine.registry import make_game

# Source report 001: qubic, 45 plies, x wins.
QUBIC_GAME = (
    "212 221 012 112 010 003 330 111 000 001 331 110 113 002 013 011 030 020 130 230 303 121 213 "
    "313 033 123 132 231 202 101 131 133 211 210 122 300 302 032 332 333 322 312 222 022 232"
)
# Source report 003: 64 plies on 8x8, drawn; row and column from the top left.
GOMOKU_GAME = (
    "44 22 43 46 42 41 53 23 35 26 36 34 45 21 24 31 11 32 14 13 30 51 61 63 62 71 55 65 56 54 25 "
    "15 04 73 74 10 12 03 50 66 57 47 27 40 33 37 64 02 05 16 06 67 75 70 52 01 07 77 17 20 76 72 "
    "00 60"
)
# 32 marks of each player and no line: a draw, though one report holds that there is none.
DRAWN_CUBE = "ooxxoxxoxooxoxoxxxooxooxoxxoxooxxooxxoxoxoxooxxoxoxoxxoxoxooxxoo"


def replay(game: Game, moves: list[str]) -> Position:
    position = game.start()
    for ply, move in enumerate(moves):
        assert position.outcome() is None, f"over before ply {ply + 1}"
        position.play(game.read_move(position, move))
    return position


def test_the_printed_qubic_game_is_won_by_x_at_its_last_move() -> None:
    position = replay(make_game("qubic"), QUBIC_GAME.split())
    assert position.outcome() is Outcome.X_WINS
    assert len(position.history) == 45


def test_the_printed_gomoku_game_fills_the_board_and_is_drawn() -> None:
    moves = ["abcdefgh"[int(pair[1])] + str(8 - int(pair[0])) for pair in GOMOKU_GAME.split()]
    position = replay(make_game("gomoku", {"size": "8"}), moves)
    assert position.outcome() is Outcome.DRAW
    assert len(position.history) == 64


def test_a_full_cube_without_a_line_is_drawn() -> None:
    game = make_game("qubic")
    levels = ["".join(DRAWN_CUBE[z::4]) for z in range(4)]
    position = game.read_position("/".join(levels) + " x")
    assert position.outcome() is Outcome.DRAW
    assert position.cells() == DRAWN_CUBE


def test_the_cube_has_76_lines_and_192_symmetries_that_keep_them() -> None:
    lines = {frozenset(w) for w in line_tables((4, 4, 4), 4, False, (0, 1, 1, 1)).windows if w}
    assert len(lines) == 76
    symmetries = cube_symmetries()
    assert len(symmetries) == 192
    for symmetry in symmetries:
        assert {frozenset(symmetry[cell] for cell in line) for line in lines} == lines


def with_x(game: Game, drawn: dict[str, str]) -> Position:
    """x's marks in the named rows of a 10x10 board, and as many of o's, none in line, on top."""
    rows = {str(number): "." * 10 for number in range(10, 0, -1)} | drawn
    owed = "".join(rows.values()).count("x") - "".join(rows.values()).count("o")
    for number in ("10", "8"):
        placed = min(owed, 5)
        rows[number] = ("o." * placed).ljust(10, ".")
        owed -= placed
    return game.read_position("/".join(map(write_cells, rows.values())) + " x")


@pytest.mark.parametrize(
    ("bottom_row", "last", "standard"),
    [
        ("xxxx......", "e1", Outcome.X_WINS),
        (".xxxx.....", "a1", Outcome.X_WINS),
        ("xxx.x.....", "d1", Outcome.X_WINS),
        ("xxx.xx....", "d1", None),  # six
        ("xxx.xxxx..", "d1", None),  # eight
        ("xxxx.x....", "e1", None),  # six, with the five on one side
        ("xxxxo.xxxx", "f1", Outcome.X_WINS),  # the o keeps it at five
    ],
)
def test_standard_wants_exactly_five(bottom_row: str, last: str, standard: Outcome | None) -> None:
    for rule, expected in (("freestyle", Outcome.X_WINS), ("standard", standard)):
        game = make_game("gomoku", {"size": "10", "rule": rule})
        position = with_x(game, {"1": bottom_row})
        position.play(game.read_move(position, last))
        assert position.outcome() is expected
        assert game.read_position(game.write_position(position)).outcome() is expected


def test_a_row_longer_than_five_can_grow_under_standard() -> None:
    """o o o . o o o joined to seven is no win, nor is extending it to eight."""
    game = make_game("gomoku", {"size": "10", "rule": "standard"})
    position = game.read_position("10/x1x1x1x1x1/10/x1x7/10/10/10/10/10/ooo1ooo3 o")
    for move in ("d1", "j10", "h1"):
        position.play(game.read_move(position, move))
    assert position.outcome() is None


def test_exactly_five_wins_beside_an_overline() -> None:
    """One mark joins six in a row and five in a column: the five counts."""
    game = make_game("gomoku", {"size": "10", "rule": "standard"})
    column = dict.fromkeys("5432", "...x......")
    position = with_x(game, {**column, "1": "xxx.xx...."})
    position.play(game.read_move(position, "d1"))
    assert position.outcome() is Outcome.X_WINS
    assert [game.write_move(cell) for cell in position.winning_line()] == [
        "d5", "d4", "d3", "d2", "d1",
    ]  # fmt: skip


def test_gomoku_smaller_than_five_is_legal_and_always_drawn() -> None:
    game = make_game("gomoku", {"size": "4"})
    position = game.start()
    for move in position.legal_moves():
        position.play(move)
    assert position.outcome() is Outcome.DRAW


def test_a_win_with_the_last_free_cell_is_no_draw() -> None:
    game = make_game("mnk")
    position = game.read_position("xox/oxo/ox1 x")
    position.play(game.read_move(position, "c1"))
    assert position.outcome() is Outcome.X_WINS
    assert position.winning_line() == (0, 4, 8)


def test_the_end_of_one_row_does_not_lengthen_the_next() -> None:
    """x's six on the right edge of one row and five at the left of the next are two rows.

    x x x x x x . .        six: no win under `standard`
    . . . x x x x x        five at the edge: a win, though the next row begins with an o
    """
    game = make_game("gomoku", {"size": "8", "rule": "standard"})
    position = game.read_position("oo6/oo6/xxxxxx2/3xxxxx/o1o1o1o1/o1o5/8/8 o")
    assert position.outcome() is Outcome.X_WINS
    assert [game.write_move(cell) for cell in position.winning_line()] == [
        "d5", "e5", "f5", "g5", "h5",
    ]  # fmt: skip


def test_equal_moves_of_a_grid_go_from_the_centre_outwards() -> None:
    game = make_game("gomoku")
    moves = game.start().legal_moves()
    game.order_equals(moves)
    assert game.write_move(moves[0]) == "h8"
    assert {game.write_move(move) for move in moves[-4:]} == {"a1", "a15", "o1", "o15"}


def test_equal_moves_of_the_cube_go_by_the_lines_through_them() -> None:
    """Seven lines meet in each corner and in each of the middle eight cells, four elsewhere."""
    game = make_game("qubic")
    moves = game.start().legal_moves()
    game.order_equals(moves)
    middle, corners = ({"".join(cell) for cell in product(pair, repeat=3)} for pair in ("12", "03"))
    assert {game.write_move(move) for move in moves[:8]} == middle
    assert {game.write_move(move) for move in moves[8:16]} == corners
