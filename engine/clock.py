"""How long a search may last: limits become deadlines, and `stop` cancels.

Each `go` has a Clock of its own, so that a `stop` which follows hard on its heels is never
lost and a stale one never ends the next search.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from threading import Event
from time import perf_counter

from linemate.engine.core import FALLBACK_MOVETIME, Limits, Position

# With a game clock: the moves that the time is shared among if nobody says how many there will
# be, the share of the increment that is spent, how far a move may exceed its share when it is
# in the middle of something, and the part of its share after which it begins nothing new.
USUAL_MOVES = 25
INCREMENT_SPENT = 0.8
LARGEST_EXCESS = 3
LAST_BEGINNING = 0.6
# So many times as long may both be where the move that seemed best turns out to be bad.
EXTENSION = 2
# An increment is no reason to live from hand to mouth: one late answer would lose the game.
OVERHEADS_IN_HAND = 5
# How far apart two looks at the clock shall be, and the most nodes between them: a look costs
# half a microsecond, a node from less than that, compiled, to some milliseconds.
SECONDS_BETWEEN_LOOKS = 0.0005
MOST_NODES_BETWEEN_LOOKS = 1024


class SearchStopped(Exception):  # noqa: N818 - not an error: the way out of a deep recursion
    """Raised by `Clock.check` when the search must end at once."""


class OutOfNodes(Exception):  # noqa: N818 - likewise
    """Raised inside a search when a part of it has visited as many nodes as it may."""


class Clock:
    """Times are `perf_counter` seconds. `side` is the player whose clock runs.

    The hard deadline ends a search wherever it is; past the soft one it should not begin what
    it is unlikely to finish. `overhead` milliseconds are kept back for the way to the driver.
    """

    def __init__(
        self,
        limits: Limits,
        side: int = 0,
        overhead: int = 0,
        started: float | None = None,
        moves_left: int = USUAL_MOVES,
    ) -> None:
        """`moves_left` is the most that this player can still have to make in the game."""
        self.limits = limits
        self.nodes = 0  # as of the last check: what a running search can be asked for
        self.started = perf_counter() if started is None else started
        self._side = side
        self._overhead = overhead / 1000
        self._moves_left = max(1, moves_left)
        self._held = limits.infinite or limits.ponder
        self._released = Event()
        self._cancelled = Event()
        self._is_cancelled: Callable[[], bool] = self._cancelled.is_set
        self._spent = 0
        self._count_others: Callable[[], int] | None = None
        self._most_nodes: float = inf
        self._most_depth: float = inf
        if not limits.infinite:
            self._most_nodes = inf if limits.nodes is None else limits.nodes
            depths = [depth for depth in (limits.depth, limits.mate) if depth is not None]
            self._most_depth = min(depths, default=inf)
        self._stride = 1  # nodes to the next look at the clock
        self._nodes_at_look = 0
        self._last_look = self.started
        # The soft and the hard deadline of a usual move, and of one that is extended. They may be
        # set from another thread, by `ponderhit`: so what the search says of itself, before that
        # or after, is kept apart from them.
        self._deadlines = ((inf, inf), (inf, inf))
        self._is_extended = False
        self._is_last = False
        if not self._held:
            self._set_deadlines(self.started)

    def _set_deadlines(self, now: float) -> None:
        limits = self.limits
        if limits.movetime is not None:
            deadline = self._deadline(now, limits.movetime)
            self._deadlines = ((deadline, deadline), (deadline, deadline))
            return
        times = (limits.p1time, limits.p2time)
        left = times[self._side]
        if left is None:
            left = times[1 - self._side]
        if left is not None:
            self._share_out(now, left / 1000)

    def _deadline(self, now: float, movetime: int) -> float:
        budget = movetime / 1000
        return now + budget - min(self._overhead, budget / 2)

    def _share_out(self, now: float, left: float) -> None:
        """Take a share of what is left, such that all moves still to come can be made in time.

        Every move costs its overhead, which no thinking less can save: so that is set aside
        first, for as many moves as the game can still have and as far as no increment pays it.
        """
        limits = self.limits
        increment = (limits.p1inc, limits.p2inc)[self._side] / 1000
        moves = limits.movestogo or self._moves_left
        surplus = max(0.0, left - moves * max(0.0, self._overhead - increment))
        share = surplus / min(moves, USUAL_MOVES) + INCREMENT_SPENT * increment
        in_a_hurry = left / (10 * moves)
        if moves == 1:
            most = left - self._overhead
        else:
            most = min(left / 2, left - OVERHEADS_IN_HAND * self._overhead)
        most = max(most, left / 10)

        def deadlines(share: float) -> tuple[float, float]:
            hard = now + min(max(LARGEST_EXCESS * share, in_a_hurry), most)
            return min(hard, now + LAST_BEGINNING * share), hard

        self._deadlines = (deadlines(share), deadlines(EXTENSION * share))

    def _soft(self) -> float:
        return self._deadlines[self._is_extended][0]

    def _hard(self) -> float:
        soft, hard = self._deadlines[self._is_extended]
        return min(soft, hard) if self._is_last else hard

    def lets_finish(self) -> bool:
        """Return whether time or nodes, and not a depth, say how long a search may go on."""
        limits = self.limits
        if limits.infinite or limits.ponder:
            return True
        return self._most_depth == inf and min(self._hard(), self._most_nodes) < inf

    def begin_last(self) -> None:
        """End the search where it would begin no further depth: what it does now can be left."""
        self._is_last = True

    def extend(self) -> None:
        """Allow more time for this move, if a game clock has it: what seemed best is refuted."""
        self._is_extended = True

    def withdraw_extension(self) -> None:
        """Allow no more than the usual time again: what is best is known."""
        self._is_extended = False

    def part(self, limits: Limits) -> Clock:
        """Return a clock for a part of the work, with limits of its own;
        it is cancelled with this one.
        """
        part = Clock(limits)
        part._is_cancelled = self._is_cancelled
        return part

    def cancel(self) -> None:
        """End the search, from any thread."""
        self._cancelled.set()
        self._released.set()

    def watch(self, is_stopped: Callable[[], bool]) -> None:
        """End the search when this says so, too: it is asked at every look at the clock, by those
        whom no other thread can tell.
        """
        cancelled = self._cancelled
        self._is_cancelled = lambda: cancelled.is_set() or is_stopped()

    def ponderhit(self) -> None:
        """The move pondered on was played: from now on the limits count. From any thread."""
        if self._held and not self.limits.infinite:
            self._held = False
            self._set_deadlines(perf_counter())
            self._released.set()

    def run_unattended(self) -> bool:
        """Nobody can end this search or its pondering: the limits count from now on, and where
        there are none, it has FALLBACK_MOVETIME. Return whether that changes anything.
        """
        was_held, self._held = self._held, False
        if was_held:
            self._set_deadlines(perf_counter())
        endless = self._hard() == self._most_nodes == self._most_depth == inf
        if endless:
            self.limit_movetime(FALLBACK_MOVETIME)
        return was_held or endless

    def is_held(self) -> bool:
        """Tell whether a search may not answer yet: `infinite` and `ponder` do not before they are
        told to, finished or not.
        """
        return self._held and not self._released.is_set() and not self._is_cancelled()

    def wait_until_released(self) -> None:
        """Return when a search may answer; another thread will say so."""
        if self.is_held():
            self._released.wait()

    def nodes_allowed(self) -> float:
        """Return the most nodes that may be visited; infinite if nothing limits them."""
        return self._most_nodes

    def spend_nodes(self, nodes: int) -> None:
        """Count these as visited before a search that begins to count with 0."""
        self._spent += nodes
        self._most_nodes -= nodes
        self.nodes = self._spent

    def count_with(self, count_others: Callable[[], int]) -> None:
        """Count what others visit for the same search, too, against every limit of nodes."""
        self._count_others = count_others

    def all_nodes(self, nodes: int) -> int:
        """Return how many nodes have been visited by all who search, this one having visited
        so many.
        """
        return nodes if self._count_others is None else nodes + self._count_others()

    def limit_nodes(self, most: int) -> None:
        """Allow no more than this, of all who search, whatever the limits say."""
        self._most_nodes = min(self._most_nodes, most)

    def limit_movetime(self, most: int) -> None:
        """Allow no more than these milliseconds from the start, whatever the clocks say."""
        latest = self._deadline(self.started, most)
        usual, extended = ((min(soft, latest), min(hard, latest)) for soft, hard in self._deadlines)
        self._deadlines = (usual, extended)

    def check(self, nodes: int) -> int:
        """Raise SearchStopped if the search must end now.

        Otherwise the number of nodes at which to check again: soon enough to keep the time to
        a millisecond or so, and exactly at a limit of nodes. How many nodes that is follows from
        how long the last ones took; a single one may take longer.
        """
        together = self.all_nodes(nodes)
        # A search may ask for many at a time, and visits none of them if they are too many.
        self.nodes = self._spent + int(min(together, self._most_nodes))
        now = perf_counter()
        if self._is_cancelled() or now >= self._hard() or together >= self._most_nodes:
            raise SearchStopped
        visited = nodes - self._nodes_at_look
        if visited:
            taken = max(now - self._last_look, 1e-9)
            in_time = int(visited * SECONDS_BETWEEN_LOOKS / taken)
            # The first nodes may have been the easy ones: so the stride grows step by step.
            self._stride = max(1, min(in_time, 2 * self._stride, MOST_NODES_BETWEEN_LOOKS))
            self._nodes_at_look, self._last_look = nodes, now
        return nodes + int(min(self._stride, self._most_nodes - together))

    def next_check(self, nodes: int) -> int:
        """Return the number of nodes at which work that begins now has to check.

        That is its first: nothing is known yet of how long its nodes take.
        """
        self._stride = 1
        self._nodes_at_look, self._last_look = nodes, perf_counter()
        return int(min(nodes + 1, self._most_nodes))

    def is_over(self) -> bool:
        """Return whether time is up or the search was cancelled, whatever its nodes."""
        return self._is_cancelled() or perf_counter() >= self._hard()

    def seconds_left(self) -> float:
        """Return how long it is until the search must end; infinite if no time limits it."""
        return self._hard() - perf_counter()

    def may_deepen(self, depth: int) -> bool:
        """Return whether a search that has finished the depth before should begin this one."""
        if depth > self._most_depth or self._is_cancelled():
            return False
        return perf_counter() < self._soft()

    def limit_moves(self, moves: tuple[int, ...]) -> None:
        """Let the search consider these at the root, and no others."""
        self.limits = self.limits.replace(searchmoves=moves)

    def root_moves(self, position: Position) -> list[int]:
        """Return the moves that a search may choose from here, as the caller's own list."""
        return list(self.limits.searchmoves) or position.legal_moves()

    def elapsed(self) -> float:
        return perf_counter() - self.started
