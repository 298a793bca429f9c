"""The exhaustive search that judges announced mates, against a plain one that knows no tricks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.check.properties import mates
from linemate.clients.check.strategies import positions
from linemate.engine.core import Game, Position
from linemate.engine.registry import make_game

SMALL = [
    make_game("tictactoe"),
    make_game("mnk", {"width": "4", "height": "3", "row": "3"}),
    make_game("nineboard"),
    make_game("ultimate", {"tiebreak": "majority"}),
]


def wins_within(position: Position, side: int, plies: int) -> bool:
    """Tell whether `side` can force its win within so many plies, whoever is to move."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner == side
    if plies == 0:
        return False
    results = []
    for move in position.legal_moves():
        position.play(move)
        results.append(wins_within(position, side, plies - 1))
        position.undo()
    return any(results) if position.to_move == side else all(results)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@given(data=st.data())
def test_a_mate_is_real_exactly_if_it_can_be_forced(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    if position.outcome() is None:
        deepest = 4 if len(position.legal_moves()) < 10 else 2
        for plies in range(1, deepest + 1):
            side = position.to_move
            assert mates.is_real(position, plies, []) is wins_within(position, side, plies)
            assert mates.is_real(position, -plies, []) is wins_within(position, 1 - side, plies)


def play(game: Game, moves: str) -> Position:
    position = game.start()
    for text in moves.split():
        position.play(game.read_move(position, text))
    return position


def test_a_forced_win_on_a_large_board_is_verified() -> None:
    """An open three of x, with x to move: four, and then five, whatever o does."""
    game = make_game("gomoku")
    position = play(game, "h8 a1 h9 c1 h10 e1")
    line = [game.parse_move(text) for text in ("h11", "h12", "h7")]
    assert mates.is_real(position, 3, line) is True
    assert mates.is_real(position, 1, line) is False


def test_what_takes_too_long_is_not_known() -> None:
    assert mates.is_real(make_game("gomoku").start(), 9, [], nodes=1000) is None


def test_a_finished_game_has_no_mate_to_verify() -> None:
    assert mates.is_real(play(make_game("tictactoe"), "a1 b1 a2 b2 a3"), 1, []) is None


def test_mate_0_is_never_true_of_an_open_game() -> None:
    assert mates.is_real(make_game("tictactoe").start(), 0, []) is False


def test_the_position_is_left_as_it_was() -> None:
    position = play(make_game("gomoku"), "h8 a1")
    mates.is_real(position, 5, [], nodes=100)
    assert len(position.history) == 2
