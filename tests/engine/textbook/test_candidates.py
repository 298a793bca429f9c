"""Which moves a tree search of gomoku looks at, on boards that can be counted by hand."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.core import Position, UnsuitableGameError
from linemate.engine.registry import make_game
from linemate.engine.textbook.candidates import make_candidates, moves_in_square
from linemate.engine.textbook.mcts import CONSTANTS

GAME = make_game("gomoku", {"size": "8"})


def after(*moves: str) -> Position:
    position = GAME.start()
    for move in moves:
        position.play(GAME.read_move(position, move))
    return position


def candidates(children: str, position: Position, **constants: int) -> list[str]:
    find = make_candidates(GAME, children, {**CONSTANTS, **constants}, Random(1))
    return [GAME.write_move(move) for move in find(position)]


def test_the_square_holds_all_marks_and_two_cells_around() -> None:
    """A square of 5x5 around the first mark in a corner is 3x3 cells of the board, one taken."""
    assert len(candidates("square", after("a1"))) == 8
    assert set(candidates("square", after("d4"))) == {
        column + row for column in "bcdef" for row in "23456"
    } - {"d4"}
    # A row of three is as wide as a square of 3x3 with two around: 7x7.
    assert len(candidates("square", after("c4", "d4", "e4"))) == 7 * 7 - 3


def test_a_full_square_leaves_every_other_cell() -> None:
    game = make_game("gomoku", {"size": "4"})
    position = game.start()
    assert moves_in_square(position, 4) == position.legal_moves()


def test_near_is_within_three_of_a_mark_up_to_the_corner() -> None:
    """The corner of three by three is 4.24 away, so four in a straight line are near as well."""
    square = {column + row for column in "abcd" for row in "1234"} - {"a1"}
    assert set(candidates("near", after("a1"))) == square | {"a5", "b5", "e1", "e2"}


def test_patterns_keep_as_many_as_they_are_told_early_and_later() -> None:
    early, later = after("d4", "e5"), after("d4", "e5", "a1", "h8", "a8", "h1")
    for position, kept in ((early, 2), (later, 3)):
        assert len(candidates("patterns", position, kept=3, kept_early=2, early=4)) == kept


@pytest.mark.parametrize("children", ["near", "square", "patterns"])
def test_other_games_have_no_such_children(children: str) -> None:
    with pytest.raises(UnsuitableGameError, match=f"Children {children} is made for gomoku"):
        make_candidates(make_game("ultimate"), children, CONSTANTS, Random(1))
