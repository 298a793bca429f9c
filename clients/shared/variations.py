"""The moves of a game as a tree: what was played, and what might have been.

    root ── b2 ── a1 ── c3          the main line: the first of what follows each move
             │     └─── c1          a variation in place of c3
             └─── b1                one in place of a1

The root is the position that the game begins from; its comment stands before the first move. Moves
are texts in the notation of the protocol. `check_tree` holds them against the rules, and no two
moves that follow the same position are equal in what it returns. A game may be some hundred moves
long and branch at each, so nothing here, and nothing that reads such a tree, calls itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from linemate.engine.core import Game, LinemateError, Position

# PGN's numbers for what people write behind a move.
SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


@dataclass(eq=False, slots=True)
class Node:
    """A move, what is said about it, and the moves that may follow: the main line's comes first.

    `nags` are PGN's numeric annotation glyphs, see SIGNS for those that are shown.
    """

    move: str = ""
    comment: str = ""
    nags: tuple[int, ...] = ()
    following: list[Node] = field(default_factory=list, repr=False)

    @property
    def main_line(self) -> list[Node]:
        """Return the moves from here to the end of the main line, without this one."""
        line: list[Node] = []
        node = self
        while node.following:
            node = node.following[0]
            line.append(node)
        return line


class Row(NamedTuple):
    """A node in a list of all; `parent` is the place of the move before it, -1 for the root."""

    parent: int
    node: Node


def make_line(moves: Iterable[tuple[str, str]]) -> Node:
    """Return the root of a game without variations, from moves with their comments."""
    root = last = Node()
    for move, comment in moves:
        last.following.append(Node(move, comment))
        last = last.following[0]
    return root


def list_nodes(root: Node) -> list[Row]:
    """Return every move, each behind the one that it follows, a main line before its variations."""
    rows: list[Row] = []
    pending = [Row(-1, node) for node in reversed(root.following)]
    while pending:
        row = pending.pop()
        pending += [Row(len(rows), node) for node in reversed(row.node.following)]
        rows.append(row)
    return rows


def join_nodes(rows: Sequence[Row], comment: str = "") -> Node:
    """Return the root of the tree that `list_nodes` has listed. Raises LinemateError where a move
    stands before the one that it follows.
    """
    root = Node(comment=comment)
    for index, (parent, node) in enumerate(rows):
        if not -1 <= parent < index:
            raise LinemateError(f"bad place {parent} of move {index}: expected one before it")
        (root if parent < 0 else rows[parent].node).following.append(node)
    return root


def with_main_line(root: Node, moves: Iterable[str]) -> Node:
    """Return the tree anew with these moves as its main line, which ends with them; what else there
    is, but for what followed the last of them, is variations.
    """
    copies = [
        Row(parent, Node(node.move, node.comment, node.nags)) for parent, node in list_nodes(root)
    ]
    copy = last = join_nodes(copies, root.comment)
    for move in moves:
        found = [node for node in last.following if node.move == move] or [Node(move)]
        last.following = found[:1] + [node for node in last.following if node is not found[0]]
        last = found[0]
    last.following = []
    return copy


class _Place(NamedTuple):
    """A move that is to be checked: what it follows, how deep it is, where its variation began."""

    node: Node
    before: Node
    ply: int
    variation: tuple[int, str] | None

    def __str__(self) -> str:
        if self.variation is None:
            return f"move {self.ply}"
        return f"move {self.ply} in the variation {self.variation[1]} of move {self.variation[0]}"


def check_tree(game: Game, position: Position, root: Node) -> Node:
    """Return the tree anew, every move legal and equal moves made one.

    `position` is where it begins, and is so again in the end. Raises LinemateError, which names the
    first move that cannot be read or is illegal.
    """
    checked = Node(root.move, root.comment, root.nags)
    plies = len(position.history)
    pending = list(_list_places(root, checked, 0, None))
    while pending:
        place = pending.pop()
        while len(position.history) - plies >= place.ply:
            position.undo()
        try:
            move = game.read_move(position, place.node.move)
        except LinemateError as error:
            raise LinemateError(f"{place}: {error}") from None
        position.play(move)
        node = _add(place.before, place.node, game.write_move(move))
        pending += _list_places(place.node, node, place.ply, place.variation)
    while len(position.history) > plies:
        position.undo()
    return checked


def _list_places(
    node: Node, checked: Node, ply: int, variation: tuple[int, str] | None
) -> Iterator[_Place]:
    """Yield what follows a node, the main line last, to be taken from the end."""
    for number in reversed(range(len(node.following))):
        following = node.following[number]
        begun = (ply + 1, following.move) if number else variation
        yield _Place(following, checked, ply + 1, begun)


def _add(before: Node, node: Node, move: str) -> Node:
    """Return the node of this move behind another one: the one that is there, or a new one."""
    for known in before.following:
        if known.move == move:
            known.comment = " ".join(filter(None, (known.comment, node.comment)))
            known.nags = tuple(dict.fromkeys((*known.nags, *node.nags)))
            return known
    before.following.append(Node(move, node.comment, node.nags))
    return before.following[-1]
