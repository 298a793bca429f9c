"""The chance that mcts beats hminimax, by its number of samples: what 000 had no time for."""

from __future__ import annotations

from collections.abc import Sequence

from linemate.clients.lab.experiments.common import (
    Theirs,
    game_unit,
    hminimax,
    match_row,
    mcts,
    score_series,
)
from linemate.clients.lab.experiments.experiment import (
    Experiment,
    Findings,
    Groups,
    Plot,
    Row,
    Size,
)
from linemate.clients.lab.statistics import tally_of
from linemate.clients.lab.units import Finished, Unit, make_openings, pair_of_games, seed_of

HEURISTICS = {"nineboard": "block-danger", "ultimate": "big-board-threats"}
SAMPLES = (100, 300, 1_000, 3_000, 10_000)
QUICK_SAMPLES = (30, 100, 300)
THEIR_SAMPLES = 10_000
OPENING_PLIES = 2


def plan(quick: bool, seed: int) -> list[Unit]:
    pairs, depth = (3, 3) if quick else (25, 8)
    units: list[Unit] = []
    for game, heuristic in HEURISTICS.items():
        openings = make_openings(game, OPENING_PLIES, pairs, seed)
        for samples in QUICK_SAMPLES if quick else SAMPLES:
            for pair, opening in enumerate(openings):
                players, group = (mcts(samples), hminimax(depth, heuristic)), f"{game} {samples}"
                units += pair_of_games(game, *players, opening, group, pair, seed_of(seed, pair))
    return units


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows: list[Row] = []
    series = []
    for game in HEURISTICS:
        names = groups.names(f"{game} ")
        rows += [_row(groups, name) for name in names]
        samples = [_samples(name) for name in names]
        if samples:
            tallies = [tally_of(groups[name]) for name in names]
            series.append(score_series(game, samples, tallies))
    title, level = "Score of mcts against hminimax", (50.0, "equal")
    plot = Plot("mcts-chance", "curves", title, "samples", "score of mcts, %", series, "x", level)
    remarks = ["000 saw mcts win sometimes, even as second player, and did not count how often."]
    return Findings(rows, [plot] if series else [], remarks)


def _row(groups: Groups, name: str) -> Row:
    unit, samples = game_unit(groups[name][0]), _samples(name)
    theirs = Theirs("000: wins sometimes") if samples == THEIR_SAMPLES else Theirs()
    what = f"{unit.game}, mcts with {samples:,} samples"
    how = f"{unit.player.text} against {unit.opponent.text}"
    return match_row(what, theirs, groups[name], how)


def _samples(name: str) -> int:
    return int(name.rpartition(" ")[2])


MCTS_CHANCE = Experiment(
    name="mcts-chance",
    sources="000",
    question="How likely is mcts to beat hminimax, by its number of samples?",
    quick=Size("20 seconds", "30 to 300 samples against depth 3, 6 games each"),
    full=Size("1 hour", "100 to 10,000 samples against depth 8, 50 games each"),
    plan=plan,
    conclude=conclude,
)
