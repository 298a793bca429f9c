"""A grade as text, JSON and JUnit XML."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from linemate.clients.lab.exercise.catalogue import EXERCISES
from linemate.clients.lab.exercise.grading import Grade, TaskResult
from linemate.clients.lab.exercise.report import (
    describe_result,
    describe_sum,
    write_json,
    write_junit,
)

RESULTS = [
    TaskResult("one", "passed", 3, "all right"),
    TaskResult("two", "wrong", 2, "5, not 6", mistake="wrong sign", hint="Turn it."),
    TaskResult("three", "timeout", 1, "no answer after 9 seconds"),
    TaskResult("four", "crash", 1, "ZeroDivisionError\x1b[31m", line=12, text="return 1 / 0"),
    TaskResult("five", "not tried", 1, "mend it first"),
]
GRADE = Grade(EXERCISES["minimax"], Path("mine.py"), RESULTS)


def test_a_result_has_the_line_the_mistake_and_the_hint() -> None:
    assert list(describe_result(RESULTS[1])) == [
        "WRONG      0 of 2 two: 5, not 6",
        "          this looks like: wrong sign",
        "          Turn it.",
    ]
    assert list(describe_result(RESULTS[3]))[1] == "          line 12: return 1 / 0"
    assert describe_sum(GRADE) == "minimax: 3 of 8 points, not yet"


def test_json_has_the_points_and_every_task() -> None:
    report = json.loads(write_json(GRADE))
    assert (report["exercise"], report["file"], report["points"], report["of"]) == (
        *("minimax", "mine.py", 3, 8),
    )
    assert [(task["status"], task["points"]) for task in report["tasks"]] == [
        *(("passed", 3), ("wrong", 0), ("timeout", 0), ("crash", 0), ("not tried", 0)),
    ]
    assert report["tasks"][3]["line"] == 12


def test_junit_tells_a_time_out_from_a_wrong_answer() -> None:
    text = write_junit(GRADE)
    assert "\x1b" not in text
    suite = ElementTree.fromstring(text)
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "errors": "2",
        "skipped": "1",
    }
    kinds = [[(child.tag, child.get("type")) for child in case] for case in suite]
    assert kinds == [
        *([], [("failure", "wrong")], [("error", "timeout")], [("error", "crash")]),
        [("skipped", None)],
    ]
