"""Marks that fall: Connect Four, and the same on other boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

from linemate.engine.core import Game, IllegalMoveError, Outcome, Position, PositionError
from linemate.engine.games.falling import FallingPosition
from linemate.engine.registry import make_game

RETURNS = {Outcome.X_WINS: [1.0, -1.0], Outcome.O_WINS: [-1.0, 1.0], Outcome.DRAW: [0.0, 0.0]}
CONNECT_FOUR = {"width": "7", "height": "6", "row": "4", "drop": "true"}


def connect_four(**changed: int) -> Game:
    return make_game("mnk", CONNECT_FOUR | {name: str(value) for name, value in changed.items()})


def play(game: Game, moves: str) -> Position:
    position = game.start()
    for move in moves.split():
        position.play(game.read_move(position, move))
    return position


def legal(game: Game, position: Position) -> str:
    return " ".join(map(game.write_move, position.legal_moves()))


def test_a_mark_may_be_put_on_the_lowest_free_cell_of_each_column() -> None:
    """They are in the order of the cells: from the top row down.

    2  .  .  .  x
    1  o  .  .  x
       a  b  c  d     height 3
    """
    game = connect_four(width=4, height=3)
    assert legal(game, game.start()) == "a1 b1 c1 d1"
    assert legal(game, play(game, "d1 a1 d2")) == "d3 a2 b1 c1"
    assert legal(game, play(game, "d1 a1 d2 d3")) == "a2 b1 c1"


def test_four_in_a_row_win_in_all_directions() -> None:
    game = connect_four()
    for moves, line in (
        ("a1 a2 b1 b2 c1 c2 d1", "a1 b1 c1 d1"),
        ("d1 e1 d2 e2 d3 e3 d4", "d4 d3 d2 d1"),
        ("a1 b1 b2 c1 c2 d1 c3 d2 d3 g1 d4", "d4 c3 b2 a1"),
        ("g1 f1 f2 e1 e2 d1 e3 d2 d3 a1 d4", "d4 e3 f2 g1"),
    ):
        position = play(game, moves)
        assert position.outcome() is Outcome.X_WINS
        assert [game.write_move(cell) for cell in position.winning_line()] == line.split()


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("", "d2", "marks fall, in this column to d1"),
        ("d1", "d1", "marks fall, in this column to d2"),
        ("d1 d2 d3 d4 d5 d6", "d6", "column d is full"),
        ("a1 a2 b1 b2 c1 c2 d1", "e1", "the game is over"),
    ],
)
def test_a_cell_that_no_mark_falls_to_is_refused(moves: str, move: str, reason: str) -> None:
    game = connect_four()
    position = play(game, moves)
    with pytest.raises(IllegalMoveError, match=f"illegal move '{move}': {reason}"):
        game.read_move(position, move)


@pytest.mark.parametrize(
    ("text", "column"),
    [("7/7/7/7/3x3/7 o", "d"), ("o6/7/7/7/7/x6 x", "a"), ("7/7/7/6x/7/6o x", "g")],
)
def test_a_position_with_a_mark_in_the_air_is_refused(text: str, column: str) -> None:
    expected = f"bad position: a mark in column {column} has a free cell below it, but marks fall"
    with pytest.raises(PositionError, match=expected):
        connect_four().read_position(text)
    # Without the rule it is a position like any other.
    make_game("mnk", CONNECT_FOUR | {"drop": "false"}).read_position(text)


@pytest.mark.parametrize(("size", "count"), [((7, 6), 2), ((4, 4), 2), ((1, 4), 1), ((4, 1), 2)])
def test_left_and_right_can_be_swapped_and_nothing_else(size: tuple[int, int], count: int) -> None:
    width, height = size
    game = connect_four(width=width, height=height)
    symmetries = game.symmetries()
    assert len(symmetries) == count
    corner = game.parse_move("a1")
    assert {game.write_move(image[corner]) for image in symmetries} == {
        "a1",
        game.write_move(corner + width - 1),
    }


def test_a_win_is_at_hand_only_where_its_last_cell_can_be_reached() -> None:
    """x lacks d2, below which d1 is free; o needs d1 and may play it.

    2  x  x  x  .  .  .  .
    1  o  o  o  .  .  .  x     o to move
    """
    game = connect_four()
    position = game.read_position("7/7/7/7/xxx4/ooo3x o")
    assert isinstance(position, FallingPosition)
    assert list(map(game.write_move, position.winning_cells(1))) == ["d1"]
    assert position.winning_cells(0) == []
    position.play(game.read_move(position, "e1"))
    position.play(game.read_move(position, "d1"))
    assert list(map(game.write_move, position.winning_cells(0))) == ["d2"]


def test_whoever_overlooks_moves_thinks_of_every_column() -> None:
    """Only cells near a mark or the middle come to mind elsewhere: on a high board there were none
    at first.
    """
    game = connect_four(height=14)
    assert game.natural_moves(game.start()) == game.start().legal_moves()


@pytest.mark.parametrize(("width", "height", "row"), [(7, 6, 4), (4, 5, 3), (8, 3, 2), (9, 9, 5)])
def test_open_spiel_agrees(width: int, height: int, row: int) -> None:
    """Its actions are columns."""
    rng = Random(f"{width}{height}{row}")
    theirs: Any = pyspiel.load_game(f"connect_four(rows={height},columns={width},x_in_row={row})")
    game = connect_four(width=width, height=height, row=row)
    for _ in range(30):
        state, position = theirs.new_initial_state(), game.start()
        while position.outcome() is None:
            assert not state.is_terminal()
            assert state.current_player() == position.to_move
            moves = {move % width: move for move in position.legal_moves()}
            assert state.legal_actions() == sorted(moves)
            column = rng.choice(sorted(moves))
            state.apply_action(column)
            position.play(moves[column])
        assert state.is_terminal()
        outcome = position.outcome()
        assert outcome is not None
        assert state.returns() == RETURNS[outcome]
