"""How long an engine was kept waiting by the machine: ready to run, while others ran.

With more engines thinking than there are processors, each of them is now and then put aside
for some milliseconds, and an engine that is punctual on an idle machine answers too late. The
kernel of Linux counts this for each task (a thread of any process); elsewhere it is not known,
and everything is the engine's own time.

What is excused, and why that cannot be had by trickery, is in `excused`. The rest is about seeing
it. The tasks are those of the engine's process and all that descend from it, so that a shell
around the engine does not hide it. A task that has ended is forgotten by the kernel, and many
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

FIRST = 0.02  # seconds until the first look, and then twice as long each time, until
EVERY = 0.005  # the answer is due; then so often; not less than the kernel's own steps
READY = b"R"
WORTH_A_SEARCH = 0.002  # seconds; for less nobody looks for processes that have been hidden


@dataclass
class Thread:
    """A task as it was last seen: seconds on a processor, queued for one, still in the queue."""

    ran: float
    queued: float
    pending: float = 0.0
    moved: float = 0.0  # when it was last seen to do something else than wait


class CpuWait:
    """It looks at an engine while that thinks, from `begin` on (a SearchObserver).

    `finish`, when the answer is there, says what the machine took from the engine.
    """

    def __init__(self, pid: int, due: float | None) -> None:
        """Take the answer to be due after so many seconds; None is never, and then nobody looks."""
        self._pid = pid
        self._due = inf if due is None else due
        self._threads: dict[str, Thread] = {}
        self._next = inf if due is None else min(FIRST, self._due)

    def begin(self) -> None:
        """Look for the first time: the search is about to begin."""
        self._before = {} if self._due == inf else look(self._pid)
        self._began = time.monotonic()

    @property
    def remaining(self) -> float:
        """Return the seconds until the next look; infinite if there is none to come."""
        return self._began + self._next - time.monotonic()

    def look_if_due(self) -> None:
        """Look again if it is time to."""
        elapsed = time.monotonic() - self._began
        if elapsed >= self._next:
            self._look(elapsed)
            later = min(2 * elapsed, self._due)
            self._next = later if later > elapsed else elapsed + EVERY

    def finish(self, seconds: float) -> float:
        """Return how many of the seconds that the answer took the machine is answerable for.

        It is the same for an engine with a time for each move and for one with a clock: the last
        look is taken now.
        """
        if self._due == inf:
            return 0.0
        self._look(time.monotonic() - self._began)
        waited = excused(seconds, self._before, self._threads)
        if waited > WORTH_A_SEARCH:
            hidden = find_hidden(self._pid, self._threads).values()
            work = sum(each.ran for each in hidden)
            waited = excused(seconds, self._before, self._threads, work)
        return waited

    def _look(self, elapsed: float) -> None:
        for name, thread in look(self._pid).items():
            known = self._threads.get(name)
            thread.moved = elapsed
            # A wait that is over and counted must not be counted twice.
            unmoved = known is not None and (known.ran, known.queued) == (thread.ran, thread.queued)
            if known is not None and unmoved and is_ready(name):
                thread.moved = known.moved
            thread.pending = elapsed - thread.moved
            self._threads[name] = thread


def excused(
    seconds: float,
    before: Mapping[str, Thread],
    threads: Mapping[str, Thread],
    hidden: float = 0.0,
) -> float:
    """Return how long one task stood in the queue, less what all the others of its engine ran.

    It is never more than is left of the time when the work of all is taken off; `hidden` is work
    of further ones.

    The one task is that which has run most since the search began: the one that thinks. While
    it stood in the queue and no other task of the engine ran, every processor it could have had
    was with somebody else: the machine's doing, and the engine has got nothing out of it. While
    another one ran, the engine may have stood in its own queue, and has been at work anyway. It
    is not known how much of the others' time fell into the wait; so all of it is taken to have.
    Whoever starts more tasks can thus only lose: eight that spin on two processors run for
    longer than any one of them waits, and nothing is excused.

    This errs on the side of the clock where an engine has several threads that think. Out of
    sight are only processes that live shorter than the time between two looks, or have left
    the engine's session and its descendants.
    """
    new = Thread(0.0, 0.0)
    ran = {name: each.ran - before.get(name, new).ran for name, each in threads.items()}
    if not ran:
        return 0.0
    thinker = max(ran, key=lambda name: (ran[name], name))
    work = sum(ran.values()) + hidden
    one = threads[thinker]
    queued = one.queued + one.pending - before.get(thinker, new).queued
    # A wait that began before the search is counted in it as a whole: hence the second bound.
    return max(0.0, min(queued - (work - ran[thinker]), seconds - work))


def look(pid: int) -> dict[str, Thread]:
    """Return the tasks of a process and its descendants by the numbers of the tasks.

    There are none where the kernel does not tell; nor where it does not tell of descendants, as
    then it is not known who else was at work.
    """
    threads: dict[str, Thread] = {}
    left = [str(pid)]
    while left:
        process = left.pop()
        for name in _list(f"/proc/{process}/task"):
            words = (_read(f"/proc/{process}/task/{name}/schedstat") or b"").split()
            children = _read(f"/proc/{process}/task/{name}/children")
            if children is None:
                if os.path.exists(f"/proc/{process}/task/{name}"):
                    return {}
                continue  # it has just ended
            left += children.decode().split()
            if len(words) == 3:
                threads[name] = Thread(int(words[0]) / 1e9, int(words[1]) / 1e9)
    return threads


def find_hidden(pid: int, known: Mapping[str, Thread]) -> dict[str, Thread]:
    """Return the tasks of the engine's session that do not descend from it any more.

    Their parent has ended. All that they ever ran is held against them, as nobody has looked
    at them before.
    """
    hidden: dict[str, Thread] = {}
    session = str(pid).encode()
    for process in _list("/proc"):
        if process.isdigit() and process not in known and _stat(process)[3:4] == [session]:
            hidden |= {
                name: thread for name, thread in look(int(process)).items() if name not in known
            }
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
