"""Conversations in a document, replayed against a real engine process.

A block that is tagged `transcript` is a conversation with an engine process of
its own:

    $ python3 -m engine gomoku size=8     how the process is started; without it, no arguments
    # a remark                            skipped
    > go depth 1                          sent, once everything above it has been received
    < bestmove ...                        received; `...` is any text, also none
    < ...                                 any number of lines, also none, but neither a
                                          `bestmove` nor an error, nor an answer of Gomocup's

Every received line must be accounted for. After the last line of a block `quit` is sent (unless it
has a `quit`, or an `END` of Gomocup's), the process must end with status 0, and what it still
writes belongs to the conversation.
"""

from __future__ import annotations

import queue
import re
import shlex
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
COMMAND_LINE = "$ python3 -m engine"
ANY = "..."
ERROR = "info string error: "
FAREWELLS = ("quit", "END")
# What Gomocup's judges wait for, and what they do not.
GOMOCUP_ANSWER = re.compile(r"(OK|SWAP|ERROR .*|UNKNOWN .*|name=.*|\d+,\d+.*)")
GOMOCUP_REMARKS = ("MESSAGE ", "DEBUG ", "INFO ")
# Far more than any line takes, since test machines are busy.
LONGEST_WAIT = PATIENCE


@dataclass(frozen=True)
class Step:
    """A line of a transcript: `mark` is `>` (sent) or `<` (received)."""

    mark: str
    text: str
    line_number: int


@dataclass(frozen=True)
class Transcript:
    document: str
    name: str
    line_number: int
    arguments: tuple[str, ...]
    steps: tuple[Step, ...]


# ------------------------------------------------------------------ reading the document


def read_transcripts(path: Path) -> list[Transcript]:
    """Every block tagged `transcript`, named by the heading it stands under."""
    found: list[Transcript] = []
    heading, fence, start = "", "", 0
    block: list[tuple[int, str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("```"):
            if not fence:
                fence, start, block = line, number, []
                continue
            if fence == "```transcript":
                earlier = sum(other.name.split("/")[0] == heading for other in found)
                name = f"{heading}/{earlier + 1}" if earlier else heading
                found.append(read_transcript(path.name, name, start, block))
            fence = ""
        elif fence:
            block.append((number, line))
        elif line.startswith("#"):
            heading = re.sub(r"\W+", "-", line.lower()).strip("-")
    assert not fence, f"line {start}: {fence} has no end"
    return found


def read_transcript(
    document: str, name: str, start: int, block: list[tuple[int, str]]
) -> Transcript:
    arguments: tuple[str, ...] = ()
    steps: list[Step] = []
    for number, line in block:
        mark, text = line[:1], line[2:].rstrip()
        if line.startswith(COMMAND_LINE) and not steps:
            arguments = tuple(shlex.split(line.removeprefix(COMMAND_LINE)))
        elif mark in ("<", ">") and line[1:2] in ("", " "):
            steps.append(Step(mark, text, number))
        else:
            assert mark == "#", f"line {number}: no line of a transcript: {line!r}"
    if not any(step.mark == ">" and step.text in FAREWELLS for step in steps):
        steps.append(Step(">", "quit", start + len(block) + 1))
    return Transcript(document, name, start, arguments, tuple(steps))


def as_expression(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split(ANY))))


# ------------------------------------------------------------------ replaying a transcript


class Process:
    """An engine whose output lines can be waited for, but never for ever."""

    def __init__(self, arguments: tuple[str, ...]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-m", "engine", *arguments],  # half the time to start
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            bufsize=1,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip())
        self._lines.put(None)

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def receive(self, deadline: float) -> str | None:
        """The next line, None at the end of the output; queue.Empty when it is too late."""
        return self._lines.get(timeout=max(0.0, deadline - time.monotonic()))

    def wait(self) -> int:
        return self._process.wait(LONGEST_WAIT)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join(LONGEST_WAIT)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


class Replay:
    """One transcript against one process.

    `_reached` has the steps that may come next: several, where a `...` leaves it open which of
    the received lines the line behind it stands for.
    """

    def __init__(self, transcript: Transcript, process: Process) -> None:
        self._transcript = transcript
        self._process = process
        # Lines that a `...` before a sent line stands for may as well come after that line.
        self._steps: list[Step] = []
        gap: Step | None = None
        for step in transcript.steps:
            if step.mark == "<" and gap is not None and gap is not self._steps[-1]:
                self._steps.append(gap)
            if step.mark == "<":
                gap = step if step.text == ANY else None
            self._steps.append(step)
        if gap is not None and gap is not self._steps[-1]:
            self._steps.append(gap)
        self._reached = self._through_gaps({0})
        self._heard: list[str] = []

    def run(self) -> None:
        for index, step in enumerate(self._steps):
            if step.mark == ">":
                self._listen_until(index)
                self._heard.append(f"> {step.text}")
                self._process.send(step.text)
                self._reached = self._through_gaps({index + 1})
        self._listen_until(len(self._steps), at_the_end=True)
        status = self._process.wait()
        assert status == 0, f"{self._place()}: the process ended with status {status}"

    def _listen_until(self, index: int, at_the_end: bool = False) -> None:
        """Receive lines until this step is reached; at the end, until the output ends."""
        deadline = time.monotonic() + LONGEST_WAIT
        while at_the_end or index not in self._reached:
            try:
                line = self._process.receive(deadline)
            except queue.Empty:
                pytest.fail(self._complaint(f"nothing for {LONGEST_WAIT:.0f} seconds"))
            if line is None:
                if index in self._reached:
                    return
                pytest.fail(self._complaint("the end of the output"))
            self._heard.append(f"< {line}")
            reached = {
                step if self._steps[step].text == ANY else step + 1
                for step in self._reached
                if step < len(self._steps) and self._matches(self._steps[step], line)
            }
            if not reached:
                pytest.fail(self._complaint(line))
            self._reached = self._through_gaps(reached)

    def _through_gaps(self, reached: set[int]) -> set[int]:
        """A `...` may stand for no line at all, so what is behind it is reached as well."""
        for index, step in enumerate(self._steps):
            if index in reached and step.mark == "<" and step.text == ANY:
                reached.add(index + 1)
        return reached

    @staticmethod
    def _matches(step: Step, line: str) -> bool:
        if step.mark == ">":
            return False
        if step.text == ANY:
            answers = line.startswith(("bestmove", ERROR)) or GOMOCUP_ANSWER.fullmatch(line)
            return not answers
        if line.startswith(GOMOCUP_REMARKS) and step.text.startswith(ANY):
            return False  # a remark has moves in it, but is none
        return as_expression(step.text).fullmatch(line) is not None

    def _place(self) -> str:
        transcript = self._transcript
        return f"{transcript.document}, line {transcript.line_number}, {transcript.name}"

    def _complaint(self, received: str) -> str:
        expected = [
            f"  line {step.line_number}: {step.mark} {step.text}"
            for index, step in enumerate(self._steps)
            if index in self._reached
        ]
        if len(self._steps) in self._reached:
            expected.append("  the end of the output")
        heard = "\n".join(f"  {line}" for line in self._heard[-40:])
        return (
            f"{self._place()}\nexpected one of:\n" + "\n".join(expected) + "\n"
            f"received:\n  {received}\nthe conversation so far:\n{heard}"
        )


def replay(transcript: Transcript) -> None:
    """Fails the test at the first line that is not what the document says."""
    process = Process(transcript.arguments)
    try:
        Replay(transcript, process).run()
    finally:
        process.close()
