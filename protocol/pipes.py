"""What comes out of an engine, on its way from the pipe to whoever waits for it.

Memory is bounded: when CAPACITY characters wait to be taken, the pipe is read no further until
they are, and of a line beyond LONGEST_LINE only the beginning is kept, marked as cut.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import IO, NamedTuple

log = logging.getLogger(__name__)

CAPACITY = 1 << 18
LONGEST_LINE = 1 << 16
REMEMBERED_LINES = 20

LineHook = Callable[[str, str], None]


class Line(NamedTuple):
    """A line of the engine's output and when it came, by time.monotonic()."""

    text: str
    arrived: float
    cut: bool = False


class Mailbox:
    """Lines on their way from a reading thread to whoever takes them."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque()
        self._size = 0
        self._changed = threading.Condition(threading.Lock())
        self._discarding = False
        self.ended = False

    def put(self, lines: Sequence[Line]) -> None:
        with self._changed:
            while self._size > CAPACITY and not self._discarding:
                self._changed.wait()
            if not self._discarding:
                self._lines.extend(lines)
                self._size += sum(len(line.text) for line in lines)
                self._changed.notify_all()

    def take(self, timeout: float) -> Line | None:
        with self._changed:
            if not self._lines and not self.ended:
                self._changed.wait(timeout)
            if not self._lines:
                return None
            line = self._lines.popleft()
            was_full = self._size > CAPACITY
            self._size -= len(line.text)
            if was_full:
                self._changed.notify_all()
            return line

    def end(self) -> None:
        """Nothing will be put in any more."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    def discard(self) -> None:
        """Nobody will take anything any more: never make the engine wait again."""
        with self._changed:
            self._discarding = True
            self._changed.notify_all()


class Dialogue:
    """The last lines of the dialogue, and the hook that sees them all."""

    def __init__(self, hook: LineHook | None) -> None:
        self.lines: deque[str] = deque(maxlen=REMEMBERED_LINES)
        self._hook = hook

    def note(self, direction: str, text: str) -> None:
        self.lines.append(f"{direction} {text[:200]}")
        if self._hook is not None:
            try:
                self._hook(direction, text)
            except Exception:
                log.exception("the hook for lines failed")


def _batches(stream: IO[bytes]) -> Iterator[list[bytes]]:
    """The lines of a stream as they come; of one beyond LONGEST_LINE only the beginning."""
    pending, skipping = b"", False
    while chunk := os.read(stream.fileno(), 1 << 16):
        if skipping:
            _, newline, chunk = chunk.partition(b"\n")
            if not newline:
                continue
            skipping = False
        *lines, pending = (pending + chunk).split(b"\n")
        if len(pending) > LONGEST_LINE:
            lines.append(pending)
            pending, skipping = b"", True
        yield lines
    if pending:
        yield [pending]


def _decode(raw: bytes) -> str:
    raw = raw[:LONGEST_LINE].rstrip(b"\r")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        log.warning("the engine wrote what is not UTF-8: %r", raw[:200])
        return raw.decode(errors="replace")


def read_output(stream: IO[bytes], mailbox: Mailbox, record: Dialogue) -> None:
    # The threads know neither the process nor each other, so that an engine which nobody
    # refers to any longer is collected, and ended.
    with stream:
        for batch in _batches(stream):
            arrived = time.monotonic()
            lines = [Line(_decode(raw), arrived, len(raw) > LONGEST_LINE) for raw in batch]
            for line in lines:
                record.note("<", line.text)
            mailbox.put(lines)
    mailbox.end()


def read_errors(stream: IO[bytes], record: Dialogue) -> None:
    with stream:
        for batch in _batches(stream):
            for raw in batch:
                record.note("!", _decode(raw))
