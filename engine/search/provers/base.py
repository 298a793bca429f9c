"""Depth-first proof-number search (df-pn): the root, and what every game shares.

A question is settled by always working on the position that seems to need least: down the
child whose delta is smallest, for as long as it stays so. A child is searched until its numbers
exceed limits that say "another is now the better choice", so the search keeps to one place
for long, and everything outside the path is in the table alone.

Positions of these games never repeat, since every move adds a mark: what the table knows of a
position is true however it was reached, and the numbers need no look at the path. Two paths to
one position may count it twice; that makes numbers too large, never a result wrong.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Position
from linemate.engine.games.keys import random_keys
from linemate.engine.search.provers.numbers import INFINITE, bears_out, delta_of
from linemate.engine.search.provers.question import Question
from linemate.engine.search.words import WordTable

# By attacker: what tells the entries of one question from those of the other.
QUESTION_KEYS = random_keys(2, stream=5)
# A child may need more than the second best by this part of it before the search turns to that
# one: to change less often saves the way back.
PATIENCE = 2


class Prover(ABC):
    """Made for a game; its table is kept from one root to the next and within `megabytes`."""

    # Beside an alpha-beta it is at work once no more cells are free: before, the end is too far
    # away for any time.
    most_free_cells = 24
    nodes = 0  # positions looked into since `begin`
    deepest = 0  # plies, since `begin`
    draws_met = False  # since `begin`: whether a drawn game has played any part

    def __init__(self, game: Game, megabytes: float) -> None:
        self.table = WordTable(megabytes)
        self._attacker = 0
        self._budget = 0  # the number of nodes at which to leave off

    def begin(self, position: Position, clock: Clock) -> None:
        """Make this the root. The position is the prover's own, and is not finished."""
        self._position = position
        self._clock = clock
        self.deepest = 0
        self.draws_met = False
        self.resume(0)

    def resume(self, nodes: int) -> None:
        """Go on counting from here."""
        self.nodes = nodes
        self._next_check = self._clock.next_check(nodes)

    def play(self, move: int) -> None:
        self._position.play(move)

    def undo(self) -> None:
        self._position.undo()

    @abstractmethod
    def peek(self) -> int:
        """The word of the position as it stands, to its mover; without any search."""

    @abstractmethod
    def search(self, phi_limit: int, delta_limit: int) -> int:
        """The same after a search, until a number reaches its limit or the budget is spent.

        Raises SearchStopped; then only `begin` may follow.
        """

    def ask(self, attacker: int, moves: Sequence[int]) -> Question:
        self._attacker = attacker
        return Question(attacker, moves, [self._peek_after(move) for move in moves])

    def _peek_after(self, move: int) -> int:
        self.play(move)
        word = self.peek()
        self.undo()
        return word

    def work_on(self, question: Question, nodes: int) -> None:
        """Search until the question is settled or so many nodes are spent."""
        self._attacker = question.attacker
        self._budget = self.nodes + nodes
        words = question.words
        while self.nodes < self._budget and not question.is_settled:
            deltas = [delta_of(word) for word in words]
            index = deltas.index(min(deltas))
            deltas[index] = INFINITE
            second = min(deltas)
            self.play(question.moves[index])
            words[index] = self.search(INFINITE, min(INFINITE, second + 1 + second // PATIENCE))
            self.undo()

    def line(self, question: Question, first: int) -> list[int]:
        """From this move at the root, the best for both, as far as the table has them proven."""
        self._attacker = question.attacker
        word = question.words[question.moves.index(first)]
        move, moves = first, [first]
        while True:
            self.play(move)
            # What wins at once may not be in the table, and then only what loses is known.
            known = {move: self._peek_after(move) for move in self._position.legal_moves()}
            known = {move: after for move, after in known.items() if bears_out(word, after)}
            if not known:
                break
            move = Question(question.attacker, [*known], [*known.values()]).best
            word = known[move]
            moves.append(move)
        for _ in moves:
            self.undo()
        return moves
