"""`proof`: proof-number search, until the result of the game is certain.

The root's mover asks two questions: do I win, and does he? Both are an `Inquiry`
(dfpn.py), worked on by a prover that is made for the game where there is one.

Those who search together (`crew.py`) ask the same, on one table.

A win is announced with the number of plies within which it can be forced: not the least, as a
proof looks for any win, but a bound that holds. Each depth has twice the nodes of the one
before. A full table (hashfull) is no end: what cost least is forgotten first.

Start reading at `search`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, OptionValue, Position, Score, Searcher
from linemate.engine.proof.dfpn import Inquiry, Prover

# For each question, at depth 0.
FIRST_NODES = 256


class ProofSearch(Searcher):
    name = "proof"

    def __init__(self, game: Game, options: Mapping[str, OptionValue], prover: Prover) -> None:
        self._game = game
        self._most_depth = int(options["Depth"])
        self._prover = prover

    def clear(self) -> None:
        self._prover.table.clear()

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        self._clock = clock
        moves = clock.root_moves(position)
        self._game.order_equals(moves)
        yield Info(depth=0, score=Score(cp=0), pv=(moves[0],))
        inquiry = Inquiry(self._prover, position, moves, clock)
        most_depth = self._most_depth or self._game.cell_count * 2
        for depth in range(1, most_depth + 1):
            # Depth 1 is always begun, so that even an instant `stop` has a sensible answer.
            if depth > 1 and not clock.may_deepen(depth):
                return
            try:
                inquiry.work(FIRST_NODES << depth)
            except SearchStopped:
                yield self._report(depth, Score(cp=0), [inquiry.best])
                return
            score = inquiry.result
            if score is not None:
                yield self._report(depth, score, inquiry.line(inquiry.best))
                return
            yield self._report(depth, Score(cp=0), [inquiry.best])

    def _report(self, depth: int, score: Score, line: list[int]) -> Info:
        prover = self._prover
        return Info(
            depth=depth,
            seldepth=prover.deepest,
            score=score,
            pv=tuple(line),
            nodes=self._clock.all_nodes(prover.nodes),
            seconds=self._clock.elapsed(),
            hashfull=prover.table.fullness(),
        )
