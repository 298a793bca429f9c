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
    search = _Exhaustive(position.copy(), nodes)
    try:
        if plies > 0:
            return search.can_win(plies, line)
        return plies < 0 and search.must_lose(-plies, line)
    except UnansweredError:
        return None


class _Exhaustive:
    def __init__(self, position: Position, nodes: int) -> None:
        self._position, self._nodes = position, nodes
        self._known: dict[tuple[int, int, bool], bool] = {}
        # By plies to go: what worked last is tried first, which finds a threat or a defence that
        # most of the other moves do nothing about.
        self._wins: dict[int, int] = {}
        self._defences: dict[int, int] = {}

    def can_win(self, plies: int, line: Sequence[int] = ()) -> bool:
        """Tell whether the side to move can force its win within so many plies."""
        known = self._known.get(key := (self._position.key(), plies, True))
        if known is not None:
            return known
        side, found = self._position.to_move, False
        for move in self._moves(line, self._wins.get(plies)):
            self._play(move)
            outcome = self._position.outcome()
            if outcome is not None:
                found = outcome.winner == side
            else:
                found = plies > 1 and self.must_lose(
                    plies - 1, line[1:] if line[:1] == [move] else ()
                )
            self._position.undo()
            if found:
                self._wins[plies] = move
                break
        self._known[key] = found
        return found

    def must_lose(self, plies: int, line: Sequence[int] = ()) -> bool:
        """Tell whether the side to move loses within so many plies, whatever it plays."""
        known = self._known.get(key := (self._position.key(), plies, False))
        if known is not None:
            return known
        side, lost = self._position.to_move, True
        for move in self._moves(line, self._defences.get(plies)):
            self._play(move)
            outcome = self._position.outcome()
            if outcome is not None:
                lost = outcome.winner == 1 - side
            else:
                lost = plies > 1 and self.can_win(plies - 1, line[1:] if line[:1] == [move] else ())
            self._position.undo()
            if not lost:
                self._defences[plies] = move
                break
        self._known[key] = lost
        return lost

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
