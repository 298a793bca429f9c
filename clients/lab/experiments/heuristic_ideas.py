"""What Cui and Hashim name as their next steps, each carried out and measured.

Cui: a heuristic of ultimate that looks one ply further, the heuristic in a tree search, and
constants found by simulated annealing. Hashim: less depth where the board may be chosen, boards
that depend on each other, and moves that are spread out.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from linemate.clients.lab.experiments.duels import (
    Duels,
    conclude_duels,
    draw_curve,
    draw_duels,
    find_duels,
    plan_duels,
)
from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import Findings, number, say_list, significant
from linemate.clients.lab.experiments.players import EXPLORATION, GUESSED, hminimax
from linemate.clients.lab.experiments.sources import CUI, HASHIM
from linemate.clients.lab.units import GameUnit, Measurement, Setting, Unit
from linemate.engine.core import OptionValue

ULTIMATE, NINEBOARD = "ultimate", "nineboard"


# -------------------------------------------------------------------- one more ply of danger

DEPTHS = (1, 2, 3, 4)


def duels_of_danger() -> Duels:
    return {
        f"one more ply of danger, depth {depth}": (
            hminimax(depth, "big-board-danger"),
            hminimax(depth, "big-board-threats"),
        )
        for depth in DEPTHS
    }


def plan_danger(quick: bool, seed: int) -> Iterator[Unit]:
    yield from plan_duels(ULTIMATE, duels_of_danger(), 2 if quick else 100, seed)


def conclude_danger(groups: Groups) -> Findings:
    findings = Findings(remarks=[GUESSED])
    conclude_duels(findings, groups, "the heuristic without it")
    title = "The danger of the next ply in the heuristic of ultimate, against none"
    names = dict(zip(DEPTHS, duels_of_danger(), strict=True))
    draw_curve(findings, groups, "danger", title, names, "depth")
    return findings


DANGER = Experiment(
    name="danger",
    title="A heuristic that looks one ply further",
    sources=(CUI,),
    question="Does the heuristic of ultimate gain from what the opponent can do next?",
    setup="Cui's third heuristic looks at the board as it is, and not at the board that the "
    "opponent is sent to; for nine-board his second one adds that danger. Here it is added to the "
    "third, and both play against each other at equal depth.",
    quick=Size("10 seconds", "16 games"),
    full=Size("3 minutes", "800 games"),
    plan=plan_danger,
    conclude=conclude_danger,
)


# -------------------------------------------------------------------- the heuristic in the tree

# Each with the name of its match.
SCALES = {
    scale: f"estimate in place of the game, scale {scale:,}"
    for scale in (100, 300, 1_000, 3_000, 10_000)
}
SHARES = {share: f"estimate for {share} %, a game for the rest" for share in (25, 50, 75)}
BEST_SCALE = 1_000  # for the blends


def tree(samples: int, **options: OptionValue) -> Setting:
    common: dict[str, OptionValue] = {"Search": "mcts", "Exploration": EXPLORATION}
    return Setting("mcts", {**common, "Samples": samples, **options})


def duels_of_estimates(samples: int) -> Duels:
    def player(rollout: str, constants: str) -> Setting:
        return tree(
            samples, Rollout=rollout, Heuristic="big-board-threats", TreeConstants=constants
        )

    plain = tree(samples)
    alone = {name: (player("heuristic", f"scale={scale}"), plain) for scale, name in SCALES.items()}
    blended = {
        name: (player("blend", f"scale={BEST_SCALE} blend={share}"), plain)
        for share, name in SHARES.items()
    }
    return {**alone, **blended}


def plan_estimates(quick: bool, seed: int) -> Iterator[Unit]:
    samples, pairs = (50, 1) if quick else (500, 40)
    yield from plan_duels(ULTIMATE, duels_of_estimates(samples), pairs, seed)


def conclude_estimates(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "An estimate of `scale` counts as a chance of 73 %. With 100 any small advantage "
            "counts as a win, so that the tree may not tell good from better.",
            GUESSED,
        ]
    )
    conclude_duels(findings, groups, "random games alone")
    title = "The heuristic in place of random games, against random games, ultimate"
    draw_curve(findings, groups, "tree-estimates", title, SCALES, "scale", "x")
    title = "The heuristic and random games together, against random games"
    draw_duels(findings, groups, "tree-blends", title, SHARES.values())
    return findings


TREE_ESTIMATES = Experiment(
    name="tree-estimates",
    title="The heuristic in a tree search",
    sources=(CUI,),
    question="Does a tree search of ultimate gain from a heuristic, in place of random games?",
    setup="Cui found the value of a node by random games unsteady, and would have used the "
    "heuristic in their place, or both together. The estimate becomes a chance to win by a curve "
    "whose scale is tried from 100 to 10,000; every player has as many samples as the plain one.",
    quick=Size("10 seconds", "16 games at 50 samples a move"),
    full=Size("4 minutes", "640 games at 500 samples a move"),
    plan=plan_estimates,
    conclude=conclude_estimates,
)


# -------------------------------------------------------------------- annealed constants

# Found by `linemate lab tune --game ultimate --heuristic big-board-threats --depth 3 --steps 20
# --games 30 --final-games 100 --seed 1`.
ANNEALED = "one=2 two=11 big_one=163 big_two=1299 weight_one=2 weight_two=2 weight_three=3"
ANNEALED_DEPTHS = (2, 3, 4, 5)


def duels_of_annealing() -> Duels:
    return {
        f"annealed constants, depth {depth}": (
            hminimax(depth, "big-board-threats", ANNEALED),
            hminimax(depth, "big-board-threats"),
        )
        for depth in ANNEALED_DEPTHS
    }


def plan_annealing(quick: bool, seed: int) -> Iterator[Unit]:
    yield from plan_duels(ULTIMATE, duels_of_annealing(), 2 if quick else 100, seed)


def conclude_annealing(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "The constants were annealed at depth 3, against openings of their own: "
            "`linemate lab tune --game ultimate --heuristic big-board-threats --depth 3 "
            "--steps 20 --games 30 --final-games 100 --seed 1`.",
            GUESSED,
        ]
    )
    conclude_duels(findings, groups, "the constants before")
    title = "Annealed constants of the heuristic of ultimate against those before"
    names = dict(zip(ANNEALED_DEPTHS, duels_of_annealing(), strict=True))
    draw_curve(findings, groups, "annealed", title, names, "depth")
    return findings


ANNEALING = Experiment(
    name="annealed",
    title="Constants found by simulated annealing",
    sources=(CUI,),
    question="What do constants gain that simulated annealing has found?",
    setup="Cui would have used simulated annealing to find better constants for his heuristics. "
    "Ours walks through them at depth 3, scored by matches; here what it found plays against the "
    "constants that it began with, from other openings, at depth 3 and at others.",
    quick=Size("15 seconds", "16 games"),
    full=Size("8 minutes", "800 games"),
    plan=plan_annealing,
    conclude=conclude_annealing,
)


# -------------------------------------------------------------------- boards that depend

LINKS = {
    "cells that are safe to play": "spread=0",
    "moves that are spread out": "safe=0",
    "both": "",
}


def duels_of_links(game: str, depth: int) -> Duels:
    return {
        f"{game}, {name}": (
            hminimax(depth, "linked-boards", constants),
            hminimax(depth, "powers-of-two"),
        )
        for name, constants in LINKS.items()
    }


def plan_links(quick: bool, seed: int) -> Iterator[Unit]:
    for game in (NINEBOARD, ULTIMATE):
        duels = duels_of_links(game, 2 if quick else 3)
        yield from plan_duels(game, duels, 2 if quick else 30, seed)


def conclude_links(groups: Groups) -> Findings:
    findings = Findings()
    conclude_duels(findings, groups, "the heuristic without")
    title = "Boards that depend on each other in the heuristic, against the one without"
    draw_duels(findings, groups, "linked-boards", title, find_duels(groups))
    return findings


LINKED_BOARDS = Experiment(
    name="linked-boards",
    title="Boards that depend on each other",
    sources=(HASHIM,),
    question="Does a heuristic gain if it knows that a cell names the next board?",
    setup="Hashim's heuristic adds up the boards as if each were alone, and he saw it play the "
    "same place again and again. Two terms are added: cells that can be played without sending the "
    "opponent to a line of two, and a penalty for marks on the same place of different boards.",
    quick=Size("10 seconds", "24 games at depth 2"),
    full=Size("2 minutes", "360 games at depth 3"),
    plan=plan_links,
    conclude=conclude_links,
)


# -------------------------------------------------------------------- free plays

FREE = {"one ply less deep": 4, "two plies less deep": 3}
HASHIMS_DEPTH = 5


def free_player(free_depth: int) -> Setting:
    setting = hminimax(HASHIMS_DEPTH, "powers-of-two")
    return Setting(setting.name, {**setting.options, "FreeDepth": free_depth})


def duels_of_free_plays() -> Duels:
    return {
        f"free plays {name}": (free_player(depth), free_player(0)) for name, depth in FREE.items()
    }


def plan_free_plays(quick: bool, seed: int) -> Iterator[Unit]:
    yield from plan_duels(ULTIMATE, duels_of_free_plays(), 1 if quick else 100, seed)


def conclude_free_plays(groups: Groups) -> Findings:
    findings, duels = Findings(), find_duels(groups)
    costs = []
    for name in duels:
        less, usual = (fmean(nodes) if nodes else 0.0 for nodes in _free_nodes(groups[name]))
        if less and usual:
            how = f"mean of a free play; {number(usual, '')} with five plies"
            findings.add(f"{name}: positions", "-", number(less, ""), how)
            costs.append(f"{name} take {significant(less / usual)} times the positions")
    conclude_duels(findings, groups, "five plies everywhere", say_list(costs))
    title = "Less depth where the board may be chosen, against equal depth, ultimate"
    draw_duels(findings, groups, "free-plays", title, duels)
    return findings


def _free_nodes(games: list[Measurement]) -> tuple[list[int], list[int]]:
    """Return the positions of each free play, of the subject and of its opponent."""
    found: tuple[list[int], list[int]] = ([], [])
    for game in games:
        assert isinstance(game.unit, GameUnit)
        result, opening = game.result, len(game.unit.opening.moves)
        for ply, (nodes, free) in enumerate(zip(result["nodes"], result["free"], strict=True)):
            side = "xo"[(opening + ply) % 2]
            if free:
                found[side != game.unit.subject].append(nodes)
    return found


FREE_PLAYS = Experiment(
    name="free-plays",
    title="Less depth for free plays",
    sources=(HASHIM,),
    question="What does it cost to look less far where the mover may choose the board?",
    setup="A free play has up to 81 moves where there are 9 at most otherwise, so Hashim would "
    "have searched it less deep than five plies. Players that take one or two plies less "
    "there play against one that does not.",
    quick=Size("30 seconds", "4 games at depth 5"),
    full=Size("4 minutes", "400 games at depth 5"),
    plan=plan_free_plays,
    conclude=conclude_free_plays,
)
