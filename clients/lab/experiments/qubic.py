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

from dataclasses import dataclass
from itertools import permutations
from random import Random
from statistics import fmean

from linemate.clients.lab.experiments.common import (
    RANDOM,
    Theirs,
    game_unit,
    hminimax,
    match_row,
    score_series,
)
from linemate.clients.lab.experiments.experiment import (
    NONE,
    Experiment,
    Figure,
    Findings,
    Groups,
    Plot,
    Row,
    Series,
    Size,
    compare,
    describe,
)
from linemate.clients.lab.units import (
    GameUnit,
    SearchUnit,
    Setting,
    Unit,
    plan_match,
    seed_of,
    tally_of,
)
from linemate.clients.shared.openings import START, Opening

CENTRES = tuple(f"{x}{y}{z}" for x in "12" for y in "12" for z in "12")
OPENINGS = [Opening(moves=moves) for moves in permutations(CENTRES, 2)]
STRONG, WEAK, MIXED = "cube-lines-130", "cube-lines-150", "mixed=1"
QUICK_DEPTH, FULL_DEPTH = 2, 4


@dataclass(frozen=True)
class Question:
    """What a group of games is to tell; `label` names it in the figure."""

    what: str
    theirs: Theirs
    label: str


THEIR_WEIGHTS = Theirs("001: +74 =0 -26: 74 %", 0.74)
QUESTIONS = {
    "random": Question(
        f"{STRONG} against random", Theirs("001: +100 =0 -0: 100 %", 1.0), "against random"
    ),
    "weights": Question(f"{STRONG} against {WEAK}", THEIR_WEIGHTS, "130 against 150"),
    "mixed": Question(
        f"{STRONG} against {WEAK}, both {MIXED}", THEIR_WEIGHTS, f"130 against 150, {MIXED}"
    ),
    "itself": Question(
        f"{STRONG} against itself from centre points: x",
        Theirs("001: +32 =0 -68: 32 %", 0.32),
        "x against itself",
    ),
}


def plan(quick: bool, seed: int) -> list[Unit]:
    pairs, depth = (10, QUICK_DEPTH) if quick else (50, FULL_DEPTH)
    ours = hminimax(depth, STRONG)
    units: list[Unit] = [*plan_match("qubic", ours, RANDOM, [START] * pairs, "random", seed)]
    openings = choose_openings(2 * pairs if quick else len(OPENINGS), seed)
    for number, opening in enumerate(openings):
        units.append(GameUnit("qubic", ours, ours, opening, "itself", seed_of(seed, number)))
    for group, constants in (("weights", ""), ("mixed", MIXED)):
        players = hminimax(depth, STRONG, constants), hminimax(depth, WEAK, constants)
        units += plan_match("qubic", *players, openings[: pairs if quick else None], group, seed)
    return units


def choose_openings(count: int, seed: int) -> list[Opening]:
    """Choose a centre point for each player, as 001 begins: so many pairs, in any order."""
    return Random(seed).sample(OPENINGS, count)


def conclude(groups: Groups) -> Findings:
    rows: list[Row] = []
    for name, question in QUESTIONS.items():
        if name in groups:
            what, how = f"qubic, {question.what}", game_unit(groups[name][0]).player.text
            rows.append(match_row(what, question.theirs, groups[name], how))
    if "itself" in groups:
        rows.append(_length_row(groups))
    remarks = [
        "001 gave each move 10 seconds; ours has a depth (see qubic-time).",
        "Openings are a centre point for each player, as 001 begins: 56 of them, which are three "
        "but for the symmetries of the cube.",
        f"The evaluations that 001 prints are met only with `Constants {MIXED}`, where a line "
        "with marks of both players counts too; by default, as in its text, it is worth nothing.",
        *_same_games(groups, "weights"),
        *_same_games(groups, "mixed"),
    ]
    return Findings(rows, _plots(groups), remarks)


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
        f"{QUESTIONS[name].what}: the same moves were played with either colour in {same} of "
        f"{len(pairs)} openings."
    ]


def _plots(groups: Groups) -> list[Plot]:
    """Plot our scores beside theirs."""
    names = [name for name in QUESTIONS if name in groups]
    if not names:
        return []
    tallies = [tally_of(groups[name]) for name in names]
    ours = score_series("ours", [QUESTIONS[name].label for name in names], tallies)
    scores = [100 * (QUESTIONS[name].theirs.score or 0) for name in names]
    theirs = Series("report 001", ours.xs, scores)
    title = "Qubic: the scores of report 001, and ours"
    return [Plot("qubic", "points", title, "", "score, %", [ours, theirs], "", (50.0, "equal"))]


def _length_row(groups: Groups) -> Row:
    lengths = [len(moves) for moves in groups.values("itself", "moves")]
    ours = f"{min(lengths)} to {max(lengths)} plies"
    theirs, how = "001: 45 plies (one game)", game_unit(groups["itself"][0]).x.text
    return Row("qubic, length of the games against itself", theirs, ours, NONE, how)


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


def plan_qubic_time(quick: bool, seed: int) -> list[Unit]:
    ours, searches, games = (on_the_clock(500), 3, 1) if quick else (on_the_clock(10_000), 10, 5)
    units: list[Unit] = [
        SearchUnit("qubic", ours, opening, "ahead", seed_of(seed, number))
        for number, opening in enumerate(choose_openings(searches, seed))
    ]
    units += [
        GameUnit("qubic", ours, RANDOM, START, "random", seed_of(seed, number))
        for number in range(games)
    ]
    return units


def conclude_qubic_time(groups: Groups) -> Findings:
    rows: list[Row] = []
    if "ahead" in groups:
        depths = groups.values("ahead", "depth")
        unit = groups["ahead"][0].unit
        assert isinstance(unit, SearchUnit)
        how = f"{unit.player.text}; third move, fewest of {len(depths)} openings"
        rows.append(compare("qubic, moves looked ahead", THEIR_DEPTH, min(depths), "plies", how))
    if "random" in groups:
        times = [sum(seconds) for seconds in groups.values("random", "seconds")]
        how = f"{game_unit(groups['random'][0]).x.text}; {describe(times)}"
        rows.append(compare("qubic, a game against random", THEIR_GAME, fmean(times), "s", how))
    remark = "001 prints the time of one game against random, the last of a hundred."
    return Findings(rows, (), [remark] if rows else [])


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
