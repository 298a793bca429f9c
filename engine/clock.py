"""How long a search may last: limits become deadlines, and `stop` cancels.

Each `go` has a Clock of its own, so that a `stop` which follows hard on its heels is never
lost and a stale one never ends the next search.
"""

from __future__ import annotations

from math import inf
from threading import Event
from time import perf_counter

from engine.core import Limits

# With a game clock and no `movestogo`: the share of the remaining time for one move, and the
# most that one move may take of it when it is in the middle of something.
USUAL_SHARE = 1 / 25
LARGEST_SHARE = 1 / 5
# A look at the clock costs a tenth of a microsecond, a node some microseconds.
NODES_BETWEEN_CHECKS = 32


class SearchStopped(Exception):  # noqa: N818 - not an error: the way out of a deep recursion
    """Raised by `Clock.check` when the search must end at once."""


class Clock:
    """Times are `perf_counter` seconds. `side` is the player whose clock runs.

    The hard deadline ends a search wherever it is; past the soft one it should not begin what
    it is unlikely to finish. `overhead` milliseconds are kept back for the way to the driver.
    """

    def __init__(
        self, limits: Limits, side: int = 0, overhead: int = 0, started: float | None = None
    ) -> None:
        self.limits = limits
        self.nodes = 0  # as of the last check: what a running search can be asked for
        self.started = perf_counter() if started is None else started
        self._side = side
        self._overhead = overhead / 1000
        self._held = limits.infinite or limits.ponder
        self._released = Event()
        self._cancelled = Event()
        self._most_nodes: float = inf if limits.nodes is None else limits.nodes
        self._soft = self._hard = inf
        if not self._held:
            self._set_deadlines(self.started)

    def _set_deadlines(self, now: float) -> None:
        limits = self.limits
        if limits.movetime is not None:
            budget = limits.movetime / 1000
            self._soft = self._hard = now + budget - min(self._overhead, budget / 2)
            return
        times = (limits.p1time, limits.p2time)
        left_ms = times[self._side]
        if left_ms is None:
            left_ms = times[1 - self._side]
        if left_ms is None:
            return
        left = left_ms / 1000
        increment = (limits.p1inc, limits.p2inc)[self._side] / 1000
        usable = left - min(self._overhead, left / 2)
        moves_to_go = limits.movestogo or 1 / USUAL_SHARE
        soft = usable / moves_to_go + increment * 0.8
        largest = usable if limits.movestogo == 1 else usable * max(LARGEST_SHARE, 1 / moves_to_go)
        self._hard = now + min(usable, largest + increment * 0.8)
        self._soft = min(self._hard, now + soft)

    def part(self, limits: Limits) -> Clock:
        """A clock for a part of the work, with limits of its own and cancelled with this one."""
        part = Clock(limits)
        part._cancelled = self._cancelled
        return part

    def cancel(self) -> None:
        """End the search, from any thread."""
        self._cancelled.set()
        self._released.set()

    def ponderhit(self) -> None:
        """The move pondered on was played: from now on the limits count. From any thread."""
        if self._held and not self.limits.infinite:
            self._held = False
            self._set_deadlines(perf_counter())
            self._released.set()

    def wait_until_released(self) -> None:
        """`infinite` and `ponder` do not answer before they are told to, finished or not."""
        if self._held:
            self._released.wait()

    def limit_nodes(self, most: int) -> None:
        """Allow no more than this, whatever the limits say."""
        self._most_nodes = min(self._most_nodes, most)

    def check(self, nodes: int) -> int:
        """Raise SearchStopped if the search must end now.

        Otherwise the number of nodes at which to check again: soon enough to keep the time to
        a millisecond or so, and exactly at a limit of nodes.
        """
        self.nodes = nodes
        if self._cancelled.is_set() or perf_counter() >= self._hard or nodes >= self._most_nodes:
            raise SearchStopped
        return self.next_check(nodes)

    def next_check(self, nodes: int) -> int:
        return int(min(nodes + NODES_BETWEEN_CHECKS, self._most_nodes))

    def may_deepen(self, depth: int) -> bool:
        """Whether a search that has finished the depth before should begin this one."""
        most = self.limits.depth
        if self.limits.mate is not None:
            most = self.limits.mate if most is None else min(most, self.limits.mate)
        if (most is not None and depth > most) or self._cancelled.is_set():
            return False
        return perf_counter() < self._soft

    def elapsed(self) -> float:
        return perf_counter() - self.started
