"""The clock of two people: who has how much time left, and when a flag falls.

It is told what time it is, in seconds that only go forward, and reads no clock itself.
"""

from __future__ import annotations

from linemate.clients.shared.time_control import TimeControl


class TwoClocks:
    """What is left to each side, in milliseconds; at most one of the two runs."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self._left = [float(control.clock or 0)] * 2
        self._since = 0.0
        self.running: int | None = None

    def run(self, side: int, now: float) -> None:
        """Let the time of this side run from now on, and stop the other's."""
        self.stand(now)
        self.running, self._since = side, now

    def stand(self, now: float) -> None:
        """Stop: what was spent until now is gone."""
        if self.running is not None:
            self._left[self.running] = self.left(self.running, now)
        self.running = None

    def reward(self, side: int) -> None:
        """Add what a move is worth."""
        self._left[side] += self.control.increment

    def left(self, side: int, now: float) -> float:
        """Return the milliseconds left to a side; never less than none."""
        spent = (now - self._since) * 1000 if side == self.running else 0.0
        return max(0.0, self._left[side] - spent)

    def fallen(self, now: float) -> int | None:
        """Return the side whose time is over, if it is."""
        side = self.running
        return side if side is not None and self.left(side, now) <= 0 else None
