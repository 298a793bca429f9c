"""The prover for rows of k (mnk, gomoku, qubic): it knows what a row is.

- Whoever can finish a row has won; whoever faces one must stop it, and cannot stop two.
- An attacker needs windows (k cells in a line) without a mark of the defender. Let each such
  window weigh 2 to the power of the attacker's marks in it. Erdos and Selfridge have proven: if
  the sum is below 2**k with the defender to move, or twice the sum is with the attacker to
  move, the defender stops every window, always taking the cell whose windows weigh most. That
  he may win himself on the way, or threaten to, is no help to the attacker.
- Positions that a symmetry of the board takes into each other are one: of their keys the least
  counts.

Start reading at `_look_around`.
"""

from __future__ import annotations

from operator import xor

from linemate.engine.clock import Clock
from linemate.engine.core import PLAYERS, Game, Position
from linemate.engine.crew import Memory
from linemate.engine.games.gomoku import FREESTYLE, STANDARD
from linemate.engine.games.keys import random_keys
from linemate.engine.games.lines import LinePosition
from linemate.engine.proof.dfpn import DELTA_SHIFT, QUESTION_KEYS, PlainProver, failed, reached

# The cube of qubic has 192: to compare all keys would take longer than it saves.
MOST_SYMMETRIES = 8
# With more marks than this hardly any two positions of a search are symmetric.
MOST_SYMMETRIC_MARKS = 6
# First estimates: to refute an attacker takes more the more his windows weigh, and to prove his
# win less. This many nodes are added where they weigh just enough.
SCALE = 4

Keys = tuple[int, ...]  # one for each symmetry


class LineProver(PlainProver):
    most_free_cells = 36

    @classmethod
    def suits(cls, game: Game) -> bool:
        """Return whether any free cell may be marked, and a row is stopped by whoever takes one of
        its cells and by nothing else: not where marks fall, nor under `renju` and `caro`.

        A defender who may not choose among all cells can be forced to give way, however little the
        attacker's windows weigh.
        """
        plain = game.options.get("rule", FREESTYLE) in (FREESTYLE, STANDARD)
        return plain and not game.options.get("drop", False)

    def __init__(self, game: Game, megabytes: float, memory: Memory | None = None) -> None:
        super().__init__(game, megabytes, memory)
        symmetries = game.symmetries()
        if len(symmetries) > MOST_SYMMETRIES:
            symmetries = symmetries[:1]
        count = game.cell_count
        keys = random_keys(2 * count, stream=7)
        # By player and cell: what a mark there changes in the keys.
        self._changes: list[list[Keys]] = [
            [
                tuple([keys[side * count + symmetry[cell]] for symmetry in symmetries])
                for cell in range(count)
            ]
            for side in (0, 1)
        ]
        self._keys: list[Keys] = []  # of the positions on the path

    def begin(self, position: Position, clock: Clock) -> None:
        super().begin(position, clock)
        keys = (0,) * len(self._changes[0][0])
        for cell, mark in enumerate(position.cells()):
            if mark in PLAYERS:
                keys = tuple(map(xor, keys, self._changes[PLAYERS.index(mark)][cell]))
        self._keys = [keys]
        marks = len(position.cells()) - position.cells().count(".")
        self._symmetric_plies = MOST_SYMMETRIC_MARKS - marks
        if self._symmetric_plies < 0:
            self._keys = [keys[:1]]

    def play(self, move: int) -> None:
        self._keys.append(self._keys_after(move))
        super().play(move)

    def undo(self) -> None:
        self._keys.pop()
        super().undo()

    def key(self) -> int:
        return min(self._keys[-1])

    def _keys_after(self, move: int) -> Keys:
        keys = self._keys[-1]
        if len(self._keys) > self._symmetric_plies:
            keys = keys[:1]
        return tuple(map(xor, keys, self._changes[self._position.to_move][move]))

    def _look_around(self) -> tuple[int, list[int], list[int]]:
        position = self._position
        assert isinstance(position, LinePosition)
        side = position.to_move
        moves = position.legal_moves()
        if position.winning_cells(side):
            return reached(1), [], []
        threats = position.winning_cells(1 - side)
        if len(threats) > 1:
            return failed(2), [], []
        attacks = side == self._attacker
        weighed, weight = self._weigh(position)
        enough = 1 << len(position._tables.more_than)
        if len(moves) == 1 or weight << attacks < enough:
            return self._drawn(), [], []
        known = []
        add, shift = position._tables.add, position._tables.count_bits
        keys, changes = self._keys[-1], self._changes[side]
        symmetric = len(self._keys) <= self._symmetric_plies
        question_key = QUESTION_KEYS[self._attacker]
        words, mask = self.table.words, self.table.mask
        for move in threats or moves:
            key = min(map(xor, keys, changes[move])) if symmetric else keys[0] ^ changes[move][0]
            key ^= question_key
            start = (key & mask) << 2
            # Each word is read once: another process may write it meanwhile.
            first, second = words[start + 1], words[start + 3]
            if words[start] ^ first == key:
                known.append(first)
            elif words[start + 2] ^ second == key:
                known.append(second)
            else:
                through = add[move] << shift
                change = 0
                for each, windows in weighed:
                    change += each * (windows & through).bit_count()
                known.append(
                    self._estimate(weight + change if attacks else weight - change, enough)
                )
        return 0, threats or moves, known

    def _weigh(self, position: LinePosition) -> tuple[list[tuple[int, int]], int]:
        """Return the attacker's windows, as top bits by their weight,
        and what all weigh together.
        """
        tables = position._tables
        mine, theirs = position._counters[self._attacker], position._counters[1 - self._attacker]
        windows = tables.won & ~(theirs + tables.more_than[0])
        weighed, total, weight = [], 0, 1
        for step in tables.more_than:
            more = windows & mine + step
            if windows != more:
                weighed.append((weight, windows ^ more))
                total += weight * (windows ^ more).bit_count()
            windows = more
            weight *= 2
        return weighed, total

    def _estimate(self, weight: int, enough: int) -> int:
        """Return a first word for the position after a move, if the windows weigh so much there."""
        defends = self._position.to_move == self._attacker  # the one who moves then
        weight <<= not defends
        if weight < enough:
            self.draws_met = True
            return reached(0, 1) if defends else failed(0, 1)
        refuting, proving = 1 + SCALE * weight // enough, 1 + SCALE * enough // weight
        if defends:
            return refuting | proving << DELTA_SHIFT
        return proving | refuting << DELTA_SHIFT
