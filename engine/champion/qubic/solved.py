"""A solved game, played by its certificate: x wins every game of qubic that he begins.

`Solved` stands before another searcher and answers where it knows a win of x: one by fours, or a
position of the certificate (`certificate.py` has the format, `tools/prove.py` makes it).
Everything else is the other searcher's. The distance that is announced is an upper bound: the
shortest win by fours, or what the certificate says, which the checker holds to shrink with every
move.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from math import inf

from linemate.engine.champion.certificate import CertificateError, read_certificate, smallest_image
from linemate.engine.champion.qubic.fours import (
    MOST_NODES_FOR_SHORTEST,
    FourSearch,
    ThreatLine,
)
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, Limits, Position, Score, Searcher
from linemate.engine.games.lines import LinePosition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FILE = files("linemate.engine") / "data" / "qubic.txt"
WINNER = 0  # x
BY_HEART = "x's solution of qubic, known by heart"
Win = tuple[int, ThreatLine]


class Solved(Searcher):
    name = "solved"

    def __init__(self, searcher: Searcher, game: Game, file: Traversable = FILE) -> None:
        """Stand before a searcher. Without a readable certificate this is
        as good as that one, and says so.
        """
        self._searcher = searcher
        self._fours = FourSearch()
        self._symmetries = game.symmetries()  # made now, not when time counts
        self._moves: dict[tuple[int, int], tuple[int, int]] = {}
        self._limit = inf  # where the count of nodes by fours has to end
        self.notices = ()
        try:
            self._moves = read_certificate(file.read_text(encoding="ascii"))
        except (OSError, UnicodeDecodeError, CertificateError) as error:
            self.notices = (
                f"{game.name} is played by search, its solution cannot be read: {error}",
            )

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        answer, spent = None, 0
        if position.to_move == WINNER and self._moves:
            # If the nodes are limited, half of them are for the other searcher.
            self._limit = clock.nodes_allowed() / 2
            half = _half(clock)
            self._fours.watch(half)
            with suppress(SearchStopped):
                half.check(self._fours.nodes)
                answer = self._win(position, MOST_NODES_FOR_SHORTEST)
            spent = self._fours.nodes
        if answer is not None and answer[1][0] in clock.root_moves(position):
            plies, line = answer
            yield Info(
                depth=len(line),
                seldepth=plies,
                score=Score(plies=plies),
                pv=line,
                nodes=spent,
                seconds=clock.elapsed(),
                # A win by fours was searched to its end; of others nobody who thinks would know.
                remark=BY_HEART if plies > len(line) else "",
            )
            return
        clock.spend_nodes(spent)
        for info in self._searcher.search(position, clock):
            yield info.replace(nodes=info.nodes + spent)

    def _win(self, position: Position, most_nodes: int) -> Win | None:
        """Return within how many plies x, to move, wins, and the beginning of how."""
        assert isinstance(position, LinePosition)
        cells = position.cells()
        xs = [cell for cell, mark in enumerate(cells) if mark == "x"]
        os = [cell for cell, mark in enumerate(cells) if mark == "o"]
        marks, symmetry = smallest_image(xs, os, self._symmetries)
        if marks in self._moves:
            move, within = self._moves[marks]
            return within, (symmetry.index(move),)
        # It searches three times, and counts the moves of a position before it gives up.
        left = (self._limit - self._fours.nodes) / 3 - len(cells)
        most_nodes = int(min(most_nodes, left))
        if most_nodes <= 0:
            return None
        marks = sum(1 << cell for cell in xs), sum(1 << cell for cell in os)
        line = self._fours.shortest_win(*marks, WINNER, most_nodes)
        if line:
            return len(line), line
        return self._meet_four(position, most_nodes)

    def _meet_four(self, position: LinePosition, most_nodes: int) -> Win | None:
        """Return the move that meets a four of o, if x has played by the solution before.

        This is the one kind of position that the solution comes to and that cannot be told from
        others by itself. Without its history, the other searcher will find the only move.
        """
        must = position.winning_cells(1 - WINNER)
        if len(must) != 1 or len(position.history) < 2:
            return None
        earlier = position.copy()
        earlier.undo()
        move = earlier.history[-1]
        earlier.undo()
        before = self._win(earlier, most_nodes)
        if before is None or before[1][0] != move:
            return None
        return before[0] - 2, (must[0],)

    def evaluate(self, position: Position) -> int | None:
        return self._searcher.evaluate(position)

    def describe(self) -> str:
        return self._searcher.describe()

    def clear(self) -> None:
        self._fours.clear()
        self._searcher.clear()


def _half(clock: Clock) -> Clock:
    """Return a clock with half of the time that is left: the rest is for the other searcher."""
    half, left = clock.part(Limits()), clock.seconds_left()
    if left < inf:
        half.limit_movetime(int(500 * max(0.0, left)))
    return half
