"""Jobs at a time, done by workers that need no engine: they wait until they are told to go on."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from linemate.clients.shared.worker_pool import LocalPool
from tests.waiting import PATIENCE, wait_until

Pool = LocalPool[str, str]


class Waiting:
    """A worker whose jobs last until they are cancelled or `go_on` is set."""

    def __init__(self) -> None:
        self.ply = 0
        self.go_on = threading.Event()
        self.cancelled: list[str] = []
        self.is_left = False

    def __enter__(self) -> Waiting:
        return self

    def __exit__(self, *_: object) -> None:
        self.is_left = True

    def play(self, job: str) -> str:
        self.ply += 1
        assert self.go_on.wait(PATIENCE)
        if job == "bad":
            raise ValueError(job)
        return f"{job} done"

    def cancel(self, job: str) -> None:
        self.cancelled.append(job)
        self.go_on.set()


@pytest.fixture
def workers() -> list[Waiting]:
    return [Waiting(), Waiting()]


@pytest.fixture
def pool(workers: list[Waiting]) -> Iterator[Pool]:
    with LocalPool(workers) as pool:
        yield pool


def test_jobs_are_done_at_the_same_time_each_by_a_worker(
    pool: Pool, workers: list[Waiting]
) -> None:
    pool.begin("first")
    pool.begin("second")
    wait_until(lambda: [worker.ply for worker in workers] == [1, 1], "both jobs")
    assert pool.in_progress() == [("first", 1), ("second", 1)]
    assert pool.next_finished(0) is None
    workers[1].go_on.set()
    assert pool.next_finished(PATIENCE) == "second done"
    assert pool.in_progress() == [("first", 1)]
    pool.begin("third")
    assert pool.next_finished(PATIENCE) == "third done"


def test_only_what_is_named_is_cancelled(pool: Pool, workers: list[Waiting]) -> None:
    pool.begin("first")
    pool.begin("second")
    pool.cancel(["second", "unknown"])
    assert pool.next_finished(PATIENCE) == "second done"
    assert [worker.cancelled for worker in workers] == [[], ["second"]]


def test_what_a_worker_raises_is_raised_and_its_place_is_free_again(
    pool: Pool, workers: list[Waiting]
) -> None:
    workers[0].go_on.set()
    pool.begin("bad")
    with pytest.raises(ValueError, match="bad"):
        pool.next_finished(PATIENCE)
    pool.begin("good")
    assert pool.next_finished(PATIENCE) == "good done"


def test_when_it_is_left_jobs_are_cancelled_and_workers_left_too(workers: list[Waiting]) -> None:
    with LocalPool(workers) as pool:
        pool.begin("first")
    assert workers[0].cancelled == ["first"]
    assert all(worker.is_left for worker in workers)
