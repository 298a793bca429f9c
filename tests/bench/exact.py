"""How soon `auto` knows for certain how a game ends, on random positions of it.

Those of nineboard come from safe play: nobody lets the other win at once if he can help it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from time import process_time

from linemate.clients.prove.positions import play_safely
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.registry import make_game, make_searcher

Reach = Callable[[Game, int, Random], Position]


def run() -> None:
    # Plies played, positions, seconds of the processor for each, the share that should be solved.
    for plies, count, most, goal in [(24, 30, 1, 0.9), (20, 20, 5, 0.9), (16, 20, 10, 0.9)]:
        measure(make_game("nineboard"), play_safely, plies, count, most, goal)
    for plies, count, most, goal in [(50, 40, 1, 0.9), (46, 20, 10, 0.9), (40, 20, 10, 0.9)]:
        measure(make_game("ultimate"), after_random_moves, plies, count, most, goal)


def measure(game: Game, reach: Reach, plies: int, count: int, most: int, goal: float) -> None:
    rng = Random(plies)
    times = sorted(seconds_to_solve(game, reach(game, plies, rng), most) for _ in range(count))
    solved = sum(seconds <= most for seconds in times)
    print(
        f"{game.name}, {count} positions at ply {plies}: {solved} solved within {most} s "
        f"(goal {goal:.0%}), median {times[count // 2]:.2f} s",
        flush=True,
    )


def seconds_to_solve(game: Game, position: Position, most: float) -> float:
    """Return the processor's seconds until a win or loss is announced or nothing is left to search.

    Infinite if that takes longer than it may.
    """
    searcher = make_searcher("auto", game, {"Hash": 256})
    gc.disable()  # as in the engine's process
    started = process_time()
    solved = True
    for info in searcher.search(position, Clock(Limits(infinite=True))):
        if info.score.plies is not None:
            break
        if process_time() - started > most:
            solved = False
            break
    taken = process_time() - started
    gc.enable()
    return taken if solved else float("inf")


def after_random_moves(game: Game, plies: int, random: Random) -> Position:
    """Return a position that is not over."""
    while True:
        position = game.start()
        while position.outcome() is None and len(position.history) < plies:
            position.play(random.choice(position.legal_moves()))
        if position.outcome() is None:
            return position
