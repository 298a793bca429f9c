"""The engine's two pipes: lines in, whatever bytes arrive; lines out, from any thread."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from threading import Lock

LONGEST_LINE = 1 << 16  # bytes; the longest sensible command is a few thousand


def read_lines(descriptor: int) -> Iterator[str | None]:
    """Each line as text until the end of input, the last one even without its line end.

    A line longer than LONGEST_LINE is dropped and comes as None, so that no input can fill
    the memory. Bytes that are no UTF-8 come as replacement characters.
    """
    pending = b""
    too_long = False
    while block := _read(descriptor):
        *lines, pending = (pending + block).split(b"\n")
        for line in lines:
            yield None if too_long or len(line) > LONGEST_LINE else _decode(line)
            too_long = False
        if len(pending) > LONGEST_LINE:
            pending, too_long = b"", True
    if pending or too_long:
        yield None if too_long else _decode(pending)


def _read(descriptor: int) -> bytes:
    """A closed or broken input is an ended one."""
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:
        return b""


def _decode(line: bytes) -> str:
    return line.decode(errors="replace")


class LineWriter:
    """Writes whole lines at once, one thread at a time.

    When the other end is gone, `on_closed` is called, once, by whichever thread notices it;
    nothing is written from then on.
    """

    def __init__(self, descriptor: int, on_closed: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._on_closed = on_closed
        self._lock = Lock()
        self._closed = False

    def __call__(self, *lines: str) -> None:
        data = "".join(f"{line}\n" for line in lines).encode(errors="replace")
        with self._lock:
            try:
                while data and not self._closed:
                    data = data[os.write(self._descriptor, data) :]
            except OSError:
                self._closed = True
                self._on_closed()
