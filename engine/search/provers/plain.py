"""The prover for any game, on its own Position. Start reading at `search`."""

from __future__ import annotations

from linemate.engine.search.provers.base import PATIENCE, QUESTION_KEYS, Prover
from linemate.engine.search.provers.numbers import (
    DELTA_SHIFT,
    INFINITE,
    UNKNOWN,
    delta_of,
    failed,
    phi_of,
    reached,
    settle,
)
from linemate.engine.search.words import RANK_SHIFT


class PlainProver(Prover):
    def peek(self) -> int:
        position = self._position
        outcome = position.outcome()
        if outcome is None:
            return self.table.probe(self.key() ^ QUESTION_KEYS[self._attacker]) or UNKNOWN
        if outcome.winner is not None:
            # Only the player who has just moved can have won.
            return failed(0) if outcome.winner != position.to_move else reached(0)
        return self._drawn()

    def key(self) -> int:
        return self._position.key()

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
            phi, delta = min(deltas), sum(phis)
            if not phi or not delta:
                word = settle(known, self._position.to_move == self._attacker)
            elif phi >= phi_limit or delta >= delta_limit or self.nodes >= self._budget:
                word = phi | min(delta, INFINITE - 1) << DELTA_SHIFT
            else:
                index = deltas.index(phi)
                deltas[index] = INFINITE
                second = min(deltas)
                self.play(moves[index])
                known[index] = self.search(
                    delta_limit - delta + phis[index],
                    min(phi_limit, second + 1 + second // PATIENCE),
                    ply + 1,
                )
                self.undo()
                phis[index], deltas[index] = phi_of(known[index]), delta_of(known[index])
        rank = (self.nodes - started + 1).bit_length()
        self.table.store(self.key() ^ QUESTION_KEYS[self._attacker], word | rank << RANK_SHIFT)
        return word

    def _look_around(self) -> tuple[int, list[int], list[int]]:
        """The word of the position if it is obvious, else 0; moves, and what each leads to."""
        moves = self._position.legal_moves()
        known = []
        for move in moves:
            known.append(self._peek_after(move))
            if not delta_of(known[-1]):
                break  # this will do
        return 0, moves, known
