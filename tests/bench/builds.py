"""How much faster the compiled build is than the interpreted one: `make fast` first."""

from __future__ import annotations

import os
import subprocess
import sys

from linemate.engine.builds import INTERPRETED, describe_build

# A search in a process of its own, timed by the processor: depth, nodes and seconds are printed.
SEARCH = """
import gc, sys, time
import linemate.engine.clock as clock
from linemate.engine.core import Limits
from linemate.engine.registry import make_game, make_searcher
clock.perf_counter = time.thread_time
gc.disable()
game = make_game(sys.argv[2])
searcher = make_searcher("auto", game, {})
position = game.start()
for move in sys.argv[3:]:
    position.play(game.read_move(position, move))
*_, last = searcher.search(position, clock.Clock(Limits(movetime=int(sys.argv[1]))))
print(last.depth, last.nodes, last.seconds)
"""
MILLISECONDS = 1000
# Ultimate from the start, with everything still open, and with two boards decided; the first moves
# of nineboard; qubic with o to move, who has no solution; gomoku's middle game.
POSITIONS = (
    ("ultimate", ""),
    ("ultimate", "55 53 35 52 25 54 45 57 75 51 15"),
    ("ultimate", "11 13 33 31 12 23 35 55 51 15 52 21 14 46 61 18 81 19"),
    ("nineboard", ""),
    ("nineboard", "55 51 16 64"),
    ("nineboard", "55 51 16 64 43 37 72 29 91 15"),
    ("qubic", "000 111 333"),
    ("qubic", "000 111 333 222 303 121 212"),
    ("gomoku", "h8 i9 h10 g9 i7 h9"),
    ("gomoku", "k9 l9 m10 j11 m7 k8 o7 j6 k10 j10"),
    ("gomoku", "h9 h11 i9 g11 g9 f13 h14 f9 f11 g10"),
)


def run() -> None:
    build, problem = describe_build()
    if build != "compiled":
        print(f"only the interpreted build is here: make fast. {problem}")
        return
    for game, moves in POSITIONS:
        compiled, interpreted = search(game, moves, ""), search(game, moves, "1")
        speeds = [nodes / seconds for _, nodes, seconds in (compiled, interpreted)]
        print(
            f"{game}, ply {len(moves.split())}, {MILLISECONDS / 1000:g} s of the processor: "
            f"compiled depth {compiled[0]:g}, {speeds[0]:,.0f} nodes/s; interpreted depth "
            f"{interpreted[0]:g}, {speeds[1]:,.0f} nodes/s: {speeds[0] / speeds[1]:.1f} times",
            flush=True,
        )


def search(game: str, moves: str, interpreted: str) -> list[float]:
    done = subprocess.run(
        [sys.executable, "-c", SEARCH, str(MILLISECONDS), game, *moves.split()],
        env={**os.environ, INTERPRETED: interpreted},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(word) for word in done.stdout.split()]
