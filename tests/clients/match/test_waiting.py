"""What the machine took from an engine is not held against it; what the engine took, is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from math import inf
from types import SimpleNamespace

import pytest

from clients.match import waiting
from clients.match.waiting import Thread, Watch, look, own_seconds


@pytest.mark.parametrize(
    ("threads", "own"),
    [
        ({}, 0.1),  # nothing is known: all of it
        ({"1": Thread(0.1, 0.0)}, 0.1),
        ({"1": Thread(0.06, 0.04)}, 0.06),
        ({"1": Thread(0.06, 0.03, pending=0.01)}, 0.06),  # it waits right now
        ({"1": Thread(0.0, 0.0)}, 0.1),  # it has slept
        ({"1": Thread(0.02, 0.03)}, 0.07),  # half and half
        ({"1": Thread(0.0, 0.0), "2": Thread(0.06, 0.04)}, 0.06),  # one reads, one thinks
        ({"1": Thread(0.06, 0.04), "2": Thread(0.06, 0.04)}, 0.1),  # in its own queue
    ],
)
def test_only_the_time_in_the_queue_is_taken_off(threads: dict[str, Thread], own: float) -> None:
    assert own_seconds(0.1, {}, threads) == pytest.approx(own)


def test_what_was_before_the_search_does_not_count() -> None:
    before = {"1": Thread(5.0, 3.0)}
    assert own_seconds(0.1, before, {"1": Thread(5.06, 3.04)}) == pytest.approx(0.06)


def test_without_a_time_limit_nobody_looks() -> None:
    watch = Watch(os.getpid(), None)
    assert watch.remaining == inf
    watch.look_if_due()
    assert watch.waited == 0.0


class Kernel:
    """What it says about one thread, at a time that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.threads: dict[str, tuple[float, float]] = {}
        self.ready = True
        monkeypatch.setattr(waiting, "look", self._look)
        monkeypatch.setattr(waiting, "is_ready", lambda pid, thread: self.ready)
        monkeypatch.setattr(waiting, "time", SimpleNamespace(monotonic=lambda: self.now))

    def _look(self, pid: int) -> dict[str, Thread]:
        return {name: Thread(*values) for name, values in self.threads.items()}


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(monkeypatch)


def test_looks_are_taken_before_the_answer_is_due_and_often_after(kernel: Kernel) -> None:
    watch = Watch(1, 0.1)
    times = []
    for _ in range(6):
        kernel.now += watch.remaining + 1e-6
        times.append(round(kernel.now - 100, 3))
        watch.look_if_due()
    assert times == [0.05, 0.08, 0.095, 0.1, 0.105, 0.11]


def test_a_thread_that_has_ended_is_remembered(kernel: Kernel) -> None:
    watch = Watch(1, 0.1)
    kernel.threads = {"7": (0.03, 0.02)}
    kernel.now += 0.051
    watch.look_if_due()
    kernel.threads = {}
    kernel.now += 0.06
    watch.look_if_due()
    assert watch.waited == pytest.approx(0.02)


@pytest.mark.parametrize(("ready", "waited"), [(True, 0.06), (False, 0.0)])
def test_a_ready_thread_that_does_not_move_is_waiting(
    kernel: Kernel, ready: bool, waited: float
) -> None:
    watch = Watch(1, 0.1)
    kernel.ready = ready
    kernel.threads = {"7": (0.03, 0.0)}
    for step in (0.051, 0.06):
        kernel.now += step
        watch.look_if_due()
    assert watch.waited == pytest.approx(waited)


Spin = Callable[[str], int]


@pytest.fixture
def spin() -> Iterator[Spin]:
    """Start a process that runs this; its number."""
    started: list[subprocess.Popen[bytes]] = []

    def start(program: str) -> int:
        started.append(subprocess.Popen([sys.executable, "-S", "-c", program]))
        return started[-1].pid

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.skipif(not look(os.getpid()), reason="this kernel does not tell")
def test_a_kernel_that_tells_is_believed(spin: Spin) -> None:
    """Three processes that would each like to have the same processor, and one that sleeps."""
    busy = [spin("while True: pass") for _ in range(3)]
    idle = spin("import time; time.sleep(1000)")
    for pid in (*busy, idle):
        os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))})
    time.sleep(0.3)  # until they are past their start
    watches = [Watch(pid, 0.2) for pid in (*busy, idle)]
    time.sleep(0.3)
    for watch in watches:
        watch.look_if_due()
    assert all(watch.waited > 0.05 for watch in watches[:3])
    assert watches[3].waited < 0.05
