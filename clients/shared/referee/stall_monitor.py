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

TICK = 0.02  # seconds between two ticks
LATE = 0.05  # seconds; a tick later than that is a stall: more than a busy machine makes of it


class StallMonitor:
    """The stalls of this process. One thread calls `tick`, any may ask what was `lost`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: float | None = None
        self._stalls: deque[tuple[float, float]] = deque(maxlen=100)

    def tick(self) -> None:
        """Note that the process is running now."""
        now = self._clock()
        if self._last is not None and now - self._last > TICK + LATE:
            self._stalls.append((self._last, now))
        self._last = now

    def lost(self, since: float, until: float) -> float:
        """Return the seconds between these two times in which the referee stood still."""
        last, now = self._last, self._clock()
        stalls = list(self._stalls)
        # Whoever asks may have been woken up first.
        if last is not None and now - last > TICK + LATE:
            stalls.append((last, now))
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in stalls)


_lock = threading.Lock()
_running: StallMonitor | None = None


def stall_monitor() -> StallMonitor:
    """Return the one of this process, which runs from the first call on."""
    global _running
    with _lock:
        if _running is None:
            _running = StallMonitor()
            threading.Thread(target=_keep_ticking, args=(_running,), daemon=True).start()
        return _running


def _keep_ticking(monitor: StallMonitor) -> None:
    while True:
        monitor.tick()
        time.sleep(TICK)
