"""How long a move takes: hminimax at the depths of the reports, and 10,000 samples of mcts."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from clients.lab.experiment import (
    NONE,
    Experiment,
    Findings,
    Groups,
    Plot,
    Row,
    Series,
    compare,
    number,
)
from clients.lab.experiments.common import hminimax, mcts
from clients.lab.games import Finished, GameUnit, SearchUnit, Unit, make_openings

GAMES = ("nineboard", "ultimate")
# By game and depth: the heuristic of the report that used that depth.
DEPTHS = {
    ("nineboard", 5): ("002", "004"),
    ("ultimate", 5): ("002", "004"),
    ("nineboard", 8): ("000-2",),
    ("ultimate", 8): ("000-3",),
}
FIRST = {
    ("nineboard", 5, "002"): ("002", 60.0),
    ("ultimate", 5, "002"): ("002", 60.0),
    ("nineboard", 8, "000-2"): ("000", 9.13),
    ("ultimate", 8, "000-3"): ("000", 3.15),
}
# 004 chose its depth so that a move with the board set stays within this time.
LATER = {
    ("nineboard", 5, "002"): ("002", 6.0),
    ("ultimate", 5, "002"): ("002", 6.0),
    ("nineboard", 5, "004"): ("004, at most", 1.0),
    ("ultimate", 5, "004"): ("004, at most", 1.0),
    ("nineboard", 8, "000-2"): ("000", 2.0),
}
FREE = {
    ("nineboard", 5, "002"): ("002", 50.0),
    ("ultimate", 5, "002"): ("002", 50.0),
    ("ultimate", 8, "000-3"): ("000, over", 10.0),
}
MCTS_FIRST = {"nineboard": ("000", 2.24), "ultimate": ("000", 6.38)}
SAMPLES = 10_000
OPENING_PLIES = 3


def plan_hminimax(quick: bool, seed: int) -> list[Unit]:
    units: list[Unit] = []
    for (game, depth), heuristics in DEPTHS.items():
        games = (1 if depth == 5 else 0) if quick else 40
        openings = make_openings(game, OPENING_PLIES, games, seed)
        for heuristic in heuristics:
            player, group = hminimax(depth, heuristic), f"{game} {depth} {heuristic}"
            units += [
                SearchUnit(game, player, (), f"first {group}", n) for n in range(1 if quick else 3)
            ]
            units += [
                GameUnit(game, player, player, opening, f"game {group}", seed)
                for opening in openings
            ]
            if quick and depth > 5:
                # A whole game would take too long: single moves from a few plies on.
                units += [
                    SearchUnit(game, player, opening, f"later {group}")
                    for opening in make_openings(game, 8, 3, seed)
                ]
    return units


def conclude_hminimax(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows: list[Row] = []
    for (game, depth), heuristics in DEPTHS.items():
        for heuristic in heuristics:
            rows += _rows(groups, game, depth, heuristic)
    return Findings(rows, _plots(groups), ["A free turn is one that may choose among boards."])


def _rows(groups: Groups, game: str, depth: int, heuristic: str) -> list[Row]:
    group, case = f"{game} {depth} {heuristic}", (game, depth, heuristic)
    how = f"Heuristic={heuristic}, Depth={depth}"
    rows = []
    for what, sources, seconds in (
        ("first move", FIRST, groups.values(f"first {group}", "seconds")),
        ("later moves", LATER, _turns(groups, group, free=False)),
        ("free turns", FREE, _turns(groups, group, free=True)),
    ):
        if seconds:
            detail = f"{how}; mean of {len(seconds)}, longest {number(max(seconds), 's')}"
            theirs = sources.get(case)
            rows.append(compare(f"{game}, {what}", theirs, fmean(seconds), "s", detail))
        elif case in sources and f"first {group}" in groups:
            source, figure = sources[case]
            theirs_text = f"{source}: {number(figure, 's')}"
            rows.append(Row(f"{game}, {what}", theirs_text, "none came up", NONE, how))
    return rows


def _turns(groups: Groups, group: str, free: bool) -> list[float]:
    """The seconds of all turns after the first, those with the board set or the free ones."""
    turns = [
        (seconds, is_free)
        for game in groups[f"game {group}"]
        for seconds, is_free in zip(game.result["seconds"], game.result["free"], strict=True)
    ]
    turns += [(each.result["seconds"], each.result["free"]) for each in groups[f"later {group}"]]
    return [seconds for seconds, is_free in turns if is_free == free]


def _plots(groups: Groups) -> list[Plot]:
    """Time by ply, averaged over the games at each depth."""
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
            label = f"{heuristic}, depth {depth}"
            series.append(Series(label, plies, [fmean(by_ply[ply]) for ply in plies]))
        if series:
            title = f"Time of a move through games of {game}"
            plots.append(Plot(f"time-{game}", "curves", title, "ply", "ms", series, "y"))
    return plots


def plan_mcts(quick: bool, seed: int) -> list[Unit]:
    return [
        SearchUnit(game, mcts(SAMPLES), (), game, repeat)
        for game in GAMES
        for repeat in range(1 if quick else 10)
    ]


def conclude_mcts(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows = [
        compare(
            f"{game}, first move, {SAMPLES:,} samples",
            MCTS_FIRST[game],
            fmean(groups.values(game, "seconds")),
            "s",
            f"Search=mcts, Samples={SAMPLES}; mean of {len(groups[game])}",
        )
        for game in GAMES
        if game in groups
    ]
    return Findings(rows)


HMINIMAX_TIME = Experiment(
    name="hminimax-time",
    sources="000, 002, 004",
    question="How long does hminimax think at depths 5 and 8, and on free turns?",
    quick="20 seconds: a game at depth 5 for each heuristic, single moves at depth 8",
    full="10 minutes: 40 games for each heuristic",
    plan=plan_hminimax,
    conclude=conclude_hminimax,
)
MCTS_TIME = Experiment(
    name="mcts-time",
    sources="000",
    question="How long do 10,000 samples of mcts take on the first move?",
    quick="seconds: one search for each game",
    full="20 seconds: ten searches for each game",
    plan=plan_mcts,
    conclude=conclude_mcts,
)
