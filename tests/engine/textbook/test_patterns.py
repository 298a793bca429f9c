"""The patterns of source report 003, on boards drawn for them."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.registry import make_game
from linemate.engine.textbook import patterns
from linemate.engine.textbook.patterns import promising_moves, score_moves

GAME = make_game("gomoku", {"size": "8"})


def score(rows: list[str], move: str) -> int:
    """Score x's move on an 8x8 board; rows are drawn from the top, missing ones are empty."""
    cells = "".join(rows) + "." * (64 - 8 * len(rows))
    cell = GAME.parse_move(move)
    return score_moves(cells, [cell], 0, 8)[cell]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([".xxxx...", "........"], patterns.WINS),
        ([".oooo...", "........"], patterns.BREAK_FIVE),
        (["..xxx...", "........"], patterns.MAKE_OPEN_FOUR),
        (["..ooo...", "........"], patterns.BREAK_OPEN_FOUR),
    ],
)
def test_a_mark_at_the_end_of_a_row_makes_or_breaks_it(rows: list[str], expected: int) -> None:
    assert score(rows, "f8") >= expected
    assert score(rows, "f8") < expected + 1000


def test_two_open_threes_count_twice() -> None:
    rows = [
        "........",
        "...x....",
        "...x....",
        ".xx.....",
    ]
    assert score(rows, "d5") >= 2 * patterns.MAKE_OPEN_THREE


def test_a_four_with_an_open_three_is_worth_more_than_either() -> None:
    rows = [
        "........",
        "...x....",
        "...x....",
        "xxx.....",
    ]
    found = score(rows, "d5")
    assert found >= patterns.MAKE_FOUR_AND_THREE + patterns.MAKE_OPEN_THREE


def test_a_critical_move_is_kept_alone_and_others_are_the_best_five() -> None:
    quiet = GAME.start()
    for move in ("d4", "e5"):
        quiet.play(GAME.read_move(quiet, move))
    assert len(promising_moves(quiet, 8, Random(1))) == 5
    critical = GAME.read_position("8/8/8/1xxx4/8/2o5/3oo3/8 x")
    assert [GAME.write_move(move) for move in promising_moves(critical, 8, Random(1))] == ["e5"]


def test_only_cells_near_a_mark_are_considered_and_all_on_an_empty_board() -> None:
    game = make_game("gomoku")
    position = game.start()
    assert len(promising_moves(position, 15, Random(1))) == 225
    position.play(game.parse_move("a1"))
    for move in promising_moves(position, 15, Random(1)):
        row, column = divmod(move, 15)
        assert (14 - row) ** 2 + column**2 <= 18


def test_both_players_are_seen_alike() -> None:
    """The same drawing with colours swapped has the same score for the other player."""
    rows = "........" * 3 + "..xx.o.." + "..o....." + "........" * 3
    swapped = rows.translate(str.maketrans("xo", "ox"))
    moves = [cell for cell, mark in enumerate(rows) if mark == "."]
    assert score_moves(rows, moves, 0, 8) == score_moves(swapped, moves, 1, 8)


def test_chance_decides_between_moves_of_equal_score() -> None:
    """Report 003 shuffles its cells before a sort that keeps the order of equals: around a lone
    mark no cell is better than the one opposite it.
    """
    position = GAME.start()
    position.play(GAME.read_move(position, "d4"))
    moves = position.legal_moves()
    scores = score_moves(position.cells(), moves, position.to_move, 8)
    kept = [tuple(promising_moves(position, 8, Random(seed))) for seed in range(20)]
    assert len(set(kept)) > 1
    for five in kept:
        assert [scores[move] for move in five] == sorted(scores.values(), reverse=True)[:5]


def test_the_second_open_three_has_the_mark_that_was_lost_in_print() -> None:
    """Printed as 0 0 1 1 0, which would be a two: with it, a lone pair would count as a three."""
    assert patterns.OPEN_THREES[1] == "001110"
    assert score(["...x....", "........"], "e8") < patterns.MAKE_OPEN_THREE
