"""Ctrl-C, SIGTERM and SIGHUP: the first one ends the match in good order, a second one at once."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType, TracebackType
from typing import Any

SHOW_CURSOR = b"\x1b[?25h\n"  # which a live table hides
STATUS = 128  # and the number of the signal
SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


class Interrupts:
    """Use as a context manager in the main thread."""

    def __init__(self) -> None:
        self.number: int | None = None
        self._previous: dict[signal.Signals, Any] = {}

    def is_seen(self) -> bool:
        return self.number is not None

    @property
    def status(self) -> int:
        """What the process is to exit with after an interrupt."""
        return STATUS + (self.number or 0)

    def __enter__(self) -> Interrupts:
        for number in SIGNALS:
            # `nohup` has SIGHUP ignored, and means it.
            if number == signal.SIGINT or signal.getsignal(number) is not signal.SIG_IGN:
                self._previous[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self.number is not None:
            if sys.stdout.isatty():
                os.write(sys.stdout.fileno(), SHOW_CURSOR)
            # Engines are ended by the guard of protocol/reaper.py, which sees us go.
            os._exit(STATUS + number)
        self.number = number
