"""What was said in a game, by both engines and to them, for the log.

Two threads of each engine and the referee's own write; a line is one entry, so that no lock is
needed. A game of ordinary length is kept whole; of an engine that floods, the beginning and the
end are, and the gap is told.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

KEPT_LINES = 20_000  # of the beginning, and as many of the end
KEPT_CHARACTERS = 1000  # of a line


class DialogueLine(NamedTuple):
    """A line that was said; the direction is that of a LineHook."""

    when: float
    direction: str
    text: str


class Dialogue:
    """The lines of one engine, since the last `clear`. It is the engine's line hook."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget everything: another game begins."""
        self._first: list[DialogueLine] = []
        self._last: deque[DialogueLine] = deque(maxlen=KEPT_LINES)
        self._count = 0

    def __call__(self, direction: str, text: str) -> None:
        entry = DialogueLine(time.monotonic(), direction, text[:KEPT_CHARACTERS])
        self._count += 1
        if len(self._first) < KEPT_LINES:
            self._first.append(entry)
        else:
            self._last.append(entry)

    @property
    def entries(self) -> list[DialogueLine]:
        """Return what is kept, in order, with a line in the gap if there is one."""
        first, last = list(self._first), list(self._last)
        left_out = self._count - len(first) - len(last)
        if left_out > 0 and last:
            first.append(DialogueLine(last[0].when, "#", f"{left_out} lines left out"))
        return first + last


def write_dialogue(names: Sequence[str], dialogues: Sequence[Dialogue], began: float) -> str:
    """Write both dialogues as one text, in order of time: seconds, engine, direction, line."""
    width = max(map(len, names))
    entries = [
        (entry.when, f"{entry.when - began:9.4f} {name:<{width}} {entry.direction} {entry.text}\n")
        for name, dialogue in zip(names, dialogues, strict=True)
        for entry in dialogue.entries
    ]
    return "".join(line for _, line in sorted(entries, key=lambda pair: pair[0]))
