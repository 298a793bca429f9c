"""Bridges as an arena starts them, and engines for them to cope with."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO

import pytest

from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[3]
NAME = f"{Path(sys.executable).name} -m clients bridge"  # as these tests start it
PEER = Path(__file__).parent / "peers" / "nine.py"


class Bridge:
    """`linemate bridge ARGUMENTS` as a process; every wait has a deadline."""

    def __init__(self, arguments: tuple[str, ...], directory: Path) -> None:
        self.pid_file = directory / "pid"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "clients", "bridge", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=directory,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input: IO[bytes] = self._process.stdin
        self._output: IO[bytes] = self._process.stdout
        self._lines: Queue[str] = Queue()
        self._notes: list[bytes] = []
        self._threads = [
            Thread(target=self._read_lines, daemon=True),
            Thread(target=self._read_notes, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read_lines(self) -> None:
        with suppress(ValueError, OSError):  # closed by the test, before or in a read
            for line in self._output:
                self._lines.put(line.decode().rstrip("\n"))

    def _read_notes(self, stream: IO[bytes]) -> None:
        for line in stream:
            self._notes.append(line)

    def send(self, *lines: str | bytes) -> None:
        data = b"".join(
            (line.encode() if isinstance(line, str) else line) + b"\n" for line in lines
        )
        while data:
            data = data[self._input.write(data) :]

    def end_input(self) -> None:
        self._input.close()

    def close_output(self, line: str) -> None:
        """Do as an arena that reads no more.

        A pipe stays open while a read of it waits: the answer to this line ends such a read.
        """
        self._output.close()
        self.send(line)
        self._threads[0].join(PATIENCE)

    def receive(self) -> str:
        try:
            return self._lines.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"no answer; notes: {b''.join(self._notes)!r}") from None

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def wait(self) -> int:
        """The exit status."""
        status = self._process.wait(PATIENCE)
        self._threads[1].join(PATIENCE)
        return status

    @property
    def notes(self) -> str:
        """All of standard error, once it has ended."""
        return b"".join(self._notes).decode(errors="replace")

    @property
    def rest(self) -> list[str]:
        """What it has written and nobody has received, once it has ended."""
        self._threads[0].join(PATIENCE)
        return list(self._lines.queue)

    def engine_pid(self) -> int:
        """Return that of a peer which was told to leave a note of it."""
        note = self.pid_file
        wait_until(lambda: note.exists() and note.read_text().endswith("\n"), "the engine")
        return int(note.read_text())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._input.close()
        for thread in self._threads:
            thread.join(PATIENCE)
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Callable[..., Bridge]]:
    """Start one in a directory of its own."""
    started: list[Bridge] = []

    def start(*arguments: str) -> Bridge:
        started.append(Bridge(arguments, tmp_path))
        return started[-1]

    yield start
    for process in started:
        process.close()


@pytest.fixture
def peer(tmp_path: Path) -> Callable[..., str]:
    """The command of an engine that behaves so, and leaves its number in `pid`."""

    def make(*words: str) -> str:
        return shlex.join([sys.executable, "-S", str(PEER), *words, f"pid={tmp_path / 'pid'}"])

    return make
