"""`random`: any legal move, each as likely as the others. The opponent everyone must beat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, OptionValue, Position, Score, Searcher


class RandomSearcher(Searcher):
    name = "random"

    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        self._random = Random(options["Seed"] or None)

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        move = self._random.choice(clock.root_moves(position))
        yield Info(depth=1, score=Score(cp=0), pv=(move,), nodes=1)
