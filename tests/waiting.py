"""What others do in their own time: waiting for it, and which processes are still there."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

# Long enough for a busy machine, short enough to see a hang for what it is.
PATIENCE = 60.0


def wait_until(condition: Callable[[], object], what: str) -> None:
    """A test fails if that does not come true; `what` is what it then waited for in vain."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"{what}: not within {PATIENCE:.0f} s"
        time.sleep(0.01)


def wait_until_gone(*pids: int) -> None:
    wait_until(lambda: not any(map(is_running, pids)), f"the end of the processes {pids}")


def is_running(pid: int) -> bool:
    """Also false for one that has ended and was not reaped, which an orphan's parent may not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children_of(pid: int) -> list[int]:
    """Every process that this one has started and that is running, oldest first."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.append(int(path.parent.name))
    return sorted(found)


def is_reaped(pid: int) -> bool:
    """Nothing is left of it, not even what waits for its parent to ask how it ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
