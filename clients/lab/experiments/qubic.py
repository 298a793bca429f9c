"""The player of qubic of Tan et al., to the letter (`Search cube-2019`): against random moves, its
two sets of weights, and against itself with more and more nodes, for who profits from moving first
hangs on them; a few games with as many nodes as its first look takes; and on the clock: how far it
looks ahead, and how long a game takes.

"In the first move of each player, they randomly choose one strongest point in the center": so its
games differ, though both sides are the same program, and a seed tells which they are.

Beside it plays `hminimax` with the same estimate, which goes for the shortest win and forgets what
a deeper search refutes: whether that makes its games shorter is told by their lengths.
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
    count_of,
    describe,
    is_decided,
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
FIRST_DEPTH = 5  # of the program: a move, and the four that the report says it looks ahead at least
# For the remarks of every experiment with a figure that hangs on it.
FIRST_LOOK = (
    "Tan et al. gave each move 10 seconds of Java, and do not say how many nodes that is. Their "
    "first look, a move and four plies, is a depth of 5; it takes 2 to 4 million nodes at the "
    "third ply of the game. With fewer, ours plays what it has found less deep."
)


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
            FIRST_LOOK,
            "A row of x against itself is worth what its budget is worth: who profits from moving "
            "first is not the same at all of them.",
            "Tan et al. say that no draw exists. It does: a full cube without a line is among "
            "the tests of the rules, and heuristics has drawn games.",
        ]
    )
    every = [game for name in groups.names() for game in groups[name]]
    depths = _depths_of(every)
    if depths:
        findings.remarks.insert(1, _tell_whether_it_is_theirs(depths))
    for name, what, theirs, score in (
        ("random", "against random", f"{TAN}: +100 =0 -0: 100 %", 1.0),
        ("weights", "130 for a three against 150", f"{TAN}: +74 =0 -26: 74 %", 0.74),
    ):
        if games := groups[name]:
            findings.add_match(f"qubic, {PROGRAM}, {what}", games, _tell_how(games), theirs, score)
    budgets = sorted(int(name.removeprefix(ITSELF)) for name in groups.names(ITSELF))
    by_budget = [groups[f"{ITSELF}{nodes}"] for nodes in budgets]
    for games in by_budget:
        _tell_itself(findings, games)
    _tell_lengths(findings, f"hminimax, {ESTIMATE}, against itself", groups["shortest"], NONE)
    if by_budget and groups["shortest"]:
        findings.remarks.append(_compare_lengths(by_budget, groups["shortest"]))
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
        reached = _depths_of([*groups["random"], *groups["weights"]])
        deep = f", {say_range(reached)} deep (its authors': {FIRST_DEPTH})," if reached else ""
        findings.conclusion.append(
            f"The program{deep} scores {say_score(groups['random'])} against random moves ({TAN}: "
            f"100 %), and {say_score(groups['weights'])} with 130 for three in a line against 150 "
            f"({TAN}: 74 %)."
        )
    if len(budgets) > 1:
        findings.conclusion.append(_tell_who_profits(budgets, by_budget))
    return findings


def _tell_itself(findings: Findings, games: list[Measurement]) -> None:
    """Tell what x scores against itself, and how long the games were."""
    what, theirs = f"qubic, {PROGRAM} against itself: x", f"{TAN}: +32 =0 -68: 32 %"
    findings.add_match(what, games, _tell_how(games), theirs, THEIR_FIRST)
    _tell_lengths(findings, f"{PROGRAM} against itself", games, f"{TAN}: 45 plies (one game)")


def _depths_of(games: Sequence[Measurement]) -> list[int]:
    """Return the depth of each move that the program searched for: one that it makes at once has
    no nodes, and one at random a single one.

    Results of earlier versions have no depths.
    """
    return [
        depth
        for game in games
        if game.unit.player.options["Search"] == PROGRAM and "depths" in game.result
        for depth, nodes in zip(game.result["depths"], game.result["nodes"], strict=True)
        if nodes > 1
    ]


def _tell_how(games: Sequence[Measurement]) -> str:
    """Say how the program was set, and how deep it got."""
    how, depths = games[0].unit.player.text, _depths_of(games)
    return f"{how}; depth {say_range(depths)}, {fmean(depths):.1f} on average" if depths else how


def _tell_whether_it_is_theirs(depths: Sequence[int]) -> str:
    """Say how many of these depths are as great as that of the report's first look."""
    done = sum(depth >= FIRST_DEPTH for depth in depths)
    share = f"{done:,} of the {len(depths):,} moves that were searched here"
    if done < len(depths) / 2:
        return (
            f"It is finished at {share}: so no score here is that of the authors' own set-up, and "
            "the rule that keeps the best value across depths hardly acts; qubic-deep plays a few "
            "games with more nodes."
        )
    return f"It is finished at {share}."


