"""`hminimax`: minimax with alpha-beta pruning to a limited depth, deepened until time is up.

The textbook algorithm, with the three things that make it worth playing against: each depth
starts with the best moves of the one before, a table remembers positions met on other paths,
and moves that caused cutoffs elsewhere are tried early. It prunes nothing else, so a proven
result is exact: the shortest win, the longest loss.

The root is in `deepening.py`. Start reading at `_value`, the recursion.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, OptionValue, Position
from linemate.engine.deepening import Deepening, Finding, Found
from linemate.engine.games.smallboards import ANY, BoardsPosition
from linemate.engine.scores import (
    PROVEN,
    WIN,
    bounded,
    from_table,
    terminal_score,
    to_report,
    to_table,
)
from linemate.engine.textbook.heuristics.base import Heuristic
from linemate.engine.transposition import AT_LEAST, AT_MOST, EXACT, TranspositionTable


class HMinimax(Deepening):
    name = "hminimax"

    def __init__(
        self, game: Game, options: Mapping[str, OptionValue], heuristic: Heuristic
    ) -> None:
        super().__init__(game, options)
        self._game = game
        self._cell_count = game.cell_count
        self._table = TranspositionTable(int(options["Hash"]))
        self._heuristic = heuristic
        self._evaluate = self._heuristic.evaluate
        self._player: int | None = None
        self._usual_depth, self._free_depth = self._most_depth, int(options["FreeDepth"])
        self._reset()

    def _reset(self) -> None:
        # How much each move has been worth as a refutation, by player and move.
        self._history = [[0] * self._cell_count, [0] * self._cell_count]

    def clear(self) -> None:
        self._table.clear()
        self._reset()

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        move, why = self._heuristic.opening_move(position) or (None, "")
        if move in clock.root_moves(position):
            remark = f"{why} {self._game.write_move(move)}"
            yield Info(depth=1, score=to_report(0), pv=(move,), remark=remark)
            return
        # Report 004: a free play has so many moves that it takes too long at the usual depth.
        is_free = isinstance(position, BoardsPosition) and position.target == ANY
        self._most_depth = (self._free_depth if is_free else 0) or self._usual_depth
        yield from super().search(position, clock)

    def evaluate(self, position: Position) -> int:
        self._heuristic.begin(position)
        return self._evaluate(position)

    def describe(self) -> str:
        return f"{self.name}, {self._heuristic.describe()}"

    def _begin(self, position: Position, moves: list[int]) -> None:
        self._position = position
        self._nodes = self._deepest = 0
        self._next_check = self._clock.next_check(0)
        self._merits: dict[int, int] = {}
        self._lines: list[list[int]] = [[] for _ in range(self._cell_count + 2)]
        for history in self._history:
            history[:] = [worth >> 3 for worth in history]  # old merits fade
        self._heuristic.begin(position)
        if self._heuristic.partial and self._player != position.to_move:
            self.clear()
        self._player = position.to_move
        self._game.order_equals(moves)
        self._heuristic.order(moves)

    def _counts(self) -> tuple[int, int, int]:
        return self._nodes, self._deepest, self._table.fullness()

    def _search_root(
        self, moves: list[int], depth: int, before: Sequence[Found]
    ) -> Generator[Info, None, list[Found]]:
        found = yield from super()._search_root(moves, depth, before)
        if depth == 1:
            # From now on equal moves rank by what they look like at once, not by their number.
            moves.sort(key=self._merits.__getitem__, reverse=True)
        return found

    def _best_line(self, moves: list[int], depth: int, expected: int | None) -> Finding:
        best, best_line = -WIN, moves[:1]
        for number, move in enumerate(moves):
            self._position.play(move)
            score = -self._value(depth - 1, -WIN, -best, 1)
            self._position.undo()
            line = [move, *self._lines[1]]
            if number == 0:
                yield from self._judge_first(moves, depth, score, -WIN)
            self._merits[move] = score
            if score < -PROVEN:
                self._refuted.add(move)
            if score > best:
                best, best_line = score, line
                self._improvements.append((best, line, None))
        return best, best_line

    def _value(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the position's worth to the side to move, exact if it lies between alpha and beta.

        Otherwise a bound on it: at most alpha's side of it, at least beta's. `_lines[ply]` is
        left with the moves that lead to it, as far as they are known.
        """
        position = self._position
        self._nodes += 1
        if self._nodes >= self._next_check:
            self._next_check = self._clock.check(self._nodes)
        self._lines[ply].clear()
        if ply > self._deepest:
            self._deepest = ply
        outcome = position.outcome()
        if outcome is not None:
            return terminal_score(outcome, position.to_move, ply)
        if depth == 0:
            estimate = self._evaluate(position)
            # The call is for the rare case: there are more leaves than anything else.
            return estimate if -PROVEN < estimate < PROVEN else bounded(estimate)

        key = position.key()
        entry = self._table.probe(key)
        remembered = None
        if entry is not None:
            known_depth, known, bound, remembered = entry
            known = from_table(known, ply)
            if known_depth >= depth and (
                bound == EXACT
                or (bound == AT_LEAST and known >= beta)
                or (bound == AT_MOST and known <= alpha)
            ):
                self._lines[ply].append(remembered)
                return known

        history = self._history[position.to_move]
        forced = self._heuristic.forced_move(position)
        if forced is not None:
            moves, depth_below = [forced], depth
        else:
            depth_below = depth - 1
            moves = position.legal_moves()
            self._heuristic.order(moves)
            moves.sort(key=history.__getitem__, reverse=True)
            if remembered is not None:
                moves.remove(remembered)
                moves.insert(0, remembered)
        # `limit` is what the opponent is held to: the greater of alpha and best, to him.
        best, best_move, bound, limit = -WIN, moves[0], AT_MOST, -alpha
        for move in moves:
            position.play(move)
            score = -self._value(depth_below, -beta, limit, ply + 1)
            position.undo()
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    bound, limit = EXACT, -score
                    self._lines[ply][:] = [move, *self._lines[ply + 1]]
                if score >= beta:
                    bound = AT_LEAST
                    history[move] += depth * depth
                    break
        self._table.store(key, (depth, to_table(best, ply), bound, best_move))
        return best
