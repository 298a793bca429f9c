"""How soon `auto` knows for certain how a game ends, on random positions of it.

Those of nineboard come from safe play: nobody lets the other win at once if he can help it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from time import process_time

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.registry import make_game, make_searcher

Choose = Callable[[Position, Random], int]


def run() -> None:
    # Plies played, positions, seconds of the processor for each, the share that should be solved.
    for plies, count, most, goal in [(24, 30, 1, 0.9), (20, 20, 5, 0.9), (16, 20, 10, 0.9)]:
        measure(make_game("nineboard"), safely, plies, count, most, goal)
    for plies, count, most, goal in [(50, 40, 1, 0.9), (46, 20, 10, 0.9), (40, 20, 10, 0.9)]:
        measure(make_game("ultimate"), at_random, plies, count, most, goal)


def measure(game: Game, choose: Choose, plies: int, count: int, most: int, goal: float) -> None:
    rng = Random(plies)
    times = sorted(
        seconds_to_solve(game, random_position(game, choose, plies, rng), most)
        for _ in range(count)
    )
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


def random_position(game: Game, choose: Choose, plies: int, rng: Random) -> Position:
    """Play to a position that is not over, nor won by the next move if moves are chosen safely."""
    while True:
        position = game.start()
        while position.outcome() is None and len(position.history) < plies:
            position.play(choose(position, rng))
        if position.outcome() is None and not (choose is safely and can_win(position)):
            return position


def at_random(position: Position, rng: Random) -> int:
    return rng.choice(position.legal_moves())


def safely(position: Position, rng: Random) -> int:
    moves = position.legal_moves()
    return rng.choice([move for move in moves if is_safe(position, move)] or moves)


def is_safe(position: Position, move: int) -> bool:
    position.play(move)
    safe = not can_win(position)
    position.undo()
    return safe


def can_win(position: Position) -> bool:
    for move in position.legal_moves():
        position.play(move)
        outcome = position.outcome()
        position.undo()
        if outcome is not None and outcome.winner is not None:
            return True
    return False
