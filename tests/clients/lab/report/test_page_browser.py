"""The report in a browser, where there is one: on a phone, and for whoever cannot see it."""

from __future__ import annotations

from playwright.sync_api import Browser

from linemate.clients.lab.experiments.experiment import Experiment
from linemate.clients.lab.experiments.findings import Findings
from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.report.page import make_page
from tests.axe import find_faults
from tests.clients.lab.report.test_page import make_chapter

ADDRESS = "http://report.example/"


def test_the_report_fits_a_phone_and_has_no_serious_fault(
    window: Browser, experiment: Experiment
) -> None:
    """Every kind of picture is on it, and a table that is wider than the screen."""
    chapter = make_chapter(experiment)
    add_plots(chapter.findings)
    chapter.findings.add("what " * 9, "theirs", "ours", "Search=hminimax, " * 5, "1")
    page = window.new_page(viewport={"width": 360, "height": 700})
    body = make_page([chapter], "quick", 1)
    page.route(ADDRESS, lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(ADDRESS)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert find_faults(page) == []
    page.close()


def add_plots(findings: Findings) -> None:
    for kind in ("points", "matrix", "results"):
        won, lost = Series("won", ["a", "b"], [40.0, 3.0]), Series("lost", ["a", "b"], [20.0, 80.0])
        findings.draw(Plot(kind, kind, f"A picture of {kind}", "x", "score, %", [won, lost]))
