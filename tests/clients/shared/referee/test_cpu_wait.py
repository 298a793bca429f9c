"""What the machine took from an engine is not held against it; what the engine took, is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from types import SimpleNamespace

import pytest

from linemate.clients.shared.referee import cpu_wait
from linemate.clients.shared.referee.cpu_wait import (
    CpuWait,
    Delay,
    KernelTask,
    find_hidden,
    look,
    waited_between,
)
from tests.waiting import wait_until


def begin(pid: int, due: float | None) -> CpuWait:
    wait = CpuWait(pid, due)
    wait.begin()
    return wait


@pytest.mark.parametrize(
    ("tasks", "waited"),
    [
        ({}, 0.0),  # nothing is known
        ({"1": KernelTask(0.1, 0.0)}, 0.0),
        ({"1": KernelTask(0.06, 0.04)}, 0.04),
        ({"1": KernelTask(0.06, 0.03, pending=0.01)}, 0.04),  # it waits right now
        ({"1": KernelTask(0.0, 0.0)}, 0.0),  # it has slept
        ({"1": KernelTask(0.02, 0.03)}, 0.03),  # it has slept, too
        ({"1": KernelTask(0.0, 0.0), "2": KernelTask(0.06, 0.04)}, 0.04),  # one reads, one thinks
        (
            {"1": KernelTask(0.001, 0.09), "2": KernelTask(0.06, 0.01)},
            0.03,
        ),  # the reader's, for the rest
        (
            {"1": KernelTask(0.003, 0.0), "2": KernelTask(0.002, 0.08)},
            0.077,
        ),  # who has hardly begun
        ({"1": KernelTask(0.06, 0.04), "2": KernelTask(0.06, 0.04)}, 0.0),  # in its own queue
        (
            {"1": KernelTask(0.02, 0.08), "2": KernelTask(0.02, 0.08)},
            0.06,
        ),  # and others in it besides
    ],
)
def test_a_wait_is_excused_less_the_work_of_all_others(
    tasks: dict[str, KernelTask], waited: float
) -> None:
    assert waited_between({}, tasks) == pytest.approx(waited)


def test_eight_that_spin_on_two_processors_excuse_nothing() -> None:
    """A parent that sleeps, and eight children that share two processors for half a second.

    Each child stood in the queue for 375 ms, which was once excused.
    """
    family = {str(pid): KernelTask(0.125, 0.375) for pid in range(2, 10)} | {
        "1": KernelTask(0.0, 0.0)
    }
    assert waited_between({}, family) == 0.0


def test_without_a_time_limit_nobody_looks() -> None:
    wait = begin(os.getpid(), None)
    assert wait.remaining == inf
    wait.look_if_due()
    assert wait.finish(1.0) == Delay(0.0, 0.0)


class Kernel:
    """What it says about tasks, at a time that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.tasks: dict[str, tuple[float, float]] = {}
        self.ready = True
        self.hidden: dict[str, KernelTask] = {}
        self.worked = 0.0
        self.queued = 0.0
        monkeypatch.setattr(cpu_wait, "look", self._look)
        monkeypatch.setattr(cpu_wait, "is_ready", lambda task: self.ready)
        monkeypatch.setattr(cpu_wait, "find_hidden", lambda pid, known: self.hidden)
        monkeypatch.setattr(cpu_wait, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(cpu_wait, "processors", lambda pid: 2)
        monkeypatch.setattr(cpu_wait, "cpu_seconds", lambda pid: self.worked)
        monkeypatch.setattr(cpu_wait, "_queued_ourselves", lambda: self.queued)

    def let_pass(self, seconds: float, wait: CpuWait) -> None:
        """Let time pass in which every look is taken when it is due."""
        until = self.now + seconds
        while self.now + wait.remaining < until:
            self.now += wait.remaining + 1e-9
            wait.look_if_due()
        self.now = until

    def _look(self, pid: int) -> dict[str, KernelTask]:
        return {name: KernelTask(*values) for name, values in self.tasks.items()}


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(monkeypatch)


def test_looks_are_taken_before_the_answer_is_due_and_often_after(kernel: Kernel) -> None:
    wait = begin(1, 0.1)
    times = []
    for _ in range(7):
        kernel.now += wait.remaining + 1e-6
        times.append(round(kernel.now - 100, 3))
        wait.look_if_due()
    assert times == [0.02, 0.04, 0.08, 0.1, 0.105, 0.11, 0.115]


def test_a_thread_that_has_ended_is_remembered(kernel: Kernel) -> None:
    wait = begin(1, 0.1)
    kernel.tasks = {"7": (0.03, 0.02)}
    kernel.now += 0.051
    wait.look_if_due()
    kernel.tasks = {}
    kernel.now += 0.06
    assert wait.finish(0.111).waited == pytest.approx(0.02)


@pytest.mark.parametrize("due", [0.1, 60.0])
def test_the_last_look_is_taken_when_the_answer_is_there(kernel: Kernel, due: float) -> None:
    """Long before a clock runs out as well: what the machine took is not charged to it."""
    wait = begin(1, due)
    kernel.now += 0.01
    kernel.tasks = {"7": (0.004, 0.006)}
    assert wait.finish(0.01).waited == pytest.approx(0.006)


def test_with_others_on_the_machine_eight_are_excused_no_more_than_one_would_be(
    kernel: Kernel,
) -> None:
    """All of them together had 190 of 400 ms, which is what the scheduler gives to a session."""
    for tasks in ({str(pid): (0.02375, 0.42) for pid in range(8)}, {"1": (0.19, 0.21)}):
        kernel.tasks = {}
        wait = begin(1, 0.1)
        kernel.now += 0.4
        kernel.tasks = tasks
        assert wait.finish(0.4).waited == pytest.approx(0.21)


def test_what_was_before_the_search_does_not_count(kernel: Kernel) -> None:
    kernel.tasks = {"1": (5.0, 3.0), "2": (9.0, 7.0)}
    wait = begin(1, 0.1)
    kernel.now += 0.1
    kernel.tasks = {"1": (5.06, 3.04), "2": (9.01, 7.5)}
    assert wait.finish(0.1).waited == pytest.approx(0.03)


def test_one_thread_after_the_other_waits(kernel: Kernel) -> None:
    """The one that reads stood in the queue for 45 ms, and then the one that thinks for 30.

    Once the second wait alone was excused, and the engine lost on time.
    """
    kernel.tasks = {"1": (1.0, 1.0)}
    kernel.ready = False
    wait = begin(1, 0.05)
    kernel.let_pass(0.046, wait)
    kernel.tasks = {"1": (1.001, 1.045)}
    kernel.let_pass(0.034, wait)
    kernel.tasks = {"1": (1.001, 1.045), "2": (0.004, 0.03)}
    assert wait.finish(0.08) == pytest.approx((0.045 + 0.03, 0.0), abs=1e-6)


# ------------------------------------------------------------------ what is only possible


def test_waits_that_may_have_been_its_own_doing_are_in_doubt(kernel: Kernel) -> None:
    """Two threads, each of which waited for 30 ms, in which the other may have run for 20."""
    wait = begin(1, 0.1)
    kernel.let_pass(0.1, wait)
    kernel.tasks = {"1": (0.02, 0.03), "2": (0.02, 0.03)}
    assert wait.finish(0.1) == pytest.approx((0.01, 0.05))


def test_who_has_worked_has_had_the_time_for_it(kernel: Kernel) -> None:
    """Threads that have ended are counted by the clock of their process: 180 ms on two processors
    take 90 at least.
    """
    wait = begin(1, 0.1)
    kernel.now += 0.1
    kernel.tasks = {"1": (0.02, 0.03), "2": (0.02, 0.03)}
    kernel.worked = 0.18
    assert wait.finish(0.1) == pytest.approx((0.0, 0.01))


def test_what_we_waited_ourselves_while_we_asked_is_in_doubt(kernel: Kernel) -> None:
    wait = begin(1, 0.1)
    kernel.queued = 0.025
    assert wait.remaining == pytest.approx(0.02)
    kernel.queued = 9.0  # later on it is no matter
    kernel.let_pass(0.1, wait)
    assert wait.finish(0.1) == pytest.approx((0.0, 0.025))


def test_what_was_looked_for_too_late_is_in_doubt(kernel: Kernel) -> None:
    """A look that was due after 42 ms came after 82: a thread may have thought and ended meanwhile,
    and nobody knows how long it stood in the queue.
    """
    wait = begin(1, 0.1)
    kernel.ready = False
    kernel.tasks = {"7": (0.01, 0.0)}
    kernel.now += 0.021
    wait.look_if_due()
    kernel.now += 0.061
    assert wait.finish(0.082) == pytest.approx((0.0, 0.001 + 0.04))


def test_on_a_machine_that_is_not_busy_nothing_is_in_doubt(kernel: Kernel) -> None:
    """An engine that is slow, whether it works or sleeps, and ends its thread with its answer."""
    wait = begin(1, 0.1)
    kernel.ready = False
    kernel.tasks = {"7": (0.01, 0.0)}
    kernel.let_pass(0.2, wait)
    kernel.tasks = {}
    assert wait.finish(0.2) == pytest.approx((0.0, 0.0), abs=1e-6)


def test_no_more_is_excused_than_the_answer_took(kernel: Kernel) -> None:
    wait = begin(1, 0.1)
    kernel.now += 3
    kernel.tasks = {"7": (0.01, 2.9)}
    assert wait.finish(0.2).waited == pytest.approx(0.19)


def test_a_wait_that_is_over_is_not_counted_twice(kernel: Kernel) -> None:
    """It runs again, but the kernel has not yet noted for how long."""
    wait = begin(1, 0.1)
    for step, queued in ((0.021, 0.0), (0.06, 0.05)):
        kernel.now += step
        kernel.tasks = {"7": (0.02, queued)}
        wait.look_if_due()
    assert wait.finish(0.2).waited == pytest.approx(0.05)


def test_the_work_of_a_hidden_process_is_found(kernel: Kernel) -> None:
    wait = begin(1, 0.1)
    kernel.now += 0.1
    kernel.tasks = {"7": (0.05, 0.05)}
    kernel.hidden = {"8": KernelTask(0.04, 0.0)}
    assert wait.finish(0.1).waited == pytest.approx(0.01)
    kernel.hidden = {"8": KernelTask(5.0, 9.0)}  # which is not whose wait is excused
    assert wait.finish(0.1).waited == 0.0


@pytest.mark.parametrize(("ready", "waited"), [(True, 0.06), (False, 0.0)])
def test_a_ready_thread_that_does_not_move_is_waiting(
    kernel: Kernel, ready: bool, waited: float
) -> None:
    wait = begin(1, 0.1)
    kernel.ready = ready
    kernel.tasks = {"7": (0.03, 0.0)}
    for step in (0.051, 0.06):
        kernel.now += step
        wait.look_if_due()
    assert wait.finish(0.2).waited == pytest.approx(waited)


Spin = Callable[[str], int]


@pytest.fixture
def spin() -> Iterator[Spin]:
    """Start a process, and return its number when it has begun to do this and nothing else."""
    started: list[subprocess.Popen[bytes]] = []

    def start(program: str) -> int:
        command = [sys.executable, "-S", "-c", f"import os, time; os.write(1, b'.'); {program}"]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0))
        assert started[-1].stdout is not None
        assert started[-1].stdout.read(1) == b"."
        return started[-1].pid

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.skipif(not look(os.getpid()), reason="this kernel does not tell")
def test_a_kernel_that_tells_is_believed(spin: Spin) -> None:
    """Three processes that would each like to have the same processor, and one that sleeps.

    The three wait for twice the time together, as one of them runs at most; for more if others
    are on that processor, too.
    """
    idle = spin("time.sleep(1000)")
    wait_until(lambda: cpu_wait._stat(str(idle))[:1] == [b"S"], "its sleep")
    busy = [spin("\nwhile True: pass") for _ in range(3)]
    for pid in (*busy, idle):
        os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))})
    began = time.monotonic()
    waits = [begin(pid, 0.1) for pid in (*busy, idle)]
    time.sleep(0.2)
    seconds = time.monotonic() - began
    *waited, slept = (wait.finish(seconds).waited for wait in waits)
    assert sum(waited) > seconds
    assert slept < 0.1 * seconds


