"""001's player of qubic on the clock: how far it looks ahead, and how long a game takes."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from linemate.clients.lab.experiments.common import RANDOM, game_unit
from linemate.clients.lab.experiments.experiment import (
    Experiment,
    Figure,
    Findings,
    Groups,
    Row,
    Size,
    compare,
    describe,
)
from linemate.clients.lab.experiments.qubic import STRONG, choose_openings
from linemate.clients.lab.players import Setting
from linemate.clients.lab.units import Finished, GameUnit, SearchUnit, Unit, seed_of

THEIR_DEPTH = Figure("001", 4, "at least ")
THEIR_GAME = Figure("001", 19.338)


def player(movetime: int) -> Setting:
    """001's, with as long for a move as it had, or less."""
    return Setting(STRONG, {"Search": "hminimax", "Heuristic": STRONG}, movetime)


def plan(quick: bool, seed: int) -> list[Unit]:
    ours, searches, games = (player(500), 3, 1) if quick else (player(10_000), 10, 5)
    units: list[Unit] = [
        SearchUnit("qubic", ours, opening, "ahead", seed_of(seed, number))
        for number, opening in enumerate(choose_openings(searches, seed))
    ]
    units += [
        GameUnit("qubic", ours, RANDOM, (), "random", seed_of(seed, number))
        for number in range(games)
    ]
    return units


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows: list[Row] = []
    if "ahead" in groups:
        depths = groups.values("ahead", "depth")
        unit = groups["ahead"][0].unit
        assert isinstance(unit, SearchUnit)
        how = f"{unit.player.text}; third move, fewest of {len(depths)} openings"
        rows.append(compare("qubic, moves looked ahead", THEIR_DEPTH, min(depths), "plies", how))
    if "random" in groups:
        times = [sum(seconds) for seconds in groups.values("random", "seconds")]
        how = f"{game_unit(groups['random'][0]).x.text}; {describe(times)}"
        rows.append(compare("qubic, a game against random", THEIR_GAME, fmean(times), "s", how))
    remark = "001 prints the time of one game against random, the last of a hundred."
    return Findings(rows, (), [remark] if rows else [])


QUBIC_TIME = Experiment(
    name="qubic-time",
    sources="001",
    question="How far does 001 look ahead in 10 seconds, and how long is a game against random?",
    quick=Size("15 seconds", "half a second a move, 3 searches and a game"),
    full=Size("10 minutes", "10 seconds a move, 10 searches and 5 games"),
    plan=plan,
    conclude=conclude,
    timed=True,
)
