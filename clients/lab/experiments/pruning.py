"""What pruning saves: positions and time, on 3x3 to the end and on nineboard to a depth."""

from __future__ import annotations

from statistics import fmean

from linemate.clients.lab.experiments.experiment import (
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
from linemate.clients.lab.units import SearchUnit, Setting, Unit, seed_of
from linemate.clients.shared.openings import START, Opening

SEARCHES = ("minimax", "alphabeta")
# How far both searches go on each board, in quick runs and in full ones.
DEPTHS = {"tictactoe": (9, 9), "nineboard": (4, 6)}
# What was measured, as first and as second player (whose opponent took the centre). 002 has
# one program that does not prune; 000 and 004 measured the first move only.
NODES = {"minimax": Figure("004", 549_945), "alphabeta": Figure("004", 30_709)}
SECONDS: dict[tuple[str, str], list[Figure | None]] = {
    ("minimax", "first"): [Figure("004", 0.125), Figure("002", 18.0)],
    ("alphabeta", "first"): [Figure("004", 0.018), Figure("000", 0.016)],
    ("minimax", "second"): [Figure("002", 1.8)],
    ("alphabeta", "second"): [None],
}
OPENINGS = {"first": START, "second": Opening(moves=("b2",))}


def plan(quick: bool, seed: int) -> list[Unit]:
    units: list[Unit] = []
    for search in SEARCHES:
        player = Setting(search, {"Search": search})
        for turn, opening in OPENINGS.items():
            for n in range(1 if quick else 5):
                group, repeat = f"{search} {turn}", seed_of(seed, n)
                units.append(SearchUnit("tictactoe", player, opening, group, repeat))
    for game, (few, many) in DEPTHS.items():
        for depth in range(1, (few if quick else many) + 1):
            for search in SEARCHES:
                player = Setting(search, {"Search": search, "Depth": depth})
                group = f"{game} {search} {depth}"
                units.append(SearchUnit(game, player, START, group, seed_of(seed, 0)))
    return units


def conclude(groups: Groups) -> Findings:
    rows = [row for search in SEARCHES for row in _tictactoe_rows(groups, search)]
    plots = [_plot(groups, game) for game in DEPTHS]
    remarks = [
        "Ours counts the root as a position, and 004 does not.",
        "How many positions alpha-beta visits depends on the order of moves; ours is that of the "
        "cells.",
    ]
    return Findings(rows, [plot for plot in plots if plot.series], remarks)


def _tictactoe_rows(groups: Groups, search: str) -> list[Row]:
    rows = []
    for turn in OPENINGS:
        group = f"{search} {turn}"
        if group not in groups:
            continue
        seconds = groups.values(group, "seconds")
        what, how = f"3x3, {turn} move, {search}", f"Search={search}"
        nodes = groups.values(group, "nodes")[0]
        theirs = NODES[search] if turn == "first" else None
        rows.append(compare(f"{what}: positions", theirs, nodes, "", how))
        how += f"; {describe(seconds)}"
        for source in SECONDS[search, turn]:
            rows.append(compare(f"{what}: time", source, fmean(seconds), "s", how))
    return rows


def _plot(groups: Groups, game: str) -> Plot:
    series = []
    for search in SEARCHES:
        names = groups.names(f"{game} {search} ")
        depths = [int(name.rpartition(" ")[2]) for name in names]
        nodes = [groups.values(name, "nodes")[0] for name in names]
        if nodes:
            series.append(Series(search, depths, nodes))
    title = f"Positions visited from the start of {game}"
    return Plot(f"pruning-{game}", "curves", title, "depth", "positions", series, "y")


PRUNING = Experiment(
    name="pruning",
    sources="000, 002, 004",
    question="How many positions and how much time does alpha-beta save?",
    quick=Size("seconds", "3x3 once, nineboard to depth 4"),
    full=Size("1 minute", "3x3 five times, nineboard to depth 6"),
    plan=plan,
    conclude=conclude,
    timed=True,
)
