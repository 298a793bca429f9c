"""The core for any game: principal variation search on the game's own Position.

It reduces nothing and leaves nothing out, so its values are those of plain minimax: the faster
cores are checked against it.

Start reading at `_value`, the recursion.
"""

from __future__ import annotations

from linemate.engine.champion.core import Core
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Position
from linemate.engine.scores import WIN, bounded, from_table, terminal_score, to_table
from linemate.engine.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    TranspositionTable,
    certain,
    holds_at_any_depth,
)


class PlainCore(Core):
    exhaustive = True

    def __init__(self, game: Game, megabytes: float) -> None:
        self._game = game
        self._table = TranspositionTable(megabytes)
        self._forget_order()

    def _forget_order(self) -> None:
        # How much each move has been worth as a refutation, by player and move.
        self._history = [[0] * self._game.cell_count, [0] * self._game.cell_count]

    def clear(self) -> None:
        self._table.clear()
        self._forget_order()

    def fullness(self) -> int:
        return self._table.fullness()

    def evaluate(self, position: Position) -> int:
        return position.evaluate()

    def begin(self, position: Position, clock: Clock) -> None:
        self._position, self._clock = position, clock
        self.nodes = self.deepest = 0
        self._next_check = clock.next_check(0)
        plies = self._game.cell_count + 2
        self._lines: list[list[int]] = [[] for _ in range(plies)]
        self._killers = [-1] * plies  # by ply, the move that last caused a cutoff there
        for history in self._history:
            history[:] = [worth >> 3 for worth in history]  # old merits fade

    def order(self, moves: list[int]) -> None:
        self._game.order_equals(moves)
        moves.sort(key=self._history[self._position.to_move].__getitem__, reverse=True)

    def line(self) -> list[int]:
        return self._lines[1][:]

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        self._position.play(move)
        score = -self._value(depth - 1, -beta, -alpha, 1)
        self._position.undo()
        return score

    def _enter(self, ply: int) -> None:
        self.nodes += 1
        if self.nodes >= self._next_check:
            self._next_check = self._clock.check(self.nodes)
        if ply > self.deepest:
            self.deepest = ply

    def _value(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the position's worth to the side to move, exact if it lies between alpha and beta.

        `_lines[ply]` is left with the moves that lead to it, as far as they are known.
        """
        position = self._position
        self._enter(ply)
        self._lines[ply].clear()
        outcome = position.outcome()
        if outcome is not None:
            return terminal_score(outcome, position.to_move, ply)
        if depth == 0:
            return bounded(position.evaluate())
        # Nothing here can be worth more than a win at once.
        if beta > WIN - ply - 1:
            beta = WIN - ply - 1
            if alpha >= beta:
                return beta
        key = position.key()
        entry = self._table.probe(key)
        remembered = -1
        if entry is not None:
            known_depth, known, bound, remembered = entry
            known = from_table(known, ply)
            if (known_depth >= depth or holds_at_any_depth(entry)) and (
                bound == EXACT
                or (bound == AT_LEAST and known >= beta)
                or (bound == AT_MOST and known <= alpha)
            ):
                self._lines[ply].append(remembered)
                return known
        best, best_move, bound = -WIN, -1, AT_MOST
        for move in self._ordered_moves(remembered, ply):
            position.play(move)
            if best_move < 0:
                score = -self._value(depth - 1, -beta, -alpha, ply + 1)
            else:
                score = -self._value(depth - 1, -alpha - 1, -alpha, ply + 1)
                if alpha < score < beta:
                    score = -self._value(depth - 1, -beta, -alpha, ply + 1)
            position.undo()
            if best_move < 0 or score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha, bound = score, EXACT
                    self._lines[ply][:] = [move, *self._lines[ply + 1]]
                if score >= beta:
                    bound = AT_LEAST
                    self._killers[ply] = move
                    self._history[position.to_move][move] += depth * depth
                    break
        self._table.store(key, certain((depth, to_table(best, ply), bound, best_move)))
        return best

    def _ordered_moves(self, remembered: int, ply: int) -> list[int]:
        """Return the moves: the one the table remembers, the last
        refutation of this ply, then by merit.
        """
        moves = self._position.legal_moves()
        moves.sort(key=self._history[self._position.to_move].__getitem__, reverse=True)
        for first in (self._killers[ply], remembered):
            if first in moves:
                moves.remove(first)
                moves.insert(0, first)
        return moves

    # -------------------------------------------------------------- wins within a few plies

    def has_win(self, move: int, plies: int) -> bool:
        self._position.play(move)
        found = self._is_lost(plies - 1, 1)
        self._position.undo()
        return found

    def _is_lost(self, plies: int, ply: int) -> bool:
        """Return whether whoever is to move loses within so many plies, whatever he plays."""
        position = self._position
        self._enter(ply)
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner == 1 - position.to_move
        if plies < 2:
            return False
        for move in position.legal_moves():
            position.play(move)
            answered = self._is_won(plies - 1, ply + 1)
            position.undo()
            if not answered:
                return False
        return True

    def _is_won(self, plies: int, ply: int) -> bool:
        position = self._position
        self._enter(ply)
        if position.outcome() is not None:
            return False  # the mover before cannot have lost by moving
        for move in position.legal_moves():
            position.play(move)
            won = self._is_lost(plies - 1, ply + 1)
            position.undo()
            if won:
                return True
        return False
