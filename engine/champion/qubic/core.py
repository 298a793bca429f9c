"""The core for qubic: the root of its search.

    tables.py   the lines of the cube, by cell and the other way round
    search.py   the search below the root, wins by fours, and exact results
    fours.py    wins by fours for those who have no tree
    solved.py   x plays by the certificate
    this file   the root

A win or loss that the tree finds is proven, but seldom the shortest: it follows the first line
of fours that wins. So at the root lost moves are compared by an exact search for the other
side's shortest win: a loss that is put off is a chance for the other side to go wrong. So is a
move after which what looks best to it is wrong: see `tempts`.

Memory: the table has what `megabytes` allow. Besides there are the lists of the search, a quarter
of a megabyte compiled and one interpreted.
"""

from __future__ import annotations

from functools import partial

from linemate.engine.builds import hot_module
from linemate.engine.champion.flat import (
    INNER_PROVEN,
    INNER_WIN,
    NO_LIMIT,
    FlatCore,
    inward,
    outward,
)
from linemate.engine.champion.qubic.tables import qubic_tables
from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.core import Game, Position
from linemate.engine.crew import Memory
from linemate.engine.games.lines import LinePosition
from linemate.engine.scores import WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.champion.qubic.search import Search
else:
    Search = hot_module("champion.qubic.search").Search

MOVE_MASK = 127  # of a word of the table
# Enough to see whether a reply wins: what takes more, few opponents will find.
NODES_FOR_REPLY = 4_000


class QubicCore(FlatCore):
    _search: Search

    def __init__(self, game: Game, megabytes: float, memory: Memory | None = None) -> None:
        """Make a core; its table may lie in memory that others share, who search the same game."""
        self._search = Search(qubic_tables())
        self._make_table(megabytes, memory)
        self._use_table()

    def clear(self) -> None:
        self._table.clear()
        self._search.forget()
        self._use_table()

    def _use_table(self) -> None:
        self._search.use_table(self._table.words, self._table.mask)

    # -------------------------------------------------------------- the root

    def evaluate(self, position: Position) -> int:
        self._set_position(position)
        return self._search.estimate()

    def begin(self, position: Position, clock: Clock) -> None:
        assert isinstance(position, LinePosition)
        self._position = position
        self._search.use_clock(clock)
        self._set_position(position)
        self._finishing = self._search.finishing(position.to_move)
        self._attempted = 0

    def _set_position(self, position: Position) -> None:
        self._search.set_position(*marks_of(position), position.to_move)

    def order(self, moves: list[int]) -> None:
        moves.sort(key=self._search.merit, reverse=True)

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        alpha, beta = inward(alpha), inward(beta)
        self._searched = move
        if self._finishing >> move & 1:
            return WIN - 1
        score = self._search.search_move(move, depth, alpha, beta)
        if alpha < score < min(beta, -INNER_PROVEN):
            plies = self._attempt(partial(self._length_of_loss, move, INNER_WIN + score))
            return outward(score) if plies is None else plies - WIN
        return outward(score)

    def _length_of_loss(self, move: int, plies: int) -> int:
        """Return within how few plies a move loses that loses within so many."""
        for fewer in range(2, plies, 2):
            if self._search.has_loss(move, fewer - 1):
                return fewer
        return plies

    def has_win(self, move: int, plies: int) -> bool:
        if self._finishing >> move & 1:
            return plies >= 1
        return self._search.has_win(move, plies)

    def tempts(self, move: int) -> bool:
        position, search = self._position, self._search
        position.play(move)
        try:
            self._set_position(position)
            if search.finishing(position.to_move):
                return False
            # The first of equals, and no deeper than what anybody looks at.
            reply = max(
                position.legal_moves(),
                key=lambda reply: search.search_move(reply, 1, -INNER_WIN, INNER_WIN),
            )
            search.limit_nodes(search.nodes + NODES_FOR_REPLY)
            return not self._wins(reply)
        finally:
            search.limit_nodes(NO_LIMIT)
            position.undo()
            self._set_position(position)

    def _wins(self, move: int) -> bool:
        """Return whether a move is seen to win before the nodes run out; the root is as set."""
        try:
            for depth in range(2, self._position.cells().count(".") + 1):
                score = self._search.search_move(move, depth, INNER_PROVEN, INNER_PROVEN + 1)
                if abs(score) > INNER_PROVEN:
                    return score > 0
        except OutOfNodes:
            pass
        return False

    def line(self) -> list[int]:
        """Return the moves that follow, as far as they are forced or the table remembers them."""
        position, search = self._position.copy(), self._search
        position.play(self._searched)
        line: list[int] = []
        while position.outcome() is None:
            must = position.winning_cells(1 - position.to_move)
            word = search.remembered(position.key())
            move = must[0] if must else word & MOVE_MASK
            if not (must or word) or move not in position.legal_moves():
                break
            position.play(move)
            line.append(move)
        return line


def marks_of(position: Position) -> tuple[int, int]:
    """Return the cells of x and of o, as bits."""
    cells = position.cells()
    xs = sum(1 << cell for cell, mark in enumerate(cells) if mark == "x")
    return xs, sum(1 << cell for cell, mark in enumerate(cells) if mark == "o")
