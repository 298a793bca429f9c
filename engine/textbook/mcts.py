"""`mcts`: Monte Carlo tree search with UCT, as the textbooks have it.

Each sample goes down the tree by the child with the highest upper confidence bound,

    UCB = mean + Exploration * sqrt(ln(visits of the parent) / visits)

(children never visited come first), adds one node, plays the game out at random from there
(or judges it otherwise, `simulations.py`), and adds the result - win 1, draw 1/2, loss 0, for
whoever moved into a node - to every node on the way. The move played is the one visited most.
The tree is kept from one move of a game to the next, and stops growing when it fills `Hash`.
Which moves get into it: `candidates.py`.

Several processes grow a tree each (`roots.py`): the move played is the one that all of them
together have visited most.

Start reading at `search`; `_sample` is the four steps of one sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import log, sqrt
from random import Random

from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import (
    Game,
    Info,
    OptionError,
    OptionValue,
    Outcome,
    Position,
    Score,
    Searcher,
    Visit,
)
from linemate.engine.crew import Crew
from linemate.engine.scores import to_report
from linemate.engine.textbook.candidates import make_candidates
from linemate.engine.textbook.constants import LARGEST_CONSTANT, settle_constants
from linemate.engine.textbook.heuristics.base import Heuristic
from linemate.engine.textbook.nearness import make_bonus
from linemate.engine.textbook.patterns import KEPT
from linemate.engine.textbook.roots import SharedRoots
from linemate.engine.textbook.simulations import make_simulation, worth_to_x

# Measured with tracemalloc on ultimate and gomoku: a node and its share of its parent's lists.
BYTES_PER_NODE = 700
REPORTS = 1.26  # each further report comes after this many times the samples of the one before
# What the option TreeConstants can change: see candidates.py, simulations.py and nearness.py.
CONSTANTS = {
    "kept": KEPT,
    "kept_early": KEPT,
    "early": 8,
    "rollouts": 1,
    "scale": 100,
    "blend": 50,
    "nearness": 0,
}
POSITIVE = (1, LARGEST_CONSTANT, "1 or more")
BOUNDS = {
    "kept": POSITIVE,
    "kept_early": POSITIVE,
    "rollouts": (1, 100, "1 to 100"),  # between two looks at the clock
    "scale": POSITIVE,
    "blend": (0, 100, "0 to 100"),
}


class Node:
    """A position of the tree. The lists run in parallel, one entry for each child.

    `bounds` are the upper confidence bounds of the children, for a logarithm that is taken anew
    whenever the visits have grown by a thirty-second part: the best child is then the greatest
    of a list, and the rule of choice is that of the textbooks to within half a percent of its
    second term.
    """

    __slots__ = (
        *("bounds", "children", "moves", "next_logarithm", "outcome", "spread", "untried"),
        *("visits", "wins"),
    )

    def __init__(self, outcome: Outcome | None) -> None:
        self.outcome = outcome
        self.visits = 0
        self.wins = 0.0  # of whoever moved into this node
        # Filled when the node is first visited again: most never are.
        self.untried: list[int] | None = None

    def mean(self) -> float:
        return self.wins / self.visits

    def open(self, moves: list[int]) -> list[int]:
        self.untried = moves
        self.moves: list[int] = []
        self.children: list[Node] = []
        self.bounds: list[float] = []
        self.spread = 0.0
        self.next_logarithm = 0
        return moves

    def add_child(self, move: int, child: Node) -> None:
        self.moves.append(move)
        self.children.append(child)
        self.bounds.append(0.0)

    def count(self, index: int, wins: float) -> None:
        """Another sample has gone through this child, and was worth so much to its mover."""
        child = self.children[index]
        child.visits = visits = child.visits + 1
        child.wins = wins = child.wins + wins
        self.bounds[index] = wins / visits + self.spread * visits**-0.5

    def take_logarithm(self, exploration: float) -> None:
        self.next_logarithm = self.visits + (self.visits >> 5) + 1
        self.spread = spread = exploration * sqrt(log(self.visits))
        self.bounds = [
            child.wins / child.visits + spread * child.visits**-0.5 for child in self.children
        ]

    def best_child(self, exploration: float) -> int:
        """Return the child with the highest bound, the first of equals."""
        if self.visits >= self.next_logarithm:
            self.take_logarithm(exploration)
        bounds = self.bounds
        return bounds.index(max(bounds))


class NearNode(Node):
    """A node whose children each have a bonus, by which their bound is raised."""

    __slots__ = ("bonuses",)

    def open(self, moves: list[int]) -> list[int]:
        self.bonuses: list[float] = []
        return super().open(moves)

    def count(self, index: int, wins: float) -> None:
        super().count(index, wins)
        self.bounds[index] += self.bonuses[index]

    def take_logarithm(self, exploration: float) -> None:
        super().take_logarithm(exploration)
        pairs = zip(self.bounds, self.bonuses, strict=True)
        self.bounds = [bound + bonus for bound, bonus in pairs]


class Mcts(Searcher):
    name = "mcts"

    def __init__(
        self,
        game: Game,
        options: Mapping[str, OptionValue],
        heuristic: Heuristic | None = None,
        crew: Crew | None = None,
    ) -> None:
        """Make it for a game; a heuristic, if given, is asked in place of playing a game out."""
        self._crew = crew or Crew()
        self._roots = SharedRoots(self._crew, game.cell_count)
        seed = int(options["Seed"])
        self._random = Random(seed + self._crew.number if seed else None)
        self._exploration = int(options["Exploration"]) / 100
        self._samples = int(options["Samples"])
        self._line_count = int(options["MultiPV"])
        self._show_visits = bool(options["Visits"])
        self._most_nodes = (int(options["Hash"]) << 20) // BYTES_PER_NODE // self._crew.size
        self.constants = settle_constants(CONSTANTS, str(options["TreeConstants"]), self.name)
        for name, (least, most, words) in BOUNDS.items():
            if not least <= self.constants[name] <= most:
                raise OptionError(f"bad constant {name}={self.constants[name]}: expected {words}")
        self._heuristic = heuristic
        self._children = make_candidates(
            game, str(options["Children"]), self.constants, self._random
        )
        self._simulate = make_simulation(
            game, str(options["Rollout"]), heuristic, self.constants, self._random
        )
        nearness = self.constants["nearness"]
        self._bonus = make_bonus(game, nearness) if nearness else None
        self._new_node = NearNode if nearness else Node
        self.clear()

    def clear(self) -> None:
        self._root = self._new_node(None)
        self._root_key: int | None = None  # of its position; None for a tree not to be kept
        self._root_history: list[int] = []
        self._node_count = 1

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        if self._samples:
            clock.limit_nodes(self._samples)
        if self._heuristic:
            self._heuristic.begin(position)
        restricted = bool(clock.limits.searchmoves)
        moves = clock.root_moves(position) if restricted else self._children(position)
        yield Info(depth=0, score=Score(cp=0), pv=(moves[0],))
        self._enter(position, moves, restricted)
        samples = self._deepest = 0
        next_check, next_report, next_publication = 1, 100, 1
        try:
            while clock.may_deepen(self._deepest):
                samples += 1
                self._sample(position)
                if samples >= next_check:
                    next_check = clock.check(samples)
                    if self._crew.number and samples >= next_publication:
                        next_publication = samples + (samples >> 5) + 1
                        self._publish()
                if samples >= next_report:
                    next_report = int(next_report * REPORTS)
                    yield from self._report(position, samples, clock)
        except SearchStopped:
            pass
        yield from self._report(position, samples, clock)

    def evaluate(self, position: Position) -> int | None:
        if self._heuristic is None:
            return None
        self._heuristic.begin(position)
        return self._heuristic.evaluate(position)

    def describe(self) -> str:
        return f"{self.name}, {self._heuristic.describe()}" if self._heuristic else self.name

    def _enter(self, position: Position, moves: list[int], restricted: bool) -> None:
        """Take over the part of the tree below this position, if there is one."""
        node = None if restricted else self._find(position)
        if node is None:
            node, self._node_count = self._new_node(None), 1
        elif node is not self._root:
            self._node_count = _count(node)
        if node.untried is None:
            node.open(moves)
        self._root = node
        self._root_key = None if restricted else position.key()
        self._root_history = position.history[:]

    def _find(self, position: Position) -> Node | None:
        """Return the node of this position,
        if the game of the last search has been played on to it.

        The moves alone do not tell: any two positions that were set up have none.
        """
        known, history = self._root_history, position.history
        if history[: len(known)] != known:
            return None
        then = position.copy()
        for _ in history[len(known) :]:
            then.undo()
        if then.key() != self._root_key:
            return None
        node: Node | None = self._root
        for move in history[len(known) :]:
            node = _child(node, move) if node is not None else None
        return node

    def _sample(self, position: Position) -> None:
        """Select, expand, simulate, back up; the position is left as it was."""
        node = self._root
        path: list[tuple[Node, int]] = []
        while True:
            if node.outcome is not None:
                worth = worth_to_x(node.outcome)
                break
            untried = node.open(self._children(position)) if node.untried is None else node.untried
            if untried:
                if self._node_count < self._most_nodes:
                    path.append((node, self._expand(node, untried, position)))
                worth = self._simulate(position)
                break
            index = node.best_child(self._exploration)
            path.append((node, index))
            position.play(node.moves[index])
            node = node.children[index]
        if len(path) > self._deepest:
            self._deepest = len(path)
        self._back_up(path, worth, position)

    def _expand(self, node: Node, untried: list[int], position: Position) -> int:
        """Add a child for one of the moves not tried yet, any of them, and step into it."""
        pick = int(self._random.random() * len(untried))
        move = untried[pick]
        untried[pick] = untried[-1]
        untried.pop()
        self._add_bonus(node, position, move)
        position.play(move)
        node.add_child(move, self._new_node(position.outcome()))
        self._node_count += 1
        return len(node.moves) - 1

    def _add_bonus(self, node: Node, position: Position, move: int) -> None:
        """Give the child that is added next, for this move, its bonus, if children have any."""
        if isinstance(node, NearNode) and self._bonus is not None:
            node.bonuses.append(self._bonus(position, move))

    def _back_up(self, path: list[tuple[Node, int]], worth: float, position: Position) -> None:
        """Add what the sample was worth to x to every node on the path, and take its moves back."""
        self._root.visits += 1
        wins_of_mover = worth if position.to_move else 1 - worth  # x has moved into the last node
        for node, index in reversed(path):
            position.undo()
            node.count(index, wins_of_mover)
            wins_of_mover = 1 - wins_of_mover

    def _publish(self) -> None:
        """Let the engine know what this helper has found out."""
        root = self._root
        self._roots.publish(
            (move, child.visits, child.wins)
            for move, child in zip(root.moves, root.children, strict=True)
        )

    def _merged_root(self, position: Position) -> Node:
        """Return a root whose children have the visits and wins of all trees, but no children;
        `position` is that of the root.
        """
        if self._crew.size == 1:
            return self._root
        merged = self._new_node(None)
        merged.open([])
        merged.visits = self._root.visits
        children = {}
        for move, child in zip(self._root.moves, self._root.children, strict=True):
            children[move] = node = Node(None)
            node.visits, node.wins = child.visits, child.wins
        for tally in self._roots.of_helpers():
            for move, (visits, wins) in tally.items():
                node = children.setdefault(move, Node(None))
                node.visits += visits
                node.wins += wins
                merged.visits += visits
        for move, node in children.items():
            self._add_bonus(merged, position, move)
            merged.add_child(move, node)
        return merged

    def _report(self, position: Position, samples: int, clock: Clock) -> Iterator[Info]:
        """Yield the moves visited most, as many as lines are asked for."""
        root = self._merged_root(position)
        ranked = sorted(
            range(len(root.moves)), key=lambda index: root.children[index].visits, reverse=True
        )
        for rank, index in enumerate(ranked[: self._line_count], start=1):
            move = root.moves[index]
            yield Info(
                depth=max(1, self._deepest),
                seldepth=self._deepest,
                score=to_report(round(200 * root.children[index].mean() - 100)),
                pv=(move, *_principal_variation(_child(self._root, move))),
                nodes=clock.all_nodes(samples),
                seconds=clock.elapsed(),
                hashfull=1000 * self._node_count // self._most_nodes,
                multipv=rank,
                visits=self._visits(root) if rank == 1 and self._show_visits else (),
            )

    def _visits(self, root: Node) -> tuple[Visit, ...]:
        root.take_logarithm(self._exploration)
        return tuple(
            Visit(move, child.visits, bound)
            for move, child, bound in zip(root.moves, root.children, root.bounds, strict=True)
        )


def _child(node: Node, move: int) -> Node | None:
    if node.untried is None or move not in node.moves:
        return None
    return node.children[node.moves.index(move)]


def _count(node: Node) -> int:
    pending, total = [node], 0
    while pending:
        node = pending.pop()
        total += 1
        if node.untried is not None:
            pending.extend(node.children)
    return total


def _principal_variation(node: Node | None) -> Iterator[int]:
    """Yield the moves visited most, from a node on."""
    while node is not None and node.untried is not None and node.children:
        visits = [child.visits for child in node.children]
        index = visits.index(max(visits))
        yield node.moves[index]
        node = node.children[index]
