"""What the cores have in common whose search is a hot module, on flat lists of small numbers.

Such a search has scores of its own, in numbers that fit into sixteen bits of the packed table: a
win completed n plies from the root is INNER_WIN - n, and estimates lie within INNER_PROVEN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linemate.engine.champion.core import Core
from linemate.engine.clock import OutOfNodes
from linemate.engine.crew import WORD, Memory
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.transposition import PackedTable

INNER_WIN, INNER_PROVEN = 30_000, 29_000
NO_LIMIT = 1 << 60
LEAST_ATTEMPT = 500  # nodes
TASKS = 1 << 12  # that those who search together can tell each other of


class FlatCore(Core):
    """A core around a search, with a packed table that may lie in memory that others share."""

    _search: Any  # of one hot module or another, interpreted or compiled
    _attempted = 0  # nodes of attempts, since `begin`

    def _make_table(self, megabytes: float, memory: Memory | None) -> None:
        self._table = PackedTable(megabytes, memory)
        self._line: list[int] = []
        if memory is not None and memory.is_shared:
            self._search.share(memory.block(WORD * TASKS).words)

    def fullness(self) -> int:
        return self._table.fullness()

    @property
    def nodes(self) -> int:  # type: ignore[override]
        count: int = self._search.nodes
        return count

    @property
    def deepest(self) -> int:  # type: ignore[override]
        ply: int = self._search.deepest
        return ply

    def resume(self, nodes: int) -> None:
        self._search.nodes = nodes

    def line(self) -> list[int]:
        return self._line

    def _attempt(self, question: Callable[[], int]) -> int | None:
        """Return the answer, if as many nodes suffice for it as the search has taken.

        That is for all attempts together; the search goes on deepening meanwhile. What has been
        found out when the nodes run out is in the table, and a help to the next attempt.
        """
        search = self._search
        before = search.nodes
        most_nodes = 2 * (before - self._attempted) + LEAST_ATTEMPT
        if most_nodes <= before:
            return None
        search.limit_nodes(most_nodes)
        try:
            return question()
        except OutOfNodes:
            self._return_to_root()
            return None
        finally:
            search.limit_nodes(NO_LIMIT)
            self._attempted += search.nodes - before

    def _return_to_root(self) -> None:
        """Take back what an attempt that was broken off has left on the board."""


def inward(score: int) -> int:
    """Return a score of the engine's in the search's numbers."""
    if score > PROVEN:
        return max(INNER_WIN - (WIN - score), INNER_PROVEN + 1)
    if score < -PROVEN:
        return -inward(-score)
    return max(-INNER_PROVEN, min(INNER_PROVEN, score))


def outward(score: int) -> int:
    """Return a score of the search's as the engine has it."""
    if score > INNER_PROVEN:
        return WIN - (INNER_WIN - score)
    return -outward(-score) if score < -INNER_PROVEN else score
