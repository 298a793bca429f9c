"""001's player of qubic, to the letter (`Search cube-2019`): against random moves, its two sets of
weights, and against itself with more and more nodes, for who profits from moving first hangs on
them; and on the clock: how far it looks ahead, and how long a game takes.

"In the first move of each player, they randomly choose one strongest point in the center": so its
games differ, though both sides are the same program, and a seed tells which they are.

Beside it plays `hminimax` with the same estimate, which goes for the shortest win and forgets what
a deeper search refutes: what that changes is seen in how long the games are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from statistics import fmean

from linemate.clients.lab.experiments.experiment import (
    NONE,
    Experiment,
    Figure,
    Findings,
    Groups,
    Plot,
    Size,
    describe,
    score_series,
)
from linemate.clients.lab.experiments.players import RANDOM, hminimax
from linemate.clients.lab.units import (
    DRAW,
    Measurement,
    Setting,
    Unit,
    plan_games,
    plan_match,
    plan_searches,
)
from linemate.clients.shared.openings import START, Opening
from linemate.engine.core import OptionValue

CENTRES = tuple(f"{x}{y}{z}" for x in "12" for y in "12" for z in "12")
OPENINGS = [Opening(moves=moves) for moves in permutations(CENTRES, 2)]
PROGRAM, ESTIMATE, WEAK = "cube-2019", "cube-lines-130", "three=150"
QUICK_DEPTH, FULL_DEPTH = 2, 4  # of hminimax
QUICK_NODES, FULL_NODES = (100, 1_000, 5_000), (1_000, 5_000, 20_000, 50_000, 200_000)
# The nodes of the matches, against random and of the weights.
QUICK_BUDGET, FULL_BUDGET = 300, 20_000
THEIR_FIRST = 0.32  # of x against itself
ITSELF = "itself "


def program(nodes: int | None, constants: str = "", movetime: int | None = None) -> Setting:
    """Set 001's player, with so many nodes or so long for a move."""
    options: dict[str, OptionValue] = {"Search": PROGRAM}
    if constants:
        options["Constants"] = constants
    return Setting(" ".join([PROGRAM, constants]).strip(), options, movetime, nodes)


def plan(quick: bool, seed: int) -> Iterator[Unit]:
    pairs, nodes = (5, QUICK_BUDGET) if quick else (50, FULL_BUDGET)
    openings = [START] * pairs
    yield from plan_match("qubic", program(nodes), RANDOM, openings, "random", seed)
    players = program(nodes), program(nodes, WEAK)
    yield from plan_match("qubic", *players, openings, "weights", seed)
    for budget in QUICK_NODES if quick else FULL_NODES:
        player, games = program(budget), [START] * (10 if quick else 50)
        yield from plan_games("qubic", player, player, games, f"{ITSELF}{budget}", seed)
    player = hminimax(QUICK_DEPTH if quick else FULL_DEPTH, ESTIMATE)
    chosen = choose_openings(10 if quick else len(OPENINGS), seed)
    yield from plan_games("qubic", player, player, chosen, "shortest", seed)


def choose_openings(count: int, seed: int) -> list[Opening]:
    """Choose a centre point for each player, as 001 begins: so many pairs, in any order."""
    return Random(seed).sample(OPENINGS, count)


def conclude(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "001 gave each move 10 seconds of Java, and does not say how many nodes that is. Its "
            "first look, a move and four plies, takes 2 to 4 million nodes at the third ply of the "
            "game; with fewer, ours plays what it has found less deep.",
            "A row of x against itself is worth what its budget is worth: who profits from moving "
            "first is not the same at all of them.",
            "001 says that no draw exists. It does: a full cube without a line is among the tests "
            "of the rules, and heuristics has drawn games.",
        ]
    )
    for name, what, theirs, score in (
        ("random", "against random", "001: +100 =0 -0: 100 %", 1.0),
        ("weights", "130 for a three against 150", "001: +74 =0 -26: 74 %", 0.74),
    ):
        if games := groups[name]:
            how = games[0].unit.player.text
            findings.add_match(f"qubic, {PROGRAM}, {what}", games, how, theirs, score)
    budgets = sorted(int(name.removeprefix(ITSELF)) for name in groups.names(ITSELF))
    by_budget = [groups[f"{ITSELF}{nodes}"] for nodes in budgets]
    for games in by_budget:
        how, theirs = games[0].unit.player.text, "001: +32 =0 -68: 32 %"
        what = f"qubic, {PROGRAM} against itself: x"
        findings.add_match(what, games, how, theirs, THEIR_FIRST)
        _tell_lengths(findings, f"{PROGRAM} against itself", games, "001: 45 plies (one game)")
    _tell_lengths(findings, f"hminimax, {ESTIMATE}, against itself", groups["shortest"], NONE)
    every = [game for name in groups.names() for game in groups[name]]
    if every:
        drawn = sum(game.result["winner"] == DRAW for game in every)
        ours = f"{drawn} of {len(every)}"
        findings.add("qubic, drawn games", "001: no draw exists", ours, "all of these games")
    if by_budget:
        series = [score_series("x against itself", budgets, by_budget)]
        level = (100 * THEIR_FIRST, "report 001, 10 s a move")
        title = "Qubic: who profits from moving first, by the nodes for a move"
        findings.draw(Plot("qubic", "curves", title, "nodes", "score of x, %", series, "x", level))
    return findings


def _tell_lengths(findings: Findings, who: str, games: list[Measurement], theirs: str) -> None:
    """Tell how long the games were, if there are any."""
    lengths = [len(game.result["moves"]) for game in games]
    if lengths:
        ours = f"{fmean(lengths):.0f} plies on average, {min(lengths)} to {max(lengths)}"
        findings.add(f"qubic, {who}: length", theirs, ours, games[0].unit.player.text)


QUBIC = Experiment(
    name="qubic",
    sources="001",
    question="Does 001 beat random, is 130 better than 150, and who profits from moving first?",
    quick=Size("20 seconds", "100 to 5,000 nodes a move, 10 games for each question"),
    full=Size("25 minutes", "1,000 to 200,000 nodes a move, 50 to 100 games for each question"),
    plan=plan,
    conclude=conclude,
)


# -------------------------------------------------------------------- on the clock

THEIR_DEPTH = Figure("001", 4, "at least ")
THEIR_GAME = Figure("001", 19.338)


def plan_qubic_time(quick: bool, seed: int) -> Iterator[Unit]:
    ours = program(None, movetime=500 if quick else 10_000)
    searches, games = (3, 1) if quick else (10, 5)
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
