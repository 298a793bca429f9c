"""Whether it is better to move first, in each game, for a player that plays both sides."""

from __future__ import annotations

from collections.abc import Sequence

from clients.lab.experiment import Experiment, Findings, Groups, Row
from clients.lab.experiments.common import Theirs, first_player_plots, first_player_row, hminimax
from clients.lab.games import Finished, GameUnit, Unit, make_openings

GAMES = ("tictactoe", "nineboard", "ultimate", "qubic", "gomoku size=8", "gomoku")


def plan(quick: bool, seed: int) -> list[Unit]:
    depth, count = (2, 4) if quick else (5, 40)
    units: list[Unit] = []
    for game in GAMES:
        # Gomoku has many more moves and longer games than the others.
        player = hminimax(min(depth, 3) if "gomoku" in game else depth)
        units.append(GameUnit(game, player, player, (), f"start:{game}", seed))
        units += [
            GameUnit(game, player, player, opening, f"openings:{game}", seed)
            for opening in make_openings(game, 2, count, seed)
        ]
    return units


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows: list[Row] = []
    for game in GAMES:
        for kind, where in (("start", "from the start"), ("openings", "from random openings")):
            games = groups[f"{kind}:{game}"]
            if games:
                unit = games[0].unit
                assert isinstance(unit, GameUnit)
                rows.append(first_player_row(f"{game}, {where}", Theirs(), games, unit.x.text))
    bars = Groups([each for each in finished if each.unit.group.startswith("openings:")])
    title = "The first player, from random openings of two plies"
    return Findings(rows, first_player_plots("first-player", title, bars))


FIRST_PLAYER = Experiment(
    name="first-player",
    sources="000, 001",
    question="Has the first player an advantage, in each game?",
    quick="20 seconds: depth 2, five games of each",
    full="20 minutes: depth 5 (gomoku 3), 41 games of each",
    plan=plan,
    conclude=conclude,
)
