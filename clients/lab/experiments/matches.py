"""Matches between two players: each is one row, the score of the first of them.

Three experiments: whether alpha-beta ever loses a game of tic-tac-toe, as 000 and 002 say that
their programs did not; the chance that mcts beats hminimax, by its number of samples, for which
000 had no time; and the heuristics against each other, every two of a game at equal depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from linemate.clients.lab.experiments.experiment import (
    NONE,
    Experiment,
    Findings,
    Groups,
    Plot,
    Series,
    Size,
    score_series,
)
from linemate.clients.lab.experiments.players import GUESSED, RANDOM, hminimax, mcts
from linemate.clients.lab.units import GameUnit, Setting, Unit, make_openings, plan_match, tally_of
from linemate.clients.shared.openings import START

PERFECT = Setting("alphabeta", {"Search": "alphabeta"})
OPPONENTS = (RANDOM, mcts(100))


def plan_never_lost(quick: bool, seed: int) -> Iterator[Unit]:
    for opponent in OPPONENTS:
        openings = [START] * (3 if quick else 50)
        yield from plan_match("tictactoe", PERFECT, opponent, openings, opponent.name, seed)


def conclude_never_lost(groups: Groups) -> Findings:
    findings = Findings()
    for opponent in OPPONENTS:
        what = f"3x3, alphabeta against {opponent.name}"
        how = f"{PERFECT.text} against {opponent.text}"
        findings.add_match(what, groups[opponent.name], how, "000, 002: never lost")
    return findings


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


def plan_mcts_chance(quick: bool, seed: int) -> Iterator[Unit]:
    pairs, depth = (3, 3) if quick else (25, 8)
    for game, heuristic in HEURISTICS_OF_000.items():
        openings = make_openings(game, OPENING_PLIES, pairs, seed)
        for samples in QUICK_SAMPLES if quick else SAMPLES:
            players = mcts(samples), hminimax(depth, heuristic)
            yield from plan_match(game, *players, openings, f"{game} {samples}", seed)


def conclude_mcts_chance(groups: Groups) -> Findings:
    findings, series = Findings(), []
    for game in HEURISTICS_OF_000:
        names = groups.names(f"{game} ")
        samples = [int(name.rpartition(" ")[2]) for name in names]
        for name, count in zip(names, samples, strict=True):
            unit = groups[name][0].unit
            assert isinstance(unit, GameUnit)
            how = f"{unit.player.text} against {unit.opponent.text}"
            theirs = "000: wins sometimes" if count == THEIR_SAMPLES else NONE
            what = f"{game}, mcts with {count:,} samples"
            findings.add_match(what, groups[name], how, theirs)
        if names:
            series.append(score_series(game, samples, [groups[name] for name in names]))
    title, level = "Score of mcts against hminimax", (50.0, "equal")
    findings.draw(
        Plot("mcts-chance", "curves", title, "samples", "score of mcts, %", series, "x", level)
    )
    findings.remarks += [
        "000 saw mcts win sometimes, even as second player, and did not count how often.",
        GUESSED,
    ]
    return findings


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


def plan_heuristics(quick: bool, seed: int) -> Iterator[Unit]:
    pairs, depth = (2, 2) if quick else (30, 4)
    for game, names in HEURISTICS.items():
        openings = make_openings(game, OPENING_PLIES, pairs, seed)
        for a, b in combinations(names, 2):
            players = hminimax(depth, a), hminimax(depth, b)
            yield from plan_match(game, *players, openings, f"{game} {a} {b}", seed)


def conclude_heuristics(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "000 found its functions 1 and 2 alike: the first player won with either.",
            GUESSED,
        ]
    )
    for game, names in HEURISTICS.items():
        matrix = {a: dict.fromkeys(names, float("nan")) for a in names}
        matches = groups.names(f"{game} ")
        for match in matches:
            _, a, b = match.split()
            score = tally_of(groups[match]).score
            matrix[a][b], matrix[b][a] = 100 * score, 100 - 100 * score
            depth = groups[match][0].unit.player.options["Depth"]
            how = f"Depth={depth} for both"
            findings.add_match(f"{game}, {a} against {b}", groups[match], how)
        if matches:
            games = max(len(groups[match]) for match in matches)
            series = [Series(a, names, list(matrix[a].values())) for a in names]
            title = f"Score of each heuristic of {game} in matches of {games} games, %"
            findings.draw(Plot(f"heuristics-{game}", "matrix", title, "against", "", series))
    return findings


HEURISTICS_EXPERIMENT = Experiment(
    name="heuristics",
    sources="000, 001, 002, 004",
    question="Which heuristic plays best at equal depth?",
    quick=Size("20 seconds", "two pairs of games at depth 2 for each two heuristics"),
    full=Size("10 minutes", "30 pairs of games at depth 4 for each two heuristics"),
    plan=plan_heuristics,
    conclude=conclude_heuristics,
)
