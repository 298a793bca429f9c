"""Ctrl-C: at a prompt it is an answer, everywhere else it is noted and looked at later.

So it can neither tear the dialogue with an engine nor throw a game away while a board is drawn.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# So many since the last prompt, and the program ends whatever it was doing.
LAST_STRAW = 3
HELD_KEY = 0.25  # seconds; presses closer together than this are one


class Interrupts:
    """How often Ctrl-C was pressed since `forget`."""

    def __init__(self) -> None:
        self._count = 0
        self._last = 0.0

    @property
    def seen(self) -> bool:
        return self._count > 0

    def forget(self) -> None:
        self._count = 0

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Within, Ctrl-C is noted and nothing else; LAST_STRAW of them are a KeyboardInterrupt."""
        previous = signal.signal(signal.SIGINT, self._note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, previous)

    @contextmanager
    def raised(self) -> Iterator[None]:
        """Within, Ctrl-C is a KeyboardInterrupt."""
        previous = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, previous)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        self._count += now - self._last > HELD_KEY
        self._last = now
        if self._count >= LAST_STRAW:
            raise KeyboardInterrupt
