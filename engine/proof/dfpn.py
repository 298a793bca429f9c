"""Depth-first proof-number search (df-pn): whether a player wins, settled for good.

A goal is "does the attacker win?". At every position the side to move has a goal: the
attacker to win, the defender to prevent it. It is settled by always working on the position that
seems to need least: down the child whose delta is smallest, for as long as it stays so. A child is
searched until its numbers exceed limits that say "another is now the better choice", so the
search keeps to one place for long, and everything outside the path is in the table alone.

What is known of a position is one word of a `PackedTable`:

    phi     how many positions must at least be settled before its mover reaches his goal
    delta   how many before it is shown that he cannot

so phi 0 (with delta INFINITE) means that he does, delta 0 (with phi INFINITE) that he fails.
What is settled has also `plies`, within which the win is completed, and `drawn`: the
attacker's failure was shown by way of a drawn game, so it is not proven that he loses.

    bits  0 to 19  phi         bits 40 to 48  plies       bits 50 to 55  the work it took: the
    bits 20 to 39  delta       bit 49         drawn                      number of nodes, in bits

Those who search together (`crew.py`) have one table, and tell each other which positions they
are at: a child that another is at counts as if it needed twice as much, so that they part where
there is a choice. Near the root they read again what the table has of the children, in which
the others' results are.

Positions of these games never repeat, since every move adds a mark: what the table knows of a
position is true however it was reached, and the numbers need no look at the path. Two paths to
one position may count it twice; that makes numbers too large, never a result wrong.

Start reading at `PlainProver.search`; `Inquiry` is what others ask.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Position, Score
from linemate.engine.crew import WORD, Memory
from linemate.engine.games.keys import random_keys
from linemate.engine.transposition import RANK_SHIFT, PackedTable

INFINITE = (1 << 20) - 1
DELTA_SHIFT, PLIES_SHIFT, DRAWN_SHIFT = 20, 40, 49
MOST_PLIES = (1 << DRAWN_SHIFT - PLIES_SHIFT) - 1
REACHED = INFINITE << DELTA_SHIFT  # the mover's goal, phi 0
FAILED = INFINITE  # delta 0
DRAWN = 1 << DRAWN_SHIFT
UNKNOWN = 1 | 1 << DELTA_SHIFT

# By attacker: what tells the entries of one goal from those of the other.
QUESTION_KEYS = random_keys(2, stream=5)
# A child may need more than the second best by this part of it before the search turns to that
# one: to change less often saves the way back.
PATIENCE = 2
# Plies below the root at which those who search together look what the others do, and the number of
# positions that they can be at.
SHARED_PLIES = 16
TASKS = 1 << 12
MOST_COMPARED = 8  # children that are looked at for that
TASK_SHIFT = 40  # where a key has the bits that say at which task it is told


def reached(plies: int, drawn: int = 0) -> int:
    return REACHED | plies << PLIES_SHIFT | drawn << DRAWN_SHIFT


def failed(plies: int, drawn: int = 0) -> int:
    return FAILED | plies << PLIES_SHIFT | drawn << DRAWN_SHIFT


def phi_of(word: int) -> int:
    return word & INFINITE


def delta_of(word: int) -> int:
    return word >> DELTA_SHIFT & INFINITE


def plies_of(word: int) -> int:
    return word >> PLIES_SHIFT & MOST_PLIES


def drawn_of(word: int) -> int:
    return word >> DRAWN_SHIFT & 1


def settle(words: Sequence[int], mover_attacks: bool) -> int:
    """Return the word of a position whose mover reaches his goal, or has failed with every move."""
    reaching = [word for word in words if not delta_of(word)]
    if reaching:
        # A win for its own sake, and the shortest, before a draw.
        drawn, plies = min((word & DRAWN, plies_of(word)) for word in reaching)
        return REACHED | drawn | plies + 1 << PLIES_SHIFT
    drawn = max(word & DRAWN for word in words) if mover_attacks else 0
    return FAILED | drawn | max(map(plies_of, words)) + 1 << PLIES_SHIFT


def bears_out(word: int, after: int) -> bool:
    """Return whether what is known after a move is part of why
    the position before it is settled.
    """
    if phi_of(word) and delta_of(word):
        return False
    if phi_of(after) if phi_of(word) else delta_of(after):
        return False
    return bool(word & DRAWN) or (not after & DRAWN and plies_of(after) < plies_of(word))


class ProofGoal:
    """Whether the attacker wins, if the side to move at the root has these moves.

    `words` has what is known of the position after each of them, to the other side.
    """

    def __init__(
        self, attacker: int, moves: Sequence[int], words: Sequence[int] | None = None
    ) -> None:
        self.attacker = attacker
        self.moves = moves
        self.words = [UNKNOWN] * len(moves) if words is None else list(words)

    @property
    def is_reached(self) -> bool:
        """Return whether the side to move at the root reaches his goal."""
        return any(not delta_of(word) for word in self.words)

    @property
    def is_settled(self) -> bool:
        return self.is_reached or not any(map(phi_of, self.words))

    @property
    def is_drawn(self) -> bool:
        """Return whether a draw was needed to settle a goal that the attacker loses."""
        return bool(drawn_of(self._answer()))

    @property
    def plies(self) -> int:
        """Return how soon, at the latest,
        the winner of a settled goal without draws has won.
        """
        return plies_of(self._answer())

    def _answer(self) -> int:
        # Whose move it is does not matter: a draw is in the words of one goal at most.
        return settle(self.words, mover_attacks=True)

    @property
    def best(self) -> int:
        """Return the move to play: one that reaches the goal, or needs least to, or fails last."""
        is_reached = self.is_reached
        merits = [
            (delta_of(word), drawn_of(word), plies_of(word))
            if is_reached
            else (delta_of(word), 1 - drawn_of(word), -plies_of(word))
            for word in self.words
        ]
        return self.moves[merits.index(min(merits))]


class Prover(ABC):
    """Made for a game; its table is kept from one root to the next and within `megabytes`."""

    # Beside an alpha-beta it is at work once no more cells are free: before, the end is too far
    # away for any time.
    most_free_cells = 24
    nodes = 0  # positions looked into since `begin`
    deepest = 0  # plies, since `begin`
    draws_met = False  # since `begin`: whether a drawn game has played any part

    @classmethod
    def suits(cls, game: Game) -> bool:
        """Return whether it can prove things about the game with these options."""
        return True

    def __init__(self, game: Game, megabytes: float, memory: Memory | None = None) -> None:
        """Make a prover; its table may lie in memory that others share, who prove the same."""
        self.table = PackedTable(megabytes, memory)
        self._busy: memoryview | None = None
        if memory is not None and memory.is_shared:
            self._busy = memory.block(WORD * TASKS).words
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

    def key(self) -> int:
        return self._position.key()

    def place(self) -> int:
        """Return the key of the position as it stands, and of whose win is in question."""
        return self.key() ^ QUESTION_KEYS[self._attacker]

    @abstractmethod
    def peek(self) -> int:
        """Return the word of the position as it stands, to its mover; without any search."""

    @abstractmethod
    def search(self, phi_limit: int, delta_limit: int, ply: int = 1) -> int:
        """Search until a number reaches its limit or the budget is spent; return what `peek` would.
        The position is so many plies below the root.

        Raises SearchStopped; then only `begin` may follow.
        """

    def survey(self, goal: ProofGoal) -> None:
        """Look at what each move of the goal leads to. Raises SearchStopped."""
        self._attacker = goal.attacker
        for index, move in enumerate(goal.moves):
            self._clock.check(self.nodes)
            goal.words[index] = self._peek_after(move)

    def _peek_after(self, move: int) -> int:
        self.play(move)
        word = self.peek()
        self.undo()
        return word

    def work_on(self, goal: ProofGoal, nodes: int) -> None:
        """Search until the goal is settled or so many nodes are spent. Raises SearchStopped."""
        self._attacker = goal.attacker
        self._budget = self.nodes + nodes
        words = goal.words
        while self.nodes < self._budget:
            if self._busy is not None:
                self._read_again(goal.moves, words)
            if goal.is_settled:
                return
            deltas = [delta_of(word) for word in words]
            index, limit = self._choose(goal.moves, deltas, INFINITE, 0)
            self.play(goal.moves[index])
            words[index] = self._search_at(INFINITE, min(INFINITE, limit), 1)
            self.undo()

    def _read_again(self, moves: Sequence[int], known: list[int]) -> None:
        """Take over what others have found out of the positions after these moves.

        Raises SearchStopped.
        """
        for index, move in enumerate(moves[: len(known)]):
            if phi_of(known[index]) and delta_of(known[index]):
                self._clock.check(self.nodes)  # a large board takes milliseconds
                self.play(move)
                known[index] = self.table.probe(self.place()) or known[index]
                self.undo()

    def _choose(
        self, moves: Sequence[int], deltas: list[int], phi_limit: int, ply: int
    ) -> tuple[int, int]:
        """Return the child that seems to need least, and the delta up to which it is the choice.

        One that reaches the limit already is none: it would be left as it is, again and again. The
        delta of the choice is taken out of the list.
        """
        least = min(deltas)
        index = deltas.index(least)
        if self._busy is not None and ply < SHARED_PLIES:
            # What another is at counts twice; of what is left the least.
            close = sorted(
                (delta, number)
                for number, delta in enumerate(deltas)
                if delta <= 2 * least and (delta < phi_limit or delta == least)
            )
            index = min(
                close[:MOST_COMPARED],
                key=lambda each: each[0] << self._is_elsewhere(moves[each[1]]),
            )[1]
        least = deltas[index]
        deltas[index] = INFINITE
        second = max(least, min(deltas))
        return index, second + 1 + second // PATIENCE

    def _is_elsewhere(self, move: int) -> bool:
        """Return whether another is at the position after a move."""
        assert self._busy is not None
        self.play(move)
        place = self.place()
        self.undo()
        return self._busy[place >> TASK_SHIFT & TASKS - 1] == place

    def _search_at(self, phi_limit: int, delta_limit: int, ply: int) -> int:
        """Search the position as it stands, and let the others know meanwhile."""
        busy = self._busy
        if busy is None or ply > SHARED_PLIES:
            return self.search(phi_limit, delta_limit, ply)
        place = self.place()
        busy[place >> TASK_SHIFT & TASKS - 1] = place
        try:
            return self.search(phi_limit, delta_limit, ply)
        finally:
            busy[place >> TASK_SHIFT & TASKS - 1] = 0

    def line(self, goal: ProofGoal, first: int) -> list[int]:
        """Return the best moves for both from this move at the root on,
        as far as the table has them proven.
        """
        self._attacker = goal.attacker
        word = goal.words[goal.moves.index(first)]
        move, moves = first, [first]
        while True:
            self.play(move)
            # What wins at once may not be in the table, and then only what loses is known.
            known = {move: self._peek_after(move) for move in self._position.legal_moves()}
            known = {move: after for move, after in known.items() if bears_out(word, after)}
            if not known:
                break
            move = ProofGoal(goal.attacker, [*known], [*known.values()]).best
            word = known[move]
            moves.append(move)
        for _ in moves:
            self.undo()
        return moves


class PlainProver(Prover):
    def peek(self) -> int:
        position = self._position
        outcome = position.outcome()
        if outcome is None:
            return self.table.probe(self.place()) or UNKNOWN
        if outcome.winner is not None:
            # Only the player who has just moved can have won.
            return failed(0) if outcome.winner != position.to_move else reached(0)
        return self._drawn()

    def _drawn(self) -> int:
        self.draws_met = True
        return failed(0, 1) if self._position.to_move == self._attacker else reached(0, 1)

    def search(self, phi_limit: int, delta_limit: int, ply: int = 1) -> int:
        started = self.nodes = self.nodes + 1
        if started >= self._next_check:
            self._next_check = self._clock.check(started)
        if ply > self.deepest:
            self.deepest = ply
        word, moves, known = self._look_around()
        phis, deltas = list(map(phi_of, known)), list(map(delta_of, known))
        while not word:
            if self._busy is not None and ply < SHARED_PLIES:
                self._read_again(moves, known)
                phis, deltas = list(map(phi_of, known)), list(map(delta_of, known))
            phi, delta = min(deltas), sum(phis)
            if not phi or not delta:
                word = settle(known, self._position.to_move == self._attacker)
            elif phi >= phi_limit or delta >= delta_limit or self.nodes >= self._budget:
                word = phi | min(delta, INFINITE - 1) << DELTA_SHIFT
            else:
                index, limit = self._choose(moves, deltas, phi_limit, ply)
                self.play(moves[index])
                known[index] = self._search_at(
                    delta_limit - delta + phis[index], min(phi_limit, limit), ply + 1
                )
                self.undo()
                phis[index], deltas[index] = phi_of(known[index]), delta_of(known[index])
        rank = (self.nodes - started + 1).bit_length()
        self.table.store(self.place(), word | rank << RANK_SHIFT)
        return word

    def _look_around(self) -> tuple[int, list[int], list[int]]:
        """Return the word of the position if it is obvious, else 0;
        moves, and what each leads to.
        """
        moves = self._position.legal_moves()
        known = []
        for move in moves:
            known.append(self._peek_after(move))
            if not delta_of(known[-1]):
                break  # this will do
        return 0, moves, known


class Inquiry:
    """Makes the position the prover's root; it is the prover's own from then on."""

    def __init__(
        self, prover: Prover, position: Position, moves: Sequence[int], clock: Clock
    ) -> None:
        self._prover = prover
        prover.begin(position, clock)
        self.mine = ProofGoal(position.to_move, moves)
        self.his = ProofGoal(1 - position.to_move, moves)
        self._is_surveyed = False

    def survey(self) -> None:
        """Find out what is known already, once. Raises SearchStopped."""
        if not self._is_surveyed:
            self._prover.survey(self.mine)
            self._prover.survey(self.his)
            self._is_surveyed = True

    def work(self, nodes: int) -> None:
        """Search until the result is certain, or so many nodes are spent on either goal.

        Raises SearchStopped; then nothing may follow but what tells of the results.
        """
        self.survey()
        prover = self._prover
        prover.work_on(self.mine, nodes)
        if (prover.draws_met or self.mine.is_settled) and self.result is None:
            prover.work_on(self.his, nodes)

    @property
    def result(self) -> Score | None:
        """Return what is proven, to the side to move; None if that is not enough.

        The length of a win is one within which it can be forced, not always the least.
        """
        mine, his = self.mine, self.his
        if mine.is_settled and (mine.is_reached or not mine.is_drawn):
            return Score(plies=mine.plies if mine.is_reached else -mine.plies)
        if his.is_settled and not (his.is_reached and his.is_drawn):
            return Score(plies=his.plies if his.is_reached else -his.plies)
        return Score(cp=0) if mine.is_settled and his.is_settled else None

    @property
    def _promising(self) -> ProofGoal:
        """Return the goal whose best move is to be played:
        if no win is to be had, not to lose.
        """
        mine, his = self.mine, self.his
        if mine.is_settled and (mine.is_reached or not mine.is_drawn):
            return mine
        return his if mine.is_settled or his.is_settled else mine

    @property
    def best(self) -> int:
        """Return the move to play, as far as is known."""
        return self._promising.best

    def line(self, move: int) -> list[int]:
        """Return the best moves for both from this move on,
        as far as they are proven and remembered.
        """
        return self._prover.line(self._promising, move)

    def plies(self, move: int) -> int:
        """Return within how many plies this move wins, or loses if negative;
        0 if neither is proven.
        """
        for goal in (self.mine, self.his):
            word = goal.words[goal.moves.index(move)]
            if drawn_of(word):
                continue
            if not delta_of(word):
                return plies_of(word) + 1
            if not phi_of(word):
                return -plies_of(word) - 1
        return 0

    def holds(self, move: int) -> bool:
        """Return whether it is proven that this move does not lose."""
        return not delta_of(self.his.words[self.his.moves.index(move)])
