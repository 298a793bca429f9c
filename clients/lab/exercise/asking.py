"""Asking a student's file: its process, a limit of time for every answer, and a certain end."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from linemate.clients.lab.exercise.catalogue import Exercise
from linemate.protocol.driver import EngineError, EngineProcess, EngineTimeoutError
from linemate.protocol.ours import ROOT

Json = dict[str, Any]


class Trouble(NamedTuple):
    """Where a file got stuck: `crash`, `timeout` or `empty`, with the line if one is to blame;
    `mistake` and `hint` where it is known what that comes from.
    """

    kind: str
    message: str
    line: int | None = None
    text: str = ""
    mistake: str = ""
    hint: str = ""


class TroubleError(Exception):
    """There is no answer."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.message)
        self.trouble = trouble


def host_command(exercise: Exercise, path: Path) -> list[str]:
    """Return the command that runs a file as an engine, in any environment."""
    program = (
        f"import sys; sys.path.insert(0, {ROOT!r}); "
        "from linemate.clients.lab.exercise.host import main; main()"
    )
    return [sys.executable, "-P", "-c", program, exercise.name, str(path.resolve())]


class StudentFile:
    """A process that answers questions about a file. Use as a context manager: however the file
    behaves, nothing of it is left.
    """

    def __init__(self, exercise: Exercise, path: Path, seconds: float) -> None:
        self._command, self._seconds = host_command(exercise, path), seconds
        self._process: EngineProcess | None = None

    def __enter__(self) -> StudentFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.kill()

    def ask(self, **question: object) -> Json:
        """Return the answer. Raises TroubleError; the next question then has a new process."""
        if self._process is None:
            self._process = EngineProcess(self._command)
        process = self._process
        try:
            answer = self._exchange(process, f"ask {json.dumps(question)}")
        except EngineTimeoutError:
            self._process = None
            message = f"no answer after {self._seconds:g} seconds: does it end?"
            raise TroubleError(Trouble("timeout", message)) from None
        except (EngineError, ValueError) as error:
            process.kill()
            self._process = None
            message = f"the process ended: {str(error).splitlines()[0]}"
            raise TroubleError(Trouble("crash", message)) from None
        if blamed := answer.get("error"):
            raise TroubleError(_read_trouble(blamed))
        return answer

    def _exchange(self, process: EngineProcess, line: str) -> Json:
        deadline = time.monotonic() + self._seconds
        process.send(line, timeout=self._seconds)
        while (left := deadline - time.monotonic()) > 0:
            received = process.receive(left)
            if received is not None:
                answer: Json = json.loads(received.text)
                return answer
        raise process.timeout("for an answer", self._seconds)


def _read_trouble(blamed: Json) -> Trouble:
    kind = "empty" if blamed["kind"] == "NotImplementedError" else "crash"
    return Trouble(kind, blamed["message"], blamed["line"], blamed["text"])
