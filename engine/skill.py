"""A player made weaker on purpose, in the way that people are: it looks less far, and overlooks.

Of the moves that come to mind (`Game.natural_moves`) each is overlooked with some chance, a
winning one or the only defence as well; the best of the others is played, after a short search.
So a weak level misses what it does not see, but has a reason for what it plays.

That everything seen loses is not known to be true of the position, and so it is not told:
an estimate is, in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

from linemate.engine.clock import Clock
from linemate.engine.core import FULL_SKILL, Game, Info, Position, Searcher
from linemate.engine.scores import bounded, to_report


def node_budget(skill: int) -> int:
    """Return twenty nodes at skill 0; each further point of skill thinks 1.45 times as long.

    Skill 19 has some 20,000, about what full skill reaches in a tenth of a second.
    """
    return int(20 * 1.45**skill)


def oversight_rate(skill: int) -> float:
    """Return how likely each move is overlooked: two of three at skill 0, none at full skill."""
    return 2 / 3 * sqrt(1 - skill / FULL_SKILL) ** 3


class Weakened(Searcher):
    name = "weakened"

    def __init__(self, searcher: Searcher, game: Game, skill: int, seed: int) -> None:
        self._searcher = searcher
        self._game = game
        self._skill = skill
        self._random = Random(seed or None)

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        clock.limit_nodes(node_budget(self._skill))
        moves = clock.root_moves(position)
        seen = self._notice(position, moves)
        if len(seen) == len(moves):
            yield from self._searcher.search(position, clock)
            return
        clock.limit_moves(tuple(seen))
        estimate = to_report(bounded(self._searcher.evaluate(position.copy()) or 0))
        for info in self._searcher.search(position, clock):
            lost = info.score.plies is not None and info.score.plies <= 0
            # A further line is about its own move, the first one about the position.
            if lost and info.multipv == 1:
                info = info.replace(score=estimate, pv=info.pv[:1])
            yield info

    def _notice(self, position: Position, moves: list[int]) -> list[int]:
        """Return the moves that are not overlooked, at least one of them."""
        natural = set(self._game.natural_moves(position))
        candidates = [move for move in moves if move in natural] or moves
        rate = oversight_rate(self._skill)
        seen = [move for move in candidates if self._random.random() >= rate]
        return seen or [self._random.choice(candidates)]

    def evaluate(self, position: Position) -> int | None:
        return self._searcher.evaluate(position)

    def describe(self) -> str:
        return self._searcher.describe()

    def clear(self) -> None:
        self._searcher.clear()
