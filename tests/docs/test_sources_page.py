"""What docs/sources.md names is there: experiments, tests, searchers and heuristics."""

from __future__ import annotations

import re

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.sources import REPORTS
from linemate.engine.registry import HEURISTICS, SEARCHERS
from tests.transcripts import ROOT

PAGE = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
MARKS = {"=", "~", "≠", "-"}


def test_every_experiment_is_named_and_each_that_is_named_exists() -> None:
    """But for first-player, which no report has a figure for beside perfect play."""
    named = set(re.findall(r"linemate lab run ([\w-]+)", PAGE))
    assert named == set(EXPERIMENTS) - {"first-player"}


def test_every_test_that_is_named_exists() -> None:
    named = set(re.findall(r"tests/[\w/]+\.py", PAGE))
    assert len(named) >= 10
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_searchers_and_heuristics_are_named_as_they_are() -> None:
    searchers = set(re.findall(r"(?:--search |search=|option\.Search=)([\w-]+)", PAGE))
    heuristics = set(re.findall(r"(?:Heuristic=|--heuristic )([\w-]+)", PAGE))
    assert searchers <= set(SEARCHERS)
    assert heuristics <= set(HEURISTICS)
    assert {"cube-2019", "minimax", "hminimax", "mcts"} <= searchers


def test_every_report_has_its_rows_and_every_row_a_mark_and_something_to_show() -> None:
    sections = re.findall(r"^## (\d{3}),.*?(?=^## |\Z)", PAGE, re.M | re.S)
    assert sections == [report.number for report in REPORTS.values()]
    rows = [row for row in re.findall(r"^\| (.*) \|$", PAGE, re.M) if not row.startswith("item")]
    assert len(rows) >= 99
    for row in rows:
        item, mark, shown = (cell.strip() for cell in row.split("|"))
        assert item
        assert mark in MARKS, row
        assert shown or mark == "-", row
