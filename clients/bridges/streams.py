"""An arena's two pipes: its lines on standard input, our answers on standard output.

Everything that is for people goes to standard error.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

STARTED = time.monotonic()  # as near to the start of this program as it can be told
LONGEST_LINE = 1 << 16  # bytes


class Line(NamedTuple):
    """Without the white space at its ends; `arrived` is by time.monotonic()."""

    text: str
    arrived: float


def read_lines() -> Iterator[Line]:
    """Each line until the arena closes the pipe; bytes that are no text do no harm.

    A line longer than LONGEST_LINE comes in pieces, so that no input can fill the memory.
    """
    for line in iter(lambda: sys.stdin.buffer.readline(LONGEST_LINE), b""):
        yield Line(line.decode(errors="replace").strip(), time.monotonic())


def answer(text: str) -> None:
    """Raises BrokenPipeError when nobody reads it."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """For whoever looks at standard error; a game goes on if nobody does."""
    if sys.stderr is not None:
        with suppress(OSError):
            os.write(sys.stderr.fileno(), f"linemate bridge: {text}\n".encode())


def quote(text: str) -> str:
    return ascii(text if len(text) <= 80 else text[:80] + "...")
