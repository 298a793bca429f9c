"""What the machine took from an engine: it was ready to run, or had answered, while others ran.

With more engines thinking than there are processors, each of them is now and then put aside
for some milliseconds, and an engine that is punctual on an idle machine answers too late. The
kernel of Linux counts this for each task (a thread of any process); elsewhere it is not known,
and everything is the engine's own time.

What is certain is excused; `waited_between` says why that cannot be had by trickery. What is only
possible is a doubt, and a game that hangs on it is played again: see `CpuWait.finish`. The rest is
about seeing it. The tasks are those of the engine's process and all that descend from it, so that a
shell around the engine does not hide it. A task that has ended is forgotten by the kernel, and many
engines have one for each search: so looks are taken while the engine thinks, and what was seen of
a task is kept. And a wait is counted when it is over: so a task that is ready to run and has not
moved between two looks is taken to be waiting.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

FIRST = 0.02  # seconds until the first look, and then twice as long each time, until
EVERY = 0.005  # the answer is due; then so often; not less than the kernel's own steps
READY = b"R"
WORTH_A_SEARCH = 0.002  # seconds; for less nobody looks for processes that have been hidden


class Delay(NamedTuple):
    """Seconds of an answer that are not the engine's: for certain, and besides at the most."""

    waited: float = 0.0
    doubt: float = 0.0


@dataclass
class KernelTask:
    """A task as it was last seen: seconds on a processor, queued for one, still in the queue."""

    ran: float
    queued: float
    pending: float = 0.0
    moved: float = 0.0  # when it was last seen to do something else than wait


NEW = KernelTask(0.0, 0.0)


class CpuWait:
    """It looks at an engine while that thinks, from `begin` on (a SearchObserver).

    `finish`, when the answer is there, says what the machine took from the engine.
    """

    def __init__(self, pid: int, due: float | None) -> None:
        """Take the answer to be due after so many seconds; None is never, and then nobody looks."""
        self._pid = pid
        self._due = inf if due is None else due
        self._next = inf if due is None else min(FIRST, self._due)
        self._tasks: dict[str, KernelTask] = {}
        self._waited = self._queued = self._work = self._unseen = 0.0

    def begin(self) -> None:
        """Look for the first time: the search is about to begin."""
        if self._due < inf:
            self._tasks = look(self._pid)
            self._cpu_before = cpu_seconds(self._pid)
            self._asking: float | None = None
            self._asked = _queued_ourselves()
        self._began = time.monotonic()

    @property
    def remaining(self) -> float:
        """Return the seconds until the next look; infinite if there is none to come."""
        if self._due < inf and self._asking is None:  # the engine has been asked by now
            self._asking = _queued_ourselves() - self._asked
        return self._began + self._next - time.monotonic()

    def look_if_due(self) -> None:
        """Look again if it is time to."""
        elapsed = time.monotonic() - self._began
        if elapsed >= self._next:
            self._look(elapsed)
            later = min(2 * elapsed, self._due)
            self._next = later if later > elapsed else elapsed + EVERY

    def finish(self, seconds: float) -> Delay:
        """Return how many of the seconds that the answer took the machine is answerable for.

        It is the same for an engine with a time for each move and for one with a clock: the last
        look is taken now.

        In doubt are the waits of all its tasks, one after the other; our own while the engine was
        asked; and the time by which we looked too late, as tasks may have come and gone meanwhile.
        But whoever has worked has had the time for it: with all processors at least that share of
        the work.
        """
        if self._due == inf:
            return Delay()
        self._look(time.monotonic() - self._began)
        hidden = 0.0
        if max(self._waited, self._queued) > WORTH_A_SEARCH:
            hidden = sum(each.ran for each in find_hidden(self._pid, self._tasks).values())
        work = max(self._work, cpu_seconds(self._pid) - self._cpu_before) + hidden
        # A wait that began before the search is counted in it as a whole: hence the second bound.
        waited = max(0.0, min(self._waited - hidden, seconds - work))
        most = seconds - work / processors(self._pid)
        possible = self._queued + self._unseen + (self._asking or 0.0)
        return Delay(waited, max(0.0, min(possible, most) - waited))

    def _look(self, elapsed: float) -> None:
        seen: dict[str, KernelTask] = {}
        for name, task in look(self._pid).items():
            known = self._tasks.get(name)
            task.moved = elapsed
            # A wait that is over and counted must not be counted twice. Of one that nobody has seen
            # since the search began it is not known when it began to wait.
            unmoved = known is not None and (known.ran, known.queued) == (task.ran, task.queued)
            if known is not None and known.moved and unmoved and is_ready(name):
                task.moved = known.moved
            task.pending = elapsed - task.moved
            seen[name] = task
        self._unseen += max(0.0, elapsed - self._next)
        self._waited += waited_between(self._tasks, seen)
        for name, task in seen.items():
            known = self._tasks.get(name, NEW)
            self._queued += task.queued + task.pending - known.queued - known.pending
            self._work += task.ran - known.ran
        self._tasks |= seen


