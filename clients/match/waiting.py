"""How long an engine was kept waiting by the machine: ready to run, while others ran.

With more engines thinking than there are processors, each of them is now and then put aside
for some milliseconds, and an engine that is punctual on an idle machine answers too late. The
kernel of Linux counts this for each thread; elsewhere it is not known, and everything is the
engine's own time.

Two things make it less than simple. A thread that has ended is forgotten by the kernel, and many
engines have one for each search: so looks are taken while the engine thinks, and what was seen of
a thread is kept. And a wait is counted when it is over: so a thread that is ready to run and has
not moved between two looks is taken to be waiting.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from math import inf

LOOKS = (0.5, 0.8, 0.95)  # when to look, as parts of the time that there is
EVERY = 0.005  # seconds between looks once that is over; not less than the kernel's own steps
READY = b"R"


@dataclass
class Thread:
    """A thread as it was last seen: seconds on a processor, queued for one, still in the queue."""

    ran: float
    queued: float
    pending: float = 0.0
    moved: float = 0.0  # when it was last seen to do something else than wait


class Watch:
    """Looks at an engine while it thinks. Made when the search begins.

    `waited` is what the machine took from the engine, in seconds, as far as anybody has looked.
    """

    def __init__(self, pid: int, due: float | None) -> None:
        """The answer is due after so many seconds; None is never, and then nobody looks."""
        self.waited = 0.0
        self._pid = pid
        self._due = inf if due is None else due
        self._before = {} if due is None else look(pid)
        self._threads: dict[str, Thread] = {}
        self._began = time.monotonic()
        self._next = self._due * LOOKS[0]

    @property
    def remaining(self) -> float:
        """Seconds until the next look; infinite if there is none to come."""
        return self._began + self._next - time.monotonic()

    def look_if_due(self) -> None:
        elapsed = time.monotonic() - self._began
        if elapsed < self._next:
            return
        for name, thread in look(self._pid).items():
            known = self._threads.get(name)
            thread.moved = elapsed
            if known is not None and known.ran == thread.ran and is_ready(self._pid, name):
                thread.moved = known.moved
            thread.pending = elapsed - thread.moved
            self._threads[name] = thread
        self.waited = elapsed - own_seconds(elapsed, self._before, self._threads)
        later = [self._due * part for part in (*LOOKS, 1.0) if self._due * part > elapsed]
        self._next = later[0] if later else elapsed + EVERY


def own_seconds(elapsed: float, before: dict[str, Thread], threads: dict[str, Thread]) -> float:
    """Of the time that has passed, what the engine is answerable for.

    The longest that one of its threads stood in the queue is taken off; but an engine that kept
    processors busy for all that time with threads of its own has stood in its own queue.
    """
    new = Thread(0.0, 0.0)
    waits = [
        each.queued + each.pending - before.get(name, new).queued for name, each in threads.items()
    ]
    work = sum(each.ran - before.get(name, new).ran for name, each in threads.items())
    return min(elapsed, max(work, elapsed - max(waits, default=0.0)))


def look(pid: int) -> dict[str, Thread]:
    """The threads of a process by their numbers; none where the kernel does not tell."""
    threads = {}
    for name in _list(f"/proc/{pid}/task"):
        words = _read(f"/proc/{pid}/task/{name}/schedstat").split()
        if len(words) == 3:
            threads[name] = Thread(int(words[0]) / 1e9, int(words[1]) / 1e9)
    return threads


def is_ready(pid: int, thread: str) -> bool:
    """Whether it runs or would like to."""
    return _read(f"/proc/{pid}/task/{thread}/stat").rpartition(b") ")[2][:1] == READY


def _list(path: str) -> list[str]:
    try:
        return os.listdir(path)
    except OSError:  # it has ended, or this is no Linux
        return []


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except OSError:
        return b""
