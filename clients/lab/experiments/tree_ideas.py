"""What the authors of Project 5002 tried on their tree search of gomoku, each idea by itself.

They looked for the end of a game on the whole board, then around the last move alone; limited the
children of a node by distance, by a square and by patterns, and more so early in a game; put the
distance into the bound; and turned the exploration constant. Larger boards, parallel rollouts and
trees in several processes they name as what could come next.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from linemate.clients.lab.experiments.duels import (
    OPENING_PLIES,
    Duels,
    conclude_duels,
    draw_curve,
    draw_duels,
    find_duels,
    plan_duels,
)
from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import Findings, number, significant
from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.experiments.sources import PROJECT
from linemate.clients.lab.units import Measurement, Setting, Unit, make_openings, plan_searches
from linemate.engine.core import OptionValue

EXPLORATION = 50  # hundredths, theirs


def tree(name: str, **options: OptionValue) -> Setting:
    """Set their tree search, but for these options; `movetime` is none of them."""
    return Setting(name, {"Search": "mcts", "Exploration": EXPLORATION, **options})


def board(size: int) -> str:
    return f"gomoku size={size}"


# -------------------------------------------------------------------- the end of a game

SIZES = (8, 12, 16)
TESTS = {"around the last move": "random", "on the whole board": "whole-board"}


def plan_end_test(quick: bool, seed: int) -> Iterator[Unit]:
    for size in SIZES:
        openings = make_openings(board(size), OPENING_PLIES, 2 if quick else 10, seed)
        for name, rollout in TESTS.items():
            player = Setting(name, tree("", Rollout=rollout).options, 100 if quick else 1_000)
            yield from plan_searches(board(size), player, openings, f"{name}, {size}", seed)


def conclude_end_test(groups: Groups) -> Findings:
    findings = Findings()
    rates: dict[str, dict[int, float]] = {name: {} for name in TESTS}
    for name, found in rates.items():
        for size in SIZES:
            searches = groups[f"{name}, {size}"]
            if searches:
                found[size] = fmean(map(rate_of, searches))
                how = f"{searches[0].unit.player.text}; mean of {len(searches)}"
                theirs = THEIR_COUNTS[name] if size == SIZES[0] else "-"
                what = f"{size}x{size}, looked for {name}: samples a second"
                findings.add(what, theirs, number(found[size], ""), how)
    series = [
        Series(name, list(found), list(found.values())) for name, found in rates.items() if found
    ]
    title = "Samples a second, by how the end of a game is looked for"
    plot = Plot("end-test", "curves", title, "side of the board", "samples/s", series, "y")
    findings.draw(plot)
    quick_test, slow_test = rates.values()
    if SIZES[0] in quick_test and SIZES[-1] in slow_test:
        ratios = [significant(quick_test[size] / slow_test[size]) for size in (SIZES[0], SIZES[-1])]
        findings.conclusion += [
            f"Looking around the last move alone gives {ratios[0]} times the samples on 8x8, where "
            f"{PROJECT} went from several hundred to over 10,000 in ten seconds.",
            f"The whole board grows and the lines through a cell do not, so on 16x16 it is "
            f"{ratios[1]} times.",
        ]
    return findings


THEIR_COUNTS = {
    "around the last move": f"{PROJECT}: over 10,000 in 10 s",
    "on the whole board": f"{PROJECT}: several hundred in 10 s",
}


def rate_of(search: Measurement) -> float:
    return float(search.result["nodes"] / search.result["seconds"])


END_TEST = Experiment(
    name="end-test",
    title="Where to look for the end of a game",
    sources=(PROJECT,),
    question="What is gained by looking for five in a row around the last move alone?",
    setup="A tree search of gomoku plays games out at random, and asks after every move of these "
    "whether somebody has five in a row. It does so once by looking at every line of the board, as "
    "the authors began, and once by looking at the lines through the last move.",
    quick=Size("2 seconds", "12 searches of 0.1 s"),
    full=Size("1 minute", "60 searches of 1 s"),
    plan=plan_end_test,
    conclude=conclude_end_test,
    timed=True,
)


# -------------------------------------------------------------------- children


def duels_of_children(samples: int) -> Duels:
    everything = tree("all children", Samples=samples)
    patterns = tree("patterns", Samples=samples, Children="patterns")

    def against_all(name: str, **options: OptionValue) -> tuple[Setting, Setting]:
        return tree(name, Samples=samples, **options), everything

    early = {"Children": "patterns", "TreeConstants": "kept_early=2"}
    return {
        "children by patterns": (patterns, everything),
        "children near a mark": against_all("near", Children="near"),
        "children in the square of all marks": against_all("square", Children="square"),
        "distance in the bound, 0.3": against_all("nearness", TreeConstants="nearness=30"),
        "distance in the bound, 1": against_all("nearness", TreeConstants="nearness=100"),
        "two children in the first 8 plies, against five": (
            tree("fewer early", Samples=samples, **early),
            patterns,
        ),
    }


QUICK_SAMPLES, FULL_SAMPLES = 40, 300


def plan_children(quick: bool, seed: int) -> Iterator[Unit]:
    samples, pairs = (QUICK_SAMPLES, 2) if quick else (FULL_SAMPLES, 15)
    yield from plan_duels(board(8), duels_of_children(samples), pairs, seed)


def conclude_children(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            f"{PROJECT} has no formula for the distance in the bound; ours is in "
            "`engine/textbook/nearness.py`.",
            "At equal samples, so the time that patterns take is not counted.",
        ]
    )
    conclude_duels(findings, groups, "the tree without")
    title = "Each limit of the children against a tree search without it, 8x8"
    draw_duels(findings, groups, "children", title, find_duels(groups))
    return findings


CHILDREN = Experiment(
    name="children",
    title="Which moves a tree should look at",
    sources=(PROJECT,),
    question="Does a tree search of gomoku play better if it leaves moves out, and which?",
    setup="Each author limited the moves that get into the tree in another way: by distance to a "
    "mark, by a square around all marks, by patterns such as open threes, or by a bonus for near "
    "cells. Each way plays a match on 8x8 against the plain search with as many samples a move; "
    "fewer children early in the game play against the five that patterns keep.",
    quick=Size("30 seconds", "24 games at 40 samples a move"),
    full=Size("4 minutes", "180 games at 300 samples a move"),
    plan=plan_children,
    conclude=conclude_children,
)


# -------------------------------------------------------------------- the exploration constant

# In hundredths, each with the name of its match against theirs.
CONSTANTS = {each: f"exploration {each / 100:g}" for each in (10, 25, 100, 140, 200)}


def duels_of_constants(samples: int) -> Duels:
    def player(constant: int) -> Setting:
        options: dict[str, OptionValue] = {"Samples": samples, "Children": "patterns"}
        return tree(f"{constant / 100:g}", **{**options, "Exploration": constant})

    theirs = player(EXPLORATION)
    return {name: (player(each), theirs) for each, name in CONSTANTS.items()}


def plan_exploration(quick: bool, seed: int) -> Iterator[Unit]:
    samples, pairs = (QUICK_SAMPLES, 2) if quick else (FULL_SAMPLES, 12)
    yield from plan_duels(board(8), duels_of_constants(samples), pairs, seed)


def conclude_exploration(groups: Groups) -> Findings:
    findings = Findings()
    conclude_duels(findings, groups, "0.5, which the project chose")
    title = "The exploration constant against 0.5, with children by patterns, 8x8"
    names = {each / 100: name for each, name in CONSTANTS.items()}
    draw_curve(findings, groups, "exploration", title, names, "constant", "x")
    return findings


EXPLORATION_CONSTANT = Experiment(
    name="exploration",
    title="The exploration constant",
    sources=(PROJECT,),
    question="Is 0.5, the constant of the project's tree search, a good one?",
    setup="The constant says how much a tree search tries moves that look worse. One author turned "
    "it by hand and saw no clear gain. Five values play matches against 0.5, with children chosen "
    "by patterns and equal samples a move.",
    quick=Size("20 seconds", "20 games at 40 samples a move"),
    full=Size("8 minutes", "120 games at 300 samples a move"),
    plan=plan_exploration,
    conclude=conclude_exploration,
)


# -------------------------------------------------------------------- several games at a time

ROLLOUTS = (2, 4, 8)


def duels_in_parallel(samples: int) -> Duels:
    def player(**options: OptionValue) -> Setting:
        return tree("", **{"Children": "patterns", "Samples": samples, **options})

    duels = {
        f"{count} rollouts a sample": (
            player(Samples=max(1, samples // count), TreeConstants=f"rollouts={count}"),
            player(),
        )
        for count in ROLLOUTS
    }
    duels["two trees"] = (player(Threads=2), player())
    duels["two trees, twice the samples"] = (player(Threads=2, Samples=2 * samples), player())
    return duels


def plan_parallel(quick: bool, seed: int) -> Iterator[Unit]:
    samples, pairs = (QUICK_SAMPLES, 2) if quick else (FULL_SAMPLES, 10)
    yield from plan_duels(board(8), duels_in_parallel(samples), pairs, seed)


def conclude_parallel(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "Rollouts and trees are compared at an equal number of random games: what a second "
            "core gains in time is another matter, `python -m tests.bench threads`."
        ]
    )
    conclude_duels(findings, groups, "one tree with one game a sample")
    title = "The same number of random games, split up, against one tree, 8x8"
    draw_duels(findings, groups, "parallel", title, find_duels(groups))
    return findings


PARALLEL = Experiment(
    name="parallel",
    title="Rollouts and trees side by side",
    sources=(PROJECT,),
    question="What is lost when a tree search is split for several processors?",
    setup="Two ways are named: to play several random games from each new node, or to grow several "
    "trees and add up their roots. Each plays matches on 8x8 against one tree with as many random "
    "games in all; two trees also play with twice as many, which is what a second processor "
    "gives.",
    quick=Size("30 seconds", "20 games at 40 samples a move"),
    full=Size("8 minutes", "100 games at 300 samples a move"),
    plan=plan_parallel,
    conclude=conclude_parallel,
)


# -------------------------------------------------------------------- a larger board


def duels_on_large_board(samples: int) -> Duels:
    everything = tree("all children", Samples=samples)
    return {
        "16x16, children by patterns": (
            tree("patterns", Samples=samples, Children="patterns"),
            everything,
        ),
        "16x16, children near a mark": (tree("near", Samples=samples, Children="near"), everything),
    }


def plan_large(quick: bool, seed: int) -> Iterator[Unit]:
    samples, pairs = (QUICK_SAMPLES, 1) if quick else (FULL_SAMPLES, 8)
    yield from plan_duels(board(16), duels_on_large_board(samples), pairs, seed)
    player = tree("patterns", Samples=samples, Children="patterns")
    for size in (8, 16):
        openings = make_openings(board(size), OPENING_PLIES, 2 if quick else 10, seed)
        yield from plan_searches(board(size), player, openings, f"{size}x{size}", seed)


def conclude_large(groups: Groups) -> Findings:
    findings = Findings()
    times = {}
    for size in ("8x8", "16x16"):
        if size in groups:
            seconds = groups.values(size, "seconds")
            times[size] = fmean(seconds)
            how = f"{groups[size][0].unit.player.text}; mean of {len(seconds)}"
            findings.add(f"{size}, time of a move", "-", number(times[size], "s"), how)
    besides = ""
    if len(times) == 2:
        ratio = significant(times["16x16"] / times["8x8"])
        besides = f"a move with the same samples takes {ratio} times as long as on 8x8"
    conclude_duels(findings, groups, "all children", besides)
    title = "Limited children against all of them on 16x16"
    draw_duels(findings, groups, "large-board", title, find_duels(groups))
    return findings


LARGE_BOARD = Experiment(
    name="large-board",
    title="Tree search on 16x16",
    sources=(PROJECT,),
    question="Is a board of 16x16 out of reach for this tree search?",
    setup="The authors expect that 16x16 would not do well, since so much time goes into choosing "
    "children. Children by patterns and by distance play there against all children with equal "
    "samples, and a move with patterns is timed on both boards.",
    quick=Size("30 seconds", "4 games and 4 searches at 40 samples"),
    full=Size("1 minute", "32 games and 20 searches at 300 samples"),
    plan=plan_large,
    conclude=conclude_large,
    timed=True,
)
