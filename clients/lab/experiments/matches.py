"""Matches between two players: each is one row, the score of the first of them.

Three experiments: whether alpha-beta ever loses a game of tic-tac-toe, as 000 and 002 say that
their programs did not; the chance that mcts beats hminimax, by its number of samples, for which
000 had no time; and the heuristics against each other, every two of a game at equal depth.
"""

from __future__ import annotations

from itertools import combinations

from linemate.clients.lab.experiments.common import (
    RANDOM,
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
    Series,
    Size,
)
from linemate.clients.lab.units import Setting, Unit, make_openings, plan_match, tally_of
from linemate.clients.shared.openings import START

PERFECT = Setting("alphabeta", {"Search": "alphabeta"})
OPPONENTS = {"random": RANDOM, "mcts": mcts(100)}


def plan_never_lost(quick: bool, seed: int) -> list[Unit]:
    units: list[Unit] = []
    for name, opponent in OPPONENTS.items():
        openings = [START] * (3 if quick else 50)
        units += plan_match("tictactoe", PERFECT, opponent, openings, name, seed)
    return units


def conclude_never_lost(groups: Groups) -> Findings:
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
    plan=plan_never_lost,
    conclude=conclude_never_lost,
)


# -------------------------------------------------------------------- mcts and hminimax

HEURISTICS_OF_000 = {"nineboard": "block-danger", "ultimate": "big-board-threats"}
SAMPLES = (100, 300, 1_000, 3_000, 10_000)
QUICK_SAMPLES = (30, 100, 300)
THEIR_SAMPLES = 10_000
OPENING_PLIES = 2


def plan_mcts_chance(quick: bool, seed: int) -> list[Unit]:
    pairs, depth = (3, 3) if quick else (25, 8)
    units: list[Unit] = []
    for game, heuristic in HEURISTICS_OF_000.items():
        openings = make_openings(game, OPENING_PLIES, pairs, seed)
        for samples in QUICK_SAMPLES if quick else SAMPLES:
            players = mcts(samples), hminimax(depth, heuristic)
            units += plan_match(game, *players, openings, f"{game} {samples}", seed)
    return units


def conclude_mcts_chance(groups: Groups) -> Findings:
    rows: list[Row] = []
    series = []
    for game in HEURISTICS_OF_000:
        names = groups.names(f"{game} ")
        rows += [_mcts_row(groups, name) for name in names]
        samples = [_samples(name) for name in names]
        if samples:
            tallies = [tally_of(groups[name]) for name in names]
            series.append(score_series(game, samples, tallies))
    title, level = "Score of mcts against hminimax", (50.0, "equal")
    plot = Plot("mcts-chance", "curves", title, "samples", "score of mcts, %", series, "x", level)
    remarks = ["000 saw mcts win sometimes, even as second player, and did not count how often."]
    return Findings(rows, [plot] if series else [], remarks)


def _mcts_row(groups: Groups, name: str) -> Row:
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
    plan=plan_mcts_chance,
    conclude=conclude_mcts_chance,
)


# -------------------------------------------------------------------- heuristics

HEURISTICS = {
    "nineboard": ("default", "block-threats", "block-danger", "adjacent-boards", "powers-of-two"),
    "ultimate": ("default", "big-board-threats", "adjacent-boards", "powers-of-two"),
    "qubic": ("default", "cube-lines-130", "cube-lines-150"),
}


def plan_heuristics(quick: bool, seed: int) -> list[Unit]:
    pairs, depth, plies = (2, 2, 2) if quick else (30, 4, 2)
    units: list[Unit] = []
    for game, names in HEURISTICS.items():
        openings = make_openings(game, plies, pairs, seed)
        for a, b in combinations(names, 2):
            players = hminimax(depth, a), hminimax(depth, b)
            units += plan_match(game, *players, openings, f"{game} {a} {b}", seed)
    return units


def conclude_heuristics(groups: Groups) -> Findings:
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
    plan=plan_heuristics,
    conclude=conclude_heuristics,
)
