"""How much sooner two processes reach a depth than one; and their samples in `mcts`.

One and two take turns, each in a new game. Besides the time there is what the engine's own process
has to do for it, in processor time and in nodes, which other load on the machine disturbs less.
Where each process has a core of its own, the processor's time is the time.
"""

from __future__ import annotations

import gc
import os
from math import exp, log
from statistics import mean
from time import perf_counter, sleep, thread_time
from typing import NamedTuple

from linemate.engine.builds import describe_build
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.registry import SEARCH_OPTIONS, make_game, make_searcher
from linemate.protocol.helpers import Helped, Helpers

POSITIONS = {
    "ultimate": (
        "",
        "55 59 91 11",
        "55 51 19 92",
        "55 51 19 99 91 18 84 41 16 68 87 73 34 45 58 89",
        "55 52 27 73 31 19 99 97 72 23 34 44 41 16 68 84",
        "55 59 96 61 12 29 94 42 21 18 86 64 43 32 24 48",
        "55 51 19 99 96 62 24 43 31 18 86 64 47 77 78 83",
        "21 18 81 19 94 45 53 34 42 25 55 57 77 76 68 89 97 73 31 16 62 24",
    ),
    "nineboard": (
        "",
        "55 51 16 64",
        "23 34 48 82",
        "55 51 16 64 43 37 72 29 91 15",
    ),
    "gomoku": (
        "e10 d10 g10 i11 b10",
        "h10 j11 i10 f11 f9",
        "i10 j8 j10 i8 j9",
        "h9 h8 h6 i4 j5 k7 j11",
        "j10 k9 j12 i9 j9 h10 f10",
        "i9 h8 i7 j7 k10 f6 l8",
    ),
}
REPEATS = 6
# A position is searched to the depth that one process finishes with so many nodes.
NODES = {"compiled": 4_000_000, "interpreted": 150_000}
# Milliseconds for a sample of `mcts`, and for a helper to start; seconds for it to get ready again.
SAMPLING = 2000
STARTING = 3000
PAUSE = 0.5

OPTIONS = {option.name: option.default for option in SEARCH_OPTIONS}


def run() -> None:
    build, problem = describe_build()
    print(f"{build} {problem}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    alone, crew = Helpers(print), Helpers(print)
    crew.allow(1)
    gc.disable()  # as in the engine's process
    try:
        for name in POSITIONS:
            compare(make_game(name), alone, crew, NODES[build])
        sample(make_game("ultimate"), alone, crew)
    finally:
        gc.enable()
        crew.close()
    print(f"load {os.getloadavg()[0]:.1f} in the end", flush=True)


class Run(NamedTuple):
    """What a search has taken; the processor's time and own nodes are the engine's alone."""

    seconds: float
    processor: float
    own_nodes: float
    nodes: float


def measure(game: Game, helpers: Helpers, search: str, moves: str, limits: Limits) -> Run:
    """Search a position in a new game, for which the helpers have had time to get ready."""
    searcher = helpers.make_searcher(search, game, OPTIONS)
    sleep(PAUSE)
    position = position_after(game, moves)
    started, used = perf_counter(), thread_time()
    *_, last = searcher.search(position, Clock(limits))
    seconds, processor = perf_counter() - started, thread_time() - used
    others = searcher.nodes_of_helpers() if isinstance(searcher, Helped) else 0
    return Run(seconds, processor, last.nodes - others, last.nodes)


def compare(game: Game, alone: Helpers, crew: Helpers, most_nodes: int) -> None:
    measure(game, crew, "auto", "", Limits(movetime=STARTING))
    ratios: list[list[float]] = []
    for moves in POSITIONS[game.name]:
        depth = depth_within(game, moves, most_nodes)
        limits = Limits(depth=depth)
        pairs = [
            tuple(measure(game, helpers, "auto", moves, limits) for helpers in (alone, crew))
            for _ in range(REPEATS)
        ]
        one, two = (Run(*map(mean, zip(*runs, strict=True))) for runs in zip(*pairs, strict=True))
        ratios.append([before / after for before, after in zip(one, two, strict=True)])
        print(
            f"{game.name}, ply {len(moves.split())}, depth {depth}: "
            f"{one.seconds:.2f} s with one, {two.seconds:.2f} s with two: {in_words(ratios[-1])}",
            flush=True,
        )
    total = [exp(mean(map(log, column))) for column in zip(*ratios, strict=True)]
    done = f"{game.name}, {len(ratios)} positions, {REPEATS} times each"
    print(f"Threads 2 (goal 1.5), {done}: {in_words(total)}", flush=True)


def in_words(ratios: list[float]) -> str:
    sooner, processor, nodes, _ = ratios
    return f"{sooner:.2f} times as fast; own processor time / {processor:.2f}, nodes / {nodes:.2f}"


def sample(game: Game, alone: Helpers, crew: Helpers) -> None:
    limits = Limits(movetime=SAMPLING)
    one, two = (
        sum(measure(game, helpers, "mcts", moves, limits).nodes for moves in POSITIONS[game.name])
        for helpers in (alone, crew)
    )
    print(f"mcts, {SAMPLING} ms a position: {two / one:.2f} times the samples", flush=True)


def depth_within(game: Game, moves: str, nodes: int) -> int:
    searcher = make_searcher("auto", game, OPTIONS)
    reports = searcher.search(position_after(game, moves), Clock(Limits(nodes=nodes)))
    return max(info.depth for info in reports if info.bound is None)


def position_after(game: Game, moves: str) -> Position:
    position = game.start()
    for move in moves.split():
        position.play(game.read_move(position, move))
    return position
