"""`alphabeta-results` and `alphabeta-2018`: alpha-beta that knows no distances, as in report 004.

A win is a win here, however far off it is, so more moves are as good as one that is known and
more can be left out. `alphabeta-2018` is that report's program to the letter: it gives every
move of the root a window of its own, open to both sides, as if nothing were known of the others.

What each of the two choices costs, in positions below the root of the empty tic-tac-toe board:

                         windows shared at the root     every root move by itself
    results                18,296  alphabeta-results      30,709  alphabeta-2018, and report 004
    exact distances        20,865  alphabeta              34,202

They have the cell order of moves and the cut-off at `>=` in common.
"""

from __future__ import annotations

from linemate.engine.scores import WIN, bounded
from linemate.engine.textbook.alphabeta import AlphaBeta


class AlphaBetaResults(AlphaBeta):
    name = "alphabeta-results"

    def value_at_end(self, depth: int, ply: int) -> int | None:
        """Visit the position; return win, draw or loss, the same from near and from afar."""
        ended = super().value_at_end(depth, ply)
        return None if ended is None else bounded(ended)


class AlphaBeta2018(AlphaBetaResults):
    name = "alphabeta-2018"

    def root_limit(self, best: int) -> int:
        """Return the least value there is: no root move profits from the ones before it."""
        return -WIN
