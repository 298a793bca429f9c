"""What pruning saves: positions and time, on 3x3 to the end and on nineboard to a depth."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from linemate.clients.lab.experiments.experiment import (
    Experiment,
    Figure,
    Findings,
    Groups,
    Plot,
    Series,
    Size,
    describe,
)
from linemate.clients.lab.units import SearchUnit, Setting, Unit, plan_searches, seed_of
from linemate.clients.shared.openings import START, Opening

SEARCHES = ("minimax", "alphabeta", "alphabeta-results", "alphabeta-2018")
DRAWN = SEARCHES[:2]  # as curves, on both boards
# How far both searches go on each board, in quick runs and in full ones.
DEPTHS = {"tictactoe": (9, 9), "nineboard": (4, 6)}
# What was measured, as first and as second player (whose opponent took the centre). 002 has
# one program that does not prune; 000 and 004 measured the first move only, and 004's searches
# as `alphabeta-2018` does.
NODES = {"minimax": Figure("004", 549_945), "alphabeta-2018": Figure("004", 30_709)}
SECONDS: dict[tuple[str, str], list[Figure | None]] = {
    ("minimax", "first"): [Figure("004", 0.125), Figure("002", 18.0)],
    ("alphabeta", "first"): [Figure("000", 0.016)],
    ("alphabeta-2018", "first"): [Figure("004", 0.018)],
    ("minimax", "second"): [Figure("002", 1.8)],
    ("alphabeta", "second"): [None],
}
OPENINGS = {"first": START, "second": Opening(moves=("b2",))}


def plan(quick: bool, seed: int) -> Iterator[Unit]:
    for search in SEARCHES:
        player = Setting(search, {"Search": search})
        for turn, opening in OPENINGS.items():
            openings = [opening] * (1 if quick else 5)
            yield from plan_searches("tictactoe", player, openings, f"{search} {turn}", seed)
    for game, (few, many) in DEPTHS.items():
        for depth in range(1, (few if quick else many) + 1):
            for search in DRAWN:
                player = Setting(search, {"Search": search, "Depth": depth})
                group = f"{game} {search} {depth}"
                yield SearchUnit(game, player, START, group, seed_of(seed, 0))


def conclude(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "Positions are those below the root, as 004 counts.",
            "004 gives every root move a window of its own and knows no distances, as "
            "alphabeta-2018 does: so its count is met exactly. To share the window saves two "
            "fifths of it (alphabeta-results), and to tell near wins from far ones costs a seventh "
            "of that again (alphabeta). All go by the order of the cells.",
        ]
    )
    for search in SEARCHES:
        for turn in OPENINGS:
            if f"{search} {turn}" in groups:
                _tell_tictactoe(findings, groups, search, turn)
    for game in DEPTHS:
        _draw_positions(findings, groups, game)
    return findings


def _tell_tictactoe(findings: Findings, groups: Groups, search: str, turn: str) -> None:
    seconds = groups.values(f"{search} {turn}", "seconds")
    nodes = groups.values(f"{search} {turn}", "nodes")[0]
    what, how = f"3x3, {turn} move, {search}", f"Search={search}"
    theirs = NODES.get(search) if turn == "first" else None
    findings.compare(f"{what}: positions", theirs, nodes - 1, "", how)
    for figure in SECONDS.get((search, turn), []):
        detail = f"{how}; {describe(seconds)}"
        findings.compare(f"{what}: time", figure, fmean(seconds), "s", detail)


def _draw_positions(findings: Findings, groups: Groups, game: str) -> None:
    series = []
    for search in DRAWN:
        if names := groups.names(f"{game} {search} "):
            depths = [int(name.rpartition(" ")[2]) for name in names]
            nodes = [groups.values(name, "nodes")[0] for name in names]
            series.append(Series(search, depths, nodes))
    title = f"Positions visited from the start of {game}"
    findings.draw(Plot(f"pruning-{game}", "curves", title, "depth", "positions", series, "y"))


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
