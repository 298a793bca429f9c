"""Whether each of the ten levels beats the one below: matches with both colours."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from random import Random

from linemate.clients.shared.levels import LEVELS
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Outcome
from linemate.engine.registry import make_game, make_searcher

GAMES = ("ultimate", "gomoku", "nineboard")
PAIRS = 20  # of games, each from one opening of two random plies with colours swapped
NODES = 20_000  # what full skill may spend on a move


def run() -> None:
    for name in GAMES:
        for low, high in pairwise(LEVELS):
            report(make_game(name), low, high)


def report(game: Game, low: int, high: int) -> None:
    """Play the match of two levels and print what came of it."""
    results = []
    for seed in range(PAIRS):
        strong, weak = LEVELS[high].skill, LEVELS[low].skill
        results.append(points(play(game, strong, weak, seed), 0))
        results.append(points(play(game, weak, strong, seed), 1))
    score = sum(results) / len(results)
    variance = sum((result - score) ** 2 for result in results) / len(results)
    print(
        f"{game.name}, level {high} against {low}: +{results.count(1)} ={results.count(0.5)} "
        f"-{results.count(0)}, {100 * score:.0f} % +-{196 * sqrt(variance / len(results)):.0f}",
        flush=True,
    )


def points(outcome: Outcome, side: int) -> float:
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


def play(game: Game, x_skill: int, o_skill: int, seed: int) -> Outcome:
    rng = Random(seed)
    searchers = [
        make_searcher("auto", game, {"Hash": 16, "Skill": skill, "Seed": 2 * seed + side + 1})
        for side, skill in enumerate((x_skill, o_skill))
    ]
    position = game.start()
    for _ in range(2):
        position.play(rng.choice(game.natural_moves(position)))
    while (outcome := position.outcome()) is None:
        *_, last = searchers[position.to_move].search(position.copy(), Clock(Limits(nodes=NODES)))
        position.play(last.pv[0])
    return outcome
