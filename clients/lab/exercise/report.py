"""A grade for people, and for the programs that collect grades: JSON, and the XML of JUnit."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import asdict

from linemate.clients.lab.exercise.grading import (
    CRASH,
    EMPTY,
    NOT_TRIED,
    PASSED,
    TIMEOUT,
    WRONG,
    Grade,
    TaskResult,
)
from linemate.clients.shared.harmless import harmless

WORDS = {
    PASSED: "right",
    WRONG: "WRONG",
    CRASH: "CRASHED",
    TIMEOUT: "TIME-OUT",
    EMPTY: "not begun",
    NOT_TRIED: "not tried",
}


def describe_result(result: TaskResult) -> Iterator[str]:
    """Give the line of a task, and below it what is needed to mend it."""
    points = f"{result.points} of {result.of}" if result.of else "-"
    yield f"{WORDS[result.status]:<10} {points:<7}{result.name}: {result.message}"
    if result.line is not None:
        yield f"          line {result.line}: {result.text}"
    if result.mistake:
        yield f"          this looks like: {result.mistake}"
    if result.hint:
        yield f"          {result.hint}"


def describe_sum(grade: Grade) -> str:
    """Return the points of all tasks, and a word on them."""
    points, of = grade.points, grade.of
    if any(result.status == EMPTY for result in grade.results):
        word = "not begun yet"
    else:
        word = "all right" if points == of else "not yet"
    return f"{grade.exercise.name}: {points} of {of} points, {word}"


def write_json(grade: Grade) -> str:
    report = {
        "exercise": grade.exercise.name,
        "file": str(grade.path),
        "points": grade.points,
        "of": grade.of,
        "tasks": [asdict(result) | {"points": result.points} for result in grade.results],
    }
    return json.dumps(report, indent=2) + "\n"


def write_junit(grade: Grade) -> str:
    """Return one suite, a case for each task; the type of a failure tells a time-out from a wrong
    answer, a crash and an exercise that is not begun.
    """
    failed = sum(result.status in (WRONG, EMPTY) for result in grade.results)
    errors = sum(result.status in (CRASH, TIMEOUT) for result in grade.results)
    skipped = sum(result.status == NOT_TRIED for result in grade.results)
    suite = ElementTree.Element(
        "testsuite",
        name=f"linemate lab exercise {grade.exercise.name}",
        tests=str(len(grade.results)),
        failures=str(failed),
        errors=str(errors),
        skipped=str(skipped),
    )
    for result in grade.results:
        name, seconds = harmless(result.name), f"{result.seconds:.3f}"
        case = ElementTree.SubElement(
            suite, "testcase", classname=f"exercise.{grade.exercise.name}", name=name, time=seconds
        )
        if result.status == NOT_TRIED:
            ElementTree.SubElement(case, "skipped", message=harmless(result.message))
        elif result.status != PASSED:
            kind = "error" if result.status in (CRASH, TIMEOUT) else "failure"
            told = ElementTree.SubElement(
                case, kind, type=result.status, message=harmless(result.message)
            )
            told.text = harmless("\n".join(describe_result(result)))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
