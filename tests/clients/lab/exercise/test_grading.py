"""Tasks one after the other: points, and what is not tried behind what is stuck."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from linemate.clients.lab.exercise.asking import Trouble, TroubleError
from linemate.clients.lab.exercise.grading import Task, UnavailableError, WrongError, run_tasks


def failing(error: Exception) -> Callable[[], str]:
    def run() -> str:
        raise error

    return run


def test_a_wrong_answer_costs_its_points_and_the_next_task_is_tried() -> None:
    wrong = WrongError("no", "a mistake", "a hint")
    tasks = [Task("first", 3, failing(wrong)), Task("second", 2, lambda: "yes")]
    first, second = run_tasks(tasks)
    assert (first.status, first.points, first.of) == ("wrong", 0, 3)
    assert (first.mistake, first.hint) == ("a mistake", "a hint")
    assert (second.status, second.points, second.message) == ("passed", 2, "yes")


@pytest.mark.parametrize("kind", ["crash", "timeout", "empty"])
def test_what_is_stuck_is_told_once_and_nothing_is_tried_behind_it(kind: str) -> None:
    trouble = TroubleError(Trouble(kind, "stuck", 7, "x = 1"))
    told: list[str] = []
    tasks = [Task("first", 3, failing(trouble)), Task("second", 2, lambda: "yes")]
    first, second = run_tasks(tasks, lambda result: told.append(result.name))
    assert (first.status, first.line, first.text) == (kind, 7, "x = 1")
    assert bool(first.hint) == (kind == "empty")
    assert (second.status, second.points, second.of) == ("not tried", 0, 2)
    assert told == ["first", "second"]


def test_what_cannot_be_asked_here_costs_nothing() -> None:
    [result] = run_tasks([Task("check", 4, failing(UnavailableError("not installed")))])
    assert (result.status, result.of, result.message) == ("not tried", 0, "not installed")
