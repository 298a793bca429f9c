"""What `hminimax` and `pvs` share: the root, deepened ply by ply until time is up.

Each depth starts with the best moves of the one before, so whatever a depth that was cut short
has found better than the first move is better. If the first move turns out to lose, that is
urgent: time may end before another has been searched. So a game clock is asked for more of it until
that depth is finished, and the others are scored less deep before they are searched. Start reading
at `search`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from operator import itemgetter

from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, OptionValue, Position, Searcher
from linemate.engine.scores import PROVEN, WIN, bounded, to_report

Line = list[int]
Found = tuple[int, Line]  # a score and the moves that lead to it
Improvement = tuple[int, Line, str | None]  # the same, and how the score is bounded
Finding = Generator[Info, None, Found]  # what is to be told on the way, and then that

# The least depth at which the other moves are scored, half as deep, when the first is refuted.
RESCUE_DEPTH = 4


class Deepening(Searcher):
    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        self._line_count = int(options["MultiPV"])
        self._first_depth = 1
        self._most_depth = int(options["Depth"]) or game.cell_count

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        self._clock = clock
        self._start = position.copy()  # for when the position is left in any state
        self._refuted: set[int] = set()  # moves that are proven to lose
        last_depth = min(self._most_depth, position.cells().count("."))
        moves = clock.root_moves(position)
        wins = {move for move in moves if position.wins_at_once(move)}
        self._begin(position, moves)
        # Whatever becomes of the search: a game that can be won now is won.
        moves.sort(key=wins.__contains__, reverse=True)
        yield self._report(0, 0, moves[:1])
        found: list[Found] = []
        for depth in range(self._first_depth, last_depth + 1):
            # The first depth is always begun, so that even an instant `stop` has a sensible answer.
            if depth > self._first_depth and not clock.may_deepen(depth):
                return
            self._depth = depth
            self._improvements: list[Improvement] = []
            self._failed_below: int | None = None  # what the first move is not worth
            self._rescue: int | None = None  # the move told in place of a refuted one
            try:
                found = yield from self._search_root(moves, depth, found)
            except SearchStopped:
                yield from self._report_unfinished(moves, depth - 1, found)
                return
            clock.withdraw_extension()
            for rank, (score, line) in enumerate(found, start=1):
                yield self._report(depth, score, line, rank)
            try:
                yield from self._report_more(depth, found, moves)
            except SearchStopped:
                return
            if self._is_settled(depth, found):
                return

    # -------------------------------------------------------------- what each does in its own way

    @abstractmethod
    def _begin(self, position: Position, moves: list[int]) -> None:
        """Make this the root, and put its moves in the order that looks best."""

    @abstractmethod
    def _best_line(self, moves: list[int], depth: int, expected: int | None) -> Finding:
        """Return the best of these moves with its line;
        `expected` is the score of the depth before.

        On the way every score that beats those before it goes to `_improvements`, that of the
        first move to `_judge_first`, and every move that is proven to lose to `_refuted`. Raises
        SearchStopped.
        """

    @abstractmethod
    def _counts(self) -> tuple[int, int, int]:
        """Return nodes, deepest ply, and how full the table is, in thousandths."""

    def _report_more(
        self, depth: int, found: Sequence[Found], moves: Sequence[int]
    ) -> Iterator[Info]:
        """Yield what else there is to say when a depth is done. Raises SearchStopped."""
        yield from ()

    def _is_settled(self, depth: int, found: Sequence[Found]) -> bool:
        """A proven result within the searched depth will not change; one further off may."""
        return all(WIN - abs(score) <= depth for score, _ in found)

    # -------------------------------------------------------------- the root

    def _search_root(
        self, moves: list[int], depth: int, before: Sequence[Found]
    ) -> Generator[Info, None, list[Found]]:
        """Return the best lines, best first; `moves` is left with their moves in front."""
        found: list[Found] = []
        for rank in range(min(self._line_count, len(moves))):
            self._rank = rank
            expected = before[rank][0] if rank < len(before) else None
            score, line = yield from self._best_line(moves[rank:], depth, expected)
            moves.remove(line[0])
            moves.insert(rank, line[0])
            found.append((score, line))
        # What is left out at first may turn out better when less is left to search.
        found.sort(key=itemgetter(0), reverse=True)
        moves[: len(found)] = [line[0] for _, line in found]
        return found

    def _judge_first(self, moves: list[int], depth: int, score: int, alpha: int) -> Iterator[Info]:
        """Treat it as urgent if the best move so far is worth no more than alpha, or loses.

        It is the first of these, unless they are for another line than the best. If it is lost
        the others are scored half as deep, and the best of them told and put next.
        """
        is_lost = score < -PROVEN
        if self._rank > 0 or (score > alpha and not is_lost):
            return
        if not is_lost:
            self._failed_below = alpha
        if len(moves) == 1 or moves[0] in self._refuted:
            return  # there is no choice, or it is no news
        self._clock.extend()
        if not is_lost or depth < RESCUE_DEPTH or self._line_count > 1:
            return
        self._refuted.add(moves[0])
        improvements, self._improvements, self._depth = self._improvements, [], depth // 2
        best, line = yield from self._best_line(moves[1:], self._depth, None)
        if best > -PROVEN:
            yield self._report(self._depth, best, line)
            self._rescue = line[0]
        self._improvements, self._depth = improvements, depth
        moves.remove(line[0])
        moves.insert(1, line[0])

    def _report_unfinished(
        self, moves: Sequence[int], finished: int, before: Sequence[Found]
    ) -> Iterator[Info]:
        """Yield what a depth that was cut short has shown; `before` is what `finished`, the last
        one, has found.

        The old best move came first, so whatever beat it is better. If it is lost, that proves
        nothing of the others, but one that is not known to be lost is the better choice; unless
        nothing at all is known of the others, which may lose at once. It is worth no more, as
        far as the depth before could see, than what was best there.
        """
        if self._line_count > 1:
            yield from self._report_standing(finished, before)
            return
        if self._improvements:
            score, line, bound = self._improvements[-1]
            if score > -PROVEN:
                # A bound may contradict what the depth before has found, and is none of it.
                depth = self._depth if bound else self._depth - 1
                yield self._report(depth, score, line, bound=bound)
                return
            if not before:
                yield self._report(0, bounded(self.evaluate(self._start) or 0), line)
                return
        hope = [move for move in moves if move not in self._refuted]
        if not hope or not before or self._rescue in hope:
            return
        if hope[0] != moves[0]:
            yield self._report(finished, before[0][0], hope[:1], bound="upperbound")
        elif self._failed_below is not None:
            yield self._report(finished + 1, self._failed_below, hope[:1], bound="upperbound")

    def _report_standing(self, finished: int, before: Sequence[Found]) -> Iterator[Info]:
        """Yield the lines of the last depth that are not refuted by now, if the first one is."""
        standing = [found for found in before if found[1][0] not in self._refuted]
        if standing and standing[0] is not before[0]:
            for rank, (score, line) in enumerate(standing, start=1):
                yield self._report(finished, score, line, rank)

    def _report(
        self, depth: int, score: int, line: Line, rank: int = 1, bound: str | None = None
    ) -> Info:
        nodes, deepest, fullness = self._counts()
        if abs(score) > PROVEN and len(line) > WIN - abs(score):
            line = line[:1]  # of a longer way than the one that is told; its first move is sure
        return Info(
            depth=depth,
            seldepth=deepest,
            score=to_report(score),
            pv=tuple(line),
            nodes=self._clock.all_nodes(nodes),
            seconds=self._clock.elapsed(),
            hashfull=fullness,
            multipv=rank,
            bound=bound,
        )
