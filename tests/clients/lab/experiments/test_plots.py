"""Scores are drawn with error bars where these say something, and otherwise as what happened."""

from __future__ import annotations

from linemate.clients.lab.experiments.plots import Matches, plot_scores
from linemate.clients.lab.units import Measurement, Setting, plan_match
from linemate.clients.shared.openings import START
from tests.clients.lab.experiments.concluding import winner

A, B = Setting("a", {"Depth": 1}), Setting("b", {"Depth": 2})


def play(pairs: int) -> list[Measurement]:
    """Return games of pairs, every second one won."""
    units = plan_match("tictactoe", A, B, [START] * pairs, "", 1)
    return [Measurement(unit, {"winner": winner(unit, unit.pair % 2)}) for unit in units]


def test_enough_games_have_a_score_with_its_interval() -> None:
    plot = plot_scores("p", "Title", "n", "score, %", [Matches("m", {10: play(40), 20: play(50)})])
    [series] = plot.series
    assert (plot.kind, list(series.xs), list(series.ys)) == ("curves", [10, 20], [50, 50])
    assert series.high[0] - series.low[0] < 40
    named = plot_scores("p", "Title", "n", "score, %", [Matches("m", {"a": play(40)})])
    assert named.kind == "points"


def test_one_match_with_too_few_games_makes_it_a_picture_of_results() -> None:
    """An interval from 0 to 56 % was once drawn as if it were a finding."""
    matches = [Matches("m", {10: play(40), 20: play(2)}), Matches("k", {10: play(40)})]
    plot = plot_scores("p", "Title", "n", "score, %", matches)
    assert plot.kind == "results"
    assert {series.name: list(series.ys) for series in plot.series} == {
        "won": [40, 2, 40],
        "drawn": [0, 0, 0],
        "lost": [40, 2, 40],
    }
    assert plot.series[0].xs == ["m, 10", "m, 20", "k, 10"]


def test_what_was_counted_whole_is_never_too_few() -> None:
    plot = plot_scores("p", "Title", "n", "score, %", [Matches("m", {"a": play(2)}, whole=True)])
    [series] = plot.series
    assert (plot.kind, series.low, series.high) == ("points", series.ys, series.ys)


def test_without_games_there_is_nothing_to_draw() -> None:
    assert not plot_scores("p", "Title", "n", "score, %", [Matches("m", {})]).series
