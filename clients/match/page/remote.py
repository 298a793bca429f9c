"""Moves of games that are played on a cluster: told through its scheduler, now and then.

The table is on another machine. It logs an event there, twice a second at most, and the owner of
the match has subscribed to its topic. A game is known by its key, as its task was sent there.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Lock, Timer
from typing import Any

from linemate.clients.match.settings import Settings
from linemate.clients.shared.records import PlayedMove, Task
from linemate.clients.shared.referee.table import Table
from linemate.engine.core import Score

TELL_EVERY = 0.5  # seconds


def make_told_table(settings: Settings, topic: str) -> Table:
    """Return a table on a cluster's worker whose moves are told under this topic."""
    return settings.make_table(follow=RemoteFollow(topic))


class RemoteFollow:
    """Logs the moves of a game: at once, or when enough time has passed since it last did."""

    def __init__(self, topic: str) -> None:
        self._topic = topic
        self._told = float("-inf")
        self._latest: list[Any] = []
        self._lock = Lock()
        self._timer: Timer | None = None

    def __call__(self, task: Task, moves: Sequence[PlayedMove]) -> None:
        from distributed import get_worker  # only where a cluster is, there it is installed

        worker = get_worker()
        with self._lock:
            self._latest = write_event(task, moves)
            if self._timer is None:
                wait = max(0.0, self._told + TELL_EVERY - time.monotonic())
                self._timer = Timer(wait, self._tell, [worker])
                self._timer.daemon = True
                self._timer.start()

    def _tell(self, worker: Any) -> None:
        with self._lock:
            self._told = time.monotonic()
            self._timer = None
            latest = self._latest
        worker.log_event(self._topic, latest)


def write_event(task: Task, moves: Sequence[PlayedMove]) -> list[Any]:
    """Return moves as plain lists, which is what an event may hold."""
    written = []
    for each in moves:
        score = each.score or Score()
        written.append([each.move, each.seconds, score.cp, score.plies, each.depth])
    return [list(task.key), written]


def read_event(event: Sequence[Any]) -> tuple[tuple[Any, ...], list[PlayedMove]]:
    """Return the key of a game and its moves."""
    key, written = event
    moves = [
        PlayedMove(move, seconds, None if cp is None and plies is None else Score(cp, plies), depth)
        for move, seconds, cp, plies, depth in written
    ]
    return tuple(key), moves
