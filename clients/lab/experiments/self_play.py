"""Ultimate at one depth against itself: are the draw and the win of 000 more than two games?"""

from __future__ import annotations

from collections.abc import Sequence

from clients.lab.experiment import NONE, Experiment, Findings, Groups
from clients.lab.experiments.common import Theirs, first_player_plots, first_player_row, hminimax
from clients.lab.games import Finished, GameUnit, Unit, make_openings

HEURISTIC = "000-3"
THEIR_RESULT = {8: "000: draw", 10: "000: x always wins"}


def plan(quick: bool, seed: int) -> list[Unit]:
    units: list[Unit] = []
    for depth, count in {3: 10, 4: 10}.items() if quick else {8: 100, 10: 20}.items():
        player = hminimax(depth, HEURISTIC)
        units.append(GameUnit("ultimate", player, player, (), f"depth {depth}, start", seed))
        units += [
            GameUnit("ultimate", player, player, opening, f"depth {depth}, openings", seed)
            for opening in make_openings("ultimate", 2, count, seed)
        ]
    return units


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows = []
    for name in groups.names():
        depth, kind = name.removeprefix("depth ").split(", ")
        theirs = Theirs(THEIR_RESULT.get(int(depth), NONE) if kind == "start" else NONE)
        where = "from the start" if kind == "start" else "from random openings of two plies"
        how = f"Heuristic={HEURISTIC}, Depth={depth}"
        what = f"ultimate, depth {depth} against itself, {where}"
        rows.append(first_player_row(what, theirs, groups[name], how))
    return Findings(
        rows, first_player_plots("self-play", "A depth against itself on ultimate", groups)
    )


SELF_PLAY = Experiment(
    name="self-play",
    sources="000",
    question="Ultimate: is depth 8 against itself a draw, and depth 10 a win for x?",
    quick="10 seconds: depths 3 and 4, 11 games each",
    full="1 hour: depth 8, 101 games; depth 10, 21 games",
    plan=plan,
    conclude=conclude,
)
