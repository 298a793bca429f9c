"""The report for people: a line for each step, and of a failure all that is needed to mend it."""

from __future__ import annotations

from collections.abc import Sequence

from linemate.clients.check.subject import Subject
from linemate.clients.check.verdict import Result, Verdict
from linemate.clients.shared.screen import printable
from linemate.clients.shared.times import write_duration

MARKS = {Verdict.PASSED: "passed", Verdict.FAILED: "FAILED", Verdict.NOT_TRIED: "not tried"}
LONGEST = 160  # characters of a line of a dialogue


def describe_subject(subject: Subject) -> str:
    spoken = " and ".join(dialect.name for dialect in subject.dialects)
    return printable(f"{subject.name or 'an engine without a name'}, which speaks {spoken}")


def describe_group(result: Result) -> str:
    """The heading of the results that belong together."""
    return result.game or "conversation"


def describe_result(result: Result) -> list[str]:
    line = f"{result.number:>3} {MARKS[result.verdict]:<9} {result.title}"
    if result.verdict is not Verdict.FAILED:
        return [printable(f"{line}: {result.remark}" if result.remark else line)]
    lines = [line, f"    expected  {result.expected}", f"    got       {result.got}"]
    if result.remark:
        lines.append(f"    again?    {result.remark}")
    if result.repeat:
        lines += ["    paste this into the engine:", *(f"        {line}" for line in result.repeat)]
        lines.append("    what it said:")
    lines += [f"      {_cut(line)}" for line in result.dialogue]
    return [printable(line) for line in lines]


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def describe_sum(results: Sequence[Result], seconds: float, interrupted: bool) -> str:
    counts = count_verdicts(results)
    told = ", ".join(f"{count} {verdict.value}" for verdict, count in counts.items())
    return f"{told}; {'interrupted after ' if interrupted else ''}{write_duration(seconds)}"


def count_verdicts(results: Sequence[Result]) -> dict[Verdict, int]:
    return {verdict: sum(result.verdict is verdict for result in results) for verdict in Verdict}
