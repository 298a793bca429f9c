"""Positions that tell whether an engine has read them: there are some in every game."""

from __future__ import annotations

import random

import pytest

from linemate.clients.check.positions import occupy, play_quietly, position_after, position_line
from linemate.engine.core import Position
from linemate.engine.registry import GAMES, make_game

FEW = 15  # legal moves, of the 9 to 225 cells of a board


def play(name: str, seed: int, plies: int) -> Position:
    """A random game that nobody wins, of so many plies or up to its end."""
    numbers, position = random.Random(seed), make_game(name).start()
    while len(position.history) < plies and play_quietly(position, numbers.randrange(1 << 16)):
        pass
    return position


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_a_game_that_nobody_wins_comes_to_few_moves_that_another_game_takes_all(
    name: str, seed: int
) -> None:
    game = make_game(name)
    position = play(name, seed, game.cell_count)
    left = position.legal_moves()
    assert position.outcome() is None
    assert 0 < len(left) < FEW
    other = position_after(game, occupy(game, left))
    assert other.outcome() is None
    assert not set(left) & set(other.legal_moves())


@pytest.mark.parametrize("name", GAMES)
def test_such_games_leave_both_players_wins_to_be_taken(name: str) -> None:
    cells = make_game(name).cell_count
    positions = [play(name, seed, cells * 3 // 4 - seed % 2) for seed in range(40)]
    winners = {
        position.to_move
        for position in positions
        if any(map(position.wins_at_once, position.legal_moves()))
    }
    assert winners == {0, 1}


def test_nothing_is_played_where_every_move_ends_the_game() -> None:
    """x.o / oxx / xoo with x to move: the last cell fills the board."""
    game = make_game("tictactoe")
    position = game.read_position("x1o/oxx/xoo x")
    assert not play_quietly(position, 0)
    assert position.history == []


def test_a_position_is_set_up_by_its_moves() -> None:
    assert position_line([]) == "position startpos"
    assert position_line(["a1", "b2"]) == "position startpos moves a1 b2"
