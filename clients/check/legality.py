"""Running a property: random examples, the smallest failure, and whether it happens again.

Hypothesis draws and shrinks. It keeps no files and prints nothing; the answers of the engine are
remembered (`oracle.py`), so that it sees a world that does not change under it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import Flaky

from clients.check.exam import Exam, OutOfTime, Wrong
from clients.check.properties import Property

SHRINK_SECONDS = 20.0  # at most, once there is a failure: an engine that hangs is slow to ask
DONE_BEFORE = (
    "it did not happen again in a new process: it depends on time, chance or what came before"
)
AGAIN = "it happened again in a new process"


@dataclass(frozen=True)
class Failure:
    """The smallest one found."""

    wrong: Wrong
    example: Any
    repeats: str


def examine(
    prop: Property, exam: Exam, number: int, examples: int, advance: Callable[[], None]
) -> Failure | None:
    """Put the property to so many examples, drawn with the seed `number`."""
    smallest: list[tuple[tuple[int, str], Wrong, Any]] = []

    def check(example: Any) -> None:
        advance()
        try:
            prop.check(exam, example)
        except OutOfTime:
            return
        except Wrong as wrong:
            if not smallest:
                exam.until = time.monotonic() + SHRINK_SECONDS
            smallest.append((_size(example), wrong, example))
            smallest.sort(key=lambda entry: entry[0])
            del smallest[1:]
            raise

    _search(prop, exam, check, number, examples)
    if not smallest:
        return None
    _, wrong, example = smallest[0]
    return Failure(wrong, example, AGAIN if _happens_again(prop, exam, example) else DONE_BEFORE)


def _search(
    prop: Property, exam: Exam, check: Callable[[Any], None], number: int, examples: int
) -> None:
    run = settings(
        max_examples=examples,
        derandomize=False,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        print_blob=False,
        report_multiple_bugs=False,
    )(given(prop.examples(exam.game))(check))
    try:
        seed(number)(run)()
    except (Wrong, Flaky):
        return  # a flaky one is known to us all the same


def _happens_again(prop: Property, exam: Exam, example: Any) -> bool:
    exam.begin_anew()
    exam.until = time.monotonic() + SHRINK_SECONDS
    try:
        prop.check(exam, example)
    except Wrong:
        return True
    except OutOfTime:
        return False
    return False


def _size(example: Any) -> tuple[int, str]:
    """What is shorter is smaller."""
    text = repr(example)
    return len(text), text
