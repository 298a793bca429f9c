"""Wins by fours for those who have a position and a question, and no tree: the solution, the proof.

Positions are the cells of x and of o, as bits.
"""

from __future__ import annotations

from linemate.engine.builds import hot_module
from linemate.engine.champion.qubic.tables import qubic_tables
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.transposition import PackedTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.champion.qubic.search import Search
else:
    Search = hot_module("champion.qubic.search").Search

ThreatLine = tuple[int, ...]  # the attacker's moves and the replies to them

# Moves with their replies in one search: most take a hundred.
MOST_NODES_FOR_SHORTEST = 20_000
TABLE_MEGABYTES = 1


class FourSearch:
    """Wins by fours; what is found not to be there is remembered from one call to the next."""

    def __init__(self) -> None:
        self._search = Search(qubic_tables())
        self._table = PackedTable(TABLE_MEGABYTES)
        self.clear()
        self.watch(Clock(Limits()))

    @property
    def nodes(self) -> int:
        """Return the moves with their replies that were tried since `watch`."""
        count: int = self._search.nodes
        return count

    def clear(self) -> None:
        """Forget everything found."""
        self._table.clear()
        self._search.forget()
        self._search.use_table(self._table.words, self._table.mask)

    def watch(self, clock: Clock) -> None:
        """Look at this clock from now on, and count from 0; searches may raise SearchStopped."""
        self._search.use_clock(clock)

    def win(
        self, xs: int, os: int, attacker: int, most_nodes: int, thorough: bool = False
    ) -> ThreatLine:
        """Return a win by fours of the attacker, as if to move; empty if none was found."""
        self._search.set_marks(xs, os, attacker)
        plies = self._search.root_win(attacker, most_nodes, thorough)
        return tuple(self._search.win_line(plies))

    def has_win(self, xs: int, os: int, attacker: int, most_nodes: int) -> bool:
        """Return whether `win` finds one."""
        found: bool = self._search.has_win_by_fours(xs, os, attacker, most_nodes)
        return found

    def some_win(self, xs: int, os: int, attacker: int, most_nodes: int) -> ThreatLine:
        """Return any win of the attacker: by the quick search, or by the thorough one."""
        return self.win(xs, os, attacker, most_nodes) or self.win(
            xs, os, attacker, most_nodes, thorough=True
        )

    def shortest_win(
        self, xs: int, os: int, attacker: int, most_nodes: int = MOST_NODES_FOR_SHORTEST
    ) -> ThreatLine:
        """Return the shortest win of the attacker; if the nodes run out, some win, or none."""
        self._search.set_marks(xs, os, attacker)
        plies = self._search.shortest_win(attacker, most_nodes)
        return tuple(self._search.win_line(plies))

    def answers(self, xs: int, os: int, attacker: int, plies: int) -> int:
        """Return the cells on which the defender, to move, can hope to stop the win that was found
        last, for this position: every other move of his loses to that same line.
        """
        self._search.set_marks(xs, os, attacker)
        return self._search.root_answers(attacker, plies)

    def finishing(self, xs: int, os: int, player: int) -> int:
        """Return the cells in which a player would finish a line."""
        self._search.set_marks(xs, os, player)
        return self._search.finishing(player)

    def four_cells(self, xs: int, os: int, player: int) -> int:
        """Return the cells in which a player would make a four."""
        self._search.set_marks(xs, os, player)
        return self._search.made_pairs(player)
