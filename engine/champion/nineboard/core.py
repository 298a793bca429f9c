"""The core for nineboard: the root of an alpha-beta (search.py) on codes and masks.

Whoever sees the end first wins this game, and proof-number search sees it long before the
alpha-beta does: so a prover works beside this core (proving.py), and its table is asked within
the search.

Start reading at `search_move`.
"""

from __future__ import annotations

from collections.abc import Sequence

from linemate.engine.champion.core import Core
from linemate.engine.champion.nineboard.search import MOVE_MASK, MOVE_SHIFT, NineBoardSearch
from linemate.engine.champion.nineboard.tables import (
    NineBoardTables,
    Situation,
    can_win_at_once,
    nineboard_tables,
)
from linemate.engine.champion.nineboard.weights import Weights
from linemate.engine.champion.nineboard.wins import NineBoardWins
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Position
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.proof.dfpn import QUESTION_KEYS
from linemate.engine.scores import WIN
from linemate.engine.transposition import PackedTable

# With more marks than this a position is hardly ever symmetric.
LAST_SYMMETRIC_MARKS = 3
ORDER_DEPTH = 2


class NineBoardCore(Core):
    def __init__(self, game: Game, megabytes: float, weights: Weights | None = None) -> None:
        assert isinstance(game, NineBoard)
        self._game = game
        self._tables = nineboard_tables() if weights is None else NineBoardTables(weights)
        self._table = PackedTable(megabytes)
        self._search = NineBoardSearch(self._tables, self._table, game.full_draws)
        self._wins = NineBoardWins(self._tables, self._table, game.full_draws)

    def clear(self) -> None:
        self._table.clear()
        self._search.forget_order()

    def use_proofs(self, table: PackedTable) -> None:
        self._search.use_proofs(table)

    def fullness(self) -> int:
        return self._table.fullness()

    # -------------------------------------------------------------- the root

    def evaluate(self, position: Position) -> int:
        assert isinstance(position, NineBoardPosition)
        return self._tables.worth_of(position) + self._tables.tempo

    def begin(self, position: Position, clock: Clock) -> None:
        assert isinstance(position, NineBoardPosition)
        self._position = position
        self._clock = clock
        self.nodes = self.deepest = 0
        self._next_check = clock.next_check(0)
        self._search.begin(position.codes, clock, QUESTION_KEYS[position.to_move])
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
        merits = {move: self._score(move, ORDER_DEPTH, -WIN, WIN) for move in moves}
        moves.sort(key=merits.__getitem__, reverse=True)

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        self._searched = move
        self._count()
        move, _ = self._twins.get(move, (move, ()))
        return self._score(move, depth, alpha, beta)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes >= self._next_check:
            self._next_check = self._clock.check(self.nodes)

    def _score(self, move: int, depth: int, alpha: int, beta: int) -> int:
        situation, score = self._after(move)
        if score is None:
            search = self._search
            search.resume(self.nodes)
            try:
                worth = self._tables.worth_of(self._position)
                score = -search.value(situation, worth, depth - 1, -beta, -alpha, 1)
            finally:
                self.nodes = search.nodes
                self.deepest = max(self.deepest, search.deepest)
        self._position.undo()
        return score

    def _after(self, move: int) -> tuple[Situation, int | None]:
        """Play a move at the root; return what it leads to, and its score if that is obvious."""
        position = self._position
        position.play(move)
        outcome, situation = position.outcome(), self._tables.situation(position)
        if outcome is not None:
            return situation, 0 if outcome.winner is None else WIN - 1
        return situation, 2 - WIN if can_win_at_once(situation) else None

    def line(self) -> list[int]:
        """Return the moves that follow, as far as the table remembers them."""
        position = self._position
        move, symmetry = self._twins.get(self._searched, (self._searched, None))
        position.play(move)
        line: list[int] = []
        while position.outcome() is None:
            word = self._table.probe(position.key())
            move = word >> MOVE_SHIFT & MOVE_MASK
            if not word or move not in position.legal_moves():
                break
            position.play(move)
            line.append(move)
        for _ in range(len(line) + 1):
            position.undo()
        return line if symmetry is None else [symmetry[move] for move in line]

    def has_win(self, move: int, plies: int) -> bool:
        situation, score = self._after(move)
        won = score == WIN - 1
        if score is None:
            wins = self._wins
            wins.begin(self._position.codes, self._clock, self.nodes)
            try:
                won = wins.is_lost(situation, plies - 1)
            finally:
                self.nodes = wins.nodes
        self._position.undo()
        return won
