"""How figures are written, and rows of matches."""

from __future__ import annotations

from linemate.clients.lab.experiments.findings import (
    Figure,
    Findings,
    Row,
    number,
    say_list,
    say_score,
    significant,
)
from linemate.clients.lab.experiments.plots import Plot
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
    findings.compare("time", Figure("Cui 2018", 2.0, "over "), 0.5, "s", "how")
    findings.compare("time", None, 0.5, "s", "how")
    assert findings.rows == [
        Row("time", "Cui 2018: over 2 s", "0.5 s", "0.25", "how"),
        Row("time", "-", "0.5 s", "-", "how"),
    ]


def test_the_ratio_of_a_match_is_ours_to_theirs_and_so_few_games_have_none() -> None:
    findings = Findings()
    findings.add_match("what", play_half(40), "how", "them", 0.2)
    findings.add_match("few", play_half(2), "how", "them", 0.2)
    findings.add_match("a match without games", [], "how")
    assert findings.rows == [
        Row("what", "them", "+40 =0 -40: 50 % (35 to 65)", "2.5", "how"),
        Row("few", "them", "+2 =0 -2: too few games to tell", "-", "how"),
    ]


def test_a_score_in_a_sentence_never_has_an_interval_that_says_nothing() -> None:
    assert say_score(play_half(40)) == "50 % (35 to 65)"
    assert say_score(play_half(2)) == "2 points in only 4 games"


def test_one_point_is_a_point() -> None:
    """`1 points in only 4 games`."""
    assert say_score(play_half(2)[:3]) == "1 point in only 3 games"


def test_lists_are_written_as_in_a_sentence() -> None:
    assert [say_list(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        *("", "a", "a and b", "a, b and c"),
    ]


def play_half(pairs: int) -> list[Measurement]:
    """Return games of pairs, every second one won."""
    units = plan_match("tictactoe", A, B, [START] * pairs, "", 1)
    return [Measurement(unit, {"winner": winner(unit, unit.pair % 2)}) for unit in units]


def test_a_figure_with_nothing_in_it_is_left_out() -> None:
    findings = Findings()
    findings.draw(Plot("empty", "curves", "Empty", "x", "y", []))
    assert findings.plots == []
