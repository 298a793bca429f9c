"""Games on other machines: each is a task on a Dask cluster that is there already.

The referee stays here: what is next, what counts and what is kept. A worker gets the settings and
one game, starts both engines, plays it at a table of its own and sends the record back. When a
worker is lost, the scheduler gives its games to others, which play them from the beginning.

A task cannot be stopped by Dask once it runs. So the referee keeps a variable on the scheduler, in
which a number counts up every other second and the games that are not wanted any more are named;
whoever plays looks at it. A number that stands still means that the referee is gone.

Linemate has to be installed on the workers, and the engines' commands are run there.
"""

from __future__ import annotations

import queue
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from distributed import Client, Future, KilledWorker, Variable, get_client

from linemate.clients.match.settings import Settings
from linemate.clients.match.trial import POLL, InterruptedTrialError, RefusedError, find_problem
from linemate.clients.shared.records import Task
from linemate.clients.shared.referee.table import CannotPlayError, FinishedGame
from linemate.clients.shared.worker_pool import Progress

SCHEMES = ("tcp", "tls", "ws", "wss", "ucx")
CONNECT_SECONDS = 10.0
BEAT = 2.0  # seconds between two numbers
SILENCE = 20.0  # seconds with the same number, and the referee is taken to be gone
TRIAL_SECONDS = 120.0

# What is in the variable: the number, and the keys of the games that are to be broken off.


class ClusterPool:
    """See `WorkerPool`."""

    def __init__(
        self,
        settings: Settings,
        address: str,
        is_interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        """Connect to the cluster, and have every worker try out the engines.

        Raises RefusedError if there is no cluster, or an engine cannot play on a worker;
        InterruptedTrialError.
        """
        scheme, sign, _ = address.partition("://")
        if sign and scheme not in SCHEMES:  # which Client would complain of for forty seconds
            expected = f"a host and port, after one of {', '.join(SCHEMES)} and ://"
            raise RefusedError(f"no Dask cluster at {address!r}: expected {expected}")
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise RefusedError(f"no Dask cluster at {address!r}: {error}") from None
        self._settings = settings
        self._name = f"linemate-match-{uuid.uuid4().hex}"
        self._futures: dict[Task, Any] = {}
        self._done: queue.SimpleQueue[Task] = queue.SimpleQueue()
        self._cancelled: set[tuple[Any, ...]] = set()
        self._beat = 0
        self._beating = threading.Lock()
        self._ending = threading.Event()
        try:
            self._try_engines(is_interrupted)
        except BaseException:
            self._client.close()
            raise
        threads = sum(self._client.nthreads().values())
        self.capacity = settings.concurrency or threads

    def _try_engines(self, is_interrupted: Callable[[], bool]) -> None:
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise RefusedError("the Dask cluster has no workers") from None
        workers = list(self._client.nthreads())
        futures = {
            worker: self._client.submit(find_problems, self._settings, workers=[worker], pure=False)
            for worker in workers
        }
        problems = []
        deadline = time.monotonic() + TRIAL_SECONDS
        while time.monotonic() < deadline and not all(map(Future.done, futures.values())):
            if is_interrupted():
                raise InterruptedTrialError
            time.sleep(POLL)
        for worker, future in futures.items():
            try:
                # What is done has still to be fetched, from a machine that may be busy.
                found = future.result(timeout=CONNECT_SECONDS if future.done() else POLL)
            except Exception as error:  # whatever a worker may raise that has not what it needs
                found = [f"{type(error).__name__}: {error}"]
            problems += [f"worker {worker}: {problem}" for problem in found]
        if problems:
            raise RefusedError("\n".join(problems))

    def __enter__(self) -> ClusterPool:
        self._variable = Variable(self._name, client=self._client)
        self._tell()
        threading.Thread(target=self._keep_beating, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        with suppress(Exception):  # the scheduler may be gone
            self._variable.delete()
        self._client.close()

    def begin(self, task: Task) -> None:
        key = f"{self._name}-{'-'.join(map(str, task.key))}-{uuid.uuid4().hex}"
        arguments = (self._settings, task, self._name)
        future = self._client.submit(play_remotely, *arguments, key=key, pure=False)
        self._futures[task] = future
        future.add_done_callback(lambda _: self._done.put(task))

    def next_finished(self, timeout: float) -> FinishedGame | None:
        try:
            task = self._done.get(timeout=timeout)
        except queue.Empty:
            return None
        future = self._futures.pop(task)
        if future.status != "finished":
            error = future.exception() if future.status == "error" else None
            if isinstance(error, CannotPlayError):
                raise error
            if isinstance(error, KilledWorker):
                raise CannotPlayError(f"game {task.label} has cost several workers: {error}")
            raise CannotPlayError(f"the cluster has lost game {task.label}: {error or 'cancelled'}")
        finished: FinishedGame = future.result()
        return finished

    def in_progress(self) -> Sequence[Progress[Task]]:
        return [Progress(task, None) for task in self._futures]

    def cancel(self, tasks: Sequence[Task]) -> None:
        new = {task.key for task in tasks} - self._cancelled
        if new:
            self._cancelled |= new
            self._tell()

    def _tell(self) -> None:
        with self._beating:
            self._beat += 1
            self._variable.set((self._beat, tuple(self._cancelled)))

    def _keep_beating(self) -> None:
        while not self._ending.wait(BEAT):
            with suppress(Exception):  # if the scheduler is gone, the futures tell
                self._tell()


# ------------------------------------------------------------------ on a worker


def find_problems(settings: Settings) -> list[str]:
    """Return what keeps engines from playing here."""
    found = [find_problem(engine, settings.game) for engine in settings.engines]
    return [problem for problem in found if problem is not None]


def play_remotely(settings: Settings, task: Task, name: str) -> FinishedGame:
    """Play one game with engines that live as long as it does. Raises CannotPlayError."""
    heartbeat = Heartbeat(name, task)
    over = threading.Event()

    def cancel_when_unwanted() -> None:
        while not over.wait(BEAT / 2):
            if not heartbeat.wants_game():
                table.cancel(task)

    with settings.make_table() as table:
        if not heartbeat.wants_game():
            table.cancel(task)
        threading.Thread(target=cancel_when_unwanted, daemon=True).start()
        try:
            return table.play(task)
        finally:
            over.set()


class Heartbeat:
    """The referee as a worker sees it: what it writes into the variable."""

    def __init__(self, name: str, task: Task) -> None:
        self._variable = Variable(name, client=get_client())
        self._task = task
        self._beat, self._since = 0, time.monotonic()

    def wants_game(self) -> bool:
        """Say whether the game is still wanted: not cancelled, and the referee is there."""
        with suppress(Exception):  # no answer is no news
            beat, cancelled = self._variable.get(timeout=BEAT)
            if self._task.key in set(map(tuple, cancelled)):
                return False
            if beat != self._beat:
                self._beat, self._since = beat, time.monotonic()
        return time.monotonic() - self._since < SILENCE
