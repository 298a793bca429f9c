"""Ultimate at one depth against itself: are the draw and the win of 000 more than two games?"""

from __future__ import annotations

from collections.abc import Sequence

from linemate.clients.lab.experiments.common import Theirs, hminimax
from linemate.clients.lab.experiments.experiment import Experiment, Findings, Groups, Size
from linemate.clients.lab.experiments.itself import plan_itself, plots_of_itself, rows_of_itself
from linemate.clients.lab.units import Finished, Unit

HEURISTIC = "big-board-threats"
THEIRS = {8: Theirs("000: draw"), 10: Theirs("000: x always wins")}
QUICK, FULL = {3: 10, 4: 10}, {8: 100, 10: 20}  # games from openings, by depth
LABELS = {depth: f"depth {depth}" for depth in (*QUICK, *FULL)}


def plan(quick: bool, seed: int) -> list[Unit]:
    units: list[Unit] = []
    for depth, count in (QUICK if quick else FULL).items():
        player = hminimax(depth, HEURISTIC)
        units += plan_itself(LABELS[depth], "ultimate", player, count, seed)
    return units


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows = [
        row
        for depth, label in LABELS.items()
        for row in rows_of_itself(
            groups, label, f"ultimate, {label} against itself", THEIRS.get(depth, Theirs())
        )
    ]
    title = "A depth against itself on ultimate"
    return Findings(rows, plots_of_itself(groups, LABELS.values(), "self-play", title))


SELF_PLAY = Experiment(
    name="self-play",
    sources="000",
    question="Ultimate: is depth 8 against itself a draw, and depth 10 a win for x?",
    quick=Size("10 seconds", "depths 3 and 4, 11 games each"),
    full=Size("40 minutes", "depth 8, 101 games; depth 10, 21 games"),
    plan=plan,
    conclude=conclude,
)