FAMILY = """
import os, sys, time
child = os.fork()
if child == 0:
    orphan = os.fork()
    if orphan == 0:
        time.sleep(1000)
    open(sys.argv[1] + "/orphan", "w").write(str(orphan))
    os._exit(0)
os.waitpid(child, 0)
child = os.fork()
if child == 0:
    time.sleep(1000)
open(sys.argv[1] + "/child.part", "w").write(str(child))
os.rename(sys.argv[1] + "/child.part", sys.argv[1] + "/child")
time.sleep(1000)
"""


@pytest.mark.skipif(not look(os.getpid()), reason="this kernel does not tell")
def test_children_are_seen_and_orphans_are_found(tmp_path: Path) -> None:
    """A child is the engine where its command is a shell; an orphan may work in secret."""
    engine = subprocess.Popen(
        [sys.executable, "-S", "-c", FAMILY, str(tmp_path)], start_new_session=True
    )
    try:
        wait_until((tmp_path / "child").exists, "a child")
        child, orphan = ((tmp_path / name).read_text() for name in ("child", "orphan"))
        known = look(engine.pid)
        assert set(known) == {str(engine.pid), child}
        assert set(find_hidden(engine.pid, known)) == {orphan}
    finally:
        os.killpg(engine.pid, signal.SIGKILL)
        engine.wait()


def test_where_descendants_cannot_be_seen_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    read = cpu_wait._read
    monkeypatch.setattr(
        cpu_wait, "_read", lambda path: None if path.endswith("children") else read(path)
    )
    assert look(os.getpid()) == {}
