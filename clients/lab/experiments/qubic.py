"""The player of qubic of Tan et al., to the letter (`Search cube-2019`): against random moves, its
two sets of weights, and against itself with more and more nodes, for who profits from moving first
hangs on them; and on the clock: how far it looks ahead, and how long a game takes.

"In the first move of each player, they randomly choose one strongest point in the center": so its
games differ, though both sides are the same program, and a seed tells which they are.

Beside it plays `hminimax` with the same estimate, which goes for the shortest win and forgets what
a deeper search refutes: what that changes is seen in how long the games are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from statistics import fmean

from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import (
    NONE,
    Figure,
    Findings,
    describe,
    number,
    say_range,
    say_score,
)
from linemate.clients.lab.experiments.players import RANDOM, hminimax
from linemate.clients.lab.experiments.plots import Matches, plot_scores
from linemate.clients.lab.experiments.sources import TAN
from linemate.clients.lab.units import (
    DRAW,
    Measurement,
    Setting,
    Unit,
    plan_games,
    plan_match,
    plan_searches,
    tally_of,
)
from linemate.clients.shared.openings import START, Opening
from linemate.engine.core import OptionValue

CENTRES = tuple(f"{x}{y}{z}" for x in "12" for y in "12" for z in "12")
OPENINGS = [Opening(moves=moves) for moves in permutations(CENTRES, 2)]
PROGRAM, ESTIMATE, WEAK = "cube-2019", "cube-lines-130", "three=150"
QUICK_DEPTH, FULL_DEPTH = 2, 4  # of hminimax
QUICK_NODES, FULL_NODES = (100, 1_000, 5_000), (1_000, 20_000, 200_000)
# The nodes of the matches, against random and of the weights.
QUICK_BUDGET, FULL_BUDGET = 300, 20_000
THEIR_FIRST = 0.32  # of x against itself
ITSELF = "itself "


def program(nodes: int | None, constants: str = "", movetime: int | None = None) -> Setting:
    """Set the player of Tan et al., with so many nodes or so long for a move."""
    options: dict[str, OptionValue] = {"Search": PROGRAM}
    if constants:
        options["Constants"] = constants
    return Setting(" ".join([PROGRAM, constants]).strip(), options, movetime, nodes)


def plan(quick: bool, seed: int) -> Iterator[Unit]:
    pairs, nodes = (5, QUICK_BUDGET) if quick else (20, FULL_BUDGET)
    openings = [START] * pairs
    yield from plan_match("qubic", program(nodes), RANDOM, openings, "random", seed)
    players = program(nodes), program(nodes, WEAK)
    yield from plan_match("qubic", *players, openings, "weights", seed)
    for budget in QUICK_NODES if quick else FULL_NODES:
        player, games = program(budget), [START] * (10 if quick else 30)
        yield from plan_games("qubic", player, player, games, f"{ITSELF}{budget}", seed)
    player = hminimax(QUICK_DEPTH if quick else FULL_DEPTH, ESTIMATE)
    chosen = choose_openings(10 if quick else len(OPENINGS), seed)
    yield from plan_games("qubic", player, player, chosen, "shortest", seed)


def choose_openings(count: int, seed: int) -> list[Opening]:
    """Choose a centre point for each player, as Tan et al. begin: so many pairs, in any order."""
    return Random(seed).sample(OPENINGS, count)


def conclude(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "Tan et al. gave each move 10 seconds of Java, and do not say how many nodes that "
            "is. Its first look, a move and four plies, takes 2 to 4 million nodes at the third "
            "ply of the game; with fewer, ours plays what it has found less deep.",
            "A row of x against itself is worth what its budget is worth: who profits from moving "
            "first is not the same at all of them.",
            "Tan et al. say that no draw exists. It does: a full cube without a line is among "
            "the tests of the rules, and heuristics has drawn games.",
        ]
    )
    for name, what, theirs, score in (
        ("random", "against random", f"{TAN}: +100 =0 -0: 100 %", 1.0),
        ("weights", "130 for a three against 150", f"{TAN}: +74 =0 -26: 74 %", 0.74),
    ):
        if games := groups[name]:
            how = games[0].unit.player.text
            findings.add_match(f"qubic, {PROGRAM}, {what}", games, how, theirs, score)
    budgets = sorted(int(name.removeprefix(ITSELF)) for name in groups.names(ITSELF))
    by_budget = [groups[f"{ITSELF}{nodes}"] for nodes in budgets]
    for games in by_budget:
        how, theirs = games[0].unit.player.text, f"{TAN}: +32 =0 -68: 32 %"
        what = f"qubic, {PROGRAM} against itself: x"
        findings.add_match(what, games, how, theirs, THEIR_FIRST)
        _tell_lengths(findings, f"{PROGRAM} against itself", games, f"{TAN}: 45 plies (one game)")
    _tell_lengths(findings, f"hminimax, {ESTIMATE}, against itself", groups["shortest"], NONE)
    every = [game for name in groups.names() for game in groups[name]]
    if every:
        drawn = sum(game.result["winner"] == DRAW for game in every)
        ours = f"{drawn} of {len(every)}"
        findings.add("qubic, drawn games", f"{TAN}: no draw exists", ours, "all of these games")
    if by_budget:
        matches = Matches("x against itself", dict(zip(budgets, by_budget, strict=True)))
        level = (100 * THEIR_FIRST, f"{TAN}, 10 s a move")
        title = "Qubic: who profits from moving first, by the nodes for a move"
        findings.draw(plot_scores("qubic", title, "nodes", "score of x, %", [matches], "x", level))
    if groups["random"] and groups["weights"]:
        findings.conclusion.append(
            f"The program scores {say_score(groups['random'])} against random moves ({TAN}: 100 "
            f"%), and {say_score(groups['weights'])} with 130 for three in a line against 150 "
            f"({TAN}: 74 %)."
        )
    if len(budgets) > 1:
        findings.conclusion.append(_tell_who_profits(budgets, by_budget))
    return findings


def _tell_who_profits(budgets: Sequence[int], by_budget: Sequence[Sequence[Measurement]]) -> str:
    """Say in a sentence how the score of the first player goes with the nodes for a move."""
    scores = [tally_of(games) for games in by_budget]
    least, most = (chosen(scores, key=lambda each: each.score) for chosen in (min, max))
    low, high = budgets[scores.index(least)], budgets[scores.index(most)]
    second, first = least.interval[1] < 0.5, most.interval[0] > 0.5
    if first and second:
        verdict = "who profits from moving first changes with the nodes"
    elif first or second:
        verdict = f"the {'first' if first else 'second'} player profits, though not at every budget"
    else:
        verdict = "so many games do not show that either side profits"
    return (
        f"Against itself x scores {say_score(by_budget[budgets.index(low)])} with {low:,} nodes a "
        f"move and {say_score(by_budget[budgets.index(high)])} with {high:,} ({TAN}: 32 %): "
        f"{verdict}."
    )


def _tell_lengths(findings: Findings, who: str, games: list[Measurement], theirs: str) -> None:
    """Tell how long the games were, if there are any."""
    lengths = [len(game.result["moves"]) for game in games]
    if lengths:
        ours = f"{fmean(lengths):.0f} plies on average, {min(lengths)} to {max(lengths)}"
        findings.add(f"qubic, {who}: length", theirs, ours, games[0].unit.player.text)


QUBIC = Experiment(
    name="qubic",
    title="A program for the cube",
    sources=(TAN,),
    question="Does it beat random moves, is 130 better than 150, and who profits by moving first?",
    setup="The program of Tan, You and Ding for 4x4x4 tic-tac-toe (qubic), to the letter: it "
    "takes a win, blocks one, and otherwise looks ahead by alpha-beta, with points for lines of "
    "one, two and three marks. It plays random moves, itself with other points for a line of "
    "three, and itself, with more and more positions (nodes) that it may look at for a move. "
    "Openings are a random point of the centre for each side, as in the report.",
    quick=Size("20 seconds", "100 to 5,000 nodes a move, 10 games for each question"),
    full=Size("15 minutes", "1,000 to 200,000 nodes a move, 30 to 56 games for each question"),
    plan=plan,
    conclude=conclude,
)


# -------------------------------------------------------------------- on the clock

THEIR_DEPTH = Figure(TAN, 4, "at least ")
THEIR_GAME = Figure(TAN, 19.338)


def plan_qubic_time(quick: bool, seed: int) -> Iterator[Unit]:
    ours = program(None, movetime=500 if quick else 10_000)
    searches, games = (3, 1) if quick else (5, 2)
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
    if "ahead" in groups and "random" in groups:
        depths = groups.values("ahead", "depth")
        seconds = (groups["ahead"][0].unit.player.movetime or 0) / 1000
        findings.conclusion += [
            f"In {seconds:g} seconds it looks {say_range(depths)} plies ahead on the third move of "
            f"the game ({TAN}: at least {THEIR_DEPTH.value}).",
            f"A game against random moves takes it {number(fmean(times), 's')} on average, "
            f"at most {number(max(times), 's')} ({TAN}: {number(THEIR_GAME.value, 's')}, once).",
        ]
    if findings.rows:
        findings.remarks.append(
            "Tan et al. print the time of one game against random, the last of a hundred."
        )
    return findings


QUBIC_TIME = Experiment(
    name="qubic-time",
    title="The cube on the clock",
    sources=(TAN,),
    question="How far does it look ahead in 10 seconds, and how long is a game against random?",
    setup="The same program gets ten seconds for a move, as in the report. It is asked for the "
    "third move of the game, after a centre point for each side, and how far ahead it has "
    "looked; and it plays games against random moves, of which its own time is added up.",
    quick=Size("15 seconds", "half a second a move, 3 searches and a game"),
    full=Size("2 minutes", "10 seconds a move, 5 searches and 2 games"),
    plan=plan_qubic_time,
    conclude=conclude_qubic_time,
    timed=True,
)
