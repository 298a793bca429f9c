"""What the machine makes of an answer: a process of ours that sleeps and answers over a pipe.

It has nothing to do but to be punctual. By how much it is late, while an engine is asked for as
long a move, anybody would have been late on this machine, whether or not the kernel tells why.
"""

from __future__ import annotations

import sys

from linemate.protocol.driver import EngineProcess

PROGRAM = "import sys, time\nfor line in sys.stdin: time.sleep(float(line)); print(flush=True)"
PATIENCE = 60.0  # seconds


class Reference:
    """Use as a context manager: it leaves no process behind."""

    def __init__(self) -> None:
        self._process = EngineProcess([sys.executable, "-I", "-S", "-c", PROGRAM])
        self._due = 0.0
        self.ask(0.0)
        self.lateness()  # it has started

    def __enter__(self) -> Reference:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()

    def ask(self, seconds: float) -> None:
        """Have it answer after so many seconds."""
        self._due = seconds + self._process.send(str(seconds), timeout=PATIENCE)

    def lateness(self) -> float:
        """Return how many seconds too late its answer comes, which it waits for."""
        while (line := self._process.receive(PATIENCE)) is None:
            pass
        return max(0.0, line.arrived - self._due)
