"""The report for programs: JSON, and the XML of JUnit that continuous integration reads."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby

from linemate.clients.check.report import count_verdicts, describe_group
from linemate.clients.check.subject import Subject
from linemate.clients.check.verdict import Result, Verdict
from linemate.clients.shared.screen import printable


def write_json(subject: Subject, results: Sequence[Result], seed: int, interrupted: bool) -> str:
    counts = {verdict.value: count for verdict, count in count_verdicts(results).items()}
    report = {
        "command": subject.command,
        "engine": subject.name,
        "dialects": [dialect.value for dialect in subject.dialects],
        "seed": seed,
        "interrupted": interrupted,
        "counts": counts,
        "steps": [asdict(result) | {"verdict": result.verdict.value} for result in results],
    }
    return json.dumps(report, indent=2) + "\n"


def write_junit(results: Sequence[Result]) -> str:
    """One suite for the conversation and one for each game."""
    root = ElementTree.Element("testsuites", name="linemate check")
    for group, members in groupby(results, key=describe_group):
        suite = ElementTree.SubElement(root, "testsuite", name=group)
        count = dict.fromkeys(Verdict, 0)
        for result in members:
            count[result.verdict] += 1
            _add_case(suite, group, result)
        suite.set("tests", str(sum(count.values())))
        suite.set("failures", str(count[Verdict.FAILED]))
        suite.set("skipped", str(count[Verdict.NOT_TRIED]))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_case(suite: ElementTree.Element, group: str, result: Result) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=f"check.{group}",
        name=f"{result.number} {result.name}",
        time=f"{result.seconds:.3f}",
    )
    if result.verdict is Verdict.NOT_TRIED:
        ElementTree.SubElement(case, "skipped", message=printable(result.remark))
    elif result.verdict is Verdict.FAILED:
        message = printable(f"expected {result.expected}, got {result.got}")
        failure = ElementTree.SubElement(case, "failure", message=message)
        # XML has no way to write most control characters.
        failure.text = printable("\n".join((*result.repeat, *result.dialogue)))
