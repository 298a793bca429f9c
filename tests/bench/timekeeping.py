"""How exactly the engine keeps its time: movetime, and `stop` to `bestmove`.

Every search is timed from outside, through the pipe, as a referee sees it: from just before
`go` is written to when `bestmove` has been read.
"""

from __future__ import annotations

import multiprocessing
import random
import subprocess
import sys
from pathlib import Path
from time import perf_counter, sleep

from linemate.engine.core import Position
from linemate.engine.registry import make_game

ROOT = Path(__file__).parent.parent.parent
GAMES: list[tuple[str, dict[str, str]]] = [
    ("tictactoe", {}),
    ("nineboard", {}),
    ("ultimate", {}),
    ("qubic", {}),
    ("gomoku", {"size": "8"}),
    ("gomoku", {}),
    ("mnk", {"width": "22", "height": "22", "row": "6"}),
]
# (movetime, searches): 504 in all.
PLAN = [(20, 168), (50, 168), (100, 126), (500, 42)]
STOPS = 140


class Engine:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "engine"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.ask("ugi", "ugiok")

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")

    def ask(self, line: str, answer: str) -> str:
        self.send(line)
        return self.wait_for(answer)

    def wait_for(self, answer: str) -> str:
        assert self._process.stdout is not None
        while not (read := self._process.stdout.readline()).startswith(answer):
            assert read, "the engine is gone"
        return read

    def enter_random_position(self, rng: random.Random) -> Position:
        name, options = rng.choice(GAMES)
        game = make_game(name, options)
        position = game.start()
        for _ in range(rng.randrange(game.cell_count // 2)):
            if len(moves := position.legal_moves()) > 1:
                position.play(rng.choice(moves))
        if position.outcome() is not None:
            position.undo()
        words = " ".join(f"{key} {value}" for key, value in options.items())
        self.send(f"newgame {name} {words}")
        self.send(f"position fen {game.write_position(position)}")
        self.ask("isready", "readyok")
        return position

    def quit(self) -> None:
        self.send("quit")
        self._process.wait(10)


def burn() -> None:
    while True:
        pass


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def measure(label: str) -> None:
    rng = random.Random(7)
    engine = Engine()
    overshoots = []
    for movetime, searches in PLAN:
        for _ in range(searches):
            engine.enter_random_position(rng)
            started = perf_counter()
            engine.ask(f"go movetime {movetime}", "bestmove")
            overshoots.append((perf_counter() - started) * 1000 - movetime)
    print(
        f"{label}: {len(overshoots)} searches, bestmove after movetime by: "
        f"median {percentile(overshoots, 0.5):+.1f} ms, "
        f"99th percentile {percentile(overshoots, 0.99):+.1f} ms (goal 5), "
        f"worst {max(overshoots):+.1f} ms (goal 10)"
    )
    delays = []
    for _ in range(STOPS):
        engine.enter_random_position(rng)
        engine.send("go infinite")
        sleep(rng.uniform(0.005, 0.1))
        started = perf_counter()
        engine.ask("stop", "bestmove")
        delays.append((perf_counter() - started) * 1000)
    print(
        f"{label}: {len(delays)} stops, bestmove after: median {percentile(delays, 0.5):.1f} ms "
        f"(goal 5), 99th percentile {percentile(delays, 0.99):.1f} ms, worst {max(delays):.1f} ms"
    )
    engine.quit()


# Whole games against itself on a game clock: game, options, milliseconds, increment.
CLOCK_GAMES: list[tuple[str, dict[str, str], int, int]] = [
    ("ultimate", {}, 3000, 0),
    ("gomoku", {}, 1000, 20),
    ("gomoku", {}, 5000, 0),
    ("mnk", {"width": "15", "height": "15", "row": "15"}, 3000, 0),
    ("mnk", {"width": "22", "height": "22", "row": "22"}, 5000, 0),
]


def play_on_clocks(name: str, options: dict[str, str], time: int, increment: int) -> None:
    """One engine plays both sides; each has a clock, read from outside the process."""
    engine = Engine()
    game = make_game(name, options)
    position = game.start()
    words = " ".join(f"{key} {value}" for key, value in options.items())
    engine.ask(f"newgame {name} {words}\nisready", "readyok")
    left = [float(time), float(time)]
    least = float(time)
    while position.outcome() is None and min(left) >= 0:
        moves = " ".join(map(game.write_move, position.history))
        engine.send(f"position startpos moves {moves}" if moves else "position startpos")
        side = position.to_move
        started = perf_counter()
        clocks = f"p1time {int(left[0])} p2time {int(left[1])} p1inc {increment} p2inc {increment}"
        best = engine.ask(f"go {clocks}", "bestmove").split()[1]
        left[side] -= (perf_counter() - started) * 1000
        least = min(least, left[side])
        left[side] += increment
        position.play(game.read_move(position, best))
    engine.quit()
    verdict = "kept its time" if min(left) >= 0 else "LOST ON TIME"
    print(
        f"  {name} {words} {time / 1000:g} s + {increment} ms: {verdict}, "
        f"{len(position.history)} plies, least time left {least:.0f} ms"
    )


def run() -> None:
    measure("idle machine")
    print("game clocks (goal: never lost on time)")
    for game in CLOCK_GAMES:
        play_on_clocks(*game)
    burners = [multiprocessing.Process(target=burn, daemon=True) for _ in range(2)]
    for burner in burners:
        burner.start()
    try:
        measure("busy machine (every core burning)")
    finally:
        for burner in burners:
            burner.kill()
