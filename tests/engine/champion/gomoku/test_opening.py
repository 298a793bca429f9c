"""The first stones: in the middle, or beside the other's, on a board of any size."""

from __future__ import annotations

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.grid import GridGame
from linemate.engine.registry import make_game, make_searcher

# Enough for every size to wander off, before it was told not to.
NODES = 4_000


def first_move(game: GridGame, *before: str, lines: int = 1) -> tuple[int, int]:
    """The move that the strong player makes, as column and row from 0."""
    position = game.start()
    for text in before:
        position.play(game.read_move(position, text))
    searcher = make_searcher("auto", game, {"Hash": 16, "Seed": 1, "MultiPV": lines})
    infos = list(searcher.search(position, Clock(Limits(nodes=NODES))))
    row, column = divmod([info for info in infos if info.multipv == 1][-1].pv[0], game.width)
    return column, row


def make_grid(name: str, **options: int | str) -> GridGame:
    game = make_game(name, {key: str(value) for key, value in options.items()})
    assert isinstance(game, GridGame)
    return game


def middle(game: GridGame) -> set[tuple[int, int]]:
    """The one cell in the middle of the board; where there is none, those around it."""
    columns = {(game.width - 1) // 2, game.width // 2}
    return {(c, r) for c in columns for r in ((game.height - 1) // 2, game.height // 2)}


@pytest.mark.parametrize("rule", ["freestyle", "standard"])
@pytest.mark.parametrize("size", [7, 10, 13, 15, 19, 22])
def test_the_first_stone_is_in_the_middle(size: int, rule: str) -> None:
    """On 15x15 it was once at f11, since five plies of search tell no cells apart."""
    game = make_grid("gomoku", size=size, rule=rule)
    assert first_move(game) in middle(game)


@pytest.mark.parametrize(("width", "height"), [(11, 9), (9, 14), (16, 7)])
def test_so_it_is_on_other_boards_of_five(width: int, height: int) -> None:
    game = make_grid("mnk", width=width, height=height, row=5)
    assert first_move(game) in middle(game)


def test_of_several_lines_the_best_is_in_the_middle() -> None:
    game = make_grid("gomoku")
    assert first_move(game, lines=3) == (7, 7)


@pytest.mark.parametrize("stone", ["h8", "i9", "f6", "c12", "h2", "a1", "o1", "b14"])
def test_the_second_stone_is_beside_the_first_or_about_the_middle(stone: str) -> None:
    game = make_grid("gomoku")
    column, row = first_move(game, stone)
    other_row, other_column = divmod(game.parse_move(stone), game.width)
    beside = max(abs(column - other_column), abs(row - other_row))
    assert beside == 1 or max(abs(column - 7), abs(row - 7)) <= 1
