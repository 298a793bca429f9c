"""From a proven strategy to the entries of a certificate: within how many plies x wins.

Where o has a four, x can only meet it: such a move is not written. A win by fours is not written
either, but it is measured, for the distance that is announced must shrink with every move.
"""

from __future__ import annotations

from collections.abc import Callable

from linemate.engine.champion.certificate import CertifiedMove, Marks, smallest_image
from linemate.engine.core import LinemateError
from linemate.engine.games.qubic import cube_symmetries
from linemate.engine.tools.prove_search import (
    ALL,
    LEAF_NODES,
    ProofNode,
    QubicProver,
    cells_of,
)

NODES_BETWEEN_REPORTS = 100


class StrategyMaker:
    """Writes down the strategy of x from a start that is proven."""

    def __init__(
        self, prover: QubicProver, start: ProofNode, on_progress: Callable[[str], None]
    ) -> None:
        self._prover = prover
        self._start = start
        self._on_progress = on_progress

    def make(self) -> dict[Marks, CertifiedMove]:
        """Return the entries of a certificate."""
        within: dict[int, int] = {}
        entries: dict[Marks, CertifiedMove] = {}
        symmetries = cube_symmetries()
        # The end of the game first: what follows a position is measured before it.
        nodes = sorted(self._prover.strategy(self._start), key=lambda node: -node.xs.bit_count())
        for number, node in enumerate(nodes):
            if number % NODES_BETWEEN_REPORTS == 0:
                self._on_progress(f"{number} of {len(nodes)} moves measured")
            xs, move = node.xs | 1 << node.move, node.move
            within[node.key] = plies = 2 + self._most_plies(xs, node.os, within)
            if not node.is_forced:
                marks, symmetry = smallest_image(cells_of(node.xs), cells_of(node.os), symmetries)
                entries[marks] = symmetry[move], plies
        return entries

    def _most_plies(self, xs: int, os: int, within: dict[int, int]) -> int:
        """Return the plies to the win after the best reply of o."""
        prover, fours = self._prover, self._prover.fours
        most = 1
        replies = fours.finishing(xs, os, 0)
        if not replies:
            replies = ALL & ~(xs | os)
            threat = fours.shortest_win(xs, os, 0)
            if threat:
                # Every other reply loses to the threat.
                replies = fours.answers(xs, os, 0, len(threat))
                most = len(threat)
        leaves = []
        for reply in cells_of(replies):
            after = os | 1 << reply
            plies = within.get(prover.node(xs, after).key)
            if plies is None:
                leaves.append(after)
            else:
                most = max(most, plies)
        for after in leaves:
            line = fours.some_win(xs, after, 0, 10 * LEAF_NODES)
            if not line:
                raise LinemateError(f"no win by fours: {xs:x} {after:x}")
            if len(line) > most:
                most = max(most, len(fours.shortest_win(xs, after, 0)))
        return most
