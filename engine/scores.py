"""Scores inside a search: plain integers, with proven results at the far ends.

A win that is completed n plies from the root is WIN - n, a loss -(WIN - n): the nearer win
and the farther loss are the greater numbers. Estimates stay well below PROVEN.
"""

from __future__ import annotations

from linemate.engine.core import Outcome, Score

WIN = 1_000_000_000
PROVEN = WIN - 10_000  # no game here lasts that many plies
LARGEST_ESTIMATE = PROVEN - 1
# No estimate is told as more; what is as good as certain, but not proven, is told as this.
LARGEST_CP = 29_999


def terminal_score(outcome: Outcome, to_move: int, ply: int) -> int:
    """Return what a finished game, `ply` plies from the root,
    is worth to the side that would move.
    """
    if outcome is Outcome.DRAW:
        return 0
    return WIN - ply if outcome.winner == to_move else ply - WIN


def bounded(estimate: int) -> int:
    """Return an estimate that cannot be taken for a proven result."""
    return max(-LARGEST_ESTIMATE, min(LARGEST_ESTIMATE, estimate))


def to_table(score: int, ply: int) -> int:
    """Return a score that counts from the root, counted from the position `ply` plies below it."""
    if score > PROVEN:
        return score + ply
    return score - ply if score < -PROVEN else score


def from_table(score: int, ply: int) -> int:
    """Return the inverse of `to_table`."""
    if score > PROVEN:
        return score - ply
    return score + ply if score < -PROVEN else score


def to_report(score: int) -> Score:
    """Return what is told of a score: a proven distance, or an estimate within LARGEST_CP."""
    if score > PROVEN:
        return Score(plies=WIN - score)
    if score < -PROVEN:
        return Score(plies=-(WIN + score))
    return Score(cp=max(-LARGEST_CP, min(LARGEST_CP, score)))
