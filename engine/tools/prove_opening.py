"""The first two moves of x in the proof of qubic: which second move answers which reply.

x begins on a corner. Of the replies twelve are different, and x's second move is on another of the
16 rich cells, through which seven lines go: corners and the middle of the cube. The same position
comes of different replies, for x may have played his two cells in either order. So a second move
that answers two replies costs half for each, and the choice is that of a cheap cover: again and
again the second move that looks cheapest for each reply that it answers is worked on, until it is
proven; what is stored for it then costs nothing for those that follow.
"""

from __future__ import annotations

from linemate.engine.tools.prove_search import ALL, ProofNode, QubicProver, cells_of

FIRST_MOVE = 0  # a corner
RICH_CELLS = (0, 3, 12, 15, 21, 22, 25, 26, 37, 38, 41, 42, 48, 51, 60, 63)


class SecondMove:
    """A position with o to move: what may follow, and the replies after which x goes there."""

    def __init__(self, children: list[ProofNode]) -> None:
        self.children = children
        self.answers: dict[int, tuple[ProofNode, int]] = {}  # after a reply: by name, x's move

    def share(self) -> float:
        """Return what it costs for each reply that it answers and that is open."""
        count = sum(not node.is_proven for node, _ in self.answers.values())
        return sum(child.cost for child in self.children) / count if count else float("inf")


class Opening:
    """Proves every reply to the first move; `replies` are the positions after them."""

    def __init__(self, prover: QubicProver) -> None:
        self._prover = prover
        xs = 1 << FIRST_MOVE
        self.start = prover.node(0, 0)
        self.replies = self._positions(xs, 0)
        self._second_moves: dict[int, SecondMove] = {}
        for node in self.replies:
            for move in RICH_CELLS:
                if not (node.xs | node.os) >> move & 1:
                    self._add(node, move)

    def _positions(self, xs: int, os: int) -> list[ProofNode]:
        """Return the positions after each reply to the marks of x."""
        nodes = [self._prover.node(xs, os | 1 << cell) for cell in cells_of(ALL & ~(xs | os))]
        return list({node.key: node for node in nodes}.values())

    def _add(self, node: ProofNode, move: int) -> None:
        table, xs = self._prover.table, node.xs | 1 << move
        name = table.name(table.all_keys(xs, node.os))
        if name not in self._second_moves:
            self._second_moves[name] = SecondMove(self._positions(xs, node.os))
        self._second_moves[name].answers[node.key] = node, move

    def prove(self) -> None:
        """Find a second move for every reply, and leave them in the nodes."""
        for node in self.replies:
            if node.is_proven:  # in an earlier run
                self._prover.keep(node)
        while not all(node.is_proven for node in self.replies):
            best = min(self._second_moves.values(), key=SecondMove.share)
            open_children = [child for child in best.children if not child.is_proven]
            if open_children:
                self._prover.search(min(open_children, key=lambda child: child.cost))
                continue
            # Also those that had another answer: what was stored for that alone can go.
            for node, move in best.answers.values():
                node.move, node.options = move, None
                self._prover.keep(node)
        self.start.move = FIRST_MOVE
