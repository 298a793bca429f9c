"""What several cores do who search together: they leave moves to each other, and miss none."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

from linemate.engine.champion.flat import FlatCore
from linemate.engine.champion.gomoku.core import GomokuCore
from linemate.engine.champion.nineboard.core import NineBoardCore
from linemate.engine.champion.ultimate.core import UltimateCore
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Limits, Position
from linemate.engine.crew import Memory, SharedMemory
from linemate.engine.registry import make_game
from linemate.engine.scores import WIN
from tests.gomokus import gomoku

ULTIMATE = make_game("ultimate")
NINEBOARD = make_game("nineboard")
GOMOKU = gomoku(7, "freestyle")
# With several results for who does the right thing or does not.
LATE_GOMOKU = (
    "oxoooo1/1o1o1x1/oo2oox/1xxxox1/xx2xxo/xxxxox1/oooxox1 x",
    "1oo1xxo/5oo/xx1xo1o/o1x1o1x/ox1xxoo/xxxoooo/xoxxoxx x",
    "x1oxxxo/1o1o2o/o1ooxox/oxoxoox/xx1oo1x/x1xxoo1/x1ox2x x",
    "ox1xoxo/1xxo1xx/xo1x1xo/xxoooxx/1o2o1x/xo1oo1o/ooxo1x1 x",
)


def make_core(game: Game, memory: Memory | None = None) -> FlatCore:
    """Make one that has the values of minimax, at any depth, or gomoku's near the end."""
    if game is ULTIMATE:
        return UltimateCore(game, 1, exhaustive=True, memory=memory)
    if game is NINEBOARD:
        return NineBoardCore(game, 1, exhaustive=True, memory=memory)
    return GomokuCore(game, 1, memory=memory)


def positions(game: Game) -> Iterator[Position]:
    if game is GOMOKU:
        yield from map(game.read_position, LATE_GOMOKU)
        return
    for seed in range(6):
        rng, position = random.Random(seed), game.start()
        for _ in range(10):
            position.play(rng.choice(position.legal_moves()))
        yield position


def search(core: FlatCore, position: Position, limits: Limits) -> list[int]:
    """Return the score of each move, as far as the limits let it come."""
    scores: list[int] = []
    depth = 13 if isinstance(core, GomokuCore) else 7 if isinstance(core, NineBoardCore) else 6
    core.begin(position.copy(), Clock(limits))
    moves = position.legal_moves()
    core.order(moves)
    with suppress(SearchStopped):
        for move in moves:
            scores.append(core.search_move(move, depth, -WIN, WIN))
    return scores


@pytest.mark.parametrize("game", [ULTIMATE, NINEBOARD, GOMOKU], ids=lambda game: game.name)
def test_moves_that_others_are_at_come_last_and_are_not_forgotten(game: Game) -> None:
    """Searches that were broken off leave the word that they are still at their moves."""
    put_off = 0
    for position in positions(game):
        alone = make_core(game)
        expected = search(alone, position, Limits())
        memory = SharedMemory()
        core = make_core(game, memory)
        for nodes in range(10, alone.nodes, 1 + alone.nodes // 30):
            search(core, position, Limits(nodes=nodes))
            core.clear()  # its table, but not what it said it was at
        assert search(core, position, Limits()) == expected
        put_off += core.nodes != alone.nodes
        memory.close()
    assert put_off > 1
