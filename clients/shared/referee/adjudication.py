"""Ending a game before the board does: by what both engines say, or by its length.

Scores are what the engines report with their moves. A proven win or loss is beyond every
threshold; a move without a score breaks every row of plies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from linemate.clients.shared.records import Ending, PlayedMove, Reason
from linemate.engine.core import Score


@dataclass(frozen=True)
class DrawRule:
    """Drawn when `plies` moves in a row, none before ply `after`, were within `score`."""

    score: int
    plies: int = 8
    after: int = 0


@dataclass(frozen=True)
class WinRule:
    """Won when in `plies` moves in a row both engines saw the same one ahead by `score`."""

    score: int
    plies: int = 6


@dataclass(frozen=True)
class Adjudication:
    """All the rules of a match that end a game early; None where there is none."""

    draw: DrawRule | None = None
    win: WinRule | None = None
    max_plies: int | None = None

    def judge(self, moves: Sequence[PlayedMove], first: int, plies: int) -> Ending | None:
        """Return how the game ends if it does here; None if it goes on.

        `first` is the side that made the first of the moves, `plies` how many the game has,
        those of its opening included.
        """
        draw, win = self.draw, self.win
        if draw is not None and plies - draw.plies >= draw.after:
            last = _last_values(moves, first, draw.plies)
            if last and all(abs(value) <= draw.score for value in last):
                detail = f"{draw.plies} plies within {draw.score}"
                return Ending(None, Reason.ADJUDICATED_DRAW, detail)
        if win is not None:
            last = _last_values(moves, first, win.plies)
            for side, sign in ((0, 1), (1, -1)):
                if last and all(sign * value >= win.score for value in last):
                    detail = f"{win.plies} plies at {win.score} or more"
                    return Ending(side, Reason.ADJUDICATED_WIN, detail)
        if self.max_plies is not None and plies >= self.max_plies:
            return Ending(None, Reason.MAXIMUM_PLIES, f"{plies} plies")
        return None


def _last_values(moves: Sequence[PlayedMove], first: int, count: int) -> list[float]:
    """Return what the last so many moves were worth to x; nothing if that is not known."""
    begin = len(moves) - count
    scores = [move.score for move in moves[max(0, begin) :]]
    known = [score for score in scores if score is not None]
    if len(known) < count:
        return []
    return [_value(score) * (-1) ** (first + ply) for ply, score in enumerate(known, begin)]


def _value(score: Score) -> float:
    if score.plies is not None:
        return inf if score.plies > 0 else -inf
    return score.cp or 0
