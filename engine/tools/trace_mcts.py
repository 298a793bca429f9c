"""The textbook tree search made to remember what it did: its tree, and its first samples step by
step, as plain dicts.

`RecordedMcts` overrides four steps of `Mcts` - `_sample`, `_expand`, `_simulate`, `_back_up` - only
to note what went in and what came out, and leaves the searching to them. So what is told is what
was searched; a test holds its tree to that of a search that nobody watches.

The samples, "first" in the document of trace.py:

    {"samples": [{"path", "expanded", "playout", "result", "worth", "board", "nodes"}, ...], "tree"}

`path` are the numbers of the nodes from the root, 1, on; the last is new if `expanded`. `playout`
are the moves at random from there, null where the game has a way of its own to play on; `board` is
where they end, `worth` what that is to x. `nodes` has visits, mean and bound of every node after
the sample. The nodes of `tree` have these numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random
from typing import Any

from linemate.engine.clock import Clock
from linemate.engine.core import PLAYERS, Game, Limits, Position
from linemate.engine.scores import WIN
from linemate.engine.textbook.mcts import Mcts, Node
from linemate.engine.tools.trace_trees import Json, Writer, default_options

# Of mcts every move at the root, as far as these go, and then the most visited of all.
ROOT_CHILDREN_SHOWN = 12
NODES_SHOWN = 40
# So few that every node takes its logarithm anew at each visit: to ask for its bounds, which does
# so too, changes nothing.
MOST_WATCHED = 24
RESULTS = {1.0: "x wins", 0.5: "draw", 0.0: "o wins"}


class Sample:
    """What one sample did; see above."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.expanded = False
        self.playout: list[int] | None = []
        self.worth = 0.5
        self.nodes: Json = {}


class NotedGame:
    """A position that notes the moves that are played on it; it is all that `Position.playout`, the
    plain way to end a game at random, asks for.
    """

    def __init__(self, position: Position, moves: list[int]) -> None:
        self._position, self.moves = position, moves

    def copy(self) -> NotedGame:
        return NotedGame(self._position.copy(), self.moves)

    def play(self, move: int) -> None:
        self.moves.append(move)
        self._position.play(move)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._position, name)


class RecordedMcts(Mcts):
    """Notes its first samples. The tree of Mcts outlives its search and can be looked at."""

    def __init__(self, game: Game, samples: int, seed: int) -> None:
        super().__init__(game, {**default_options(), "Samples": samples, "Seed": seed})
        self._play_on, self._simulate = self._simulate, self._watch_simulation
        self.samples: list[Sample] = []
        self._now = Sample()
        self._numbers: dict[int, int] = {}

    @property
    def root(self) -> Node:
        return self._root

    @property
    def exploration(self) -> float:
        return self._exploration

    @property
    def node_count(self) -> int:
        return self._node_count

    def number(self, node: Node) -> int:
        """Return the number of a node: the root is 1, the others follow as they are made."""
        return self._numbers.setdefault(id(node), len(self._numbers) + 1)

    def _sample(self, position: Position) -> None:
        self._now = Sample()
        super()._sample(position)

    def _expand(self, node: Node, untried: list[int], position: Position) -> int:
        self._now.expanded = True
        return super()._expand(node, untried, position)

    def _watch_simulation(self, position: Position) -> float:
        before = self._random.getstate()
        worth = self._play_on(position)
        if len(self.samples) < MOST_WATCHED:
            self._now.playout = self._play_again(position, before)
        return worth

    def _play_again(self, position: Position, before: tuple[Any, ...]) -> list[int] | None:
        """Return the moves of the game that was just played out, by the same throws of the dice."""
        if type(position).playout is not Position.playout:
            return None
        dice = Random()
        dice.setstate(before)
        again: Any = NotedGame(position, [])
        Position.playout(again, dice)
        moves: list[int] = again.moves
        return moves

    def _back_up(self, path: list[tuple[Node, int]], worth: float, position: Position) -> None:
        super()._back_up(path, worth, position)
        if len(self.samples) < MOST_WATCHED:
            nodes = [self._root, *(node.children[index] for node, index in path)]
            self._now.path = [self.number(node) for node in nodes]
            self._now.worth = worth
            self._now.nodes = dict(self._measure(self._root, None))
            self.samples.append(self._now)

    def _measure(self, node: Node, bound: float | None) -> Iterator[tuple[str, Json]]:
        """Yield visits, mean and bound of a node and of all below it, by their numbers."""
        mean = None if bound is None else node.mean()
        yield str(self.number(node)), {"visits": node.visits, "mean": mean, "bound": bound}
        if node.untried is not None and node.children:
            node.take_logarithm(self._exploration)
            for child, bound_of_child in zip(node.children, node.bounds, strict=True):
                yield from self._measure(child, bound_of_child)


