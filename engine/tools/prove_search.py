"""Proving positions of qubic won for x, with as few moves to remember as possible.

Whatever can be settled by fours (moves that each threaten to finish a line, see
`champion/qubic/search.py`) is settled at once and is no node of its own. What is left:

- x to move, without a win by fours: a node. If o has a four, x can only meet it. Otherwise any
  move may be tried, but for fours: a win that begins with fours and needs a quiet move later has,
  as far as was seen, another that begins with the quiet move.
- o to move: an option of the node before. If he has a win by fours, the move of x was bad.
  Otherwise x would win by fours if o passed, most often, and then only some replies matter
  (`FourSearch.answers`); those after which x still wins by fours need no further thought. The
  others are the children of the option.

The cost of a node is how many positions a certificate needs for it: one, or none if x can only
meet a four, and what the children of its cheapest option cost, counted as if none served twice.
The search is best-first for the cheapest strategy (AO*, made depth-first as df-pn is): the cost of
a node is at first a guess from below, and `_search` with a threshold either finds a strategy that
costs no more, or raises the guess, until another part of the tree looks cheaper. As replies are
tried only while an option is within the threshold, most options end with the first few.

A position is two whole numbers, the cells of x and of o as bits, and is known once for all its
192 symmetric images. Its name is the sum of their keys. All keys are kept in one big integer,
64 bits for each symmetry, so that a mark is one XOR, and their sum a few halvings. Should two
positions ever have one name, the checker will say so: it knows no names.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from random import Random

from linemate.engine.champion.qubic.fours import FourSearch
from linemate.engine.core import LinemateError
from linemate.engine.games.qubic import cube_symmetries

KEY_BYTES = 8
NEVER = 1 << 40  # a cost: no strategy is known to be possible
NO_MOVE = 64
COST = attrgetter("cost")
SEED = 1980
# Moves and replies tried in one search by fours; "not found" if they do not suffice.
MOST_NODES = 2_000
# The same of a search for a win of x that a certificate leaves out: half of what the player has.
LEAF_NODES = 10_000
# With more marks of x than this, he makes only moves that threaten to win by fours.
MOST_IDLE = 4
# With more, one position in a hundred or fewer is its own image: it costs more to ask than to try
# moves twice.
MOST_SYMMETRIC = 4
# By the marks of x: what a position is guessed to cost. With two marks it is seldom less, and a
# lower guess would have every second move examined; with more marks nothing but 1 is safe.
GUESSES = {2: 10}
# A search may find a strategy that costs a quarter more than the guess, and a guess that was too
# low grows by a quarter at least: much time went into showing that costly positions are costly.
STEP = 4
ALL = (1 << 64) - 1
# A number of 192 digits to the base 2**64 is added up by cutting it in half again and again at
# these bits. What is left is divided by ALL, as sums of decimal digits are found by dividing by 9.
HALVES = [64 * keys for keys in (96, 48, 24, 12, 6, 3)]
# By the number of a byte of such a set and its value: its cells.
CELLS_OF_BYTES = [
    [[8 * place + bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]
    for place in range(8)
]


class ProofNode:
    """A position with x to move, in the frame in which it was first met.

    `cost` is a guess of the cheapest strategy's cost, and the cost of a strategy that is known once
    `move` is. `options` are made when the node is expanded, and only the best is kept in the end.
    """

    __slots__ = ("cost", "is_forced", "key", "move", "options", "os", "strongest", "xs")

    def __init__(self, key: int, xs: int, os: int, is_forced: bool) -> None:
        self.key = key
        self.xs = xs
        self.os = os
        self.is_forced = is_forced  # o has a four, which x must meet
        self.cost = self._first_guess()
        self.move = NO_MOVE
        self.options: list[Option] | None = None
        # How often a reply has helped against moves of x: it is the first to try against others.
        self.strongest: bytearray | None = None

    @property
    def is_proven(self) -> bool:
        return self.move != NO_MOVE

    @property
    def is_known(self) -> bool:
        """Return whether there is more to it than a first guess."""
        return self.is_proven or self.cost != self._first_guess()

    @property
    def row(self) -> tuple[int, ...]:
        """Return all of it but what can be found again, for a checkpoint."""
        return (self.xs, self.os, self.cost, self.move)

    def _first_guess(self) -> int:
        return 0 if self.is_forced else GUESSES.get(self.xs.bit_count(), 1)

    def update_cost(self) -> None:
        """Set the cost of an expanded node by what its options cost now."""
        assert self.options is not None
        cost = min((option.cost() for option in self.options), default=NEVER)
        self.cost = min(cost + (not self.is_forced), NEVER)


class Option:
    """A move of x, with those replies of o that are known not to be refuted by fours."""

    __slots__ = ("children", "move", "replies", "untried", "xs")

    def __init__(self, move: int, xs: int, replies: int) -> None:
        self.move = move
        self.xs = xs
        self.replies = replies  # those that matter, as bits
        self.untried: list[int] | None = None  # of them, the strongest last
        self.children: list[ProofNode] = []

    def cost(self) -> int:
        cost = 0
        for child in self.children:
            cost += child.cost
        return cost


Nodes = dict[int, ProofNode]  # by name


class NodeTable:
    """All nodes, by their names."""

    def __init__(self) -> None:
        random = Random(SEED)
        symmetries = cube_symmetries()
        self._length = KEY_BYTES * len(symmetries)
        # By side and cell: the keys of its images under each symmetry.
        self.images: list[list[int]] = []
        # By side and byte of a set of cells, as far as they were met: the keys of all its cells.
        self._of_bytes: list[list[dict[int, int]]] = [[{} for _ in range(8)] for _ in range(2)]
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
        self.nodes: Nodes = {}

    def all_keys(self, xs: int, os: int) -> int:
        """Return the keys of all images, in one number."""
        keys = 0
        for side, marks in enumerate((xs, os)):
            for place, byte in enumerate(marks.to_bytes(8, "little")):
                if byte:
                    known = self._of_bytes[side][place]
                    if byte not in known:
                        known[byte] = self._keys_of(side, byte << 8 * place)
                    keys ^= known[byte]
        return keys

    def _keys_of(self, side: int, marks: int) -> int:
        keys = 0
        for cell in cells_of(marks):
            keys ^= self.images[side][cell]
        return keys

    def name(self, all_keys: int) -> int:
        """Return the sum of all keys, which is the same whatever their order."""
        for count in HALVES:
            all_keys = (all_keys & (1 << count) - 1) + (all_keys >> count)
        return all_keys % ALL

    def is_symmetric(self, all_keys: int) -> bool:
        """Return whether a position is among its own images: then moves of it are as well."""
        keys = memoryview(all_keys.to_bytes(self._length, "little")).cast("Q")
        return len(set(keys)) < len(keys)


def cells_of(marks: int) -> list[int]:
    """Return the cells of a set of bits, ascending."""
    cells: list[int] = []
    for cells_of_byte, byte in zip(CELLS_OF_BYTES, marks.to_bytes(8, "little"), strict=True):
        if byte:
            cells += cells_of_byte[byte]
    return cells


class QubicProver:
    """`prove` what is asked; what is known is in `table`, and can be put there before."""

    def __init__(self, on_progress: Callable[[], None] = lambda: None) -> None:
        self.table = NodeTable()
        self.fours = FourSearch()
        self.expanded = 0
        self._on_progress = on_progress

    def node(self, xs: int, os: int) -> ProofNode:
        """Return the node of a position with x to move."""
        return self._named(self.table.name(self.table.all_keys(xs, os)), xs, os)

    def _named(self, name: int, xs: int, os: int) -> ProofNode:
        node = self.table.nodes.get(name)
        if node is None:
            must = self.fours.finishing(xs, os, 1)
            node = self.table.nodes[name] = ProofNode(name, xs, os, bool(must))
            if must & must - 1:
                node.cost = NEVER
        return node

    def restore(self, row: tuple[int, ...]) -> None:
        """Add a node as `ProofNode.row` gave it."""
        xs, os, cost, move = row
        node = self.node(xs, os)
        node.cost, node.move = cost, move

    def prove(self, node: ProofNode) -> bool:
        """Return whether x wins, with x to move in a node. False only means: not found."""
        while not node.is_proven and node.cost < NEVER:
            self.search(node)
        return node.is_proven

    def search(self, node: ProofNode) -> None:
        """Prove a node, or raise the guess of its cost."""
        self._search(node, node.cost + node.cost // STEP)

    def children(self, node: ProofNode) -> list[ProofNode]:
        """Return the positions after x's move in a proven node that are not won by fours."""
        if node.options is None:
            # From a checkpoint: it may take more nodes to find the threat again.
            option = self._make_option(node, node.move, LEAF_NODES)
            assert option is not None
            self._try_replies(node, option, NEVER)
            node.options = [option]
        [option] = node.options
        return option.children

    def strategy(self, start: ProofNode) -> list[ProofNode]:
        """Return all nodes that x's moves lead to from a proven one, itself included."""
        found = {start.key: start}
        waiting = [start]
        while waiting:
            for child in self.children(waiting.pop()):
                if child.key not in found:
                    # It is, but for a limit of nodes that was met in one image and not in another.
                    if not self.prove(child):
                        raise LinemateError(f"not proven after all: {child.xs:x} {child.os:x}")
                    found[child.key] = child
                    waiting.append(child)
        return list(found.values())

    def keep(self, start: ProofNode) -> None:
        """Let the positions of a strategy cost nothing any more, as they will be stored anyway."""
        kept = {node.key for node in self.strategy(start)}
        expanded = [node for node in self.table.nodes.values() if node.options is not None]
        for node in sorted(expanded, key=lambda node: -node.xs.bit_count()):
            if node.key in kept or not node.cost:
                node.cost = 0
            else:
                node.update_cost()

    # ---------------------------------------------------------------- the search

    def _search(self, node: ProofNode, most: int) -> None:
        """Search until a strategy is found that costs no more, or the guess is raised."""
        if node.options is None:
            self._expand(node)
            self._on_progress()
        options = node.options
        assert options is not None
        options.sort(key=Option.cost)
        for option in options:
            if self._search_option(node, option, most if node.is_forced else most - 1):
                node.options = [option]
                node.update_cost()
                node.move = option.move
                return
        node.update_cost()
        node.cost = max(node.cost, most + most // STEP)

    def _search_option(self, node: ProofNode, option: Option, most: int) -> bool:
        """Return whether there is a strategy after this move that costs no more."""
        while True:
            self._try_replies(node, option, most)
            open_children = [child for child in option.children if not child.is_proven]
            if option.cost() > most:
                return False
            if not open_children:
                return True
            child = min(open_children, key=COST)
            self.search(child)

    # ---------------------------------------------------------------- new nodes

    def _expand(self, node: ProofNode) -> None:
        self.expanded += 1
        node.options = []
        all_keys = self.table.all_keys(node.xs, node.os)
        images = self.table.images[0]
        few = node.xs.bit_count() <= MOST_SYMMETRIC
        is_symmetric = few and self.table.is_symmetric(all_keys)
        names = set()
        for move in cells_of(self._candidates(node)):
            if is_symmetric:
                name = self.table.name(all_keys ^ images[move])
                if name in names:
                    continue
                names.add(name)
            option = self._make_option(node, move)
            if option is not None:
                node.options.append(option)

    def _candidates(self, node: ProofNode) -> int:
        """Return the moves that x may try, as bits."""
        xs, os = node.xs, node.os
        if node.is_forced:
            return self.fours.finishing(xs, os, 1)
        return ALL & ~(xs | os | self.fours.four_cells(xs, os, 0))

    def _make_option(
        self, node: ProofNode, move: int, most_nodes: int = MOST_NODES
    ) -> Option | None:
        """Return a move of x with the replies that matter, None if it is not worth a thought."""
        xs, os = node.xs | 1 << move, node.os
        replies = self.fours.finishing(xs, os, 0)
        if not replies:
            threat = self.fours.win(xs, os, 0, most_nodes)
            if threat:
                replies = self.fours.answers(xs, os, 0, len(threat))
            elif node.is_forced or node.xs.bit_count() <= MOST_IDLE:
                replies = ALL & ~(xs | os)
            else:
                return None
            if self.fours.has_win(xs, os, 1, MOST_NODES):
                return None
        return Option(move, xs, replies)

    def _try_replies(self, node: ProofNode, option: Option, most: int) -> None:
        """Look at replies until those that are not refuted cost more than this, or all were."""
        cost = option.cost()
        if cost > most or option.untried == []:
            return
        if node.strongest is None:
            node.strongest = bytearray(64)  # no more than once for each move of x
        strongest = node.strongest
        if option.untried is None:
            option.untried = cells_of(option.replies)
            option.untried.sort(key=strongest.__getitem__)
        all_keys = 0  # kept in every option they would fill the memory
        while option.untried and cost <= most:
            reply = option.untried.pop()
            os = node.os | 1 << reply
            if self.fours.has_win(option.xs, os, 0, LEAF_NODES):
                continue
            strongest[reply] += 1
            all_keys = all_keys or self.table.all_keys(option.xs, node.os)
            name = self.table.name(all_keys ^ self.table.images[1][reply])
            if all(child.key != name for child in option.children):
                child = self._named(name, option.xs, os)
                option.children.append(child)
                cost += child.cost
