"""Tic-tac-toe: 000 and 002 say that their programs never lost."""

from __future__ import annotations

from collections.abc import Sequence

from linemate.clients.lab.experiments.common import RANDOM, Theirs, match_row, mcts
from linemate.clients.lab.experiments.experiment import Experiment, Findings, Groups, Size
from linemate.clients.lab.players import Setting
from linemate.clients.lab.units import Finished, Unit, pair_of_games, seed_of

PERFECT = Setting("alphabeta", {"Search": "alphabeta"})
OPPONENTS = {"random": RANDOM, "mcts": mcts(100)}


def plan(quick: bool, seed: int) -> list[Unit]:
    units: list[Unit] = []
    for name, opponent in OPPONENTS.items():
        for pair in range(3 if quick else 50):
            number = seed_of(seed, pair)
            units += pair_of_games("tictactoe", PERFECT, opponent, (), name, pair, number)
    return units


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows = []
    for name, opponent in OPPONENTS.items():
        if name in groups:
            what = f"3x3, alphabeta against {opponent.name}"
            theirs = Theirs("000, 002: never lost")
            how = f"{PERFECT.text} against {opponent.text}"
            rows.append(match_row(what, theirs, groups[name], how))
    return Findings(rows)


NEVER_LOST = Experiment(
    name="never-lost",
    sources="000, 002",
    question="Does alpha-beta to the end ever lose a game of tic-tac-toe?",
    quick=Size("seconds", "12 games"),
    full=Size("1 minute", "200 games"),
    plan=plan,
    conclude=conclude,
)
