"""A player made weaker on purpose: fewer nodes, and now and then any move at all."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

from linemate.engine.clock import Clock
from linemate.engine.core import FULL_SKILL, Info, Position, Searcher


def node_budget(skill: int) -> int:
    """Return twenty nodes at skill 0; each further point of skill thinks 1.45 times as long.

    Skill 19 has some 20,000, about what full skill reaches in a tenth of a second.
    """
    return int(20 * 1.45**skill)


def blunder_rate(skill: int) -> float:
    """Return how often any legal move is played:
    half of the time at skill 0, never at full skill.
    """
    return 0.5 * sqrt(1 - skill / FULL_SKILL) ** 3


class Weakened(Searcher):
    name = "weakened"

    def __init__(self, searcher: Searcher, skill: int, seed: int) -> None:
        self._searcher = searcher
        self._skill = skill
        self._random = Random(seed or None)

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        clock.limit_nodes(node_budget(self._skill))
        if self._random.random() < blunder_rate(self._skill):
            # Searched like any other move, so that what is said of it is true.
            clock.limit_moves((self._random.choice(clock.root_moves(position)),))
        yield from self._searcher.search(position, clock)

    def evaluate(self, position: Position) -> int | None:
        return self._searcher.evaluate(position)

    def describe(self) -> str:
        return self._searcher.describe()

    def clear(self) -> None:
        self._searcher.clear()
