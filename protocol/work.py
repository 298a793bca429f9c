"""The debug verbs that take long: `go perft` and `bench`."""

from __future__ import annotations

from linemate.engine.bench import bench
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.perft import divide
from linemate.protocol.job import Job, Write


class DebugJob(Job):
    """Work with no limits of its own; a `stop` ends it with a line that says so."""

    def __init__(self, write: Write) -> None:
        super().__init__(Clock(Limits()), write)

    def stopped(self) -> None:
        self._write("info string stopped")


class PerftJob(DebugJob):
    """A line `move: count` for each root move, then the sum."""

    def __init__(self, write: Write, game: Game, position: Position, depth: int) -> None:
        super().__init__(write)
        self._game, self._position, self._depth = game, position, depth

    def work(self) -> None:
        total = 1 if self._depth <= 0 else 0
        for move, count in divide(self._position, self._depth, self.clock):
            self._write(f"{self._game.write_move(move)}: {count}")
            total += count
        self._write(f"Nodes searched: {total}")


class BenchJob(DebugJob):
    """A line for each game, then the sum, which is the same on every machine."""

    def __init__(self, write: Write, depth: int | None) -> None:
        super().__init__(write)
        self._depth = depth

    def work(self) -> None:
        nodes, seconds = 0, 0.0
        for result in bench(self._depth, self.clock):
            nodes += result.nodes
            seconds += result.seconds
            rate = result.nodes / max(result.seconds, 1e-9)
            self._write(f"{result.name}: {result.nodes} nodes, {rate:.0f} nodes/s")
        self._write(f"Nodes searched: {nodes}", f"Nodes/second: {nodes / max(seconds, 1e-9):.0f}")
