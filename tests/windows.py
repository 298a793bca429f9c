"""A terminal as the person before it sees it: a window of so many rows and columns, a keyboard, a
mouse. What is in the window pyte tells, which is a terminal without a screen.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyte

from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
# Signals of the keyboard reach only those whose controlling terminal it is. HELD_KEY is for who
# holds a key; a test presses it again as soon as it sees what has come of it.
TAKE_TERMINAL = """
import fcntl, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # as a terminal has it, whoever runs the tests
from linemate.clients.__main__ import main
from linemate.clients.shared import screen
screen.HELD_KEY = 0.0
sys.exit(main())
"""
# What a program switches on (h) and off (l), and how it is where none runs.
SWITCHES = {
    b"1049": b"l",  # a window of its own, without history
    b"25": b"h",  # the cursor
    b"1000": b"l",  # the mouse
    b"2004": b"l",  # marks around what is pasted
}
KEYS = {
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "enter": b"\r",
    "tab": b"\t",
    "f1": b"\x1bOP",
    "f2": b"\x1bOQ",
    "f3": b"\x1bOR",
    "escape": b"\x1b",
    "ctrl-c": b"\x03",
    "ctrl-z": b"\x1a",
}


class PersonAtTerminal:
    """`linemate ARGUMENTS` in a window of its own. Every wait has a deadline."""

    def __init__(
        self, arguments: tuple[str, ...], cwd: Path, size: tuple[int, int], **variables: str
    ) -> None:
        """`size` is rows and columns."""
        self._screen = pyte.Screen(size[1], size[0])
        self._stream = pyte.ByteStream(self._screen)
        self._master, self._slave = pty.openpty()
        self.resize(*size)
        self._modes = termios.tcgetattr(self._slave)
        inherited = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.raw = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *arguments],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            cwd=cwd,
            env={**inherited, "PYTHONPATH": str(ROOT), **variables},
            start_new_session=True,
        )

    @property
    def text(self) -> str:
        """Return what is in the window now."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def find(self, pattern: str) -> tuple[int, int]:
        """Return the row and column, from 0, of what is in the window."""
        for row, line in enumerate(self._screen.display):
            if found := re.search(pattern, line):
                return row, found.start()
        raise AssertionError(f"{pattern!r} is not in the window:\n{self.text}")

    def style_at(self, row: int, column: int) -> Any:
        """Return the character there with its colours."""
        return self._screen.buffer[row][column]

    def see(self, pattern: str) -> str:
        """Wait until the window shows it; the whole window then."""
        return self.see_that(lambda text: re.search(pattern, text) is not None, pattern)

    def see_no(self, pattern: str) -> str:
        """Wait until the window does not show it any more."""
        return self.see_that(lambda text: re.search(pattern, text) is None, f"no {pattern}")

    def see_that(self, holds: Callable[[str], bool], what: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while not holds(self.text):
            assert self._read(deadline), f"{what!r} did not come; the window:\n{self.text}"
        return self.text

    def press(self, *keys: str) -> None:
        """Press keys, by their names in KEYS or as what they write."""
        os.write(self._master, b"".join(KEYS.get(key, key.encode()) for key in keys))

    def say(self, line: str, pattern: str) -> str:
        """Type a line and wait for what it brings."""
        self.press(line, "enter")
        return self.see(pattern)

    def click(self, row: int, column: int) -> None:
        """Press and release the left button there."""
        at = f"{column + 1};{row + 1}"
        os.write(self._master, f"\x1b[<0;{at}M\x1b[<0;{at}m".encode())

    def resize(self, rows: int, columns: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, size)
        self._screen.resize(rows, columns)

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.process.pid, number)

    def end(self) -> int:
        """Wait until it leaves; the exit status. The terminal is as it was."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self._read(min(deadline, time.monotonic() + 0.1))
            assert time.monotonic() < deadline, f"it did not leave:\n{self.text}"
        while self._read(time.monotonic()):
            pass
        assert self.is_given_back()
        return self.process.returncode

    def is_given_back(self) -> bool:
        """Tell whether the terminal is as it was: its modes, the window, the cursor, the mouse."""
        return termios.tcgetattr(self._slave) == self._modes and all(
            re.findall(rb"\x1b\[\?%b([hl])" % switch, self.raw)[-1:] in ([], [state])
            for switch, state in SWITCHES.items()
        )

    def _read(self, deadline: float) -> bool:
        """Take what comes; False at the end of output or when time is up."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # so Linux says that the other side of the terminal is closed
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)

    def close(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._master)
        os.close(self._slave)
