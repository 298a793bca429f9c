"""The tree that mcts leaves behind, as plain dicts: what it visited most."""

from __future__ import annotations

from heapq import heappop, heappush

from linemate.engine.clock import Clock
from linemate.engine.core import PLAYERS, Limits, Position
from linemate.engine.search.mcts import Node
from linemate.engine.search.scores import WIN
from linemate.engine.workshop.trace_recorder import RecordedMcts
from linemate.engine.workshop.trace_writer import Json, Writer

# Every move at the root, as far as these go, and then the most visited of all.
ROOT_CHILDREN_SHOWN = 12
NODES_SHOWN = 40


def trace_mcts(writer: Writer, position: Position, samples: int, seed: int) -> Json:
    """The search and its tree; the position is left as it was."""
    search = RecordedMcts(writer.game, samples, seed)
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
    }


def _most_visited(root: Node) -> dict[int, list[int]]:
    """The children to show of each node that is shown, by its id, the most visited first."""
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
