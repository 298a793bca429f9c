"""The heuristics against each other: every two of a game, at equal depth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from linemate.clients.lab.experiments.common import Theirs, game_unit, hminimax, match_row
from linemate.clients.lab.experiments.experiment import (
    Experiment,
    Findings,
    Groups,
    Plot,
    Series,
    Size,
)
from linemate.clients.lab.statistics import tally_of
from linemate.clients.lab.units import Finished, Unit, make_openings, pair_of_games, seed_of

HEURISTICS = {
    "nineboard": ("default", "block-threats", "block-danger", "adjacent-boards", "powers-of-two"),
    "ultimate": ("default", "big-board-threats", "adjacent-boards", "powers-of-two"),
    "qubic": ("default", "cube-lines-130", "cube-lines-150"),
}


def plan(quick: bool, seed: int) -> list[Unit]:
    pairs, depth, plies = (2, 2, 2) if quick else (30, 4, 2)
    units: list[Unit] = []
    for game, names in HEURISTICS.items():
        openings = make_openings(game, plies, pairs, seed)
        for a, b in combinations(names, 2):
            for pair, opening in enumerate(openings):
                players, group = (hminimax(depth, a), hminimax(depth, b)), f"{game} {a} {b}"
                units += pair_of_games(game, *players, opening, group, pair, seed_of(seed, pair))
    return units


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows, plots = [], []
    for game, names in HEURISTICS.items():
        matrix = {a: dict.fromkeys(names, float("nan")) for a in names}
        games = max((len(groups[group]) for group in groups.names(f"{game} ")), default=0)
        for group in groups.names(f"{game} "):
            _, a, b = group.split()
            score = tally_of(groups[group]).score
            matrix[a][b], matrix[b][a] = 100 * score, 100 - 100 * score
            depth = game_unit(groups[group][0]).x.options["Depth"]
            what, how = f"{game}, {a} against {b}", f"Depth={depth} for both"
            rows.append(match_row(what, Theirs(), groups[group], how))
        if groups.names(f"{game} "):
            series = [Series(a, names, list(matrix[a].values())) for a in names]
            title = f"Score of each heuristic of {game} in matches of {games} games, %"
            plots.append(Plot(f"heuristics-{game}", "matrix", title, "against", "", series))
    remarks = ["000 found its functions 1 and 2 alike: the first player won with either."]
    return Findings(rows, plots, remarks)


HEURISTICS_EXPERIMENT = Experiment(
    name="heuristics",
    sources="000, 001, 002, 004",
    question="Which heuristic plays best at equal depth?",
    quick=Size("20 seconds", "two pairs of games at depth 2 for each two heuristics"),
    full=Size("10 minutes", "30 pairs of games at depth 4 for each two heuristics"),
    plan=plan,
    conclude=conclude,
)
