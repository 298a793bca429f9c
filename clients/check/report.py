"""The report: a line for each step as it comes, and of a failure all that is needed to mend it.

For people it is printed, on a terminal above a bar (`View`); programs get JSON, or the XML of JUnit
that continuous integration reads.
"""

from __future__ import annotations

import io
import json
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby

from rich import progress as bars

from linemate.clients.check.engine_under_test import EngineUnderTest
from linemate.clients.check.runner import Result, Verdict
from linemate.clients.shared.harmless import harmless
from linemate.clients.shared.screen import make_console
from linemate.clients.shared.times import write_duration

MARKS = {Verdict.PASSED: "passed", Verdict.FAILED: "FAILED", Verdict.NOT_TRIED: "not tried"}
COLOURS = {Verdict.FAILED: "bold red", Verdict.NOT_TRIED: "yellow"}
LONGEST = 160  # characters of a line of a dialogue


# ---------------------------------------------------------------- for people


class CheckView:
    """Shows a check: results on standard output, the bar on standard error.

    Where both are the same terminal the one has to know of the other.
    """

    def __init__(self, total: int) -> None:
        self._group = ""
        if isinstance(sys.stdout, io.TextIOWrapper):
            # What an engine says may be beyond what the terminal can show.
            sys.stdout.reconfigure(errors="replace")
        self._out = make_console(file=sys.stdout)
        errors = make_console(file=sys.stderr)
        self._bar = bars.Progress(
            bars.BarColumn(bar_width=24),
            bars.MofNCompleteColumn(),
            bars.TimeElapsedColumn(),
            bars.TextColumn("{task.description}", markup=False),
            console=self._out if self._out.is_terminal else errors,
            disable=not errors.is_terminal,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> CheckView:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def update(self, title: str, examples: int) -> None:
        """Say beside the bar what is being done, with how many examples so far."""
        self._bar.update(self._task, description=f"{title} ({examples})" if examples else title)

    def show(self, result: Result) -> None:
        """Print a result, below a heading if it is the first of its group."""
        if result.group != self._group:
            self.say("", result.group)
            self._group = result.group
        first, *rest = describe_result(result)
        self._out.print(first, style=COLOURS.get(result.verdict), soft_wrap=True)
        self.say(*rest)
        self._bar.advance(self._task)

    def say(self, *lines: str) -> None:
        for line in lines:
            self._out.print(line, soft_wrap=True)
        self._out.file.flush()


def describe_engine(engine: EngineUnderTest) -> str:
    """Return its name and what it speaks, in a few words."""
    spoken = " and ".join(dialect.name for dialect in engine.dialects)
    return f"{engine.name or 'an engine without a name'}, which speaks {spoken}"


def describe_result(result: Result) -> list[str]:
    """Return one line, and of a failure what is needed to mend it."""
    line = f"{result.number:>3} {MARKS[result.verdict]:<9} {result.title}"
    if result.verdict is not Verdict.FAILED:
        return [f"{line}: {result.remark}" if result.remark else line]
    lines = [line, f"    expected  {result.expected}", f"    got       {result.got}"]
    if result.remark:
        lines.append(f"    again?    {result.remark}")
    if result.repeat:
        lines += ["    paste this into the engine:", *(f"        {line}" for line in result.repeat)]
        lines.append("    what it said:")
    return [*lines, *(f"      {_cut(line)}" for line in result.dialogue)]


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def describe_sum(results: Sequence[Result], seconds: float, interrupted: bool) -> str:
    """Return how many steps passed, failed and were not tried, and how long that took."""
    counts = count_verdicts(results)
    told = ", ".join(f"{count} {verdict.value}" for verdict, count in counts.items())
    return f"{told}; {'interrupted after ' if interrupted else ''}{write_duration(seconds)}"


def count_verdicts(results: Sequence[Result]) -> dict[Verdict, int]:
    return {verdict: sum(result.verdict is verdict for result in results) for verdict in Verdict}


# ---------------------------------------------------------------- for programs


def write_json(
    engine: EngineUnderTest, results: Sequence[Result], seed: int, interrupted: bool
) -> str:
    counts = {verdict.value: count for verdict, count in count_verdicts(results).items()}
    report = {
        "command": engine.command,
        "engine": engine.name,
        "dialects": [dialect.value for dialect in engine.dialects],
        "seed": seed,
        "interrupted": interrupted,
        "counts": counts,
        "steps": [asdict(result) | {"verdict": result.verdict.value} for result in results],
    }
    return json.dumps(report, indent=2) + "\n"


def write_junit(results: Sequence[Result]) -> str:
    """Return one suite for the conversation and one for each game, as XML."""
    root = ElementTree.Element("testsuites", name="linemate check")
    for group, members in groupby(results, key=lambda result: result.group):
        cases = list(members)
        counts = count_verdicts(cases)
        suite = ElementTree.SubElement(root, "testsuite", name=group, tests=str(len(cases)))
        suite.set("failures", str(counts[Verdict.FAILED]))
        suite.set("skipped", str(counts[Verdict.NOT_TRIED]))
        for result in cases:
            _add_case(suite, result)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_case(suite: ElementTree.Element, result: Result) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=f"check.{result.group}",
        name=f"{result.number} {result.name}",
        time=f"{result.seconds:.3f}",
    )
    if result.verdict is Verdict.NOT_TRIED:
        ElementTree.SubElement(case, "skipped", message=harmless(result.remark))
    elif result.verdict is Verdict.FAILED:
        message = harmless(f"expected {result.expected}, got {result.got}")
        failure = ElementTree.SubElement(case, "failure", message=message)
        # XML has no way to write most control characters.
        failure.text = harmless("\n".join((*result.repeat, *result.dialogue)))
