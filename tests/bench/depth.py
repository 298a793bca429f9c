"""How much sooner `pvs` finishes a depth than the textbook `hminimax`, and how much it remembers.

Both look at every move. `pvs` sees more at the same depth (forced wins), and but for nineboard
also less: late moves are searched a ply or two less at first.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from time import process_time

from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.registry import make_game, make_searcher

# A game, its options, the depth, the goal, and positions that are quiet: both have to look at
# everything.
CASES: list[tuple[str, dict[str, str], int, int, tuple[str, ...]]] = [
    ("ultimate", {}, 8, 8, ("",)),
    ("nineboard", {}, 8, 8, ("",)),
    ("qubic", {}, 5, 5, ("", "020 101", "033 200 000 222", "300 303 000 003 030 330")),
    ("gomoku", {"size": "8"}, 6, 5,
     ("d4 e5", "d4 e5 d5 d6", "b2 g6 e4 d5 d4 e6", "d4 d5 e4 c4 e5 e3 c5 f6")),
]  # fmt: skip
MEGABYTES = 64
# A search long enough to fill the tables, in a process of its own: what it grew by is printed.
MEMORY = """
import sys
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.registry import make_game, make_searcher
def size():
    lines = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(lines["VmHWM"].split()[0]) // 1024
before = size()
game = make_game(sys.argv[1])
searcher = make_searcher("auto", game, {"Hash": int(sys.argv[2])})
position = game.start()
for _ in range(8):
    *_, last = searcher.search(position.copy(), Clock(Limits(nodes=400_000)))
    position.play(last.pv[0])
print(size() - before)
"""


def run() -> None:
    for case in CASES:
        compare(*case)
    for name in ("ultimate", "nineboard", "qubic", "gomoku"):
        command = [sys.executable, "-c", MEMORY, name, str(MEGABYTES)]
        grown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        print(f"{name}, Hash {MEGABYTES}: {grown} MB more after eight searches", flush=True)


def compare(
    name: str, options: dict[str, str], depth: int, goal: int, positions: tuple[str, ...]
) -> None:
    """All positions together, in turn and the best of three: the machine may be busy."""
    best = {"pvs": float("inf"), "hminimax": float("inf")}
    for _ in range(3):
        for searcher in best:
            taken = sum(time_to_depth(searcher, name, options, depth, at) for at in positions)
            best[searcher] = min(best[searcher], taken)
    print(
        f"{' '.join([name, *options.values()])}, depth {depth}, {len(positions)} positions: "
        f"pvs {best['pvs']:.2f} s, hminimax {best['hminimax']:.2f} s: "
        f"{best['hminimax'] / best['pvs']:.1f} times (goal {goal})",
        flush=True,
    )


def time_to_depth(
    searcher: str, name: str, options: dict[str, str], depth: int, moves: str
) -> float:
    game = make_game(name, options)
    position = game.start()
    for move in moves.split():
        position.play(game.read_move(position, move))
    # Searched, and not looked up, where the game is solved.
    chosen = make_searcher(searcher, game, {"Hash": 256, "Solved": False})
    gc.disable()  # as in the engine's process
    started = process_time()
    for _ in chosen.search(position, Clock(Limits(depth=depth))):
        pass
    seconds = process_time() - started
    gc.enable()
    return seconds
