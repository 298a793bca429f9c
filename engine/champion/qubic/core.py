"""The core of `pvs` for qubic: what it does at the root; the tree below is `search.py`.

A win or loss that the tree finds is proven, but seldom the shortest: it follows the first line
of fours that wins. So at the root lost moves are compared by an exact search for the other
side's shortest win (`exact.py`), as far as the depth goes: a loss that is put off is a
chance for the other side to go wrong.
"""

from __future__ import annotations

from math import inf

from linemate.engine.champion.qubic.exact import ExactWins
from linemate.engine.champion.qubic.nodes import Node
from linemate.engine.champion.qubic.search import TEMPO, QubicTree
from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.core import Game, Position
from linemate.engine.games.lines import LinePosition
from linemate.engine.scores import PROVEN, WIN

# Lost moves are compared with no more nodes than this for one root, even if there is no clock,
# which takes a second. To exclude a win of nine plies took up to 214,000 where it was measured, one
# of seven 4,500.
NODES_FOR_EXACT = 300_000


class QubicCore(QubicTree):
    """Beside the table within `megabytes`, what wins are remembered takes up to 24 megabytes."""

    def __init__(self, game: Game, megabytes: int) -> None:
        super().__init__(game, megabytes)
        self._exact = ExactWins(self._threats, self._enter_exact)

    def clear(self) -> None:
        self._table.clear()
        self._threats.clear()
        self._exact.clear()

    def fullness(self) -> int:
        return self._table.fullness()

    def evaluate(self, position: Position) -> int:
        assert isinstance(position, LinePosition)
        return self._node(position)[8] + TEMPO

    def begin(self, position: Position, clock: Clock) -> None:
        assert isinstance(position, LinePosition)
        self._start(clock, position.cells().count("."))
        self._nodes_for_exact: float = NODES_FOR_EXACT
        self._side = position.to_move
        self._root = self._node(position)

    def order(self, moves: list[int]) -> None:
        moves.sort(key=self._plane(self._root, self._side).__getitem__, reverse=True)

    def line(self) -> list[int]:
        return self._lines[1][:]

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        node = self._after(self._root, self._side, move)
        if node[2] & node[3]:
            self._lines[1].clear()
            return WIN - 1
        other = 1 - self._side
        score = -self._value(node, other, depth - 1, -beta, -alpha, 1, False, False)
        if alpha < score < -PROVEN:
            shortest = self._shortest_win(node, other, min(depth, WIN + score - 1))
            if shortest:
                self._lines[1].clear()
                return shortest + 1 - WIN
        return score

    def _shortest_win(self, node: Node, side: int, below: int) -> int:
        """Return its plies if fewer than `below`; 0 if there is none or it takes too long."""
        try:
            for plies in range(1, below, 2):
                if self._exact.wins(node[:6], side, plies):
                    return plies
        except OutOfNodes:
            pass
        return 0

    def has_win(self, move: int, plies: int) -> bool:
        after = self._threats.play(self._root[:6], move, self._side)
        if after[0] & after[1]:
            return plies >= 1
        self._nodes_for_exact = inf  # nothing else is to be done: the clock says how long
        return self._exact.is_lost(after, self._side, plies - 1)

    def _enter_exact(self) -> None:
        self._enter()
        self._nodes_for_exact -= 1
        if self._nodes_for_exact < 0:
            raise OutOfNodes