def _compare_lengths(
    by_budget: Sequence[Sequence[Measurement]], shortest: Sequence[Measurement]
) -> str:
    """Say whether games are longer for want of a preference for short wins."""
    means = [fmean(len(game.result["moves"]) for game in games) for games in by_budget]
    other = fmean(len(game.result["moves"]) for game in shortest)
    longer = sum(mean > other for mean in means)
    verdict = {0: "not longer", len(means): "longer"}.get(longer, "longer at some budgets only")
    return (
        "A long win is as good to it as a short one. Its games are "
        f"{verdict} than those of hminimax, which prefers the shortest win: "
        f"{say_range([round(mean) for mean in means])} plies on average against {other:.0f}."
    )


def _tell_who_profits(budgets: Sequence[int], by_budget: Sequence[Sequence[Measurement]]) -> str:
    """Say in a sentence who profits with the fewest nodes for a move, and who with the most."""
    few, many = by_budget[0], by_budget[-1]
    with_few, with_many = _side_that_profits(few), _side_that_profits(many)
    verdict = f"there {with_few}, here {with_many}" if with_few != with_many else with_few
    return (
        f"Against itself x scores {say_score(few)} with {budgets[0]:,} nodes a move and "
        f"{say_score(many)} with {budgets[-1]:,} ({TAN}: 32 %): {verdict}."
    )


def _side_that_profits(games: Sequence[Measurement]) -> str:
    result = tally_of(games)
    if not is_decided(result):
        return "so many games do not tell who profits"
    return f"the {'first' if result.score > 0.5 else 'second'} player profits"


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


# -------------------------------------------------------------------- as deep as the authors

QUICK_DEEP, FULL_DEEP = (2, 2_000), (4, 4_000_000)  # games, and nodes for a move


def plan_qubic_deep(quick: bool, seed: int) -> Iterator[Unit]:
    games, nodes = QUICK_DEEP if quick else FULL_DEEP
    player = program(nodes)
    yield from plan_games("qubic", player, player, [START] * games, "deep", seed)


def conclude_qubic_deep(groups: Groups) -> Findings:
    findings, games = Findings(remarks=[FIRST_LOOK]), groups["deep"]
    if not games:
        return findings
    _tell_itself(findings, games)
    result, depths = tally_of(games), _depths_of(games)
    done = sum(depth >= FIRST_DEPTH for depth in depths)
    lengths = [len(game.result["moves"]) for game in games]
    findings.conclusion += [
        f"With {games[0].unit.player.nodes or 0:,} nodes a move the first look of the authors was "
        f"finished at {done} of the {len(depths)} moves that it searched.",
        f"Of {count_of(result.games, 'game')} x won {result.wins} and lost {result.losses} ({TAN}: "
        f"32 and 68 of 100), in {say_range(lengths)} plies (the printed one: 45).",
    ]
    return findings


QUBIC_DEEP = Experiment(
    name="qubic-deep",
    title="The cube, as deep as its authors looked",
    sources=(TAN,),
    question="What changes where the program has the nodes that its first look takes?",
    setup="The same program plays against itself with so many nodes that its first look, a move "
    "and four plies, is finished, as it was for its authors in ten seconds of Java. Only then does "
    "its rule act that a deeper look changes the move for nothing but a higher value. In Python "
    "such a move takes half a minute, so there are few games.",
    quick=Size("5 seconds", "2,000 nodes a move, which is far too few for that, 2 games"),
    full=Size("30 minutes", "4,000,000 nodes a move, 4 games"),
    plan=plan_qubic_deep,
    conclude=conclude_qubic_deep,
)


# -------------------------------------------------------------------- on the clock

THEIR_DEPTH = Figure(TAN, FIRST_DEPTH, "at least ")  # "look ahead for a least 4 moves"
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
        what = "qubic, depth, its own move and the plies looked ahead"
        findings.compare(what, THEIR_DEPTH, min(depths), "plies", how)
        findings.remarks.append(FIRST_LOOK)
    if "random" in groups:
        times = [sum(seconds) for seconds in groups.values("random", "seconds")]
        how = f"{groups['random'][0].unit.player.text}; {describe(times)}"
        findings.compare("qubic, a game against random", THEIR_GAME, fmean(times), "s", how)
    if "ahead" in groups and "random" in groups:
        depths = groups.values("ahead", "depth")
        seconds = (groups["ahead"][0].unit.player.movetime or 0) / 1000
        findings.conclusion += [
            f"In {seconds:g} seconds it gets {say_range(depths)} plies deep, its own move among "
            f"them, on the third move of the game ({TAN}: a move and at least four more, that is "
            f"{THEIR_DEPTH.value:g}).",
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
    setup="The same program, on the clock: the report gave it ten seconds a move. It is asked for "
    "the third move of the game, after a centre point for each side, and how deep it has looked; "
    "and it plays games against random moves, of which its own time is added up.",
    quick=Size("15 seconds", "half a second a move, 3 searches and a game"),
    full=Size("2 minutes", "10 seconds a move, 5 searches and 2 games"),
    plan=plan_qubic_time,
    conclude=conclude_qubic_time,
    timed=True,
)
