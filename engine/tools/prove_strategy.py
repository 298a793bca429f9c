"""From a proof to a small strategy: which move x keeps in each position, and how long he needs.

A proof has more in it than one strategy: a position may have several winning moves, and one
position may serve after many others. The smallest choice is a hard problem; this one is greedy:

1. The weight of a position is how many positions its strategy needs, counted as if none served
   twice: one, plus the least sum of weights after any of its winning moves.
2. From the start on, x keeps the move that adds the least weight to what is kept already.
   Where o has a four, x can only meet it: such a move weighs nothing, for it is not written.

Nothing here is believed: positions that the proof has reached by transposition, or that are won
by fours in another image only, are proven when they are met, and the checker has the last word.
"""

from __future__ import annotations

from collections.abc import Callable

from linemate.engine.champion.certificate import CertifiedMove, Marks, smallest_image
from linemate.engine.core import LinemateError
from linemate.engine.games.qubic import cube_symmetries
from linemate.engine.tools.prove_search import ALL, ProofNode, QubicProver, cells_of

Kept = dict[int, tuple[ProofNode, int]]  # nodes by name, with x's move
Option = tuple[int, list[ProofNode]]  # a winning move of x, and the positions that it leads to

NODES_BETWEEN_REPORTS = 100
# Of a search by fours for a win of x: half of what the player has for it.
LEAF_NODES = 10_000


class StrategyMaker:
    """Makes the strategy from a start, where x plays `move`, after which all replies are proven."""

    def __init__(
        self, prover: QubicProver, start: ProofNode, move: int, on_progress: Callable[[str], None]
    ) -> None:
        self._prover = prover
        self._start = start
        self._move = move
        self._on_progress = on_progress
        self._fours = prover.fours
        self._options: dict[int, list[Option]] = {}
        self._weights: dict[int, int] = {}
        self._leaves: dict[int, bool] = {}

    def make(self) -> dict[Marks, CertifiedMove]:
        """Return the entries of a certificate."""
        return self._measure(self._choose())

    # ---------------------------------------------------------------- choosing

    def _choose(self) -> Kept:
        """Return the positions to keep, by name, with x's move."""
        start, xs = self._start, self._start.xs | 1 << self._move
        kept = {start.key: (start, self._move)}
        waiting = self._children(xs, start.os, ALL ^ xs ^ start.os)
        promised = {node.key for node in waiting}
        # Those with few marks first: what is kept for them can serve the others.
        while waiting:
            if len(kept) % NODES_BETWEEN_REPORTS == 1:
                self._on_progress(f"{len(kept)} moves chosen, {len(waiting)} positions wait")
            waiting.sort(key=lambda node: -node.xs.bit_count())
            node = waiting.pop()
            move, children = min(
                self._winning(node),
                key=lambda option: sum(
                    self._weight(child) for child in option[1] if child.key not in promised
                ),
            )
            kept[node.key] = node, move
            for child in children:
                if child.key not in promised:
                    promised.add(child.key)
                    waiting.append(child)
        return kept

    def _weight(self, node: ProofNode) -> int:
        weight = self._weights.get(node.key)
        if weight is None:
            least = min(sum(map(self._weight, children)) for _, children in self._winning(node))
            self._weights[node.key] = weight = least + (not self._is_forced(node))
        return weight

    def _is_forced(self, node: ProofNode) -> bool:
        """Return whether o has a four that x must meet: then the move need not be kept."""
        return bool(self._fours.finishing(node.xs, node.os, 1))

    def _winning(self, node: ProofNode) -> list[Option]:
        """Return the moves of x that are known to win in this position."""
        options = self._options.get(node.key)
        if options is None:
            options = self._find_winning(node)
            if not options:
                # Proven by fours in another image, or through a node that was let go.
                node.children = None
                if not self._prover.prove(node):
                    raise LinemateError(f"not proven after all: {node.xs:x} {node.os:x}")
                options = self._find_winning(node)
            self._options[node.key] = options
        return options

    def _find_winning(self, node: ProofNode) -> list[Option]:
        options = []
        for move, after in self._prover.moves(node):
            if after.disproof and not after.untried:
                children = self._children(after.xs, after.os, after.replies)
                if all(child.proof == 0 for child in children):
                    options.append((move, children))
        return options

    def _children(self, xs: int, os: int, replies: int) -> list[ProofNode]:
        """Return what has to be kept of the positions after these replies."""
        nodes = {}
        for reply in cells_of(replies):
            node = self._prover.node(xs, os | 1 << reply)
            if node.key not in nodes and not self._is_leaf(node):
                nodes[node.key] = node
        return list(nodes.values())

    def _is_leaf(self, node: ProofNode) -> bool:
        """Return whether x wins by fours, with far fewer nodes than the player has for it."""
        leaf = self._leaves.get(node.key)
        if leaf is None:
            leaf = bool(self._fours.some_win(node.xs, node.os, 0, LEAF_NODES))
            self._leaves[node.key] = leaf
        return leaf

    # ---------------------------------------------------------------- plies to the win

    def _measure(self, kept: Kept) -> dict[Marks, CertifiedMove]:
        within: dict[int, int] = {}
        entries: dict[Marks, CertifiedMove] = {}
        symmetries = cube_symmetries()
        ordered = sorted(kept.values(), key=lambda pair: -pair[0].xs.bit_count())
        for number, (node, move) in enumerate(ordered):
            if number % NODES_BETWEEN_REPORTS == 0:
                self._on_progress(f"{number} of {len(ordered)} moves measured")
            plies = within[node.key] = 2 + self._most_plies(node.xs | 1 << move, node.os, within)
            if not self._is_forced(node):
                marks, symmetry = smallest_image(cells_of(node.xs), cells_of(node.os), symmetries)
                entries[marks] = symmetry[move], plies
        return entries

    def _most_plies(self, xs: int, os: int, within: dict[int, int]) -> int:
        """Return the plies to the win after the best reply of o."""
        prover, fours = self._prover, self._fours
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
