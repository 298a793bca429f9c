"""A whole check: the steps of the conversation, then the properties of each game.

A failure never keeps the rest from running: every step begins with a process that has done nothing
wrong yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from clients.check.bench import USUAL_PACE, Bench, Pace
from clients.check.exam import Exam
from clients.check.legality import Failure, examine
from clients.check.oracle import Oracle
from clients.check.properties import PROPERTIES, Property
from clients.check.steps import STEPS, Step
from clients.check.subject import Subject
from clients.check.verdict import Fault, NotTried, Result, Verdict
from clients.words import describe_game
from engine.core import Game

NAMES = (*(step.name for step in STEPS), *(prop.name for prop in PROPERTIES))
PROPERTY_SECONDS = 15.0  # for one property in one game, unless it is to be thorough


@dataclass(frozen=True)
class Plan:
    """What is to be done. `only` has numbers of steps, none for all; `seconds` is for all games
    together, None for the usual size.
    """

    games: Sequence[Game]
    seed: int = 0
    examples: int = 100
    go: str = "movetime 50"
    seconds: float | None = None
    only: Sequence[int] = ()
    pace: Pace = USUAL_PACE

    def includes(self, number: int) -> bool:
        return not self.only or number in self.only

    @property
    def count(self) -> int:
        """How many results there will be."""
        steps = sum(self.includes(number) for number, _ in numbered_steps())
        properties = sum(self.includes(number) for number, _ in numbered_properties())
        return steps + properties * len(self.games)


@dataclass(frozen=True)
class Progress:
    """What is being done, and how many examples of it so far."""

    title: str
    examples: int = 0


Watch = Callable[[Progress], None]


def numbered_steps() -> Iterator[tuple[int, Step]]:
    return enumerate(STEPS, start=1)


def numbered_properties() -> Iterator[tuple[int, Property]]:
    return enumerate(PROPERTIES, start=len(STEPS) + 1)


def fail_the_handshake(fault: Fault) -> list[Result]:
    """The report on an engine that cannot be spoken to."""
    results = []
    for number, step in numbered_steps():
        result = Result(number, step.name, step.title, None, Verdict.NOT_TRIED, "no hand-shake")
        results.append(_failed(result, fault) if number == 1 else result)
    return results


def check(subject: Subject, plan: Plan, watch: Watch) -> Iterator[Result]:
    """Each result as soon as it is known. Raises EngineStartError."""
    bench = Bench(subject, plan.games[0], plan.seed, plan.pace)
    try:
        for number, step in numbered_steps():
            if plan.includes(number):
                watch(Progress(step.title))
                yield _run_step(bench, number, step)
    finally:
        bench.close()
    for game in plan.games:
        yield from _check_game(subject, game, plan, watch)


def _run_step(bench: Bench, number: int, step: Step) -> Result:
    began = time.monotonic()
    result = Result(number, step.name, step.title, None, Verdict.PASSED)
    try:
        result = replace(result, remark=step.run(bench) or "")
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
    )


def _check_game(subject: Subject, game: Game, plan: Plan, watch: Watch) -> Iterator[Result]:
    chosen = [(number, prop) for number, prop in numbered_properties() if plan.includes(number)]
    oracle = Oracle(subject, game, plan.go)
    try:
        queries = oracle.queries() if chosen else []
        share = None if plan.seconds is None else plan.seconds / len(plan.games)
        end = None if share is None else time.monotonic() + share
        for place, (number, prop) in enumerate(chosen):
            until = None
            if end is not None:  # what the properties before have left over is for the others
                left = max(0.0, end - time.monotonic())
                until = time.monotonic() + left / (len(chosen) - place)
            exam = Exam(oracle, queries, time.monotonic() + PROPERTY_SECONDS)
            yield _run_property(prop, exam, plan, until, watch, number)
    finally:
        oracle.close()


def _run_property(
    prop: Property, exam: Exam, plan: Plan, until: float | None, watch: Watch, number: int
) -> Result:
    """Once, or with one seed after the other `until` then."""
    began = time.monotonic()
    title = f"{exam.game.name}: {prop.title}"
    tried = 0

    def advance() -> None:
        nonlocal tried
        tried += 1
        watch(Progress(title, tried))

    watch(Progress(title))
    if until is not None:
        exam.until = until
    seed, failure = plan.seed, None
    while failure is None:
        failure = examine(prop, exam, seed, plan.examples, advance)
        seed += 1
        if until is None or time.monotonic() >= until:
            break
    result = Result(number, prop.name, prop.title, describe_game(exam.game), Verdict.PASSED)
    result = replace(result, seconds=time.monotonic() - began)
    return _judge(prop, exam, failure, result)


def _judge(prop: Property, exam: Exam, failure: Failure | None, result: Result) -> Result:
    counts = dict(exam.counts)
    remark = ", ".join(f"{count} {what}" for what, count in counts.items())
    counts.pop("not verified", None)
    if failure is not None:
        wrong = failure.wrong
        return replace(
            result,
            verdict=Verdict.FAILED,
            remark=failure.repeats,
            expected=wrong.expected,
            got=wrong.got,
            dialogue=wrong.reply.dialogue,
            repeat=wrong.reply.asked,
        )
    if not counts:
        reason = f"{prop.without} ({remark})" if remark else prop.without
        return replace(result, verdict=Verdict.NOT_TRIED, remark=reason)
    return replace(result, remark=remark)