def tell_samples(writer: Writer, search: RecordedMcts, position: Position) -> Json:
    """Return the first samples, and the tree that they have made."""
    known = max((max(sample.path) for sample in search.samples), default=1)
    ends: dict[int, Position] = {}

    def grow(node: Node, move: int | None, there: Position) -> Json:
        number = search.number(node)
        ends[number] = there
        children = []
        for index, child in enumerate(node.children if node.untried is not None else ()):
            if search.number(child) <= known:
                after = there.copy()
                after.play(node.moves[index])
                children.append(grow(child, node.moves[index], after))
        return {
            "number": number,
            "move": None if move is None else writer.game.write_move(move),
            "to_move": PLAYERS[there.to_move],
            **writer.board(there.cells(), move, there.winning_line()),
            "children": children,
        }

    tree = grow(search.root, None, position.copy())
    told = [_tell_sample(writer, sample, ends[sample.path[-1]]) for sample in search.samples]
    return {"samples": told, "tree": tree}


def _tell_sample(writer: Writer, sample: Sample, leaf: Position) -> Json:
    end = leaf.copy()
    moves = []
    for move in sample.playout or ():
        moves.append(writer.game.write_move(move))
        end.play(move)
    return {
        "path": sample.path,
        "expanded": sample.expanded,
        "playout": None if sample.playout is None else moves,
        "result": RESULTS[sample.worth],
        "worth": sample.worth,
        "board": writer.board(end.cells(), end.last_move, end.winning_line()),
        "nodes": sample.nodes,
    }


def trace_mcts(writer: Writer, position: Position, samples: int, seed: int) -> Json:
    """Return the search and its tree; the position is left as it was."""
    search = RecordedMcts(writer.game, samples, seed)
    start = position.copy()
    *_, info = search.search(position, Clock(Limits()))
    shown = _most_visited(search.root)

    def write(node: Node, move: int | None, mean: float | None, bound: float | None) -> Json:
        chosen = shown.get(id(node), [])
        if chosen:
            node.take_logarithm(search.exploration)
        children = []
        for index in chosen:
            child_move = node.moves[index]
            position.play(child_move)
            child = node.children[index]
            children.append(write(child, child_move, child.mean(), node.bounds[index]))
            position.undo()
        hidden = [] if node.untried is None else node.children
        return {
            "move": None if move is None else writer.game.write_move(move),
            "to_move": PLAYERS[position.to_move],
            "kind": "open" if node.outcome is None else "end",
            **writer.board(position.cells(), move, position.winning_line()),
            "visits": node.visits,
            "mean": mean,
            "bound": bound,
            "left_out": len(hidden) - len(chosen),
            "children": children,
        }

    return {
        "samples": info.nodes,
        "seed": seed,
        "exploration": search.exploration,
        "positions": search.node_count,
        "best": writer.game.write_move(info.pv[0]),
        "line": [writer.game.write_move(move) for move in info.pv],
        "tree": write(search.root, None, None, None),
        "first": tell_samples(writer, search, start),
    }


def _most_visited(root: Node) -> dict[int, list[int]]:
    """Return the children to show of each node that is shown, by its id, the most visited first."""
    shown: dict[int, list[int]] = {}
    waiting: list[tuple[int, int, Node, int]] = []
    count = serial = 0

    def offer(node: Node) -> None:
        nonlocal serial
        for index, child in enumerate(node.children if node.untried is not None else ()):
            serial += 1
            # A child of the root comes before all that are not.
            heappush(waiting, (-child.visits - (node is root) * WIN, serial, node, index))

    offer(root)
    while waiting and count < NODES_SHOWN:
        _, _, node, index = heappop(waiting)
        if node is root and len(shown.get(id(root), ())) == ROOT_CHILDREN_SHOWN:
            continue
        shown.setdefault(id(node), []).append(index)
        count += 1
        offer(node.children[index])
    return shown
