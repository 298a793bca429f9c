"""A searcher in the making: its modules and tables take up to a tenth of a second.

It is made in a thread of its own, so that a search that has less time can be answered without it;
it goes on being made meanwhile, and is there for one of the next.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread

from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, Position, Score, Searcher

# How long to wait for a searcher before the clock is looked at again.
SECONDS_OF_WAITING = 0.001

# However many games are begun one after the other, one searcher is made at a time.
_making = Lock()


class Preparation:
    def __init__(self, make: Callable[[], Searcher]) -> None:
        """Begin to make a searcher."""
        self._make = make
        self._searcher: Searcher | None = None
        self._problem: Exception | None = None
        self._is_wanted = True
        self._done = Event()
        try:
            Thread(target=self._run, daemon=True).start()
        except RuntimeError:  # no threads to be had: then whoever asks for it has to wait
            self._run()

    def _run(self) -> None:
        with _making:
            if self._is_wanted:
                try:
                    self._searcher = self._make()
                except Exception as problem:  # whoever waits for the searcher is told of it
                    self._problem = problem
        self._done.set()

    def abandon(self) -> None:
        """Make it no more, if that has not begun yet. Nobody may be waiting for it."""
        self._is_wanted = False

    def wait(self, clock: Clock | None = None) -> Searcher:
        """Return the searcher when it is made, or raise what prevented that.

        Raises SearchStopped if the clock ends a search before.
        """
        if clock is None:
            self._done.wait()
        else:
            while not self._done.wait(SECONDS_OF_WAITING):
                if clock.is_over():
                    raise SearchStopped
        if self._problem is not None:
            raise self._problem
        assert self._searcher is not None
        return self._searcher


def answer_without_search(game: Game, position: Position, clock: Clock) -> Info:
    """Return a move for who cannot wait: one that wins now, or else what a person would try."""
    moves = clock.root_moves(position)
    game.order_equals(moves)
    wins = (move for move in moves if position.wins_at_once(move))
    return Info(depth=0, score=Score(cp=0), pv=(next(wins, moves[0]),), seconds=clock.elapsed())
