"""`minimax`: every line of play to its end, or to a depth; nothing is pruned.

The definition of a game's value, as a program:

    value(s) = result(s)                       if the game is over at s
             = estimate(s)                     if the depth is reached
             = max over moves of -value(s')    otherwise

On the empty tic-tac-toe board it visits 549,946 positions, the root included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import factorial

from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, OptionValue, Position, Searcher
from linemate.engine.scores import (
    LARGEST_ESTIMATE,
    PROVEN,
    WIN,
    bounded,
    terminal_score,
    to_report,
)

# Positions that a minute suffices for; the tree of a board of n cells has about e * n!.
LARGEST_TREE = 4_000_000
# How deep it looks where that is too little and nobody says how deep.
USUAL_DEPTH = 2


class Minimax(Searcher):
    name = "minimax"

    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        self._depth = int(options["Depth"])
        self._has_estimates = self._depth > 0 or not self.can_finish(game.cell_count)

    def can_finish(self, cells: int) -> bool:
        """Return whether a game with so many free cells can be searched to its end."""
        return 3 * factorial(cells) <= LARGEST_TREE

    def _choose_depth(self, cells: int, limit: int | None) -> int:
        """Return how deep to look with so many free cells: as deep as the option and the limit
        allow.
        """
        if limit is not None:
            return max(1, min(limit, self._depth or cells))
        return self._depth or (cells if self.can_finish(cells) else USUAL_DEPTH)

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        self._position, self._clock = position, clock
        self._nodes, self._next_check, self._deepest = 0, clock.next_check(0), 0
        depth = self._choose_depth(position.cells().count("."), clock.limits.depth)
        moves, root = clock.root_moves(position), position.copy()
        best, best_move = -WIN, moves[0]
        move = best_move
        yield self._report(0, 0, best_move)
        try:
            self.visit(0)
            for move in moves:
                position.play(move)
                score = -self.value(depth - 1, -WIN, -self.root_limit(best), 1)
                position.undo()
                if score > best:
                    best, best_move = score, move
        except SearchStopped:
            # Nothing is proven before every move has been looked at: one that is not known to
            # lose is better than those that do.
            if best <= -LARGEST_ESTIMATE and move != moves[0]:
                best, best_move = self._estimate(root, move), move
            if best > -PROVEN:
                yield self._report(0, best, best_move)
            return
        yield self._report(depth, best, best_move)

    def root_limit(self, best: int) -> int:
        """Return what the next root move has to beat, `best` being the value of those before it."""
        return best

    def evaluate(self, position: Position) -> int | None:
        return position.evaluate() if self._has_estimates else None

    def _estimate(self, root: Position, move: int) -> int:
        """Return what a move seems to be worth, without a look at what follows."""
        root.play(move)
        outcome = root.outcome()
        if outcome is None:
            return -bounded(root.evaluate())
        return -terminal_score(outcome, root.to_move, 1)

    def _report(self, depth: int, score: int, move: int) -> Info:
        return Info(
            depth=depth,
            seldepth=self._deepest,
            score=to_report(score),
            pv=(move,),
            nodes=self._nodes,
            seconds=self._clock.elapsed(),
        )

    def value_at_end(self, depth: int, ply: int) -> int | None:
        """Visit the position; return its value to the side to move if the line of play ends
        here.
        """
        self.visit(ply)
        position = self._position
        outcome = position.outcome()
        if outcome is not None:
            return terminal_score(outcome, position.to_move, ply)
        return bounded(position.evaluate()) if depth == 0 else None

    def visit(self, ply: int) -> None:
        """Count a position. Raises SearchStopped when time is up."""
        self._nodes += 1
        if ply > self._deepest:
            self._deepest = ply
        if self._nodes >= self._next_check:
            self._next_check = self._clock.check(self._nodes)

    def value(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return what the position is worth to its side to move;
        alpha and beta are of no use here.
        """
        ended = self.value_at_end(depth, ply)
        if ended is not None:
            return ended
        position, best = self._position, -WIN
        for move in position.legal_moves():
            position.play(move)
            best = max(best, -self.value(depth - 1, alpha, beta, ply + 1))
            position.undo()
        return best
