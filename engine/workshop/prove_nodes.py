"""The positions that the prover of qubic knows, each once for all its 192 symmetric images.

A position is two whole numbers, the cells of x and of o as bits. Its name is the smallest of
the 192 keys of its images. All of them are kept in one big integer, 64 bits for each symmetry,
so that a mark is one XOR, and the smallest is found in a few microseconds.
"""

from __future__ import annotations

from random import Random

from linemate.engine.games.qubic import cube_symmetries

KEY_BYTES = 8
NEVER = 1 << 40  # a proof number: there is no such proof
SEED = 1980


class Node:
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
        self.children: list[tuple[int, Node]] | None = None

    @property
    def row(self) -> tuple[int, ...]:
        """All of it but what can be found again, for a checkpoint."""
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
        self.nodes: dict[int, Node] = {}

    def all_keys(self, xs: int, os: int) -> int:
        """The keys of all images, in one number."""
        keys = 0
        for images, marks in zip(self.images, (xs, os), strict=True):
            for cell in cells_of(marks):
                keys ^= images[cell]
        return keys

    def name(self, all_keys: int) -> int:
        return min(memoryview(all_keys.to_bytes(self._length, "little")).cast("Q"))

    def find(self, xs: int, os: int) -> Node | None:
        return self.nodes.get(self.name(self.all_keys(xs, os)))

    def add(self, name: int, xs: int, os: int) -> Node:
        node = self.nodes[name] = Node(name, xs, os)
        return node

    def restore(self, row: tuple[int, ...]) -> None:
        """Add a node as `Node.row` gave it."""
        xs, os, proof, disproof, replies, untried = row
        node = self.add(self.name(self.all_keys(xs, os)), xs, os)
        node.proof, node.disproof = proof, disproof
        node.replies, node.untried = replies, untried


def cells_of(marks: int) -> list[int]:
    """The cells, from bits, ascending."""
    cells = []
    while marks:
        bit = marks & -marks
        marks ^= bit
        cells.append(bit.bit_length() - 1)
    return cells
