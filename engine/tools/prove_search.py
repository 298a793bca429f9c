"""Proving positions of qubic won for x: proof-number search over quiet moves.

Whatever can be settled by fours (moves that each threaten to finish a line, see
`champion/qubic/search.py`) is settled at once and is no node of its own. What is left:

- x to move, without a win by fours. If o has a four, x can only meet it. Otherwise any move may
  be tried, but for fours: a win that begins with fours and needs a quiet move later has, as far
  as was seen, another that begins with the quiet move.
- o to move. If he has a four, or a win by fours, the move of x was bad. Otherwise x would win by
  fours if o passed, most often, and then only some replies matter (`FourSearch.answers`); those
  after which x still wins by fours need no further thought. The others count: the fewer there
  are, the more promising the move.

A position is two whole numbers, the cells of x and of o as bits, and is known once for all its
192 symmetric images. Its name is the smallest of their keys. All keys are kept in one big integer,
64 bits for each symmetry, so that a mark is one XOR, and the smallest is found in a few
microseconds.

The search is depth-first (df-pn): a node is searched until its proof number or its disproof
number exceeds a threshold, that is, until another part of the tree is more promising. The
proof number of a node with o to move is the largest of its children's, plus one for each other
child that is not proven: a sum would count positions twice that are reached in two ways.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from linemate.engine.champion.qubic.fours import FourSearch
from linemate.engine.games.qubic import cube_symmetries

KEY_BYTES = 8
NEVER = 1 << 40  # a proof number: there is no such proof
SEED = 1980
# Moves and replies tried in one search by fours; "not found" if they do not suffice.
MOST_NODES = 2_000
# So many replies that are not refuted at once show that a move is not promising; the rest are
# looked at when it is the best there is.
ENOUGH_REPLIES = 3
# With more marks of x than this, he makes only moves that threaten to win by fours.
MOST_IDLE = 4
ALL = (1 << 64) - 1
# By the number of a byte of such a set and its value: its cells.
CELLS_OF_BYTES = [
    [[8 * place + bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]
    for place in range(8)
]


class ProofNode:
    """A position in the proof, in the frame in which it was first met.

    `proof` is a guess of how many more positions must be shown to be won by x before this one
    is, `disproof` the same for not won. One that is won has proof 0 and disproof NEVER.

    With x to move, `children` are the positions after his moves. With o to move, `replies` are
    those of which nothing is known but that they are not refuted at once, `untried` those that
    have not been looked at; `children` follow when the node is expanded.
    """

    __slots__ = ("children", "disproof", "key", "os", "proof", "replies", "untried", "xs")

    def __init__(self, key: int, xs: int, os: int) -> None:
        self.key = key
        self.xs = xs
        self.os = os
        self.proof = 1
        self.disproof = 1
        self.replies = 0
        self.untried = 0
        self.children: list[tuple[int, ProofNode]] | None = None

    @property
    def row(self) -> tuple[int, ...]:
        """Return all of it but what can be found again, for a checkpoint."""
        return (self.xs, self.os, self.proof, self.disproof, self.replies, self.untried)


class NodeTable:
    """All nodes, by their names."""

    def __init__(self) -> None:
        random = Random(SEED)
        symmetries = cube_symmetries()
        self._length = KEY_BYTES * len(symmetries)
        # By side and cell: the keys of its images under each symmetry.
        self.images: list[list[int]] = []
        for _ in range(2):
            keys = [random.randbytes(KEY_BYTES) for _ in range(64)]
            self.images.append(
                [
                    int.from_bytes(
                        b"".join(keys[symmetry[cell]] for symmetry in symmetries), "little"
                    )
                    for cell in range(64)
                ]
            )
        self.nodes: dict[int, ProofNode] = {}

    def all_keys(self, xs: int, os: int) -> int:
        """Return the keys of all images, in one number."""
        keys = 0
        for images, marks in zip(self.images, (xs, os), strict=True):
            for cell in cells_of(marks):
                keys ^= images[cell]
        return keys

    def name(self, all_keys: int) -> int:
        return min(memoryview(all_keys.to_bytes(self._length, "little")).cast("Q"))

    def find(self, xs: int, os: int) -> ProofNode | None:
        return self.nodes.get(self.name(self.all_keys(xs, os)))

    def add(self, name: int, xs: int, os: int) -> ProofNode:
        node = self.nodes[name] = ProofNode(name, xs, os)
        return node

    def restore(self, row: tuple[int, ...]) -> None:
        """Add a node as `Node.row` gave it."""
        xs, os, proof, disproof, replies, untried = row
        node = self.add(self.name(self.all_keys(xs, os)), xs, os)
        node.proof, node.disproof = proof, disproof
        node.replies, node.untried = replies, untried


def cells_of(marks: int) -> list[int]:
    """Return the cells of a set of bits, ascending."""
    cells: list[int] = []
    for cells_of_byte, byte in zip(CELLS_OF_BYTES, marks.to_bytes(8, "little"), strict=True):
        if byte:
            cells += cells_of_byte[byte]
    return cells


class QubicProver:
    """`prove` until it says True; what is known is in `table`, and can be put there before."""

    def __init__(self, on_progress: Callable[[], None] = lambda: None) -> None:
        self.table = NodeTable()
        self.fours = FourSearch()
        self.expanded = 0
        self._on_progress = on_progress

    def node(self, xs: int, os: int) -> ProofNode:
        """Return the node of a position with x to move."""
        name = self.table.name(self.table.all_keys(xs, os))
        return self.table.nodes.get(name) or self.table.add(name, xs, os)

    def prove(self, node: ProofNode) -> bool:
        """Return whether x wins, with x to move in a node. False only means: not found."""
        self._search_x(node, NEVER, NEVER)
        return node.proof == 0

    def moves(self, node: ProofNode) -> list[tuple[int, ProofNode]]:
        """Return the moves of x that have nodes, one for each of these, and the nodes."""
        all_keys = self.table.all_keys(node.xs, node.os)
        found: dict[int, tuple[int, ProofNode]] = {}
        for move in cells_of(self._candidates(node.xs, node.os)):
            child = self.table.nodes.get(self.table.name(all_keys ^ self.table.images[0][move]))
            if child is not None:
                found[child.key] = move, child
        return list(found.values())

    # ---------------------------------------------------------------- the search

    def _search_x(self, node: ProofNode, most_proof: int, most_disproof: int) -> None:
        """Search until a number of the node reaches its threshold; x is to move."""
        if node.children is None:
            self._expand_x(node)
            self._on_progress()
        children = node.children
        assert children is not None
        while True:
            proof = second = NEVER
            disproof = 0
            best = node
            for _, child in children:
                if child.proof < proof:
                    second = proof
                    proof = child.proof
                    best = child
                    if proof == 0:
                        break
                elif child.proof < second:
                    second = child.proof
                disproof += child.disproof
            node.proof = proof
            node.disproof = disproof = NEVER if proof == 0 else min(disproof, NEVER - 1)
            if proof == NEVER:
                node.disproof = 0
            if proof == 0 or proof >= most_proof or disproof >= most_disproof:
                break
            self._search_o(
                best,
                min(most_proof, second + 1 + second // 4),
                most_disproof - disproof + best.disproof,
            )
        if node.proof == 0:
            # Only the winning move matters now: the rest of the tree is let go.
            node.children = [pair for pair in children if pair[1].proof == 0]

    def _search_o(self, node: ProofNode, most_proof: int, most_disproof: int) -> None:
        """Search until a number of the node reaches its threshold; o is to move."""
        if node.children is None:
            self._expand_o(node)
            if node.disproof == 0:
                return  # o wins by fours
        children = node.children
        assert children is not None
        while True:
            largest = left = 0
            disproof = second = NEVER
            best = node
            for _, child in children:
                if child.proof == 0:
                    continue
                left += 1
                if child.proof > largest:
                    largest = child.proof
                if child.disproof < disproof or (
                    child.disproof == disproof and child.proof > best.proof
                ):
                    second = disproof
                    disproof = child.disproof
                    best = child
                elif child.disproof < second:
                    second = child.disproof
            if disproof == 0:
                node.proof, node.disproof = NEVER, 0
                return
            node.proof = proof = min(largest + left - 1, NEVER - 1) if left else 0
            node.disproof = disproof
            if proof == 0 or proof >= most_proof or disproof >= most_disproof:
                return
            self._search_x(
                best,
                most_proof - left + 1,
                min(most_disproof, second + 1 + second // 4),
            )

    # ---------------------------------------------------------------- new nodes

    def _expand_x(self, node: ProofNode) -> None:
        self.expanded += 1
        all_keys = self.table.all_keys(node.xs, node.os)
        children: dict[int, tuple[int, ProofNode]] = {}
        strongest: dict[int, int] = {}
        images = self.table.images[0]
        for move in cells_of(self._candidates(node.xs, node.os)):
            name = self.table.name(all_keys ^ images[move])
            if name in children:
                continue
            child = self.table.nodes.get(name)
            if child is None:
                child = self._new_o(name, node, move, strongest)
                if child is None:
                    continue
            if child.disproof == 0:
                continue
            children[name] = move, child
            if child.proof == 0:
                break
        node.children = list(children.values())

    def _candidates(self, xs: int, os: int) -> int:
        """Return the moves that x may try, as bits."""
        must = self.fours.finishing(xs, os, 1)
        if must:
            return 0 if must & must - 1 else must
        return ALL & ~(xs | os | self.fours.four_cells(xs, os, 0))

    def _new_o(
        self, name: int, parent: ProofNode, move: int, strongest: dict[int, int]
    ) -> ProofNode | None:
        """Count the replies to a move of x; return its node, None if it is not worth one.

        `strongest` has how often a reply has helped against other moves; it comes first.
        """
        xs, os = parent.xs | 1 << move, parent.os
        replies = self.fours.finishing(xs, os, 0)
        idle = False
        if not replies:
            threat = self.fours.win(xs, os, 0, MOST_NODES)
            if threat:
                replies = self.fours.answers(xs, os, 0, len(threat))
                if self._o_wins(xs, os):
                    return None
            elif parent.xs.bit_count() > MOST_IDLE:
                return None
            else:
                idle = True
        node = self.table.add(name, xs, os)
        if idle:
            node.untried = ALL & ~(xs | os)
            node.proof = node.untried.bit_count()
            return node
        node.untried = replies
        self._try_replies(node, strongest, ENOUGH_REPLIES)
        return node

    def _try_replies(self, node: ProofNode, strongest: dict[int, int], enough: int) -> None:
        """Look at replies of o until so many of them are not refuted by fours, or all were."""
        found = node.replies.bit_count()
        order = cells_of(node.untried)
        if strongest:
            order.sort(key=lambda cell: -strongest.get(cell, 0))
        for reply in order:
            if found >= enough:
                break
            node.untried ^= 1 << reply
            if not self.fours.win(node.xs, node.os | 1 << reply, 0, MOST_NODES):
                node.replies |= 1 << reply
                strongest[reply] = strongest.get(reply, 0) + 1
                found += 1
        node.proof = found + (node.untried.bit_count() + 3) // 4
        node.disproof = 1 if node.proof else NEVER

    def _o_wins(self, xs: int, os: int) -> bool:
        """Return whether o, to move, wins by fours."""
        return bool(self.fours.win(xs, os, 1, MOST_NODES))

    def _expand_o(self, node: ProofNode) -> None:
        node.children = []
        if node.untried:
            if self._o_wins(node.xs, node.os):
                node.proof, node.disproof, node.untried = NEVER, 0, 0
                return
            self._try_replies(node, {}, ALL.bit_length())
        all_keys = self.table.all_keys(node.xs, node.os)
        images = self.table.images[1]
        children: dict[int, tuple[int, ProofNode]] = {}
        for reply in cells_of(node.replies):
            name = self.table.name(all_keys ^ images[reply])
            child = self.table.nodes.get(name)
            if child is None:
                child = self.table.add(name, node.xs, node.os | 1 << reply)
            children[name] = reply, child
        node.children = list(children.values())
