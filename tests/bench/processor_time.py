"""How much processor time the engine takes where it has ten milliseconds, or none.

For each game, size and searcher, in a fresh process: the first `go movetime 10`, with nothing
prepared by `isready`; later ones, on an open board and in mid-game; and from `stop` to
`bestmove`. Processor time is the engine's own, whatever else the machine does, so this may be
measured on a busy one; it needs Linux.
"""

from __future__ import annotations

import random
import time

from linemate.engine.registry import make_game
from tests.bench.timekeeping import Engine

GAMES: list[tuple[str, dict[str, str]]] = [
    ("tictactoe", {}),
    ("nineboard", {}),
    ("ultimate", {}),
    ("qubic", {}),
    ("gomoku", {}),
    ("gomoku", {"size": "22"}),
    ("gomoku", {"size": "22", "rule": "standard"}),
    ("mnk", {"width": "22", "height": "22", "row": "6"}),
]
SEARCHES = ("auto", "proof", "hminimax", "mcts")
MOVETIME = 10
STARTS = 3
ROUNDS = 8


class MeasuredEngine(Engine):
    def milliseconds(self) -> float:
        """Return the processor time of all its threads so far."""
        return 1000 * time.clock_gettime(~self._process.pid << 3 | 2)

    def cost(self, line: str) -> float:
        """Return the processor time from this line to `bestmove`."""
        before = self.milliseconds()
        self.ask(line, "bestmove")
        return self.milliseconds() - before


def measure(words: str, search: str, positions: list[str]) -> tuple[float, float, float]:
    """Return the most that the first `go`, a later one and a `stop` have taken."""
    firsts, laters, stops = [], [], []
    for _ in range(STARTS):
        engine = MeasuredEngine()
        engine.send(f"newgame {words}")
        engine.send(f"setoption name Search value {search}")
        engine.ask("query gameover", "response")
        firsts.append(engine.cost(f"go movetime {MOVETIME}"))
        engine.ask("isready", "readyok")
        for fen in positions:
            engine.send(f"position fen {fen}")
            laters.append(engine.cost(f"go movetime {MOVETIME}"))
            engine.send("go infinite")
            time.sleep(0.03)
            stops.append(engine.cost("stop"))
        engine.quit()
    return max(firsts), max(laters), max(stops)


def random_positions(name: str, options: dict[str, str]) -> list[str]:
    """Return some of a game, from few marks to a third of the cells."""
    rng, game = random.Random(5), make_game(name, options)
    found: list[str] = []
    while len(found) < ROUNDS:
        position = game.start()
        for _ in range(1 + rng.randrange(game.cell_count // 3)):
            if position.outcome() is None:
                position.play(rng.choice(position.legal_moves()))
        if position.outcome() is None:
            found.append(game.write_position(position))
    return found


def run() -> None:
    print(f"processor time in ms, the most of all: first go movetime {MOVETIME}, later ones, stop")
    for name, options in GAMES:
        positions = random_positions(name, options)
        words = " ".join([name, *(f"{key} {value}" for key, value in options.items())])
        for search in SEARCHES:
            first, later, stop = measure(words, search, positions)
            print(f"  {words:32}{search:10}{first:8.1f}{later:8.1f}{stop:8.1f}", flush=True)
