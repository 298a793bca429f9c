"""A question at the root, and what is known of the answer so far."""

from __future__ import annotations

from collections.abc import Sequence

from linemate.engine.search.provers.numbers import delta_of, drawn_of, phi_of, plies_of, settle


class Question:
    """Whether the attacker wins, if the side to move at the root has these moves.

    `words` has what is known of the position after each of them, to the other side.
    """

    def __init__(self, attacker: int, moves: Sequence[int], words: list[int]) -> None:
        self.attacker = attacker
        self.moves = moves
        self.words = words

    @property
    def is_reached(self) -> bool:
        """Whether the side to move at the root reaches his goal."""
        return any(not delta_of(word) for word in self.words)

    @property
    def is_settled(self) -> bool:
        return self.is_reached or not any(map(phi_of, self.words))

    @property
    def is_drawn(self) -> bool:
        """Of a settled question that the attacker loses: whether a draw was needed for it."""
        return bool(drawn_of(self._answer()))

    @property
    def plies(self) -> int:
        """Of a settled question without draws: how soon, at the latest, the winner has won."""
        return plies_of(self._answer())

    def _answer(self) -> int:
        # Whose move it is does not matter: a draw is in the words of one question at most.
        return settle(self.words, mover_attacks=True)

    @property
    def best(self) -> int:
        """The move to play: one that reaches the goal, or needs least to, or fails last."""
        merits = [
            (delta_of(word), drawn_of(word) if self.is_reached else 1 - drawn_of(word), haste)
            for word in self.words
            for haste in [plies_of(word) if self.is_reached else -plies_of(word)]
        ]
        return self.moves[merits.index(min(merits))]
