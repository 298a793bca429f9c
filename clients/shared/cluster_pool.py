"""Jobs on other machines: each is a task on a Dask cluster that is there already.

Who gives them out stays here: what is next, what counts and what is kept. On the cluster a job is
done by a worker of its own, as a thread of this machine would (`worker_pool.py`), and what came of
it is sent back. When a machine is lost, the scheduler gives its jobs to others, which do them
from the beginning.

A task cannot be stopped by Dask once it runs. So the owner keeps a variable on the scheduler, in
which a number counts up every other second and the jobs that are not wanted any more are named;
whoever does one looks at it. A number that stands still means that the owner is gone.

Linemate has to be installed on the cluster's workers, and engines' commands are run there.
"""

from __future__ import annotations

import queue
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from distributed import Client, Future, KilledWorker, Variable, get_client

from linemate.clients.shared.worker_pool import (
    InterruptedTrialError,
    JobError,
    Progress,
    RefusedError,
    Worker,
)

SCHEMES = ("tcp", "tls", "ws", "wss", "ucx")
CONNECT_SECONDS = 10.0
BEAT = 2.0  # seconds between two numbers
SILENCE = 20.0  # seconds with the same number, and the owner is taken to be gone
TRIAL_SECONDS = 120.0
POLL = 0.1  # seconds between looks at whether the trial was interrupted

# What is in the variable: the number, and the keys of the jobs that are to be broken off.
JobKey = tuple[Any, ...]


class ClusterJob(Protocol):
    """A job that a cluster can do."""

    @property
    def key(self) -> JobKey:
        """Return what tells it from every other job of the pool."""

    @property
    def label(self) -> str:
        """Return what it is called in a message, after its kind."""


AnyJob = TypeVar("AnyJob", bound=ClusterJob)
Done = TypeVar("Done")


class ClusterPool(Generic[AnyJob, Done]):
    """See `WorkerPool`."""

    def __init__(
        self,
        address: str,
        kind: str,
        make_worker: Callable[[], Worker[AnyJob, Done]],
        find_problems: Callable[[], list[str]],
        capacity: int | None = None,
        is_interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        """Connect to the cluster, and have all its workers look for what keeps them from working.

        `kind` is what a job is, in a word; `capacity` how many are done at a time, by default what
        the cluster has. Functions are called there. Raises RefusedError if there is no cluster, or
        a problem on it; InterruptedTrialError.
        """
        scheme, sign, _ = address.partition("://")
        if sign and scheme not in SCHEMES:  # which Client would complain of for forty seconds
            expected = f"a host and port, after one of {', '.join(SCHEMES)} and ://"
            raise RefusedError(f"no Dask cluster at {address!r}: expected {expected}")
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise RefusedError(f"no Dask cluster at {address!r}: {error}") from None
        self._kind = kind
        self._make_worker = make_worker
        self._name = f"linemate-{kind}-{uuid.uuid4().hex}"
        self._futures: dict[AnyJob, Any] = {}
        self._done: queue.SimpleQueue[AnyJob] = queue.SimpleQueue()
        self._cancelled: set[JobKey] = set()
        self._beat = 0
        self._beating = threading.Lock()
        self._ending = threading.Event()
        try:
            self._try_workers(find_problems, is_interrupted)
        except BaseException:
            self._client.close()
            raise
        threads = sum(self._client.nthreads().values())
        self.capacity = capacity or threads

    def _try_workers(
        self, find_problems: Callable[[], list[str]], is_interrupted: Callable[[], bool]
    ) -> None:
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise RefusedError("the Dask cluster has no workers") from None
        workers = list(self._client.nthreads())
        futures = {
            worker: self._client.submit(find_problems, workers=[worker], pure=False)
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

    def __enter__(self) -> ClusterPool[AnyJob, Done]:
        self._variable = Variable(self._name, client=self._client)
        self._tell()
        threading.Thread(target=self._keep_beating, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        with suppress(Exception):  # the scheduler may be gone
            self._variable.delete()
        self._client.close()

    def begin(self, job: AnyJob) -> None:
        key = f"{self._name}-{uuid.uuid4().hex}"
        arguments = (self._make_worker, job, self._name)
        future = self._client.submit(do_remotely, *arguments, key=key, pure=False)
        self._futures[job] = future
        future.add_done_callback(lambda _: self._done.put(job))

    def next_finished(self, timeout: float) -> Done | None:
        try:
            job = self._done.get(timeout=timeout)
        except queue.Empty:
            return None
        future = self._futures.pop(job)
        if future.status != "finished":
            error = future.exception() if future.status == "error" else None
            name = f"{self._kind} {job.label}"
            if isinstance(error, JobError):
                raise error
            if isinstance(error, KilledWorker):
                raise JobError(f"{name} has cost several workers: {error}")
            raise JobError(f"the cluster has lost {name}: {error or 'cancelled'}")
        finished: Done = future.result()
        return finished

    def in_progress(self) -> Sequence[Progress[AnyJob]]:
        return [Progress(job, None) for job in self._futures]

    def listen(self, topic: str, take: Callable[[Any], None]) -> None:
        """Have what workers log under this topic taken, in a thread of the client's."""
        self._client.subscribe_topic(topic, lambda event: take(event[1]))

    def cancel(self, jobs: Sequence[AnyJob]) -> None:
        new = {job.key for job in jobs} - self._cancelled
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


def do_remotely(make_worker: Callable[[], Worker[AnyJob, Done]], job: AnyJob, name: str) -> Done:
    """Do one job with a worker that lives as long as it does. Raises what the worker raises."""
    heartbeat = Heartbeat(name, job.key)
    over = threading.Event()

    def cancel_when_unwanted() -> None:
        while not over.wait(BEAT / 2):
            if not heartbeat.wants_job():
                worker.cancel(job)

    with make_worker() as worker:
        if not heartbeat.wants_job():
            worker.cancel(job)
        threading.Thread(target=cancel_when_unwanted, daemon=True).start()
        try:
            done: Done = worker.play(job)
        finally:
            over.set()
    return done


class Heartbeat:
    """The owner of the pool as a worker sees it: what it writes into the variable."""

    def __init__(self, name: str, key: JobKey) -> None:
        self._variable = Variable(name, client=get_client())
        self._key = key
        self._beat, self._since = 0, time.monotonic()

    def wants_job(self) -> bool:
        """Say whether the job is still wanted: not cancelled, and the owner is there."""
        with suppress(Exception):  # no answer is no news
            beat, cancelled = self._variable.get(timeout=BEAT)
            if self._key in set(map(tuple, cancelled)):
                return False
            if beat != self._beat:
                self._beat, self._since = beat, time.monotonic()
        return time.monotonic() - self._since < SILENCE
