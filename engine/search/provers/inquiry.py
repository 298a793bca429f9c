"""Both questions of a root: does its mover win, and does the other player?

A win or a loss needs one of them, a draw needs both answered "no". If no drawn game has been
met on the way, both are the same question, and the first is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from linemate.engine.clock import Clock
from linemate.engine.core import Position, Score
from linemate.engine.search.provers.base import Prover
from linemate.engine.search.provers.numbers import delta_of, drawn_of, phi_of, plies_of
from linemate.engine.search.provers.question import Question


class Inquiry:
    """Makes the position the prover's root; it is the prover's own from then on."""

    def __init__(
        self, prover: Prover, position: Position, moves: Sequence[int], clock: Clock
    ) -> None:
        self._prover = prover
        prover.begin(position, clock)
        self.mine = prover.ask(position.to_move, moves)
        self.his = prover.ask(1 - position.to_move, moves)

    def work(self, nodes: int) -> None:
        """Search until the result is certain, or so many nodes are spent on either question.

        Raises SearchStopped; then nothing may follow but what tells of the results.
        """
        prover = self._prover
        prover.work_on(self.mine, nodes)
        if (prover.draws_met or self.mine.is_settled) and self.result is None:
            prover.work_on(self.his, nodes)

    @property
    def result(self) -> Score | None:
        """What is proven, to the side to move; None if that is not enough.

        The length of a win is one within which it can be forced, not always the least.
        """
        mine, his = self.mine, self.his
        if mine.is_settled and (mine.is_reached or not mine.is_drawn):
            return Score(plies=mine.plies if mine.is_reached else -mine.plies)
        if his.is_settled and not (his.is_reached and his.is_drawn):
            return Score(plies=his.plies if his.is_reached else -his.plies)
        return Score(cp=0) if mine.is_settled and his.is_settled else None

    @property
    def _promising(self) -> Question:
        """The question whose best move is to be played: if no win is to be had, not to lose."""
        mine, his = self.mine, self.his
        if mine.is_settled and (mine.is_reached or not mine.is_drawn):
            return mine
        return his if mine.is_settled or his.is_settled else mine

    @property
    def best(self) -> int:
        """The move to play, as far as is known."""
        return self._promising.best

    def line(self, move: int) -> list[int]:
        """From this move on, the best for both, as far as they are proven and remembered."""
        return self._prover.line(self._promising, move)

    def plies(self, move: int) -> int:
        """Within how many this move wins, or loses if negative; 0 if neither is proven."""
        for question in (self.mine, self.his):
            word = question.words[question.moves.index(move)]
            if drawn_of(word):
                continue
            if not delta_of(word):
                return plies_of(word) + 1
            if not phi_of(word):
                return -plies_of(word) - 1
        return 0

    def holds(self, move: int) -> bool:
        """Whether it is proven that this move does not lose."""
        return not delta_of(self.his.words[self.his.moves.index(move)])
