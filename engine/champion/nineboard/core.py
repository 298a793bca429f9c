"""The core for nineboard: the root of its search.

The search itself is `search.py`, in numbers of its own; here they become the engine's scores.
Whoever sees the end first wins this game, and proof-number search sees it long before the
alpha-beta does: so a prover works beside this core (proving.py), and its table is asked within
the search.

Memory: the table has what `megabytes` allow. Besides there are the flat tables of the search, less
than a megabyte compiled and 5 MB interpreted.

Start reading at `search_move`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from linemate.engine.builds import hot_module
from linemate.engine.champion.flat import INNER_PROVEN, INNER_WIN, FlatCore, inward, outward
from linemate.engine.champion.nineboard.tables import (
    NineBoardTables,
    Situation,
    can_win_at_once,
    nineboard_tables,
)
from linemate.engine.champion.nineboard.weights import Weights
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Position
from linemate.engine.crew import Memory
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.proof.dfpn import QUESTION_KEYS
from linemate.engine.scores import WIN
from linemate.engine.transposition import PackedTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.champion.nineboard.search import Search
else:
    Search = hot_module("champion.nineboard.search").Search

MOVE_MASK = 127  # of a word of the table
# With more marks than this a position is hardly ever symmetric.
LAST_SYMMETRIC_MARKS = 3
ORDER_DEPTH = 2


class NineBoardCore(FlatCore):
    _search: Search

    def __init__(
        self,
        game: Game,
        megabytes: float,
        weights: Weights | None = None,
        exhaustive: bool = False,
        memory: Memory | None = None,
    ) -> None:
        """Make a core; if `exhaustive`, it reduces nothing and has the values of plain minimax.

        Its table may lie in memory that others share, who search the same game: an entry that two
        have written at a time is taken for none.
        """
        assert isinstance(game, NineBoard)
        self.exhaustive = exhaustive
        self.stretches_losses = not exhaustive
        self._game = game
        self._tables = nineboard_tables() if weights is None else NineBoardTables(weights)
        self._search = Search(self._tables, game.full_draws, exhaustive)
        self._make_table(megabytes, memory)
        self.use_proofs(PackedTable(0))
        self._use_table()

    def clear(self) -> None:
        self._table.clear()
        self._search.forget()
        self._use_table()

    def _use_table(self) -> None:
        self._search.use_table(self._table.words, self._table.mask)

    def use_proofs(self, table: PackedTable) -> None:
        self._proofs = table

    # -------------------------------------------------------------- the root

    def evaluate(self, position: Position) -> int:
        assert isinstance(position, NineBoardPosition)
        return self._tables.worth_of(position) + self._tables.tempo

    def begin(self, position: Position, clock: Clock) -> None:
        assert isinstance(position, NineBoardPosition)
        self._position = position
        self._search.use_clock(clock, QUESTION_KEYS[position.to_move])
        self._search.use_proofs(self._proofs.words, self._proofs.mask)
        self._attempted = 0
        marks = 81 - position.cells().count(".")
        self._twins = self._find_twins() if marks <= LAST_SYMMETRIC_MARKS else {}

    def _find_twins(self) -> dict[int, tuple[int, Sequence[int]]]:
        """Return, for each move that a symmetry of the root takes to a lower one, that one and the
        symmetry that takes it back. What the one is worth, the other is.
        """
        position, game = self._position, self._game
        key = position.key()
        symmetries = [
            symmetry
            for symmetry in game.symmetries()
            if game.transform(position, symmetry).key() == key
        ]
        twins: dict[int, tuple[int, Sequence[int]]] = {}
        for move in position.legal_moves():
            lowest = min(symmetry[move] for symmetry in symmetries)
            if lowest != move:
                twins[move] = next((lowest, back) for back in symmetries if back[lowest] == move)
        return twins

    def order(self, moves: list[int]) -> None:
        merits = {move: self._score(move, ORDER_DEPTH, -INNER_WIN, INNER_WIN) for move in moves}
        moves.sort(key=merits.__getitem__, reverse=True)

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        alpha, beta = inward(alpha), inward(beta)
        self._searched = move
        self._search.enter(0)
        move, _ = self._twins.get(move, (move, ()))
        score = self._score(move, depth, alpha, beta)
        if alpha < score < min(beta, -INNER_PROVEN) and not self.exhaustive:
            plies = self._attempt(partial(self._length_of_loss, move, INNER_WIN + score))
            return outward(score) if plies is None else plies - WIN
        return outward(score)

    def _score(self, move: int, depth: int, alpha: int, beta: int) -> int:
        with self._played(move) as (situation, score):
            if score is None:
                worth = self._tables.worth_of(self._position)
                score = -self._search.search(*situation, worth, depth - 1, -beta, -alpha, 1)
        return score

    @contextmanager
    def _played(self, move: int) -> Iterator[tuple[Situation, int | None]]:
        """Play a move at the root, for what follows; give what it leads to, and its score if that
        is obvious.
        """
        position = self._position
        position.play(move)
        try:
            outcome, situation = position.outcome(), self._tables.situation(position)
            score = None
            if outcome is not None:
                score = 0 if outcome.winner is None else INNER_WIN - 1
            elif can_win_at_once(situation):
                score = 2 - INNER_WIN
            else:
                self._search.set_position(position.codes, 1)
            yield situation, score
        finally:
            position.undo()

    def line(self) -> list[int]:
        """Return the moves that follow, as far as the table remembers them."""
        position = self._position
        move, symmetry = self._twins.get(self._searched, (self._searched, None))
        position.play(move)
        line: list[int] = []
        while position.outcome() is None:
            word = self._search.remembered(position.key())
            move = word & MOVE_MASK
            if not word or move not in position.legal_moves():
                break
            position.play(move)
            line.append(move)
        for _ in range(len(line) + 1):
            position.undo()
        return line if symmetry is None else [symmetry[move] for move in line]

    # -------------------------------------------------------------- exact results

    def _length_of_loss(self, move: int, plies: int) -> int:
        """Return within how few plies a move loses that loses within so many."""
        lengths = range(2, plies, 2)
        return next((fewer for fewer in lengths if self.loses_within(move, fewer)), plies)

    def loses_within(self, move: int, plies: int) -> bool:
        with self._played(move) as (situation, score):
            if score is not None:
                return score < 0 and plies >= 2
            # The opponent wins within an odd number of plies, or not at all.
            return self._search.is_won(*situation, (plies - 2) // 2 * 2 + 1, 1)

    def has_win(self, move: int, plies: int) -> bool:
        with self._played(move) as (situation, score):
            if score is not None:
                return score == INNER_WIN - 1
            # The opponent loses within an even number of plies, or not at all.
            return self._search.is_lost(*situation, (plies - 1) // 2 * 2, 1)
