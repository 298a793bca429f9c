"""How long a move takes: hminimax at the depths of the reports, and 10,000 samples of mcts."""

from __future__ import annotations

from statistics import fmean

from linemate.clients.lab.experiments.common import hminimax, mcts
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
    quote,
)
from linemate.clients.lab.units import (
    GameUnit,
    SearchUnit,
    Unit,
    make_openings,
    seed_of,
)
from linemate.clients.shared.openings import START

GAMES = ("nineboard", "ultimate")
FIRST, SET, FREE, ALL = "first move", "board set", "free turns", "all turns"
LONGEST = ", longest"
# By game and depth, for each heuristic with which a report has used that depth: its figures, in
# seconds, for one of FIRST, SET, FREE and ALL. Means, or those of the move that took LONGEST.
THEIRS: dict[tuple[str, int], dict[str, dict[str, Figure]]] = {
    ("nineboard", 5): {
        "adjacent-boards": {
            FIRST: Figure("002", 60),
            SET: Figure("002", 6),
            FREE: Figure("002", 50),
        },
        "powers-of-two": {SET + LONGEST: Figure("004", 1, "at most ")},
    },
    ("ultimate", 5): {
        "adjacent-boards": {
            FIRST: Figure("002", 60),
            SET: Figure("002", 6),
            FREE: Figure("002", 50),
        },
        "powers-of-two": {SET + LONGEST: Figure("004", 1, "at most ")},
    },
    ("nineboard", 8): {
        "block-danger": {FIRST: Figure("000", 9.13), ALL: Figure("000", 2, "about ")}
    },
    ("ultimate", 8): {
        "big-board-threats": {
            FIRST: Figure("000", 3.15),
            FREE + LONGEST: Figure("000", 10, "over "),
        }
    },
}
MCTS_FIRST = {"nineboard": Figure("000", 2.24), "ultimate": Figure("000", 6.38)}
SAMPLES = 10_000
OPENING_PLIES = 3


def plan_hminimax(quick: bool, seed: int) -> list[Unit]:
    units: list[Unit] = []
    for (game, depth), heuristics in THEIRS.items():
        games = (1 if depth == 5 else 0) if quick else 40
        openings = make_openings(game, OPENING_PLIES, games, seed)
        for heuristic in heuristics:
            player, group = hminimax(depth, heuristic), f"{game} {depth} {heuristic}"
            units += [
                SearchUnit(game, player, START, f"first {group}", seed_of(seed, n))
                for n in range(1 if quick else 3)
            ]
            units += [
                GameUnit(game, player, player, opening, f"game {group}", seed_of(seed, 0))
                for opening in openings
            ]
            if quick and depth > 5:
                # A whole game would take too long: single moves from a few plies on.
                units += [
                    SearchUnit(game, player, opening, f"later {group}", seed_of(seed, 0))
                    for opening in make_openings(game, 8, 3, seed)
                ]
    return units


def conclude_hminimax(groups: Groups) -> Findings:
    rows = [
        row
        for (game, depth), heuristics in THEIRS.items()
        for heuristic, figures in heuristics.items()
        for row in _rows(groups, game, depth, heuristic, figures)
    ]
    remarks = [
        "A turn is free where its player may choose among boards, but for the first move of all; "
        "otherwise its board is set.",
        f"All turns are those after openings of {OPENING_PLIES} random plies, free or not; 000's "
        "mean over some 10,000 turns includes first moves, which are slower.",
    ]
    return Findings(rows, _plots(groups), remarks)


def _rows(
    groups: Groups, game: str, depth: int, heuristic: str, figures: dict[str, Figure]
) -> list[Row]:
    group, place = f"{game} {depth} {heuristic}", f"{game}, depth {depth}"
    how = f"Heuristic={heuristic}, Depth={depth}"
    if f"first {group}" not in groups:
        return []
    rows = []
    for turns, seconds in (
        (FIRST, groups.values(f"first {group}", "seconds")),
        (SET, _turns(groups, group, free=False)),
        (FREE, _turns(groups, group, free=True)),
        (ALL, _turns(groups, group, free=False) + _turns(groups, group, free=True)),
    ):
        if turns == ALL and ALL not in figures:
            continue
        mean, longest = figures.get(turns), figures.get(turns + LONGEST)
        what = f"{place}, {turns}"
        if seconds:
            detail = f"{how}; {describe(seconds)}"
            rows.append(compare(what, mean, fmean(seconds), "s", detail))
            if longest:
                detail = f"{how}; of {len(seconds)}"
                rows.append(compare(what + LONGEST, longest, max(seconds), "s", detail))
        elif theirs := mean or longest:
            rows.append(Row(what, quote(theirs, "s"), "none came up", NONE, how))
    return rows


def _turns(groups: Groups, group: str, free: bool) -> list[float]:
    """Return the seconds of all turns after the first that are free, or have the board set."""
    turns = [
        (seconds, is_free)
        for game in groups[f"game {group}"]
        for seconds, is_free in zip(game.result["seconds"], game.result["free"], strict=True)
    ]
    turns += [(each.result["seconds"], each.result["free"]) for each in groups[f"later {group}"]]
    return [seconds for seconds, is_free in turns if is_free == free]


def _plots(groups: Groups) -> list[Plot]:
    """Plot the time by ply, averaged over the games at each depth."""
    plots = []
    for game in GAMES:
        series = []
        for name in groups.names(f"game {game} "):
            by_ply: dict[int, list[float]] = {}
            for each in groups[name]:
                for ply, seconds in enumerate(each.result["seconds"], start=OPENING_PLIES + 1):
                    by_ply.setdefault(ply, []).append(1000 * seconds)
            _, _, depth, heuristic = name.split()
            plies = sorted(by_ply)
            label = f"heuristic {heuristic}, depth {depth}"
            series.append(Series(label, plies, [fmean(by_ply[ply]) for ply in plies]))
        if series:
            title = f"Time of a move through games of {game}"
            plots.append(Plot(f"time-{game}", "curves", title, "ply", "ms", series, "y"))
    return plots


def plan_mcts(quick: bool, seed: int) -> list[Unit]:
    return [
        SearchUnit(game, mcts(SAMPLES), START, game, seed_of(seed, n))
        for game in GAMES
        for n in range(1 if quick else 10)
    ]


def conclude_mcts(groups: Groups) -> Findings:
    rows = [
        compare(
            f"{game}, first move, {SAMPLES:,} samples",
            MCTS_FIRST[game],
            fmean(groups.values(game, "seconds")),
            "s",
            f"{mcts(SAMPLES).text}; {describe(groups.values(game, 'seconds'))}",
        )
        for game in GAMES
        if game in groups
    ]
    return Findings(rows)


HMINIMAX_TIME = Experiment(
    name="hminimax-time",
    sources="000, 002, 004",
    question="How long does hminimax think at depths 5 and 8, and on free turns?",
    quick=Size("20 seconds", "a game at depth 5 for each heuristic, single moves at depth 8"),
    full=Size("10 minutes", "40 games for each heuristic"),
    plan=plan_hminimax,
    conclude=conclude_hminimax,
    timed=True,
)
MCTS_TIME = Experiment(
    name="mcts-time",
    sources="000",
    question="How long do 10,000 samples of mcts take on the first move?",
    quick=Size("seconds", "one search for each game"),
    full=Size("20 seconds", "ten searches for each game"),
    plan=plan_mcts,
    conclude=conclude_mcts,
    timed=True,
)
