"""Which positions are to be proven: after random safe play, each once."""

from __future__ import annotations

from linemate.clients.prove.positions import can_win, is_safe, safe_positions, standard_text
from linemate.engine.registry import make_game


def test_they_are_different_open_and_not_won_with_the_next_move() -> None:
    game = make_game("nineboard")
    found = safe_positions(game, 20, 10, seed=1)
    assert len(set(found)) == 10
    for text in found:
        position = game.read_position(text)
        assert position.outcome() is None
        assert not can_win(position)
        assert position.cells().count(".") == 61
        assert standard_text(game, position) == text


def test_more_of_them_are_the_same_and_more() -> None:
    game = make_game("nineboard")
    assert safe_positions(game, 12, 9, seed=4)[:5] == safe_positions(game, 12, 5, seed=4)
    assert safe_positions(game, 12, 5, seed=4) != safe_positions(game, 12, 5, seed=5)


def test_there_are_no_more_than_there_are() -> None:
    """Up to symmetry there are 15 first moves: three kinds of board, each with its cells."""
    game = make_game("nineboard")
    assert safe_positions(game, 0, 20, seed=1) == ["9/9/9/9/9/9/9/9/9 x -"]
    assert len(safe_positions(game, 1, 50, seed=1)) == 15


def test_a_move_that_sends_the_opponent_to_his_win_is_not_safe() -> None:
    game = make_game("nineboard")
    position = game.read_position("9/oo7/9/9/xx7/9/9/9/9 x 1")
    assert not is_safe(position, game.parse_move("12"))
    assert is_safe(position, game.parse_move("13"))
