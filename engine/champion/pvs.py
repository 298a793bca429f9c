"""`pvs`: principal variation search, the strongest player of every game here.

The best move so far is searched with a full window, every other only far enough to show that
it is no better; depth by depth, from a narrow window around the last score. What happens below
the root is the business of a core (`core.py`), the game's own where it has one; what all deepening
searches do at the root is in `engine/deepening.py`. This file is the windows in between, and sees
to it that a win is announced with its shortest length, if that can be told in reasonable time, and
that a lost game is made hard to win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from linemate.engine.champion.core import Core
from linemate.engine.clock import SearchStopped
from linemate.engine.core import Game, Info, OptionValue, Position
from linemate.engine.crew import Crew
from linemate.engine.deepening import Deepening, Finding, Found, Line
from linemate.engine.scores import PROVEN, WIN

# A score moves little from one depth to the next: so much is looked for at first, in
# centi-units, and from this depth on.
ASPIRATION = 40
ASPIRATION_DEPTH = 4
# A win shorter than the one proven is looked for while there is time, or nodes. If neither is
# limited, with as many nodes as the search has taken, or this many: a limit of depth shall end
# it, too.
NODES_FOR_SHORTER = 100_000


class PrincipalVariationSearch(Deepening):
    name = "pvs"

    def __init__(
        self,
        game: Game,
        options: Mapping[str, OptionValue],
        core: Core,
        crew: Crew | None = None,
    ) -> None:
        super().__init__(game, options)
        # Members that share a table need not differ, but where there are several helpers every
        # second one is a ply ahead: with four processes that saves the engine 9 % of its nodes.
        number = 0 if crew is None else crew.number
        if number and number % 2 == 0:
            self._first_depth = 2
        self._core = core
        self._core.several_lines = self._line_count > 1

    def clear(self) -> None:
        self._core.clear()

    def evaluate(self, position: Position) -> int:
        return self._core.evaluate(position)

    def _begin(self, position: Position, moves: list[int]) -> None:
        self._core.begin(position, self._clock)
        self._core.order(moves)

    def _counts(self) -> tuple[int, int, int]:
        return self._core.nodes, self._core.deepest, self._core.fullness()

    def _best_line(self, moves: list[int], depth: int, expected: int | None) -> Finding:
        """Search within a window around what is expected, and a wider one if it is not there."""
        alpha, beta = -WIN, WIN
        if expected is not None and depth >= ASPIRATION_DEPTH and abs(expected) < PROVEN:
            alpha, beta = expected - ASPIRATION, expected + ASPIRATION
        while True:
            score, line = yield from self._best_within(moves, depth, alpha, beta)
            if score <= alpha and alpha > -WIN:
                yield from self._report_bound(depth, alpha, line, "upperbound")
                alpha = -WIN
            elif score >= beta and beta < WIN:
                yield from self._report_bound(depth, beta, line, "lowerbound")
                beta = WIN
                moves.remove(line[0])
                moves.insert(0, line[0])
            else:
                return score, line

    def _report_bound(self, depth: int, score: int, line: Line, bound: str) -> Iterator[Info]:
        """Tell of a score outside of its window, unless that is about one of several lines."""
        if self._line_count == 1 and line[0] not in self._refuted:
            yield self._report(depth, score, line, bound=bound)

    def _best_within(self, moves: list[int], depth: int, alpha: int, beta: int) -> Finding:
        core = self._core
        best, best_line = -WIN, [moves[0]]
        for number, move in enumerate(moves):
            if number == 0:
                score = core.search_move(move, depth, alpha, beta)
            else:
                score = core.search_move(move, depth, alpha, alpha + 1)
                if alpha < score < beta:
                    score = core.search_move(move, depth, alpha, beta)
            line = [move, *core.line()] if alpha < score < beta else [move]
            if number == 0:
                yield from self._judge_first(moves, depth, score, alpha)
            if score < -PROVEN:
                self._refuted.add(move)
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    best_line = line
                    bound = "lowerbound" if score >= beta else None
                    self._improvements.append((score, line, bound))
                    if bound:
                        break
        return best, best_line

    # -------------------------------------------------------------- proven wins

    def _is_settled(self, depth: int, found: Sequence[Found]) -> bool:
        """A proven win is the shortest that can be found by now (`_report_more`)."""
        won = self._line_count == 1 and found[0][0] > PROVEN
        return won or super()._is_settled(depth, found)

    def _report_more(
        self, depth: int, found: Sequence[Found], moves: Sequence[int]
    ) -> Iterator[Info]:
        """Look, if a win in so many plies is proven, whether there is one in fewer; and if a loss
        is, where a core may tell it longer than it is, whether it comes sooner, and where a core
        knows what is tempting, for a move that the opponent may answer wrongly.

        Several lines are deepened instead, until they show it.
        """
        score = found[0][0]
        if self._line_count > 1:
            return
        if score > PROVEN:
            self._limit_last()
            yield from self._report_shorter_win(depth, WIN - score, moves)
        elif score < -PROVEN and self._is_settled(depth, found):
            if self._core.stretches_losses:
                self._limit_last()
                yield from self._report_sooner_loss(depth, WIN + score, moves)
            elif self._may_tempt():
                self._limit_last()
                yield from self._report_temptation(depth, WIN + score, moves)

    def _may_tempt(self) -> bool:
        """Whoever analyses, or asks for a depth, wants to know how long the game can last."""
        clock = self._clock
        return clock.lets_finish() and not clock.limits.infinite

    def _limit_last(self) -> None:
        """Have what is done now end where no further depth would be begun."""
        if self._clock.lets_finish():
            self._clock.begin_last()
        else:
            nodes = self._clock.all_nodes(self._core.nodes)
            self._clock.limit_nodes(nodes + max(nodes, NODES_FOR_SHORTER))

    def _report_shorter_win(self, depth: int, known: int, moves: Sequence[int]) -> Iterator[Info]:
        shortest = depth + 1 if self._core.exhaustive else 1
        lengths = range(shortest, known)
        if self._core.odd_wins:
            lengths = range(shortest | 1, known, 2)
        for plies in lengths:
            for move in moves:
                if self._core.has_win(move, plies):
                    yield self._report(depth, WIN - plies, [move])
                    return

    def _report_sooner_loss(self, depth: int, known: int, moves: Sequence[int]) -> Iterator[Info]:
        """Every move loses within so many plies: look for the one that lasts longest."""
        for plies in range(known - 2, -1, -2):
            for move in moves:
                if not self._core.loses_within(move, plies):
                    if move != moves[0] or plies < known - 2:
                        yield self._report(depth, plies + 2 - WIN, [move])
                    return

    def _report_temptation(self, depth: int, known: int, moves: Sequence[int]) -> Iterator[Info]:
        """Every move loses within so many plies: look for one after which the reply that looks best
        does not win; of several, for the one that lasts longest.

        One that lasts no more than half as long as it could is none: there are further chances on
        the way. It is told with its own distance.
        """
        longest, best = known - WIN, known // 2 - WIN
        line: Line = []
        with suppress(SearchStopped):
            for move in moves:
                if not self._core.tempts(move):
                    continue
                if move == moves[0]:
                    return
                score = self._core.search_move(move, depth, best, longest)
                if score >= longest:  # it is not told longer than what every move is known to lose
                    best, line = longest, [move]
                    break
                if score > best:
                    best, line = score, [move, *self._core.line()]
        if line:
            yield self._report(depth, best, line)
