"""Many jobs at a time: whoever plays the games of a match or does the units of an experiment.

A worker does one job after the other; a referee's `Table`, for one, plays games. A `LocalPool` has
a thread of this machine for each of its workers.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from linemate.clients.shared.command import how_to_install

Job = TypeVar("Job")
Job_contra = TypeVar("Job_contra", contravariant=True)
Done_co = TypeVar("Done_co", covariant=True)

# How long a thread may go on before another that waits gets its turn, in seconds. With the
# usual 5 ms, drawing a table would make answers look late.
SWITCH_INTERVAL = 0.0005


class RefusedError(Exception):
    """Nothing is begun: who should do the jobs cannot."""


class InterruptedTrialError(Exception):
    """Somebody does not want the jobs any more, before the first was begun."""


class JobError(Exception):
    """A job cannot be done, and neither can others."""


def require_cluster() -> None:
    """Raise RefusedError, which says what to do, where the packages for `--dask` are missing."""
    if find_spec("distributed") is None:
        raise RefusedError(f"--dask needs the package distributed: {how_to_install('cluster')}")


class Progress(NamedTuple, Generic[Job]):
    """A job that is being done, and the ply of its game; None where that is not known."""

    job: Job
    ply: int | None


class Worker(Protocol[Job_contra, Done_co]):
    """Somebody who does one job at a time. Used as a context manager: nothing is left behind."""

    @property
    def ply(self) -> int:
        """Return the ply of the game that is being played."""

    def play(self, job: Job_contra, /) -> Done_co:
        """Do a job."""

    def cancel(self, job: Job_contra, /) -> None:
        """End this job, if it is being done or soon will be. May be called from any thread."""

    def __enter__(self) -> Any: ...

    def __exit__(self, *_: object) -> None: ...


class WorkerPool(Protocol[Job, Done_co]):
    """Used as a context manager by one thread. It leaves no engine behind."""

    @property
    def capacity(self) -> int:
        """Return the number of jobs that can be done at a time."""

    def begin(self, job: Job) -> None:
        """Begin a job; there must be fewer than `capacity` in progress."""

    def next_finished(self, timeout: float) -> Done_co | None:
        """Return what has come of a job, in any order; None if none ends within this time.

        Raises what its worker has raised.
        """

    def in_progress(self) -> Sequence[Progress[Job]]: ...

    def cancel(self, jobs: Sequence[Job]) -> None:
        """End these soon; they finish nevertheless, as their workers see fit."""

    def __enter__(self) -> WorkerPool[Job, Done_co]: ...

    def __exit__(self, *_: object) -> None: ...


class LocalPool(Generic[Job, Done_co]):
    """See WorkerPool. When it is left, whatever is in progress is cancelled."""

    def __init__(self, workers: Sequence[Worker[Job, Done_co]]) -> None:
        self.capacity = len(workers)
        self._workers = workers
        self._jobs: list[Job | None] = [None] * self.capacity
        self._orders: list[queue.SimpleQueue[Job | None]] = [queue.SimpleQueue() for _ in workers]
        self._finished: queue.SimpleQueue[tuple[int, Done_co | Exception]] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, args=(number,), daemon=True)
            for number in range(self.capacity)
        ]

    def __enter__(self) -> LocalPool[Job, Done_co]:
        sys.setswitchinterval(SWITCH_INTERVAL)
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for orders in self._orders:
            orders.put(None)
        self.cancel([each.job for each in self.in_progress()])
        for thread in self._threads:
            thread.join()

    def begin(self, job: Job) -> None:
        number = self._jobs.index(None)
        self._jobs[number] = job
        self._orders[number].put(job)

    def next_finished(self, timeout: float) -> Done_co | None:
        try:
            number, finished = self._finished.get(timeout=timeout)
        except queue.Empty:
            return None
        self._jobs[number] = None
        if isinstance(finished, Exception):
            raise finished
        return finished

    def in_progress(self) -> Sequence[Progress[Job]]:
        jobs = zip(self._jobs, self._workers, strict=True)
        return [Progress(job, worker.ply) for job, worker in jobs if job is not None]

    def cancel(self, jobs: Sequence[Job]) -> None:
        for job, worker in zip(self._jobs, self._workers, strict=True):
            if job is not None and job in jobs:
                worker.cancel(job)

    def _work(self, number: int) -> None:
        """Do one job after the other; at the end the worker has left nothing behind."""
        with self._workers[number] as worker:
            while (job := self._orders[number].get()) is not None:
                try:
                    self._finished.put((number, worker.play(job)))
                except Exception as error:  # ours as well: who waits for the job must be told
                    self._finished.put((number, error))