def waited_between(before: Mapping[str, KernelTask], after: Mapping[str, KernelTask]) -> float:
    """Return how long some task stood in the queue between two looks, while no other of its engine
    ran: the wait of that one, less what all the others ran.

    While it stood there and no other ran, every processor it could have had was with somebody
    else: the machine's doing, and the engine has got nothing out of it. While another one ran, the
    engine may have stood in its own queue, and has been at work anyway. It is not known how much
    of the others' time fell into the wait; so all of it is taken to have. Whoever starts more
    tasks can thus only lose: eight that spin on two processors run for longer than any one of
    them waits, and nothing is excused.

    From look to look it may be another one: first the thread that reads what the engine is asked,
    then the one that thinks. This errs on the side of the clock where several think at once. Out
    of sight are only processes that live shorter than the time between two looks, or have left
    the engine's session and its descendants.
    """
    ran = {name: each.ran - before.get(name, NEW).ran for name, each in after.items()}
    work = sum(ran.values())
    waits = [
        each.queued + each.pending - known.queued - known.pending - (work - ran[name])
        for name, each in after.items()
        for known in [before.get(name, NEW)]
    ]
    return max([0.0, *waits])


def cpu_seconds(pid: int) -> float:
    """Return what a process has run, by threads that have ended as well; 0 where nobody tells."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # as clock_getcpuclockid of POSIX makes it
    except (AttributeError, OSError):
        return 0.0


def processors(pid: int) -> int:
    """Return how many processors a process may use."""
    try:
        return len(os.sched_getaffinity(pid))
    except (AttributeError, OSError):
        return os.cpu_count() or 1


def look(pid: int) -> dict[str, KernelTask]:
    """Return the tasks of a process and its descendants by the numbers of the tasks.

    There are none where the kernel does not tell; nor where it does not tell of descendants, as
    then it is not known who else was at work.
    """
    tasks: dict[str, KernelTask] = {}
    left = [str(pid)]
    while left:
        process = left.pop()
        for name in _list(f"/proc/{process}/task"):
            children = _read(f"/proc/{process}/task/{name}/children")
            if children is None:
                if os.path.exists(f"/proc/{process}/task/{name}"):
                    return {}
                continue  # it has just ended
            left += children.decode().split()
            if (times := _schedstat(f"/proc/{process}/task/{name}")) is not None:
                tasks[name] = KernelTask(*times)
    return tasks


def _queued_ourselves() -> float:
    """Return how long the thread that asks was ever queued."""
    times = _schedstat("/proc/thread-self")
    return 0.0 if times is None else times[1]


def _schedstat(task: str) -> tuple[float, float] | None:
    """Return the seconds that a task ran and was queued; None for one that has ended."""
    words = (_read(f"{task}/schedstat") or b"").split()
    return (int(words[0]) / 1e9, int(words[1]) / 1e9) if len(words) == 3 else None


def find_hidden(pid: int, known: Mapping[str, KernelTask]) -> dict[str, KernelTask]:
    """Return the tasks of the engine's session that do not descend from it any more.

    Their parent has ended. All that they ever ran is held against them, as nobody has looked
    at them before.
    """
    hidden: dict[str, KernelTask] = {}
    session = str(pid).encode()
    for process in _list("/proc"):
        if process.isdigit() and process not in known and _stat(process)[3:4] == [session]:
            hidden |= {name: task for name, task in look(int(process)).items() if name not in known}
    return hidden


def is_ready(task: str) -> bool:
    """Say whether a task runs or would like to."""
    return _stat(task)[:1] == [READY]


def _stat(task: str) -> list[bytes]:
    """Return state, parent, group, session and more of a task; nothing if it has ended."""
    return (_read(f"/proc/{task}/stat") or b"").rpartition(b") ")[2].split()


def _list(path: str) -> list[str]:
    try:
        return os.listdir(path)
    except OSError:  # it has ended, or this is no Linux
        return []


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except OSError:
        return None
