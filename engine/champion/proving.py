"""A core with a prover beside it: what is proven counts, and is searched no further.

Proof-number search sees the end of a game long before an alpha-beta does, where there are few
ways to go on. So it gets a share of the nodes, on both questions about the root (see
`Inquiry` in proof/dfpn.py).

Start reading at `search_move`.
"""

from __future__ import annotations

from linemate.engine.champion.core import Core
from linemate.engine.clock import Clock
from linemate.engine.core import Position
from linemate.engine.proof.dfpn import Inquiry, Prover
from linemate.engine.scores import PROVEN, WIN

# Nodes of the prover for each hundred of the core's, and the least that it is called for.
SHARE = 40
LEAST_WORK = 100
# The depth from which on it has a share; what the core finds by then needs no proof.
FIRST_DEPTH = 4
# Enough to look for in a move that will not be played, since another has been proven to win.
GLANCE_DEPTH = 2


class ProvingCore(Core):
    """It may leave out shorter wins than the proven one, so it is never exhaustive."""

    def __init__(self, core: Core, prover: Prover) -> None:
        self._core = core
        self.stretches_losses = core.stretches_losses
        self._prover = prover
        core.use_proofs(prover.table)

    def clear(self) -> None:
        self._core.clear()
        self._prover.table.clear()

    def fullness(self) -> int:
        return self._core.fullness()

    def evaluate(self, position: Position) -> int:
        return self._core.evaluate(position)

    def begin(self, position: Position, clock: Clock) -> None:
        self.nodes = self.deepest = self._prover_nodes = 0
        self._inquiry: Inquiry | None = None
        self._cells_left = position.cells().count(".")
        if self._cells_left <= self._prover.most_free_cells:
            moves = clock.root_moves(position)
            self._inquiry = Inquiry(self._prover, position.copy(), moves, clock)
        self._core.begin(position, clock)

    def order(self, moves: list[int]) -> None:
        self._core.order(moves)
        self._take_count()

    def _take_count(self) -> None:
        self.nodes = self._core.nodes
        self.deepest = max(self.deepest, self._core.deepest)

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        inquiry = self._inquiry
        glance = depth if self.several_lines else GLANCE_DEPTH
        self._searched, self._is_proven = move, False
        if inquiry is None or depth < FIRST_DEPTH:
            return self._search(move, depth, alpha, beta)
        self._let_prover_work(inquiry)
        plies = inquiry.plies(move)
        # What happens within the depth the core sees for itself, and exactly. So it shall if
        # all moves lose: then the one that lasts longest is wanted.
        if plies > depth or (plies < -depth and alpha > -PROVEN):
            self._is_proven = True
            return _score(plies)
        result = inquiry.result
        if result is not None and result.cp == 0:
            # A proven draw is worth more than any move that is not proven to hold it.
            if inquiry.holds(move):
                self._is_proven = True
                return 0
            score = self._search(move, glance, alpha, beta)
            # A search to the end of the game needs no proof beside it.
            return min(0 if glance >= self._cells_left else -1, score)
        if plies <= 0 and inquiry.mine.is_reached:
            depth = glance
        score = self._search(move, depth, alpha, beta)
        return _score(plies) if plies and abs(score) < PROVEN else score

    def _search(self, move: int, depth: int, alpha: int, beta: int) -> int:
        self._core.resume(self.nodes)
        try:
            return self._core.search_move(move, depth, alpha, beta)
        finally:
            self._take_count()

    def _let_prover_work(self, inquiry: Inquiry) -> None:
        spent, prover = self._prover_nodes, self._prover
        prover.resume(self.nodes)
        inquiry.survey()
        due = (self.nodes - spent) * SHARE // 100 - spent
        if due < LEAST_WORK or inquiry.result is not None:
            return
        try:
            inquiry.work(due)
        finally:
            self._prover_nodes += prover.nodes - self.nodes
            self.nodes = prover.nodes
            self.deepest = max(self.deepest, prover.deepest)

    def line(self) -> list[int]:
        if self._inquiry is not None and self._is_proven:
            return self._inquiry.line(self._searched)[1:]
        return self._core.line()

    def has_win(self, move: int, plies: int) -> bool:
        self._core.resume(self.nodes)
        try:
            return self._core.has_win(move, plies)
        finally:
            self._take_count()

    def loses_within(self, move: int, plies: int) -> bool:
        self._core.resume(self.nodes)
        try:
            return self._core.loses_within(move, plies)
        finally:
            self._take_count()


def _score(plies: int) -> int:
    return WIN - plies if plies > 0 else -WIN - plies
