"""A real engine process for tests: lines in, lines out, and a deadline on every wait."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

from linemate.engine.registry import GAMES, MADE_FOR, SEARCHERS
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent.parent
ENGINE = (sys.executable, "-S", "-m", "engine")  # starts in half the time without site packages
DEADLINE = PATIENCE


# Every searcher with every game that it plays.
PAIRS = [
    (name, game) for name, game in product(SEARCHERS, GAMES) if MADE_FOR.get(name, game) == game
]


def is_bestmove(line: str) -> bool:
    return line.startswith("bestmove ")


def bestmoves(lines: list[str]) -> list[str]:
    return [line for line in lines if is_bestmove(line)]


def errors(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("info string error: ")]


class EngineProcess:
    """Everything that it says is read by a thread at once, so that it never waits for us."""

    def __init__(self, *arguments: str, command: Sequence[str] = ENGINE) -> None:
        self.process = subprocess.Popen(
            [*command, *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._lines: Queue[str | None] = Queue()
        self._complaints: list[bytes] = []
        self._readers = [Thread(target=self._read), Thread(target=self._read_complaints)]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as pipe:
            pending = b""
            while block := pipe.read(1 << 16):
                *lines, pending = (pending + block).split(b"\n")
                for line in lines:
                    self._lines.put(line.decode())
        self._lines.put(None)

    def _read_complaints(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as pipe:
            while block := pipe.read(1 << 16):
                self._complaints.append(block)

    @property
    def stderr(self) -> str:
        """All of it, once the process has ended."""
        self._readers[1].join(DEADLINE)
        return b"".join(self._complaints).decode(errors="replace")

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        while data:
            data = data[self.process.stdin.write(data) :]

    def end_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def until(self, wanted: Callable[[str], bool], seconds: float = DEADLINE) -> list[str]:
        """Every line up to and with the first wanted one."""
        lines: list[str] = []
        deadline = time.monotonic() + seconds
        while not lines or not wanted(lines[-1]):
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                raise AssertionError(f"no answer after {lines[-20:]}") from None
            assert line is not None, f"ended after {lines[-20:]}: {self.stderr}"
            lines.append(line)
        return lines

    def ask(self, *lines: str) -> list[str]:
        """What is said in answer to these lines before the `readyok` that follows them."""
        self.send(*lines, "isready")
        return self.until("readyok".__eq__)[:-1]

    def query(self, what: str) -> str:
        (answer,) = (line for line in self.ask(f"query {what}") if line.startswith("response "))
        return answer.removeprefix("response ")

    def search(self, line: str) -> list[str]:
        """Everything from `go` to its `bestmove`."""
        self.send(line)
        return self.until(is_bestmove)

    def rest(self, seconds: float = DEADLINE) -> list[str]:
        """Every line until the process closes its output, which it has to do."""
        lines: list[str] = []
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                raise AssertionError(f"still running after {lines[-20:]}") from None
            if line is None:
                return lines
            lines.append(line)

    def wait(self, seconds: float = DEADLINE) -> int:
        """The exit status; subprocess.TimeoutExpired if it does not end by itself."""
        return self.process.wait(seconds)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        for reader in self._readers:
            reader.join()


def assert_ends_well(engine: EngineProcess, status: int = 0) -> list[str]:
    """It ends by itself, without a complaint; what it still had to say."""
    lines = engine.rest()
    assert engine.wait() == status, f"{engine.process.returncode}: {engine.stderr}"
    assert engine.stderr == "", engine.stderr
    return lines
