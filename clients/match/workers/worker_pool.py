"""Many games at a time on this machine: a thread and a table for each."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from linemate.clients.match.settings import Settings
from linemate.clients.shared.records import Task
from linemate.clients.shared.referee.table import FinishedGame

# How long a thread may go on before another that waits gets its turn, in seconds. With the
# usual 5 ms, drawing a table would make answers look late.
SWITCH_INTERVAL = 0.0005


class Progress(NamedTuple):
    """A game that is being played; its ply is None where that is not known."""

    task: Task
    ply: int | None


class WorkerPool(Protocol):
    """Whoever plays the games: a `LocalPool`, or a `ClusterPool` (`cluster.py`).

    Used as a context manager by one thread. It leaves no engine behind.
    """

    @property
    def capacity(self) -> int:
        """Return the number of games that can be played at a time."""

    def begin(self, task: Task) -> None:
        """Begin a game; there must be fewer than `capacity` in progress."""

    def next_finished(self, timeout: float) -> FinishedGame | None:
        """Return a game that is over, in any order; None if none is within this time.

        Raises CannotPlayError.
        """

    def in_progress(self) -> Sequence[Progress]: ...

    def cancel(self, tasks: Sequence[Task]) -> None:
        """End these soon, with the reason `interrupted` if they are not over before that."""

    def __enter__(self) -> WorkerPool: ...

    def __exit__(self, *_: object) -> None: ...


class LocalPool:
    """See WorkerPool."""

    def __init__(self, settings: Settings) -> None:
        self.capacity = settings.concurrency or 1
        self._tables = [settings.make_table() for _ in range(self.capacity)]
        self._tasks: list[Task | None] = [None] * self.capacity
        self._orders: list[queue.SimpleQueue[Task | None]] = []
        self._finished: queue.SimpleQueue[tuple[int, FinishedGame | Exception]] = (
            queue.SimpleQueue()
        )
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> LocalPool:
        sys.setswitchinterval(SWITCH_INTERVAL)
        for worker in range(self.capacity):
            self._orders.append(queue.SimpleQueue())
            thread = threading.Thread(target=self._work, args=(worker,), daemon=True)
            self._threads.append(thread)
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for orders in self._orders:
            orders.put(None)
        self.cancel([task for task in self._tasks if task is not None])
        for thread in self._threads:
            thread.join()

    def begin(self, task: Task) -> None:
        worker = self._tasks.index(None)
        self._tasks[worker] = task
        self._orders[worker].put(task)

    def next_finished(self, timeout: float) -> FinishedGame | None:
        try:
            worker, finished = self._finished.get(timeout=timeout)
        except queue.Empty:
            return None
        self._tasks[worker] = None
        if isinstance(finished, Exception):
            raise finished
        return finished

    def in_progress(self) -> Sequence[Progress]:
        games = zip(self._tasks, self._tables, strict=True)
        return [Progress(task, table.ply) for task, table in games if task is not None]

    def cancel(self, tasks: Sequence[Task]) -> None:
        for task, table in zip(self._tasks, self._tables, strict=True):
            if task is not None and task in tasks:
                table.cancel(task)

    def _work(self, worker: int) -> None:
        """Play at one table, game after game; at the end its engines are gone."""
        with self._tables[worker] as table:
            while (task := self._orders[worker].get()) is not None:
                try:
                    self._finished.put((worker, table.play(task)))
                except Exception as error:  # ours as well: who waits for the game must be told
                    self._finished.put((worker, error))
