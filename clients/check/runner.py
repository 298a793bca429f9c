"""A whole check: the steps of the conversation, then the properties of each game.

A failure never keeps the rest from running: every step begins with a process that has done nothing
wrong yet.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from linemate.clients.check.engine_under_test import EngineUnderTest
from linemate.clients.check.properties.catalogue import PROPERTIES, Property
from linemate.clients.check.properties.exam import NOT_VERIFIED, Exam
from linemate.clients.check.raw_connection import Fault
from linemate.clients.check.steps.catalogue import STEPS, Step
from linemate.clients.check.steps.fixture import USUAL_PACE, Fixture, NotTried, Pace
from linemate.clients.shared.values import describe_game
from linemate.engine.core import Game

T = TypeVar("T")
NAMES = (*(step.name for step in STEPS), *(prop.name for prop in PROPERTIES))
PROPERTY_SECONDS = 15.0  # for one property in one game, and one round
FEWEST_SECONDS = 0.5  # where the time that is asked for is too short


class Verdict(Enum):
    PASSED = "passed"
    FAILED = "failed"
    NOT_TRIED = "not tried"


@dataclass(frozen=True)
class Result:
    """Says what became of one step. `game` is None for the steps of the conversation.

    `remark` is for people: what was measured, or why it was not tried. Of a failure there are
    `expected`, `got`, the `dialogue` (`> ` sent, `< ` received, `! ` from standard error) and,
    for a random position, `repeat`: lines that show it again when they are pasted into the engine.
    """

    number: int
    name: str
    title: str
    game: str | None
    verdict: Verdict
    remark: str = ""
    expected: str = ""
    got: str = ""
    dialogue: tuple[str, ...] = ()
    repeat: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def group(self) -> str:
        """Return the heading of the results that belong together."""
        return self.game or "conversation"


@dataclass(frozen=True)
class Plan:
    """Says what is to be done. `only` has numbers of steps, none for all; `seconds` is for all
    games together, None for the usual size.
    """

    games: Sequence[Game]
    seed: int = 0
    examples: int = 200
    go: str = "movetime 50"
    seconds: float | None = None
    only: Sequence[int] = ()
    pace: Pace = USUAL_PACE
    property_seconds: float = PROPERTY_SECONDS

    def choose(self, numbered: Iterator[tuple[int, T]]) -> list[tuple[int, T]]:
        """Return those of the steps, or of the properties, that are to be tried."""
        return [(number, each) for number, each in numbered if not self.only or number in self.only]

    @property
    def count(self) -> int:
        """Return how many results there will be."""
        properties = len(self.choose(numbered_properties()))
        return len(self.choose(numbered_steps())) + properties * len(self.games)


# Told the title of what is being done, and how many examples of it there were so far.
ProgressHook = Callable[[str, int], None]


def numbered_steps() -> Iterator[tuple[int, Step]]:
    return enumerate(STEPS, start=1)


def numbered_properties() -> Iterator[tuple[int, Property]]:
    return enumerate(PROPERTIES, start=len(STEPS) + 1)


def fail_the_handshake(fault: Fault, plan: Plan) -> list[Result]:
    """Return the report on an engine that cannot be spoken to: why not, and what of the plan could
    not be tried for that.
    """
    untried: list[tuple[int, Step | Property, str | None]] = [
        (number, step, None) for number, step in plan.choose(numbered_steps())
    ]
    for game in map(describe_game, plan.games):
        untried += [(number, prop, game) for number, prop in plan.choose(numbered_properties())]
    first, handshake = next(numbered_steps())
    failed = Result(first, handshake.name, handshake.title, None, Verdict.FAILED)
    return [
        _failed(failed, fault),
        *(
            Result(number, each.name, each.title, game, Verdict.NOT_TRIED, "no hand-shake")
            for number, each, game in untried
            if number != first
        ),
    ]


def check(engine: EngineUnderTest, plan: Plan, on_progress: ProgressHook) -> Iterator[Result]:
    """Yield each result as soon as it is known. Raises EngineStartError."""
    fixture = Fixture(engine, plan.games[0], plan.seed, plan.pace)
    with closing(fixture):
        for number, step in plan.choose(numbered_steps()):
            on_progress(step.title, 0)
            yield _run_step(fixture, number, step)
    names = [each.name for _, each in plan.choose(numbered_properties())]
    for game in plan.games:
        with closing(Exam(engine, game, plan.go, demands_answers="answers" not in names)) as exam:
            yield from _check_game(exam, plan, on_progress)


def _run_step(fixture: Fixture, number: int, step: Step) -> Result:
    began = time.monotonic()
    result = Result(number, step.name, step.title, None, Verdict.PASSED)
    try:
        with step.lend(fixture) as lent:
            result = replace(result, remark=step.run(fixture, lent) or "")
    except NotTried as reason:
        result = replace(result, verdict=Verdict.NOT_TRIED, remark=str(reason))
    except Fault as fault:
        result = _failed(result, fault)
    return replace(result, seconds=time.monotonic() - began)


def _failed(result: Result, fault: Fault) -> Result:
    return replace(
        result,
        verdict=Verdict.FAILED,
        expected=fault.expected,
        got=fault.got,
        dialogue=fault.lines,
        repeat=fault.repeat,
    )


def _check_game(exam: Exam, plan: Plan, on_progress: ProgressHook) -> Iterator[Result]:
    """Put every property to the engine once, or, for the time that is asked for, round after round,
    each with another seed.
    """
    runs = [_Run(number, prop, exam) for number, prop in plan.choose(numbered_properties())]
    if plan.seconds is None:
        for run in runs:
            run.work(plan.seed, plan.examples, plan.property_seconds, on_progress)
            yield run.result()
        return
    end = time.monotonic() + plan.seconds / len(plan.games)
    for seed in itertools.count(plan.seed):
        for place, run in enumerate(runs):
            share = (end - time.monotonic()) / (len(runs) - place)
            share = min(plan.property_seconds, max(FEWEST_SECONDS, share))
            run.work(seed, plan.examples, share, on_progress)
        yield from (run.result() for run in runs if run.failure is not None)
        runs = [run for run in runs if run.failure is None]
        if not runs or time.monotonic() >= end:
            break
        exam.forget_answers()
    yield from (run.result() for run in runs)


class _Run:
    """Keeps a property on its way, perhaps over several rounds."""

    def __init__(self, number: int, prop: Property, exam: Exam) -> None:
        self.failure: tuple[Fault, str] | None = None
        self._number, self._property, self._exam = number, prop, exam
        self._counted: dict[str, set[int]] = {}
        self._seconds = 0.0
        self._tried = 0

    def work(self, seed: int, examples: int, seconds: float, on_progress: ProgressHook) -> None:
        # What lists the steps, or makes those of the conversation, does without Hypothesis.
        from linemate.clients.check.properties.property_runner import run_property

        title = f"{self._exam.game.name}: {self._property.title}"

        def advance() -> None:
            self._tried += 1
            on_progress(title, self._tried)

        began = time.monotonic()
        self._exam.until, self._exam.counted = began + seconds, self._counted
        self.failure = run_property(self._property, self._exam, seed, examples, advance)
        self._seconds += time.monotonic() - began

    def result(self) -> Result:
        prop, game = self._property, describe_game(self._exam.game)
        result = Result(self._number, prop.name, prop.title, game, Verdict.PASSED)
        result = replace(result, seconds=self._seconds)
        if self.failure is not None:
            fault, remark = self.failure
            return _failed(replace(result, remark=remark), fault)
        # What was left undecided comes last, and is not enough to pass.
        told = sorted(self._counted, key=lambda what: what == NOT_VERIFIED)
        remark = ", ".join(f"{len(self._counted[what])} {what}" for what in told)
        if told[:1] in ([], [NOT_VERIFIED]):
            return replace(result, verdict=Verdict.NOT_TRIED, remark=remark or prop.without)
        return replace(result, remark=remark)
