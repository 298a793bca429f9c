"""`cube-2019`: the program of source report 001 for qubic, to the letter.

    search    a winning move; else the block of one; else, in the first two plies of the game, a
              centre point at random; else every move, deeper and deeper until time is up
    _value    the report's `miniMax`: a winning move ends a node, a block is followed without
              spending depth, and the estimate is always that of the player who searches

What tells it from `hminimax` with the same estimate (`cube-lines-130`), and loses it games:

- **A win is worth what the board is worth then**, 100,000 and the lines on it, be it near or far.
  So it goes after a long win with more lines. (Its games are not longer for that: docs/sources.md.)
- **The best value is kept across depths.** A deeper search changes the move only for a higher
  value than any before it, so what it finds out about a danger is of no use.
- **Every root move has a window of its own**, open to both sides, and the root goes by the order
  of the cells; below it the strong points come first. Nothing is remembered.

The report does not print how deep its first look is. It says "look ahead for a least 4 moves", and
values that it prints (59, 34, 223, 107, -17) are those of a move and four plies more, while less
deep looks have higher ones, which would have been kept: so the deepening begins there. What a full
board is worth to `miniMax` is left open as well; here it is the estimate. Its loop follows a block
once for each free cell, to the same value each time; here once. Its weights are the constants of
`cube-lines-130`, which the option Constants changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import WINS, Game, Info, OptionValue, Position, Score, Searcher
from linemate.engine.games.lines import LinePosition
from linemate.engine.scores import LARGEST_ESTIMATE, to_report
from linemate.engine.textbook.heuristics.cube_lines import (
    CENTRES,
    CORE,
    FORCED,
    WINNING,
    CubeLines,
    is_opening,
)

FOUR = 100_000  # the weight of a finished line of one's own, and against one of the other's
LINE_COUNT = 76
INFINITY = LARGEST_ESTIMATE
# The plies of the report's first look: a move, and four more. Less deep looks only stand in for it
# until it is done, for whoever has less time than the report's ten seconds.
FIRST_DEPTH = 5


class Cube2019(Searcher):
    name = "cube-2019"

    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        self._game = game
        self._lines = CubeLines(game, str(options["Constants"]))
        self._random = Random(options["Seed"] or None)
        self._most_depth = int(options["Depth"]) or game.cell_count

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        assert isinstance(position, LinePosition)
        self._position, self._clock = position, clock
        self._player, self._root_ply = position.to_move, len(position.history)
        self._nodes, self._next_check, self._deepest = 0, clock.next_check(0), 0
        self._lines.begin(position)
        self._evaluation = f"evaluation {self._lines.worth(position)}"
        moves = clock.root_moves(position)
        move, why = self._instant_move(moves)
        if move is not None:
            score = Score(plies=1) if why == WINNING else to_report(self._worth_after(move))
            remark = f"{why} {self._game.write_move(move)}, {self._evaluation}"
            yield Info(depth=1, score=score, pv=(move,), remark=remark)
            return
        yield from self._deepen(moves)

    def evaluate(self, position: Position) -> int:
        self._lines.begin(position)
        return self._lines.evaluate(position)

    def describe(self) -> str:
        return f"{self.name}, {self._lines.describe()}"

    def _instant_move(self, moves: list[int]) -> tuple[int | None, str]:
        """Return a move that is made without a search, and why; None if there is none."""
        position, player = self._position, self._player
        for cells, why in (
            (position.winning_cells(player), WINNING),
            (position.winning_cells(1 - player), FORCED),
        ):
            for cell in cells:
                if cell in moves:
                    return cell, why
        centres = [cell for cell in CENTRES if cell in moves]
        if is_opening(position.cells()) and centres:
            return self._random.choice(centres), CORE
        return None, ""

    def _deepen(self, moves: list[int]) -> Iterator[Info]:
        """Yield what each depth has found; from FIRST_DEPTH on, the highest value of them all."""
        best, best_move = -INFINITY, moves[0]
        last = self._report(0, 0, best_move)
        yield last
        free = self._position.cells().count(".")
        for depth in range(1, min(self._most_depth, free) + 1):
            if not self._clock.may_deepen(depth):
                return
            if depth <= FIRST_DEPTH:
                best = -INFINITY
            try:
                for move in moves:
                    self._position.play(move)
                    value = self._value(depth - 1, -INFINITY, INFINITY, maximizing=False)
                    self._position.undo()
                    if value > best:
                        best, best_move = value, move
            except SearchStopped:
                if depth > FIRST_DEPTH:
                    last = self._report(depth - 1, best, best_move)
                yield last.replace(remark=f"{last.remark}, time out")
                return
            last = self._report(depth, best, best_move)
            yield last

    def _value(self, depth: int, alpha: int, beta: int, maximizing: bool) -> int:
        """Return what the position is worth to the player who searches, if that lies between
        alpha and beta; otherwise a bound on it.
        """
        self._visit()
        position = self._position
        if depth == 0 or position.outcome() is not None:
            return self._worth()
        mover = position.to_move
        if wins := position.winning_cells(mover):
            return self._worth_after(wins[0])
        if blocks := position.winning_cells(1 - mover):
            position.play(blocks[0])
            value = self._value(depth, alpha, beta, not maximizing)
            position.undo()
            return value
        moves = position.legal_moves()
        self._lines.order(moves)
        best = -INFINITY if maximizing else INFINITY
        for move in moves:
            position.play(move)
            value = self._value(depth - 1, alpha, beta, not maximizing)
            position.undo()
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def _worth(self) -> int:
        """Return the report's evaluation: the lines of one to four marks, by their weights."""
        position = self._position
        worth = self._lines.worth(position)
        if position.outcome() in WINS:
            winner = 1 - position.to_move
            fours = LINE_COUNT - sum(position.line_counts(winner, only_open=False))
            worth += FOUR * fours if winner == self._player else -FOUR * fours
        return worth

    def _worth_after(self, move: int) -> int:
        self._position.play(move)
        worth = self._worth()
        self._position.undo()
        return worth

    def _visit(self) -> None:
        """Count a position. Raises SearchStopped when time is up."""
        self._nodes += 1
        self._deepest = max(self._deepest, len(self._position.history) - self._root_ply)
        if self._nodes >= self._next_check:
            self._next_check = self._clock.check(self._nodes)

    def _report(self, depth: int, value: int, move: int) -> Info:
        """Report a depth, and remark what the report prints of it: a score says no value as high
        as that of a win.
        """
        return Info(
            depth=depth,
            seldepth=self._deepest,
            score=to_report(value),
            pv=(move,),
            nodes=self._nodes,
            seconds=self._clock.elapsed(),
            remark=f"{self._evaluation}, value {value}" if depth else self._evaluation,
        )
