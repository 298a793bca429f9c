"""Moves after which an engine saw its chances fall, by what it said itself: no search is made.

Each engine has its own scale, so its scores are compared with its own alone: what it said when it
moved, and what it said at its next move, or how the game then ended. Between the two lies its
move and an answer that it had to expect. What a fall is called, and what it makes of a side's
accuracy, is what `clients/shared/review.py` says for every review.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from linemate.clients.shared.records import PlayedMove
from linemate.clients.shared.review import (
    accuracy_of,
    chance_of,
    is_lost,
    mark_loss,
    unit_of,
)
from linemate.engine.core import Game, Position


class Marks(NamedTuple):
    """The signs of moves by their plies, from 0, and the accuracy of x and o in percent."""

    marks: dict[int, str]
    accuracy: tuple[float | None, float | None]


def find_marks(game: Game, start: Position, moves: Sequence[PlayedMove], opening: int) -> Marks:
    """Return the signs of a game; moves of the opening, and those that were forced, have none."""
    position = start.copy()
    first = position.to_move
    chosen: list[bool] = []
    for each in moves:
        chosen.append(len(position.legal_moves()) > 1)
        position.play(game.read_move(position, each.move))
    outcome, unit = position.outcome(), unit_of(game)
    marks: dict[int, str] = {}
    losses: tuple[list[float], list[float]] = ([], [])
    for ply in range(opening, len(moves)):
        score, side = moves[ply].score, (first + ply) % 2
        if score is None or not chosen[ply]:
            continue
        later = moves[ply + 2].score if ply + 2 < len(moves) else None
        if later is not None:
            after = chance_of(later, unit)
        elif outcome is not None and ply + 2 >= len(moves):
            after = 0.5 if outcome.winner is None else float(outcome.winner == side)
        else:
            continue
        loss = max(0.0, chance_of(score, unit) - after)
        if sign := mark_loss(loss).symbol:
            marks[ply] = sign
        if not is_lost(score):  # who has nothing to lose is not measured by it
            losses[side].append(loss)
    return Marks(marks, (accuracy_of(losses[0]), accuracy_of(losses[1])))
