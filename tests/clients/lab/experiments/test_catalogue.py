"""The plans of all experiments: the same each time, no unit twice; what they make of nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.experiment import Groups, Size
from linemate.clients.lab.experiments.sources import REPORTS, cite
from linemate.clients.lab.units import (
    MOST_DOUBT,
    GameUnit,
    Measurement,
    Result,
    SearchUnit,
    Unit,
)
from tests.clients.lab.experiments.concluding import MOVES, winner
from tests.transcripts import ROOT


@pytest.mark.parametrize("name", ["never-lost", "mcts-chance", "heuristics", "qubic"])
def test_a_match_is_told_of_its_first_player_whichever_games_are_missing(name: str) -> None:
    """Only the game with changed colours is there of each pair: o, who won, was named first.

    It was once told of whoever was x in the first game that there was.
    """
    experiment = EXPERIMENTS[name]
    units = [unit for unit in experiment.plan(True, 1) if isinstance(unit, GameUnit)]
    changed = [
        second
        for first, second in zip(units[::2], units[1::2], strict=True)
        if (first.x, first.o, first.opening) == (second.o, second.x, second.opening)
        and first.x != first.o
    ]
    assert changed
    result = {"winner": "o", "moves": MOVES, "seconds": [1.0] * 3, "nodes": [9] * 3}
    won = [Measurement(unit, result) for unit in changed]
    told = experiment.conclude(Groups(won)).rows
    found = [row for row in told if not {"length", "drawn"} & set(row.what.split())]
    assert found
    for row in found:
        assert " =0 -0: " in row.ours, row


def test_every_plan_is_the_same_each_time_and_has_no_unit_twice() -> None:
    for experiment in EXPERIMENTS.values():
        for quick in (True, False):
            keys = [unit.key for unit in experiment.plan(quick, 1)]
            assert keys == [unit.key for unit in experiment.plan(quick, 1)]
            assert len(set(keys)) == len(keys), experiment.name


def test_no_unit_of_one_seed_is_one_of_another() -> None:
    """Seed 2 once had all but one of the games of seed 1, so that it was no second opinion."""
    for experiment in EXPERIMENTS.values():
        for quick in (True, False):
            plans = [{unit.key for unit in experiment.plan(quick, seed)} for seed in (1, 2, 3)]
            assert len(set.union(*plans)) == sum(map(len, plans)), experiment.name


def test_every_experiment_concludes_nothing_from_nothing() -> None:
    for experiment in EXPERIMENTS.values():
        findings = experiment.conclude(Groups([]))
        assert not findings.plots
        assert not findings.conclusion


def make_up(unit: Unit) -> Result:
    """Return a result that any unit could have had."""
    if isinstance(unit, SearchUnit):
        return {"seconds": 0.5, "nodes": 1000, "depth": 4, "move": "55", "free": False}
    return {
        "winner": "x" if unit.pair % 3 else "draw",
        "moves": MOVES,
        "seconds": [0.1] * 3,
        "nodes": [9] * 3,
        "free": [False] * 3,
    }


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_speaks_to_somebody_who_has_seen_no_report(name: str, quick: bool) -> None:
    """It has a title, a question, a set-up, sources by name, and a conclusion in two sentences with
    figures in them; a report is never named by a number.
    """
    experiment = EXPERIMENTS[name]
    units = list(experiment.plan(quick, 1))
    findings = experiment.conclude(Groups(Measurement(unit, make_up(unit)) for unit in units))
    assert len(findings.conclusion) == 2
    assert all(sentence.endswith(".") for sentence in findings.conclusion)
    assert any(letter.isdigit() for letter in "".join(findings.conclusion))
    assert experiment.question.endswith("?")
    assert set(experiment.sources) <= set(REPORTS)
    cells = [cell for row in findings.rows for cell in row]
    texts = [experiment.title, experiment.question, experiment.setup, *findings.conclusion, *cells]
    for text in (*texts, *findings.remarks, *(plot.title for plot in findings.plots)):
        assert text
        assert not re.search(r"(?<![\d,.])00[0-4](?!\d)", text), text
    for plot in findings.plots:
        for series in plot.series:
            for low, high in zip(series.low, series.high, strict=True):
                assert high - low <= 100 * MOST_DOUBT


def test_every_experiment_says_how_long_it_takes_and_is_quick_when_asked() -> None:
    for experiment in EXPERIMENTS.values():
        assert 0 < experiment.quick.minutes < 1, experiment.name
        assert experiment.quick.minutes < experiment.full.minutes <= 30, experiment.name
    assert Size("1 hour", "").minutes == 60
    assert Size("30 seconds", "").minutes == 0.5


def test_a_conclusion_follows_from_what_was_measured() -> None:
    """Tree search that wins all with the most samples and nothing with the fewest has grown."""

    def tell(worth: Callable[[GameUnit], float]) -> str:
        experiment = EXPERIMENTS["mcts-chance"]
        units = [unit for unit in experiment.plan(False, 1) if isinstance(unit, GameUnit)]
        played = [Measurement(unit, {"winner": winner(unit, worth(unit))}) for unit in units]
        return experiment.conclude(Groups(played)).conclusion[0]

    assert "10,000 are worth more points than 100" in tell(lambda unit: "10000" in unit.group)
    assert "worth less" in tell(lambda unit: unit.group.endswith(" 100"))
    assert "do not show whether" in tell(lambda unit: unit.pair % 2)


def test_every_report_is_cited_with_its_authors() -> None:
    """Project 5002 was given to "authors who are not named"; its cells are signed by four."""
    assert cite("Project 5002").startswith(
        "Chan Shiu Kai, Ng Pak Hin, Lau Chun Kit and Cheng Wing Kit, Project 5002"
    )
    page = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    for report in REPORTS.values():
        assert report.authors in page
