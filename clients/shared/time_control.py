"""What an engine may spend: time for a move, or a clock for the game; depth; nodes."""

from __future__ import annotations

from dataclasses import dataclass

from linemate.clients.shared.times import write_time
from linemate.engine.core import Limits

LIMITS = ("movetime", "clock", "depth", "nodes")  # as users write them


@dataclass(frozen=True)
class TimeControl:
    """Limits of one engine; times in milliseconds, None where there is none.

    `movetime` and `clock` exclude each other; `increment` is added to the clock after each move.
    """

    movetime: int | None = None
    clock: int | None = None
    increment: int = 0
    depth: int | None = None
    nodes: int | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether a search under these limits need never end."""
        return self == TimeControl()

    @property
    def is_timed(self) -> bool:
        return self.movetime is not None or self.clock is not None

    @property
    def limits(self) -> Limits:
        """Return what a search is told of these; what is left of a clock is its keeper's to say."""
        return Limits(movetime=self.movetime, depth=self.depth, nodes=self.nodes)

    def over(self, other: TimeControl) -> TimeControl:
        """Return these limits, and those of `other` that these say nothing about."""
        timed = self if self.is_timed else other
        return TimeControl(
            timed.movetime,
            timed.clock,
            timed.increment,
            self.depth if self.depth is not None else other.depth,
            self.nodes if self.nodes is not None else other.nodes,
        )

    def __str__(self) -> str:
        words = []
        if self.movetime is not None:
            words.append(f"movetime {write_time(self.movetime)}")
        if self.clock is not None:
            increment = f"+{write_time(self.increment)}" if self.increment else ""
            words.append(f"clock {write_time(self.clock)}{increment}")
        if self.depth is not None:
            words.append(f"depth {self.depth}")
        if self.nodes is not None:
            words.append(f"nodes {self.nodes}")
        return ", ".join(words)
