"""A raw conversation with an engine: lines out, lines in, a deadline on every wait.

The driver of the protocol mends and rejects what an engine does wrong. Here that is what we look
for, so nothing comes between: a Fault tells what was awaited and what came instead.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from linemate.clients.shared.referee.cpu_wait import CpuWait
from linemate.clients.shared.referee.stall_monitor import stall_monitor
from linemate.protocol.driver import Dialect, EngineDiedError, EngineError, EngineProcess, InfoLine
from linemate.protocol.messages import BestMove
from linemate.protocol.replies import parse_reply

KEPT_LINES = 30  # of the dialogue, to be shown with a failure
KEPT_CHARACTERS = 300  # of a line of it
KEPT_ENDS = 6  # lines at the beginning and at the end of what the engine says without a break
LEFT_OUT = "..."
NOTHING = "nothing of the kind"
FLOOD = 100_000  # lines in one wait, after which nothing else is to be expected
FAREWELL_SECONDS = 0.5  # for a process that we have no more use for


class Fault(Exception):  # noqa: N818 - the engine's, not ours
    """The engine did not do what is demanded. `lines` are the dialogue; `repeat` are lines that
    show it again when they are pasted into the engine, where they are known.
    """

    def __init__(
        self, expected: str, got: str, lines: Sequence[str] = (), repeat: Sequence[str] = ()
    ) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected, self.got = expected, got
        self.lines, self.repeat = tuple(lines), tuple(repeat)


@dataclass(frozen=True)
class Search:
    """Has what came after a `go`, up to the bestmove, and how long that took; `excused` of these
    seconds the machine is answerable for, as far as anybody has looked.
    """

    lines: tuple[str, ...]
    seconds: float
    dialect: Dialect
    excused: float = 0.0

    @property
    def move(self) -> str | None:
        """Return the best move; None if there is none."""
        found = parse_reply(self.lines[-1], self.dialect)
        assert isinstance(found, BestMove)
        return found.move

    @property
    def infos(self) -> list[InfoLine]:
        replies = (parse_reply(line, self.dialect) for line in self.lines)
        return [reply for reply in replies if isinstance(reply, InfoLine)]


class RawConnection:
    """Runs an engine. Use as a context manager: however it ends, the process is reaped."""

    def __init__(self, command: str | Sequence[str], timeout: float, dialect: Dialect) -> None:
        """Start it; every wait ends after `timeout` seconds. Raises EngineStartError."""
        self.timeout = timeout
        self.dialect = dialect
        self.greeting: list[str] = []  # all that it said to the hand-shake, if there was one
        self.line_end = ""  # what comes before each newline that is sent
        self._lines: list[str] = []
        self._unbroken = 0  # lines of the engine since we have last said something
        self._noting = threading.Lock()  # the process layer notes what comes in threads of its own
        self._process = EngineProcess(command, on_line=self._note)

    def _note(self, direction: str, text: str) -> None:
        """Keep the first and the last of many lines without a break: what was sent before them is
        what repeats a failure, and must not be lost.
        """
        text = text.replace("\t", "\\t").replace("\r", "\\r")  # which are what matters, if any
        cut = text if len(text) <= KEPT_CHARACTERS else f"{text[:KEPT_CHARACTERS]}..."
        with self._noting:
            self._lines.append(f"{direction} {cut}")
            self._unbroken = self._unbroken + 1 if direction in "<!" else 0
            if self._unbroken == 2 * KEPT_ENDS + 1:
                self._lines[-KEPT_ENDS - 1] = LEFT_OUT
            elif self._unbroken > 2 * KEPT_ENDS + 1:
                del self._lines[-KEPT_ENDS - 1]
            del self._lines[:-KEPT_LINES]

    def __enter__(self) -> RawConnection:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(patient=kind is None)

    def close(self, patient: bool = True) -> None:
        """End the process, politely at first if it has done nothing wrong."""
        if patient:
            self._process.close(grace=FAREWELL_SECONDS)
        else:
            self._process.kill()

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the last lines of the dialogue."""
        with self._noting:
            return tuple(self._lines)

    def fault(self, expected: str, got: str) -> Fault:
        return Fault(expected, got, self.lines)

    # ---------------------------------------------------------------- to the engine

    def send(self, *lines: str) -> None:
        """Send all at once, as one write. Raises Fault."""
        for line in lines:
            self._note(">", f"{line}{self.line_end}")
        text = "".join(f"{line}{self.line_end}\n" for line in lines)
        self.send_bytes(text.encode(errors="replace"))

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are, without a record of them in the dialogue. Raises Fault."""
        try:
            self._process.write(data, self.timeout)
        except EngineError as error:
            raise self.fault("an engine that reads its input", _first_line(error)) from None

    def forget(self) -> None:
        """Begin the record of the dialogue anew."""
        with self._noting:
            self._lines.clear()
            self._unbroken = 0

    def note(self, remark: str) -> None:
        """Put into the record what no line shows."""
        self._note("#", remark)

    def end_input(self) -> None:
        self.note("end of input")
        self._process.close_input()

    # ---------------------------------------------------------------- from the engine

    def listen(self, seconds: float) -> list[str]:
        """Return whatever it says in this time. Raises Fault if it ends."""
        return self._collect((), seconds, "an engine that goes on")

    def wait_for(
        self, *words: str, timeout: float | None = None, observer: CpuWait | None = None
    ) -> list[str]:
        """Return the lines up to the first one that begins with one of the words, and that one.

        Raises Fault if it does not come.
        """
        seconds = self.timeout if timeout is None else timeout
        expected = " or ".join(f"`{word}`" for word in words)
        lines = self._collect(words, seconds, expected, observer)
        if not lines or _first_word(lines[-1]) not in words:
            raise self.fault(expected, f"{NOTHING} within {seconds:.3g} s")
        return lines

    def demand_no_bestmove(self, lines: Sequence[str], expected: str) -> None:
        """Raise Fault if one of the lines is a bestmove, of which there was to be none."""
        for line in lines:
            if is_bestmove(line):
                raise self.fault(expected, f"`{line}`")

    def sync(self) -> list[str]:
        """Send `isready` and return what comes before `readyok`: all it says to what was sent."""
        self.send("isready")
        return self.wait_for("readyok")[:-1]

    def search(self, go: str) -> Search:
        """Send the `go` and wait for its bestmove. Raises Fault."""
        began = time.monotonic()
        self.send(go)
        return self.answer(began)

    def search_timed(self, go: str, due: float) -> Search:
        """Do the same, and see what of its time the machine takes from an answer that is due after
        so many seconds: kept from a processor, or while we stood still ourselves. Raises Fault.
        """
        wait, stalls = CpuWait(self._process.pid, due), stall_monitor()
        wait.begin()
        began = time.monotonic()
        self.send(go)
        lines = self.wait_for("bestmove", timeout=due + self.timeout, observer=wait)
        ended = time.monotonic()
        excused = wait.finish(ended - began).waited + stalls.lost(began, ended)
        return Search(tuple(lines), ended - began, self.dialect, excused)

    def stop(self) -> Search:
        began = time.monotonic()
        self.send("stop")
        return self.answer(began)

    def answer(self, began: float) -> Search:
        lines = self.wait_for("bestmove")
        return Search(tuple(lines), time.monotonic() - began, self.dialect)

    def wait_for_exit(self) -> tuple[float, int | None]:
        """Return how long it takes and the exit code (None: not known). Raises Fault."""
        began = time.monotonic()
        try:
            while (seconds := time.monotonic() - began) < self.timeout:
                self._process.receive(self.timeout - seconds)
        except EngineDiedError as error:
            return time.monotonic() - began, error.returncode
        except EngineError as error:
            raise self.fault("the end of the process", _first_line(error)) from None
        raise self.fault("the end of the process", f"it still runs after {self.timeout:.3g} s")

    def _collect(
        self,
        words: Sequence[str],
        seconds: float,
        expected: str,
        observer: CpuWait | None = None,
    ) -> list[str]:
        lines: list[str] = []
        deadline = time.monotonic() + seconds
        try:
            while len(lines) < FLOOD:
                left = deadline - time.monotonic()
                if observer is not None:
                    observer.look_if_due()
                    left = min(left, observer.remaining)
                line = self._process.receive(max(0.0, left))
                if line is not None:
                    lines.append(line.text)
                    if _first_word(line.text) in words:
                        return lines
                if time.monotonic() >= deadline:
                    return lines
        except EngineError as error:
            raise self.fault(expected, _first_line(error)) from None
        raise self.fault(expected, f"{FLOOD} other lines")


def is_bestmove(line: str) -> bool:
    return _first_word(line) == "bestmove"


def _first_word(line: str) -> str:
    return line.split(maxsplit=1)[0] if line.strip() else ""


def _first_line(error: EngineError) -> str:
    return str(error).splitlines()[0]
