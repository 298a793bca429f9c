"""Linemate's own engine inside the process of whoever drives it: no other process, no thread.

`Engine.inside()` has one. It speaks the same lines as the engine at the other end of two pipes, but
searches only while somebody waits for what it says. So it is for notebooks, tests, and where there
are neither processes nor threads, as in a browser; who has to keep a time, or wants an engine that
cannot take the caller with it when it fails, starts a process.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable
from math import inf

from linemate.protocol.process import (
    EngineDiedError,
    EngineProcess,
    Line,
    LineHook,
    RecentLines,
)
from linemate.protocol.session import NAME
from linemate.protocol.session_ugi import UgiSession

# How long to wait for nothing at a time: only `is_stopped` can change what goes on here.
REST_SECONDS = 0.01


class InsideProcess(EngineProcess):
    """An EngineProcess that is none: `write` has a session handle the lines, and `receive` lets it
    go on with its search until there is a line.

    It `rests` when nothing will be said before it is told something, or `is_stopped` says so.
    """

    def __init__(
        self, is_stopped: Callable[[], bool] | None = None, on_line: LineHook | None = None
    ) -> None:
        """Have an engine. A search also ends when `is_stopped` says so, which is asked every half
        a millisecond or so.
        """
        self.command = [NAME]
        self._record = RecentLines(on_line)
        self._fate = ""
        self._said: deque[Line] = deque()
        self.rests = True
        self._until = inf
        self._is_stopped = is_stopped or (lambda: False)
        self._session: UgiSession | None = UgiSession(
            self._hear, is_stopped=lambda: self._is_stopped() or time.monotonic() >= self._until
        )

    def _hear(self, *texts: str) -> None:
        for text in texts:
            for line in text.split("\n"):
                self._record.note("<", line)
                self._said.append(Line(line, time.monotonic(), queued=0.0))

    @property
    def pid(self) -> int:
        return os.getpid()

    @property
    def running(self) -> bool:
        return self._session is not None

    @property
    def exited(self) -> bool:
        return self._session is None

    @property
    def returncode(self) -> int | None:
        return None if self.running else 0

    def write(self, data: bytes, timeout: float) -> None:
        for line in data.decode().splitlines():
            if self._session is None:
                raise self.death("before it was written to")
            self.rests = False
            if not self._session.handle(line):
                self.kill()

    def close_input(self) -> None:
        self.kill()

    def search_until(self, moment: float) -> None:
        self._until = moment

    def receive(self, timeout: float) -> Line | None:
        """Return the next line, for which it searches as long as it takes; None if there is none
        to come, after this time at most. Raises EngineDiedError once it was ended.
        """
        if self._session is None:
            raise self.death("in mid-conversation")
        if not self._said:
            self.rests = not self._session.step() and not self._said
            if self.rests:
                time.sleep(max(0.0, min(timeout, REST_SECONDS)))
        return self._said.popleft() if self._said else None

    def death(self, when: str) -> EngineDiedError:
        self._fate = self._fate or f"{self.name} was ended {when}"
        return EngineDiedError(self._fate, self.lines, 0)

    def close(self, farewell: str = "quit", grace: float = 1.0) -> int | None:
        self.kill()
        return self.returncode

    def kill(self) -> None:
        """End it; its helpers, if it has any, with it."""
        session, self._session = self._session, None
        self._said.clear()
        if session is not None:
            session.close()
