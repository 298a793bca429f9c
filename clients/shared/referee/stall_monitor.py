"""Whether the referee itself stood still: stopped by a signal, swapped out, or without a processor.

An answer that came meanwhile lies in its pipe, and is seen only when the referee goes on: nobody
can tell any more when it came. So a thread notes the time again and again, and where it could not
for much longer than it meant to, nothing that was measured then is held against an engine.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

TICK = 0.02  # seconds between two beats
LATE = 0.05  # seconds; a beat later than that is a gap: more than a busy machine makes of it


class Pulse:
    """The beats of this process. One thread calls `beat`, any may ask for what was `lost`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: float | None = None
        self._gaps: deque[tuple[float, float]] = deque(maxlen=100)

    def beat(self) -> None:
        now = self._clock()
        if self._last is not None and now - self._last > TICK + LATE:
            self._gaps.append((self._last, now))
        self._last = now

    def lost(self, since: float, until: float) -> float:
        """Seconds between these two times in which the referee stood still."""
        last, now = self._last, self._clock()
        gaps = list(self._gaps)
        # Whoever asks may have been woken up first.
        if last is not None and now - last > TICK + LATE:
            gaps.append((last, now))
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in gaps)


_lock = threading.Lock()
_running: Pulse | None = None


def pulse() -> Pulse:
    """The one of this process; it beats from the first call on."""
    global _running
    with _lock:
        if _running is None:
            _running = Pulse()
            threading.Thread(target=_keep_beating, args=(_running,), daemon=True).start()
        return _running


def _keep_beating(own: Pulse) -> None:
    while True:
        own.beat()
        time.sleep(TICK)
