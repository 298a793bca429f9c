"""One idea against its absence: what is told of matches that are won, lost, open or not played."""

from __future__ import annotations

import pytest

from linemate.clients.lab.experiments.duels import conclude_duels, plan_duels
from linemate.clients.lab.experiments.experiment import Groups
from linemate.clients.lab.experiments.findings import Findings
from linemate.clients.lab.experiments.players import RANDOM
from linemate.clients.lab.units import GameUnit, Measurement
from tests.clients.lab.experiments.concluding import winner

DUELS = dict.fromkeys(("wins", "loses", "does neither", "was not played"), (RANDOM, RANDOM))
WORTH = {"wins": 1, "loses": 0, "does neither": 0.5}


def test_what_is_better_worse_or_in_doubt_is_told_in_two_sentences() -> None:
    measured = [
        Measurement(unit, {"winner": winner(unit, WORTH[unit.group])})
        for unit in plan_duels("tictactoe", DUELS, 20, 1)
        if isinstance(unit, GameUnit) and unit.group in WORTH
    ]
    findings = Findings()
    conclude_duels(findings, Groups(measured), "none", "it rained")
    decided, in_doubt = findings.conclusion
    assert decided.startswith("Against none, a gain came from wins (100 % (")
    assert ", and a loss from loses (0 % (" in decided
    assert in_doubt.startswith("40 games each do not decide about does neither (50 % (")
    assert in_doubt.endswith("; it rained.")
    assert [row.what for row in findings.rows] == list(WORTH)


@pytest.mark.parametrize(
    ("played", "certain", "left"),
    [
        ("wins", "a gain came from wins (100 % (91 to 100)), and no loss.", "were enough to tell."),
        ("loses", "no gain came from any, and a loss from loses (", "were enough to tell."),
        ("does neither", "neither a gain nor a loss is certain.", "do not decide about"),
    ],
)
def test_what_did_not_happen_is_told_in_words(played: str, certain: str, left: str) -> None:
    units = plan_duels("tictactoe", {played: DUELS[played]}, 20, 1)
    measured = [
        Measurement(unit, {"winner": winner(unit, WORTH[played])})
        for unit in units
        if isinstance(unit, GameUnit)
    ]
    findings = Findings()
    conclude_duels(findings, Groups(measured), "none")
    first, second = findings.conclusion
    assert first.startswith(f"Against none, {certain}")
    assert second.startswith(f"40 games each {left}")


def test_the_games_that_are_told_are_those_of_the_ideas_they_are_told_of() -> None:
    """Of a run that was cut short the games of the first idea were told of all, so that three games
    were said to be forty.
    """
    measured = [
        Measurement(unit, {"winner": winner(unit, WORTH[unit.group])})
        for unit in plan_duels("tictactoe", DUELS, 20, 1)
        if isinstance(unit, GameUnit) and unit.group in WORTH
    ]
    findings = Findings()
    conclude_duels(findings, Groups(measured[:83]), "none")
    assert findings.conclusion[1].startswith("3 games each do not decide about does neither (")
    findings = Findings()
    conclude_duels(findings, Groups(measured[:75]), "none")
    assert findings.conclusion[1] == "35 to 40 games each were enough to tell."


def test_nothing_is_concluded_from_nothing() -> None:
    findings = Findings()
    conclude_duels(findings, Groups([]), "none")
    assert findings == Findings()
