"""001's player of qubic: against random moves, against itself, its two sets of weights, and on the
clock: how far it looks ahead, and how long a game takes.

The evaluations that 001 prints are met only if lines with marks of both players count as well
(`Constants mixed=1`, see the heuristic), though its text does not say so. So the weights are
compared both ways.

"In the first move of each player, they randomly choose one strongest point in the center": so it
is one centre point each, which is how the printed game begins and how the heuristic reads it too.
There are 56 such openings, and each is played. By the symmetries of the cube they are three, so
that the openings tell less than their number; 001 had its clock to vary its games besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from statistics import fmean
from typing import NamedTuple

from linemate.clients.lab.experiments.experiment import (
    Experiment,
    Figure,
    Findings,
    Groups,
    Plot,
    Series,
    Size,
    describe,
    score_series,
)
from linemate.clients.lab.experiments.players import RANDOM, hminimax
from linemate.clients.lab.units import Setting, Unit, plan_games, plan_match, plan_searches
from linemate.clients.shared.openings import START, Opening

CENTRES = tuple(f"{x}{y}{z}" for x in "12" for y in "12" for z in "12")
OPENINGS = [Opening(moves=moves) for moves in permutations(CENTRES, 2)]
STRONG, WEAK, MIXED = "cube-lines-130", "cube-lines-150", "mixed=1"
QUICK_DEPTH, FULL_DEPTH = 2, 4


class Match(NamedTuple):
    """A group of games as 001 tells of it, with the score of its player; `label` is its place in
    the figure.
    """

    what: str
    label: str
    theirs: str
    their_score: float


THEIR_WEIGHTS = "001: +74 =0 -26: 74 %", 0.74
MATCHES = {
    "random": Match(f"{STRONG} against random", "against random", "001: +100 =0 -0: 100 %", 1.0),
    "weights": Match(f"{STRONG} against {WEAK}", "130 against 150", *THEIR_WEIGHTS),
    "mixed": Match(
        f"{STRONG} against {WEAK}, both {MIXED}", f"130 against 150, {MIXED}", *THEIR_WEIGHTS
    ),
    "itself": Match(
        f"{STRONG} against itself from centre points: x",
        "x against itself",
        "001: +32 =0 -68: 32 %",
        0.32,
    ),
}


def plan(quick: bool, seed: int) -> Iterator[Unit]:
    pairs, depth = (10, QUICK_DEPTH) if quick else (50, FULL_DEPTH)
    ours = hminimax(depth, STRONG)
    yield from plan_match("qubic", ours, RANDOM, [START] * pairs, "random", seed)
    openings = choose_openings(2 * pairs if quick else len(OPENINGS), seed)
    yield from plan_games("qubic", ours, ours, openings, "itself", seed)
    for group, constants in (("weights", ""), ("mixed", MIXED)):
        players = hminimax(depth, STRONG, constants), hminimax(depth, WEAK, constants)
        chosen = openings[: pairs if quick else None]
        yield from plan_match("qubic", *players, chosen, group, seed)


def choose_openings(count: int, seed: int) -> list[Opening]:
    """Choose a centre point for each player, as 001 begins: so many pairs, in any order."""
    return Random(seed).sample(OPENINGS, count)


def conclude(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "001 gave each move 10 seconds; ours has a depth (see qubic-time).",
            "Openings are a centre point for each player, as 001 begins: 56 of them, which are "
            "three but for the symmetries of the cube.",
            f"The evaluations that 001 prints are met only with `Constants {MIXED}`, where a line "
            "with marks of both players counts too; by default, as in its text, it is worth "
            "nothing.",
            *_same_games(groups, "weights"),
            *_same_games(groups, "mixed"),
        ]
    )
    played = {name: match for name, match in MATCHES.items() if name in groups}
    for name, match in played.items():
        what, how = f"qubic, {match.what}", groups[name][0].unit.player.text
        findings.add_match(what, groups[name], how, match.theirs, match.their_score)
    if "itself" in groups:
        lengths = [len(moves) for moves in groups.values("itself", "moves")]
        ours = f"{min(lengths)} to {max(lengths)} plies"
        theirs, how = "001: 45 plies (one game)", groups["itself"][0].unit.player.text
        findings.add("qubic, length of the games against itself", theirs, ours, how)
    if played:
        labels = [match.label for match in played.values()]
        scores = [100 * match.their_score for match in played.values()]
        series = [
            score_series("ours", labels, [groups[name] for name in played]),
            Series("report 001", labels, scores),
        ]
        title, level = "Qubic: the scores of report 001, and ours", (50.0, "equal")
        findings.draw(Plot("qubic", "points", title, "", "score, %", series, "", level))
    return findings


def _same_games(groups: Groups, name: str) -> list[str]:
    """Say in how many openings it made no difference who had which weights."""
    by_opening: dict[Opening, list[list[str]]] = {}
    for game in groups[name]:
        by_opening.setdefault(game.unit.opening, []).append(game.result["moves"])
    pairs = [pair for pair in by_opening.values() if len(pair) == 2]
    same = sum(first == second for first, second in pairs)
    if not same:
        return []
    return [
        f"{MATCHES[name].what}: the same moves were played with either colour in {same} of "
        f"{len(pairs)} openings."
    ]


QUBIC = Experiment(
    name="qubic",
    sources="001",
    question="Does 001 beat random, is it better second, and is 130 better than 150?",
    quick=Size("20 seconds", "depth 2, 20 games for each question"),
    full=Size("10 minutes", "depth 4, 100 games against random, otherwise all 56 openings"),
    plan=plan,
    conclude=conclude,
)


# -------------------------------------------------------------------- on the clock

THEIR_DEPTH = Figure("001", 4, "at least ")
THEIR_GAME = Figure("001", 19.338)


def on_the_clock(movetime: int) -> Setting:
    """Set 001's player, with as long for a move as it had, or less."""
    return Setting(STRONG, {"Search": "hminimax", "Heuristic": STRONG}, movetime)


def plan_qubic_time(quick: bool, seed: int) -> Iterator[Unit]:
    ours, searches, games = (on_the_clock(500), 3, 1) if quick else (on_the_clock(10_000), 10, 5)
    yield from plan_searches("qubic", ours, choose_openings(searches, seed), "ahead", seed)
    yield from plan_games("qubic", ours, RANDOM, [START] * games, "random", seed)


def conclude_qubic_time(groups: Groups) -> Findings:
    findings = Findings()
    if "ahead" in groups:
        depths = groups.values("ahead", "depth")
        player = groups["ahead"][0].unit.player.text
        how = f"{player}; third move, fewest of {len(depths)} openings"
        findings.compare("qubic, moves looked ahead", THEIR_DEPTH, min(depths), "plies", how)
    if "random" in groups:
        times = [sum(seconds) for seconds in groups.values("random", "seconds")]
        how = f"{groups['random'][0].unit.player.text}; {describe(times)}"
        findings.compare("qubic, a game against random", THEIR_GAME, fmean(times), "s", how)
    if findings.rows:
        findings.remarks.append(
            "001 prints the time of one game against random, the last of a hundred."
        )
    return findings


QUBIC_TIME = Experiment(
    name="qubic-time",
    sources="001",
    question="How far does 001 look ahead in 10 seconds, and how long is a game against random?",
    quick=Size("15 seconds", "half a second a move, 3 searches and a game"),
    full=Size("10 minutes", "10 seconds a move, 10 searches and 5 games"),
    plan=plan_qubic_time,
    conclude=conclude_qubic_time,
    timed=True,
)
