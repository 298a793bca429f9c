"""`pvs`: principal variation search, the strongest player of every game here.

The best move so far is searched with a full window, every other only far enough to show that
it is no better; depth by depth, from a narrow window around the last score. What happens below
the root is the business of the game's private core (`cores/`); this file keeps the root's
moves in order, reports, and says a result is proven only when it is.

Start reading at `search`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.clock import Clock, SearchStopped
from engine.core import Game, Info, OptionValue, Position, Searcher
from engine.registry import make_core
from engine.search.scores import PROVEN, WIN, to_report

# A score moves little from one depth to the next: so much is looked for at first, in
# centi-units, and from this depth on.
ASPIRATION = 40
ASPIRATION_DEPTH = 4

Line = list[int]
Found = tuple[int, Line]


class PrincipalVariationSearch(Searcher):
    name = "pvs"

    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        self._line_count = int(options["MultiPV"])
        self._most_depth = int(options["Depth"]) or game.cell_count
        self._core = make_core(game, int(options["Hash"]))

    def clear(self) -> None:
        self._core.clear()

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        core, self._clock = self._core, clock
        last_depth = min(self._most_depth, position.cells().count("."))
        moves = clock.root_moves(position)
        core.begin(position, clock)
        core.order(moves)
        yield self._report(0, 0, [moves[0]])
        found: list[Found] = []
        for depth in range(1, last_depth + 1):
            # Depth 1 is always begun, so that even an instant `stop` has a sensible answer.
            if depth > 1 and not clock.may_deepen(depth):
                return
            self._improvements: list[Found] = []
            self._refuted: set[int] = set()
            try:
                found = self._search_root(moves, depth, found)
            except SearchStopped:
                if self._line_count == 1:
                    yield from self._report_unfinished(depth, moves)
                return
            for rank, (score, line) in enumerate(found, start=1):
                yield self._report(depth, score, line, rank)
            best = found[0][0]
            if best > PROVEN:
                yield from self._report_shorter_win(depth, WIN - best, moves)
                if self._line_count == 1:
                    return
            # A proven result within the searched depth will not change; a loss further off may
            # yet turn out to be longer.
            if all(WIN - abs(score) <= depth for score, _ in found):
                return

    # -------------------------------------------------------------- the root

    def _search_root(self, moves: list[int], depth: int, before: Sequence[Found]) -> list[Found]:
        """The best lines, best first; `moves` is left with their moves in front."""
        found: list[Found] = []
        for rank in range(min(self._line_count, len(moves))):
            expected = before[rank][0] if rank < len(before) else None
            score, line = self._best_line(moves[rank:], depth, expected)
            moves.remove(line[0])
            moves.insert(rank, line[0])
            found.append((score, line))
        return found

    def _best_line(self, moves: list[int], depth: int, expected: int | None) -> Found:
        """Within a window around what is expected, and a wider one if it is not there."""
        alpha, beta = -WIN, WIN
        if expected is not None and depth >= ASPIRATION_DEPTH and abs(expected) < PROVEN:
            alpha, beta = expected - ASPIRATION, expected + ASPIRATION
        while True:
            score, line = self._best_within(moves, depth, alpha, beta)
            if score <= alpha and alpha > -WIN:
                alpha = -WIN
            elif score >= beta and beta < WIN:
                beta = WIN
                moves.remove(line[0])
                moves.insert(0, line[0])
            else:
                return score, line

    def _best_within(self, moves: Sequence[int], depth: int, alpha: int, beta: int) -> Found:
        core = self._core
        best, best_line = -WIN, [moves[0]]
        for number, move in enumerate(moves):
            if number == 0:
                score = core.search_move(move, depth, alpha, beta)
            else:
                score = core.search_move(move, depth, alpha, alpha + 1)
                if alpha < score < beta:
                    score = core.search_move(move, depth, alpha, beta)
            if score < -PROVEN:
                self._refuted.add(move)
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    best_line = [move, *core.line()] if score < beta else [move]
                    self._improvements.append((score, best_line))
                    if score >= beta:
                        break
        return best, best_line

    # -------------------------------------------------------------- reports

    def _report_unfinished(self, depth: int, moves: Sequence[int]) -> Iterator[Info]:
        """What a depth that was cut short has shown.

        The old best move came first, so whatever beat it is better. If it is lost, that proves
        nothing of the others, but one that is not known to be lost is the better choice.
        """
        if self._improvements:
            score, line = self._improvements[-1]
            if score > -PROVEN:
                yield self._report(depth - 1, score, line)
                return
        if moves[0] in self._refuted:
            hope = next((move for move in moves if move not in self._refuted), moves[0])
            yield self._report(depth - 1, 0, [hope])

    def _report_shorter_win(self, depth: int, known: int, moves: Sequence[int]) -> Iterator[Info]:
        """A win in `known` plies is proven: look whether there is one in fewer."""
        shortest = depth + 2 if self._core.exhaustive else 1
        try:
            for plies in range(shortest - (shortest + 1) % 2, known, 2):
                for move in moves:
                    if self._core.has_win(move, plies):
                        yield self._report(depth, WIN - plies, [move])
                        return
        except SearchStopped:
            return

    def _report(self, depth: int, score: int, line: Line, rank: int = 1) -> Info:
        core = self._core
        return Info(
            depth=depth,
            seldepth=core.deepest,
            score=to_report(score),
            pv=tuple(line),
            nodes=core.nodes,
            seconds=self._clock.elapsed(),
            hashfull=core.fullness(),
            multipv=rank,
        )
