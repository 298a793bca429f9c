"""How figures are written, and rows of matches."""

from __future__ import annotations

from linemate.clients.lab.experiments.experiment import (
    Figure,
    Findings,
    Plot,
    Row,
    number,
    significant,
)
from linemate.clients.lab.units import Measurement, Setting, plan_match
from linemate.clients.shared.openings import START
from tests.clients.lab.experiments.concluding import winner

A, B = Setting("a", {"Depth": 1}), Setting("b", {"Depth": 2})


def test_figures_are_written_so_that_they_are_easily_read() -> None:
    assert number(0.01234, "s") == "12.3 ms"
    assert number(9.126, "s") == "9.13 s"
    assert number(549946, "") == "549,946"
    assert [significant(value) for value in (0, 1234.6, 0.000395, 14.31)] == [
        "0",
        "1,230",
        "0.000395",
        "14.3",
    ]
    findings = Findings()
    findings.compare("time", Figure("000", 2.0, "over "), 0.5, "s", "how")
    findings.compare("time", None, 0.5, "s", "how")
    assert findings.rows == [
        Row("time", "000: over 2 s", "0.5 s", "0.25", "how"),
        Row("time", "-", "0.5 s", "-", "how"),
    ]


def test_the_ratio_of_a_match_is_ours_to_theirs() -> None:
    units = plan_match("tictactoe", A, B, [START] * 2, "", 1)
    games = [Measurement(unit, {"winner": winner(unit, 1 if unit.pair else 0)}) for unit in units]
    findings = Findings()
    findings.add_match("what", games, "how", "them", 0.2)
    findings.add_match("a match without games", [], "how")
    assert findings.rows == [Row("what", "them", "+2 =0 -2: 50 % (9 to 91)", "2.5", "how")]


def test_a_figure_with_nothing_in_it_is_left_out() -> None:
    findings = Findings()
    findings.draw(Plot("empty", "curves", "Empty", "x", "y", []))
    assert findings.plots == []
