"""Counting the positions below a position: the proof that rules are right."""

from __future__ import annotations

from collections.abc import Iterator

from linemate.engine.clock import Clock
from linemate.engine.core import Position


def perft(position: Position, depth: int, clock: Clock | None = None) -> int:
    """Return the positions exactly `depth` plies below; a game that ends sooner counts for nothing.

    The position is played on and restored. The last ply is counted, not played: each legal
    move there is one position. Raises SearchStopped when the clock says so.
    """
    if depth <= 0:
        return 1
    if clock:
        clock.check(0)
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        position.play(move)
        total += perft(position, depth - 1, clock)
        position.undo()
    return total


def divide(position: Position, depth: int, clock: Clock | None = None) -> Iterator[tuple[int, int]]:
    """Yield each root move and the count below it; they add up to `perft(position, depth)`."""
    for move in position.legal_moves() if depth > 0 else []:
        position.play(move)
        count = perft(position, depth - 1, clock)
        position.undo()
        yield move, count
