"""`auto` on ultimate against a tree search with the same evaluation: a yardstick of another kind.

    python -m tests.bench.tree --nodes 20000 --samples 8000 --games 100

The tree grows by one position with each sample: down by PUCT, whose priors are what the evaluation
says of the moves one ply further, the value of a new position that of its best move; wins, losses
and draws that are proven go up the tree. Nodes against samples, not times: the tree is plain
Python around the core's evaluation, some hundred times slower than it would be compiled.
"""

from __future__ import annotations

import argparse
import sys
from math import exp, sqrt
from random import Random

from linemate.engine.champion.ultimate.board import GOES_ON
from linemate.engine.champion.ultimate.core import UltimateCore
from linemate.engine.champion.ultimate.weights import STEPS_PER_LOGIT
from linemate.engine.clock import Clock
from linemate.engine.core import Limits, Searcher
from linemate.engine.games.ultimate import Ultimate, UltimatePosition
from linemate.engine.registry import make_searcher
from tests.bench.earlier import random_opening, score_of

# Both were tried against their halves and doubles, which 200 games could not tell apart.
EXPLORATION = 0.5
TEMPERATURE = 16  # of the priors, in steps of the evaluation
WON, DRAWN, LOST = 1.0, 0.5, 0.0


class Node:
    """A position. Values are chances, of whoever moved into it."""

    __slots__ = ("children", "estimate", "move", "prior", "proven", "total", "visits")

    def __init__(self, move: int, prior: float, estimate: float, proven: float | None) -> None:
        self.move = move
        self.prior = prior
        self.estimate = estimate
        self.proven = proven
        self.visits = 0
        self.total = 0.0
        self.children: list[Node] | None = None

    def value(self) -> float:
        if self.proven is not None:
            return self.proven
        return self.total / self.visits if self.visits else self.estimate

    def best_child(self) -> Node:
        """Return where the next sample goes: never into what is lost if there is anything else."""
        assert self.children is not None
        spread = EXPLORATION * sqrt(self.visits + 1)
        return max(
            self.children,
            key=lambda child: (
                child.proven != LOST,
                child.value() + spread * child.prior / (1 + child.visits),
            ),
        )

    def settle(self) -> None:
        """Take over what the children prove."""
        assert self.children is not None
        proven = [child.proven for child in self.children]
        if WON in proven:
            self.proven = LOST
        elif None not in proven:
            self.proven = DRAWN if DRAWN in proven else WON


class Tree:
    """A player of ultimate, with a new tree for each move."""

    def __init__(self, game: Ultimate, samples: int) -> None:
        self._core = UltimateCore(game, megabytes=1)
        self._samples = samples

    def choose(self, position: UltimatePosition) -> int:
        """Return the move that was visited most, or wins."""
        self._core.begin(position, Clock(Limits(infinite=True)))
        root = Node(-1, 1.0, DRAWN, None)
        for _ in range(self._samples):
            if root.proven is not None:
                break
            self._sample(root, position.to_move, position.target, 0)
        assert root.children is not None
        best = max(root.children, key=lambda child: (child.proven or DRAWN, child.visits))
        return best.move

    def _sample(self, node: Node, side: int, target: int, ply: int) -> float:
        """Add a position below a node; return what it is worth to whoever moved into the node."""
        search = self._core._search
        if node.children is None:
            worth = LOST if self._expand(node, side, target, ply) else 1 - node.estimate
        else:
            child = node.best_child()
            if child.proven is None:
                search.make(side, child.move, ply)
                worth = 1 - self._sample(child, 1 - side, search.target_after(child.move), ply + 1)
                search.unmake(child.move, ply)
            else:
                worth = 1 - child.proven
                child.visits += 1
            if child.proven is not None:
                node.settle()
        if node.proven is not None:
            worth = node.proven
        node.visits += 1
        node.total += worth
        return worth

    def _expand(self, node: Node, side: int, target: int, ply: int) -> bool:
        """Give a node its children; return whether one of them wins at once.

        Its estimate is from then on that of the best of them, to whoever moves.
        """
        search = self._core._search
        merits = search.merits_at(side, target, ply)
        best = max(merits.values())
        weights = {move: exp((merit - best) / TEMPERATURE) for move, merit in merits.items()}
        total = sum(weights.values())
        node.children = []
        for move, merit in merits.items():
            result = search.make(side, move, ply)
            if result == GOES_ON:
                search.unmake(move, ply)
            proven = None if result == GOES_ON else (1 + result) / 2
            node.children.append(Node(move, weights[move] / total, chance(merit), proven))
        node.estimate = chance(best)
        node.settle()
        return node.proven == LOST


def chance(merit: int) -> float:
    return 1 / (1 + exp(-max(-20 * STEPS_PER_LOGIT, merit) / STEPS_PER_LOGIT))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tree", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("--nodes", type=int, default=20_000, help="of auto, for each move (20,000)")
    add("--samples", type=int, default=8_000, help="of the tree, for each move (8,000)")
    add("--games", type=int, default=100, help="an even number (100)")
    add("--seed", type=int, default=1, help="of the openings (1)")
    add("--tiebreak", choices=("draw", "majority"), default="draw", help="(draw)")
    arguments = parser.parse_args()
    game = Ultimate({"tiebreak": arguments.tiebreak})
    searcher, tree = make_searcher("auto", game, {}), Tree(game, arguments.samples)
    random = Random(arguments.seed)
    results: list[tuple[int, int]] = []
    while 2 * len(results) < arguments.games:
        opening = random_opening(game, random, 2, 6)
        assert isinstance(opening, UltimatePosition)
        pair = [
            play(opening.copy(), searcher, arguments.nodes, tree, auto_is) for auto_is in (0, 1)
        ]
        results.append((pair[0], pair[1]))
        print(score_of(results), flush=True)
    return 0


def play(
    position: UltimatePosition, searcher: Searcher, nodes: int, tree: Tree, auto_is: int
) -> int:
    """Return the result to `auto`: 1, 0 or -1."""
    searcher.clear()
    while (outcome := position.outcome()) is None:
        if position.to_move == auto_is:
            *_, last = searcher.search(position.copy(), Clock(Limits(nodes=nodes)))
            move = last.pv[0]
        else:
            move = tree.choose(position.copy())
        position.play(move)
    return 0 if outcome.winner is None else 1 if outcome.winner == auto_is else -1


if __name__ == "__main__":
    sys.exit(main())
