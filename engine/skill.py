"""A player made weaker on purpose, in the way that people are: it looks less far, and overlooks.

Of the moves that come to mind (`Game.natural_moves`) each is overlooked with some chance, a
winning one or the only defence as well; the best of the others is played, after a short search.
So a weak level misses what it does not see, but has a reason for what it plays. What wins at once,
or alone keeps the opponent from doing so, catches the eye: a person who plans ahead does not forget
to complete his row.

That everything seen loses is not known to be true of the position, and so it is not told:
an estimate is, in its place.
"""

from __future__ import annotations

from collections import Counter
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


def find_striking(game: Game, position: Position, moves: list[int]) -> set[int]:
    """Return the moves that nobody has to search for: those that win at once, and else those that
    take the cell with which the opponent would.
    """
    position = position.copy()
    if wins := find_wins(position, moves):
        return wins
    threats: Counter[int] = Counter()
    for move in moves[:3]:  # one of which may take that cell, or send the opponent elsewhere
        position.play(move)
        if position.outcome() is None:
            threats.update(find_wins(position, game.natural_moves(position)))
        position.undo()
    return {move for move in moves if threats[move] > 1}


def find_wins(position: Position, moves: list[int]) -> set[int]:
    """Return those of the moves that win at once; the position is the same afterwards."""
    mover, wins = position.to_move, set()
    for move in moves:
        position.play(move)
        outcome = position.outcome()
        position.undo()
        if outcome is not None and outcome.winner == mover:
            wins.add(move)
    return wins


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
        striking = find_striking(self._game, position, candidates)
        rates = (rate**2 if move in striking else rate for move in candidates)
        seen = [
            move
            for move, each in zip(candidates, rates, strict=True)
            if self._random.random() >= each
        ]
        return seen or [self._random.choice(candidates)]

    def evaluate(self, position: Position) -> int | None:
        return self._searcher.evaluate(position)

    def describe(self) -> str:
        return self._searcher.describe()

    def clear(self) -> None:
        self._searcher.clear()
