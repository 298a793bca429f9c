"""The page of the report: whole in itself, with a contents that leads everywhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from linemate.clients.lab.experiments.experiment import Experiment, Groups
from linemate.clients.lab.experiments.findings import Findings
from linemate.clients.lab.experiments.matches import HEURISTICS
from linemate.clients.lab.report.chapter import Chapter
from linemate.clients.lab.report.page import NO_CONCLUSION, make_page
from linemate.clients.lab.units import Measurement, Result


def make_chapter(experiment: Experiment) -> Chapter:
    results: dict[str, Result] = {"game": {"winner": "x"}, "search": {"nodes": 9}}
    measured = [
        Measurement(
            unit, results["search" if unit.group == "search" else "game"], "abc", "2026-11-18"
        )
        for unit in experiment.plan(True, 1)
    ]
    findings = experiment.conclude(Groups(measured))
    return Chapter(experiment, experiment.quick, findings, measured, len(measured) + 1, "abc")


class Reader(HTMLParser):
    """What a page asks for and offers, and whether its elements are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.targets: set[str] = set()
        self.outside: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids.add(found.get("id", ""))
        self.outside += [found[name] for name in ("src", "srcset") if name in found]
        if target := found.get("href"):
            if target.startswith("#"):
                self.targets.add(target[1:])
            else:
                self.outside.append(target)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else_and_every_link_leads_somewhere(experiment: Experiment) -> None:
    page = Reader(make_page([make_chapter(experiment)], "quick", 1))
    assert page.open == []
    assert page.outside == []
    assert {"small", "main"} <= page.targets <= page.ids


def test_a_chapter_has_question_set_up_conclusion_and_the_numbers_of_its_pictures(
    experiment: Experiment,
) -> None:
    page = make_page([make_chapter(experiment)], "quick", 1)
    order = [
        "Does it run?",
        "Not finished: 4 of 5",
        "Run it.",
        "<svg",
        "It ran 3 games. So it runs.",
    ]
    places = [page.index(text, page.index("<section")) for text in order]
    assert places == sorted(places)
    assert '<th scope="row">2</th><td>20 (15 to 25)</td>' in page
    assert "Guofeng Cui" in page
    assert "Ziqi Tan" not in page  # whom this experiment has nothing of
    assert re.search(r"prefers-color-scheme: dark", page)
    assert "@media print" in page


def test_what_is_measured_is_no_markup(experiment: Experiment) -> None:
    chapter = make_chapter(experiment)
    chapter.findings.add("<script>", "<b>", "&", "how")
    page = make_page([chapter], "quick", 1)
    assert "<script>" not in page
    assert "&lt;script&gt;</th><td>&lt;b&gt;</td><td>&amp;</td>" in page


def test_what_is_to_be_typed_is_shown_as_code(experiment: Experiment) -> None:
    """Backticks stood in the remarks as they are."""
    chapter = make_chapter(experiment)
    chapter.findings.remarks.append("try `lab run <one>` and see")
    page = make_page([chapter], "quick", 1)
    assert '<p class="remark">try <code>lab run &lt;one&gt;</code> and see</p>' in page


def test_every_heuristic_that_an_experiment_names_is_explained() -> None:
    """adjacent-boards and powers-of-two were never said to be Qi's and Hashim's."""
    page = make_page([], "quick", 1)
    named = {name for names in HEURISTICS.values() for name in names}
    for name in (*named, "big-board-danger", "linked-boards"):
        assert name in page
    assert "140 is 1.4" in page


def test_too_little_for_a_conclusion_is_said(experiment: Experiment) -> None:
    chapter = make_chapter(experiment)
    nothing = Chapter(experiment, chapter.size, Findings(), chapter.measured, 9, "abc")
    assert NO_CONCLUSION in make_page([nothing], "quick", 1)
