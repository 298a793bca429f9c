"""Five in a row for the tests of its core to share: boards, and random positions on them."""

from __future__ import annotations

from random import Random

from linemate.engine.champion.gomoku.search import Search
from linemate.engine.champion.gomoku.tables import gomoku_tables
from linemate.engine.champion.gomoku.weights import shipped
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits
from linemate.engine.games.grid import GridGame
from linemate.engine.games.lines import LinePosition
from linemate.engine.registry import make_game

RULES = ["freestyle", "standard"]


def gomoku(size: int, rule: str = "freestyle") -> Game:
    return make_game("gomoku", {"size": str(size), "rule": rule})


def search_of(game: Game, position: LinePosition) -> Search:
    """Return the search, interpreted, with this position at its root."""
    assert isinstance(game, GridGame)
    rule = str(game.options.get("rule", "freestyle"))
    search = Search(gomoku_tables(game.width, game.height, rule, shipped()))
    search.use_clock(Clock(Limits()))
    search.use_table(memoryview(bytearray(32 << 10)).cast("Q"), (1 << 10) - 1)
    search.set_position([".xo".index(mark) for mark in position.cells()])
    return search


def random_position(
    game: Game, rng: Random, stones: tuple[int, int], careless: float = 0.0
) -> LinePosition:
    """Nobody can win at once, and every four was answered, but for the share that a `careless`
    player overlooks. `stones` is from and up to.
    """
    while True:
        position = game.start()
        assert isinstance(position, LinePosition)
        for _ in range(rng.randrange(*stones)):
            if position.outcome() is not None:
                break
            moves = position.winning_cells(1 - position.to_move)
            if not moves or (careless and rng.random() < careless):
                moves = position.legal_moves()
            position.play(rng.choice(moves))
        if position.outcome() is None and not position.winning_cells(position.to_move):
            return position
