"""One idea against its absence: what is told of matches that are won, lost, open or not played."""

from __future__ import annotations

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
    conclude_duels(findings, Groups(measured), DUELS, "none", "it rained")
    decided, in_doubt = findings.conclusion
    assert decided.startswith("Better than none is wins (100 % (")
    assert ", worse is loses (0 % (" in decided
    assert in_doubt.startswith("Not decided by 40 games each is does neither (50 % (")
    assert in_doubt.endswith("; it rained.")
    assert [row.what for row in findings.rows] == list(WORTH)


def test_nothing_is_concluded_from_nothing() -> None:
    findings = Findings()
    conclude_duels(findings, Groups([]), DUELS, "none")
    assert findings == Findings()
