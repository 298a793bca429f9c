"""Random games for every heuristic to be held to its report on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from linemate.engine.core import Game, Position
from linemate.engine.registry import make_heuristic
from linemate.engine.textbook.heuristics.base import Heuristic

OpenPositions = Callable[[Game, int], Iterator[Position]]
Make = Callable[..., Heuristic]


@pytest.fixture
def open_positions() -> OpenPositions:
    """Every open position of so many random games, each game one position played on."""

    def play(game: Game, games: int) -> Iterator[Position]:
        rng = random.Random(f"{game.name} {game.options}")
        for _ in range(games):
            position = game.start()
            while position.outcome() is None:
                yield position
                position.play(rng.choice(position.legal_moves()))

    return play


@pytest.fixture
def make() -> Make:
    def make(game: Game, name: str, constants: str = "") -> Heuristic:
        return make_heuristic(game, {"Heuristic": name, "Constants": constants})

    return make
