"""`alphabeta`: minimax that leaves out what cannot matter; to the end, or to a depth.

Alpha is what the side to move is sure of, beta what the other side will allow. A move worth
beta or more refutes the one before it, and the rest need no look. The value is that of
minimax, always; the positions visited are far fewer.
"""

from __future__ import annotations

from math import factorial

from linemate.engine.scores import WIN
from linemate.engine.textbook.minimax import LARGEST_TREE, Minimax


class AlphaBeta(Minimax):
    name = "alphabeta"

    def can_finish(self, cells: int) -> bool:
        """Return whether it can: with moves in no order it visits
        about the 3/4th power of the tree.
        """
        return bool(factorial(cells) <= LARGEST_TREE ** (4 / 3))

    def value(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return what the position is worth to its side to move,
        if that lies between alpha and beta.

        Otherwise a bound on it: alpha or less stands for "at most that", beta or more for "at
        least that".
        """
        ended = self.value_at_end(depth, ply)
        if ended is not None:
            return ended
        position, best = self._position, -WIN
        for move in position.legal_moves():
            position.play(move)
            best = max(best, -self.value(depth - 1, -beta, -max(alpha, best), ply + 1))
            position.undo()
            if best >= beta:
                break
        return best
