"""Ctrl-C, SIGTERM and SIGHUP: the first one ends a long run in good order, a second one at once."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Any, Self

from linemate.protocol.ours import status_of_signal

SHOW_CURSOR = b"\x1b[?25h\n"  # which a live table hides
SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


class Shutdown:
    """What signals ask for. Use as a context manager in the main thread."""

    def __init__(self) -> None:
        self.number: int | None = None
        self._previous: dict[signal.Signals, Any] = {}

    def is_requested(self) -> bool:
        """Say whether a signal has come."""
        return self.number is not None

    @property
    def status(self) -> int:
        """Return the exit status of a process that a signal has ended."""
        return status_of_signal(self.number or 0)

    def __enter__(self) -> Self:
        for number in SIGNALS:
            # `nohup` has SIGHUP ignored, and means it.
            if number == signal.SIGINT or signal.getsignal(number) is not signal.SIG_IGN:
                self._previous[number] = signal.signal(number, self._request)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)

    def _request(self, number: int, _frame: FrameType | None) -> None:
        if self.number is not None:
            if sys.stdout.isatty():
                os.write(sys.stdout.fileno(), SHOW_CURSOR)
            # Engines are ended by the guard of protocol/reaper.py, which sees us go.
            os._exit(status_of_signal(number))
        self.number = number
