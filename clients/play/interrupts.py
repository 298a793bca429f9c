"""Ctrl-C: an answer at a prompt, a way out of waiting for an engine, and otherwise only noted.

So it can neither tear the dialogue with an engine nor throw a game away while a board is drawn.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

HELD_KEY = 0.25  # seconds; presses closer together than this are one


class Interrupts:
    """How often Ctrl-C was pressed since `forget`, which every prompt calls."""

    def __init__(self) -> None:
        self._presses = 0
        self._last = -math.inf
        self._limit: int | None = None

    @property
    def seen(self) -> bool:
        return self._presses > 0

    def forget(self) -> None:
        self._presses = 0

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Within, Ctrl-C is counted, and an exception only where `raised` says so."""
        previous = signal.signal(signal.SIGINT, self._press)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, previous)

    @contextmanager
    def raised(self, presses: int = 1) -> Iterator[None]:
        """Within, when there are so many presses, they are one KeyboardInterrupt and forgotten.

        Any further ones are noted again, so that they cannot disturb what cleans up after it.
        """
        self._limit = presses
        try:
            self._raise_if_enough()
            yield
        finally:
            self._limit = None

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        held, self._last = now - self._last < HELD_KEY, now
        if not held:
            self._presses += 1
            self._raise_if_enough()

    def _raise_if_enough(self) -> None:
        if self._limit is not None and self._presses >= self._limit:
            self._limit = None
            self.forget()
            raise KeyboardInterrupt
