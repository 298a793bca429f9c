"""Whether an announced mate is one: an exhaustive search with nothing but the rules.

Slow and simple on purpose. It is bounded by nodes, so that the answer to the same question is the
same every time, and it may be "not known".
"""

from __future__ import annotations

from collections.abc import Sequence

from linemate.engine.core import Position

NODES = 100_000  # for one announcement: some tenths of a second


class UnansweredError(Exception):
    """The bound was reached before there was an answer."""


def is_real(position: Position, plies: int, line: Sequence[int], nodes: int = NODES) -> bool | None:
    """Tell whether `score mate` is true: the side to move wins within `plies`, or loses within
    -`plies`.

    It is None where that takes more nodes. `line` is the engine's own, which is tried first.
    """
    if position.outcome() is not None:
        return None
    winner = position.to_move if plies > 0 else 1 - position.to_move
    try:
        return plies != 0 and _Exhaustive(position.copy(), winner, nodes).is_won(abs(plies), line)
    except UnansweredError:
        return None


class _Exhaustive:
    """Searches for the forced win of one player, `winner`."""

    def __init__(self, position: Position, winner: int, nodes: int) -> None:
        self._position, self._winner, self._nodes = position, winner, nodes
        self._known: dict[tuple[int, int], bool] = {}
        # By plies to go: what worked last is tried first, which finds a threat or a defence that
        # most of the other moves do nothing about.
        self._favourites: dict[int, int] = {}

    def is_won(self, plies: int, line: Sequence[int] = ()) -> bool:
        """Tell whether the winner, to move or not, can force its win within so many plies."""
        known = self._known.get(key := (self._position.key(), plies))
        if known is not None:
            return known
        hoped = self._position.to_move == self._winner  # for by whoever moves
        result = not hoped
        for move in self._moves(line, self._favourites.get(plies)):
            self._play(move)
            outcome = self._position.outcome()
            if outcome is not None:
                won = outcome.winner == self._winner
            else:
                won = plies > 1 and self.is_won(plies - 1, line[1:] if line[:1] == [move] else ())
            self._position.undo()
            if won == hoped:
                self._favourites[plies], result = move, hoped
                break
        self._known[key] = result
        return result

    def _moves(self, line: Sequence[int], favourite: int | None) -> list[int]:
        moves = self._position.legal_moves()
        for first in (favourite, line[0] if line else None):
            if first in moves:
                moves.remove(first)
                moves.insert(0, first)
        return moves

    def _play(self, move: int) -> None:
        self._nodes -= 1
        if self._nodes < 0:
            raise UnansweredError
        self._position.play(move)
