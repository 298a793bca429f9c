"""Whether it is better to move first, in each game, for a player that plays both sides."""

from __future__ import annotations

from collections.abc import Sequence

from linemate.clients.lab.experiments.common import Theirs, hminimax
from linemate.clients.lab.experiments.experiment import Experiment, Findings, Groups, Size
from linemate.clients.lab.experiments.itself import plan_itself, plots_of_itself, rows_of_itself
from linemate.clients.lab.units import Finished, Unit

GAMES = ("tictactoe", "nineboard", "ultimate", "qubic", "gomoku size=8", "gomoku")
EVERY_OPENING = ("tictactoe",)  # it has 72
# 000 lets its players meet from the start; 001 quotes what is known of perfect play.
THEIRS = {
    "nineboard": Theirs("000: x always wins"),
    "qubic": Theirs("001: x can force a win"),
}


def plan(quick: bool, seed: int) -> list[Unit]:
    depth, count = (2, 4) if quick else (5, 40)
    units: list[Unit] = []
    for game in GAMES:
        # Gomoku has many more moves and longer games than the others.
        player = hminimax(min(depth, 3) if "gomoku" in game else depth)
        openings = None if game in EVERY_OPENING else count
        units += plan_itself(game, game, player, openings, seed)
    return units


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows = [
        row
        for game in GAMES
        for row in rows_of_itself(groups, game, game, THEIRS.get(game, Theirs()))
    ]
    return Findings(rows, plots_of_itself(groups, GAMES, "first-player", "The first player"))


FIRST_PLAYER = Experiment(
    name="first-player",
    sources="000, 001",
    question="Has the first player an advantage, in each game?",
    quick=Size("20 seconds", "depth 2, five games of each, 73 of tictactoe"),
    full=Size("20 minutes", "depth 5 (gomoku 3), 41 games of each, 73 of tictactoe"),
    plan=plan,
    conclude=conclude,
)
