"""A player made weaker on purpose: fewer nodes, and now and then any move at all."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

from engine.clock import Clock
from engine.core import Info, Position, Score, Searcher
from engine.registry import FULL_SKILL


def node_budget(skill: int) -> int:
    """Twenty nodes at skill 0; each further point of skill thinks 1.45 times as long.

    Skill 19 has some 20,000, about what full skill reaches in a tenth of a second.
    """
    return int(20 * 1.45**skill)


def blunder_rate(skill: int) -> float:
    """How often any legal move is played: half of the time at skill 0, never at full skill."""
    return 0.5 * sqrt(1 - skill / FULL_SKILL) ** 3


class Weakened(Searcher):
    name = "weakened"

    def __init__(self, searcher: Searcher, skill: int, seed: int) -> None:
        self._searcher = searcher
        self._skill = skill
        self._random = Random(seed or None)

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        moves = clock.root_moves(position)
        clock.limit_nodes(node_budget(self._skill))
        last = None
        for info in self._searcher.search(position, clock):
            last = info
            yield info
        if last and self._random.random() < blunder_rate(self._skill):
            # Nothing is known of this move, so nothing is claimed.
            blunder = self._random.choice(moves)
            yield last.replace(pv=(blunder,), score=Score(cp=0), multipv=1, visits=())

    def clear(self) -> None:
        self._searcher.clear()
