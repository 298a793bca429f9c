"""Which position is to be solved next: the wanted ones, and if asked for what they are split into.

A position that a job has left open can be split: then its moves lead to further positions, which
are jobs in turn, and it is proven by their values. Which of them is next is chosen as in
proof-number search: the one that seems to settle its root soonest. What is split is what the
certificate has as open, so the tree is a matter of the file and nothing is lost with the process.

A line that is proven by those of other positions says so in the words of a proof; what
these are is told by `engine/tools/prove_nineboard_check.py`.

Start reading at `ProofTree.next_job`.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from zlib import compress

from linemate.clients.prove.certificate import DRAW, OPEN, Certificate
from linemate.clients.prove.positions import can_win, standard_text
from linemate.clients.prove.solving import Line, SolvingJob
from linemate.engine.core import PLAYERS, Game, Position

INFINITE = 10**9
# So many times as much a position seems to need while it is being solved: others are to be chosen.
IN_PROGRESS = 8

Child = tuple[int, "Node"]  # a move, and what it leads to


class Node:
    """A position, by its standard text; symmetric ones are one."""

    def __init__(self, text: str, side: int) -> None:
        self.text = text
        self.side = side
        self.value = OPEN
        self.plies = 0  # of a win
        self.by_rules = False  # no line is needed: the game is drawn, or won with the next move
        self.children: list[Child] = []  # once it is split
        self.parents: list[Node] = []
        self.numbers = [(1, 1), (1, 1)]  # by player: proof and disproof number of his win
        self.is_busy = False

    def update(self) -> None:
        """Work out value and numbers from those of the children, if there are any."""
        if self.value == OPEN and self.children:
            self._settle()
        self.numbers = [self._numbers(player) for player in (0, 1)]

    def _settle(self) -> None:
        mine, theirs = PLAYERS[self.side], PLAYERS[1 - self.side]
        nodes = [node for _, node in self.children]
        won = [node.plies for node in nodes if node.value == mine]
        if won:
            self.value, self.plies = mine, 1 + min(won)
        elif all(node.value == theirs for node in nodes):
            self.value, self.plies = theirs, 1 + max(node.plies for node in nodes)
        elif all(node.value in (theirs, DRAW) for node in nodes):
            self.value = DRAW

    def _numbers(self, player: int) -> tuple[int, int]:
        if self.value != OPEN:
            return (0, INFINITE) if self.value == PLAYERS[player] else (INFINITE, 0)
        if not self.children:
            return (IN_PROGRESS, IN_PROGRESS) if self.is_busy else (1, 1)
        proofs = [node.numbers[player][0] for _, node in self.children]
        disproofs = [node.numbers[player][1] for _, node in self.children]
        if player == self.side:
            return min(proofs), min(INFINITE, sum(disproofs))
        return min(INFINITE, sum(proofs)), min(disproofs)


class ProofTree:
    """The wanted positions and those below them, as far as they are split."""

    def __init__(
        self, game: Game, certificate: Certificate, wanted: Sequence[str], nodes: int, split: bool
    ) -> None:
        """Take what the certificate knows. What was left open with fewer nodes is done again."""
        self._game = game
        self._certificate = certificate
        self._most_nodes = nodes
        self._split = split
        self._nodes: dict[str, Node] = {}
        self.roots = [self._node(game.read_position(text)) for text in wanted]

    @property
    def size(self) -> int:
        return len(self._nodes)

    def next_job(self) -> SolvingJob | None:
        """Return a job that is to be done now, None if there is none."""
        for root in self.roots:
            leaf = self._choose(root, self._promising_player(root), set())
            if leaf is not None:
                self._set_busy(leaf, True)
                return SolvingJob(leaf.text, self._most_nodes)
        return None

    def _promising_player(self, root: Node) -> int:
        """Return whose win seems to be proven soonest."""
        (x, _), (o, _) = root.numbers
        return int(o < x)

    def _choose(self, node: Node, player: int, seen: set[Node]) -> Node | None:
        """Return an open leaf that is free: the one that seems to settle soonest whether this
        player wins, or the next best.
        """
        if node.value != OPEN or node in seen:
            return None
        seen.add(node)
        if not node.children:
            return None if node.is_busy or self._is_done(node) else node
        number = 0 if player == node.side else 1
        for _, child in sorted(node.children, key=lambda each: each[1].numbers[player][number]):
            leaf = self._choose(child, player, seen)
            if leaf is not None:
                return leaf
        return None

    def _is_done(self, node: Node) -> bool:
        line = self._certificate.lines.get(node.text)
        return line is not None and line["nodes"] >= self._most_nodes

    def take(self, line: Line) -> None:
        """Keep the line of a job, and the lines that follow from it."""
        self._certificate.add(line)
        node = self._nodes[line["position"]]
        self._set_busy(node, False)
        self._learn(node)

    # -------------------------------------------------------------- the tree

    def _set_busy(self, node: Node, is_busy: bool) -> None:
        node.is_busy = is_busy
        self._update(node)

    def _update(self, node: Node) -> None:
        before = node.value, node.numbers
        node.update()
        if (node.value, node.numbers) == before:
            return
        if node.value != before[0] and node.children:
            self._certificate.add(self._write_line(node))
        for parent in node.parents:
            self._update(parent)

    def _node(self, position: Position) -> Node:
        text = standard_text(self._game, position)
        node = self._nodes.get(text)
        if node is None:
            node = self._nodes[text] = Node(text, position.to_move)
            self._learn(node)
        return node

    def _learn(self, node: Node) -> None:
        """Give a node what the rules and the certificate know of it."""
        position = self._game.read_position(node.text)
        outcome = position.outcome()
        line = self._certificate.lines.get(node.text)
        if outcome is not None:
            node.value, node.by_rules = DRAW, True  # who can win at once never gets to play
        elif can_win(position):
            node.value, node.plies, node.by_rules = PLAYERS[node.side], 1, True
        elif line is not None and line["value"] != OPEN:
            node.value, node.plies = line["value"], line.get("plies", 0)
        elif line is not None and self._split and self._is_done(node) and not node.children:
            for move in position.legal_moves():
                position.play(move)
                child = self._node(position)
                position.undo()
                node.children.append((move, child))
                child.parents.append(node)
        self._update(node)

    # -------------------------------------------------------------- lines that follow from others

    def _write_line(self, node: Node) -> Line:
        line: Line = {"position": node.text, "value": node.value, "nodes": 0, "seconds": 0.0}
        if node.value == DRAW:
            heroes = [0, 1]
        else:
            heroes = [PLAYERS.index(node.value)]
            line["plies"] = node.plies
        texts = ["".join(self._words(node, hero)) for hero in heroes]
        packed = [compress(text.encode("ascii"), 9) for text in texts]
        return line | {"proofs": [b64encode(each).decode("ascii") for each in packed]}

    def _words(self, node: Node, hero: int) -> Iterator[str]:
        good = (PLAYERS[hero],) if node.value != DRAW else (PLAYERS[hero], DRAW)
        if node.side == hero:
            chosen = [child for child in node.children if child[1].value in good]
            move, after = min(chosen, key=lambda child: child[1].plies)
            yield "" if after.by_rules else "+"
            free_choice = node.text.endswith(" -")
            yield self._game.write_move(move)[0 if free_choice else 1 :]
        else:
            for _, after in node.children:
                yield "" if after.by_rules else "*"
