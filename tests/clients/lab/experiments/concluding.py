"""What an experiment concludes from results that are made up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.experiment import Groups
from linemate.clients.lab.experiments.findings import Findings
from linemate.clients.lab.units import GameUnit, Measurement, Result

MOVES = ["a", "b", "c"]


def conclude(name: str, result: Callable[[Any], Result], quick: bool = True) -> Findings:
    """Conclude from a whole plan, with a result for each of its units."""
    experiment = EXPERIMENTS[name]
    units = experiment.plan(quick, 1)
    return experiment.conclude(Groups(Measurement(unit, result(unit)) for unit in units))


def rows(findings: Findings) -> dict[str, tuple[str, str, str, str]]:
    """Return the rows by what they tell of, in their order."""
    return {row.what: (row.theirs, row.ours, row.ratio, row.settings) for row in findings.rows}


def winner(unit: GameUnit, worth: float) -> str:
    """Say who has won a game that was worth so much to its subject."""
    return {1: "x", 0.5: "draw", 0: "o"}[worth if unit.subject == "x" else 1 - worth]
