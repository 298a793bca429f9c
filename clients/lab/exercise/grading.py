"""Grades: tasks one after the other, each with its points, and what came of them.

A task returns a sentence when it is passed, and raises `WrongError` or `TroubleError` otherwise.
What a file cannot answer at all (it is empty, crashes or does not end) is told once: the tasks
behind it are not tried.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from linemate.clients.lab.exercise.asking import TroubleError
from linemate.clients.lab.exercise.catalogue import Exercise

PASSED, WRONG, CRASH, TIMEOUT, EMPTY, NOT_TRIED = (
    *("passed", "wrong", "crash", "timeout", "empty", "not tried"),
)
EMPTY_HINT = (
    "This function is still as it was in the skeleton: put your own lines in the place of "
    "`raise NotImplementedError`, and grade again."
)


class WrongError(Exception):
    """The file answers, and not as it should; `mistake` is what that is known as."""

    def __init__(self, message: str, mistake: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message, self.mistake, self.hint = message, mistake, hint


class UnavailableError(Exception):
    """A task cannot be put to anybody here; it costs no points."""


@dataclass(frozen=True)
class Task:
    """Something to be asked of a file, worth so many points."""

    name: str
    points: int
    run: Callable[[], str]


@dataclass(frozen=True)
class TaskResult:
    """What came of a task; `line` and `text` are the student's own line, where one is to blame."""

    name: str
    status: str
    of: int
    message: str
    mistake: str = ""
    hint: str = ""
    line: int | None = None
    text: str = ""
    seconds: float = 0.0

    @property
    def points(self) -> int:
        return self.of if self.status == PASSED else 0


@dataclass(frozen=True)
class Grade:
    """A file with what came of all its tasks."""

    exercise: Exercise
    path: Path
    results: Sequence[TaskResult]

    @property
    def points(self) -> int:
        return sum(result.points for result in self.results)

    @property
    def of(self) -> int:
        return sum(result.of for result in self.results)


def run_tasks(
    tasks: Sequence[Task], tell: Callable[[TaskResult], None] = lambda _: None
) -> list[TaskResult]:
    """Run them in order; each result is told as soon as it is there."""
    results: list[TaskResult] = []
    stuck = ""
    for task in tasks:
        if stuck:
            result = TaskResult(
                task.name, NOT_TRIED, task.points, f"not tried: mend “{stuck}” first"
            )
        else:
            result = _run(task)
            if result.status in (CRASH, TIMEOUT, EMPTY):
                stuck = task.name
        tell(result)
        results.append(result)
    return results


def _run(task: Task) -> TaskResult:
    began = time.monotonic()

    def end(status: str, message: str) -> TaskResult:
        seconds = round(time.monotonic() - began, 3)
        return TaskResult(task.name, status, task.points, message, seconds=seconds)

    try:
        return end(PASSED, task.run())
    except UnavailableError as error:
        return TaskResult(task.name, NOT_TRIED, 0, str(error))
    except WrongError as error:
        told = end(WRONG, error.message)
        return replace(told, mistake=error.mistake, hint=error.hint)
    except TroubleError as error:
        trouble = error.trouble
        hint = EMPTY_HINT if trouble.kind == EMPTY else trouble.hint
        told = end(trouble.kind, trouble.message)
        told = replace(told, mistake=trouble.mistake, hint=hint)
        return replace(told, line=trouble.line, text=trouble.text)
