"""What pruning saves: positions and time, on 3x3 to the end and on nineboard to a depth."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from statistics import fmean

from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import Figure, Findings, describe, number
from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.experiments.sources import CUI, HASHIM, QI
from linemate.clients.lab.units import SearchUnit, Setting, Unit, plan_searches, seed_of
from linemate.clients.shared.openings import START, Opening

SEARCHES = ("minimax", "alphabeta", "alphabeta-results", "alphabeta-2018")
DRAWN = SEARCHES[:2]  # as curves, on both boards
# How far both searches go on each board, in quick runs and in full ones.
DEPTHS = {"tictactoe": (9, 9), "nineboard": (4, 6)}
# What was measured, as first and as second player (whose opponent took the centre). Qi has
# one program that does not prune; Cui and Hashim measured the first move only, and the search of
# Hashim is `alphabeta-2018`.
NODES = {"minimax": Figure(HASHIM, 549_945), "alphabeta-2018": Figure(HASHIM, 30_709)}
SECONDS: dict[tuple[str, str], list[Figure | None]] = {
    ("minimax", "first"): [Figure(HASHIM, 0.125), Figure(QI, 18.0)],
    ("alphabeta", "first"): [Figure(CUI, 0.016)],
    ("alphabeta-2018", "first"): [Figure(HASHIM, 0.018)],
    ("minimax", "second"): [Figure(QI, 1.8)],
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
            "Positions of 3x3 are those below the root, as Hashim counts; those of nine-board and "
            "of the pictures are with the root.",
            "Hashim gives every root move a window of its own and knows no distances, as "
            "alphabeta-2018 does: so its count is met exactly. To share the window saves two "
            "fifths of it (alphabeta-results), and to tell near wins from far ones costs a seventh "
            "of that again (alphabeta). All go by the order of the cells.",
        ]
    )
    for search in SEARCHES:
        for turn in OPENINGS:
            if f"{search} {turn}" in groups:
                _tell_tictactoe(findings, groups, search, turn)
    if moves := groups.values("alphabeta first", "move"):
        how = "Search=alphabeta, the first of equals; all nine are draws"
        findings.add("3x3, first move played", f"{CUI}: cell 9, that is c1", moves[0], how)
    for game in DEPTHS:
        _draw_positions(findings, groups, game)
    _conclude(findings, groups)
    return findings


def _conclude(findings: Findings, groups: Groups) -> None:
    whole, pruned = (f"{search} first" for search in DRAWN)
    if whole not in groups or pruned not in groups:
        return
    all_nodes, nodes = (groups.values(name, "nodes")[0] - 1 for name in (whole, pruned))
    times = [fmean(groups.values(name, "seconds")) for name in (whole, pruned)]
    findings.conclusion.append(
        f"To find the first move of tic-tac-toe minimax looks at {all_nodes:,} positions and "
        f"alpha-beta at {nodes:,}, {100 * nodes / all_nodes:.1f} % of them, with the same value: "
        f"it takes {number(times[1], 's')} in place of {number(times[0], 's')}."
    )
    deepest = _deepest_on_both(groups, "nineboard")
    if deepest:
        all_nodes, nodes = (
            groups.values(f"nineboard {search} {deepest}", "nodes")[0] for search in DRAWN
        )
        findings.conclusion.append(
            f"On nine-board at depth {deepest} it looks at {nodes:,} of {all_nodes:,}: the "
            f"exponent of the tree's size has become {log(nodes) / log(all_nodes):.2f} of what it "
            "was, where one half is the best that any order of moves can bring, and three "
            "quarters what Hashim expects of moves in no order."
        )


def _deepest_on_both(groups: Groups, game: str) -> int:
    """Return the greatest depth that both searches have reached, 0 if there is none."""
    depths = [
        {int(name.rpartition(" ")[2]) for name in groups.names(f"{game} {search} ")}
        for search in DRAWN
    ]
    return max(set.intersection(*depths), default=0)


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
    title="What pruning saves",
    sources=(
        CUI,
        QI,
        HASHIM,
    ),
    question="How many positions and how much time does alpha-beta save?",
    setup="Minimax looks at every way in which the game can go on. Alpha-beta leaves out what "
    "cannot change the answer. Both are asked for the first move of tic-tac-toe, looking to the "
    "end of the game, and for the answer to a mark in the centre; and for the first move of "
    "nine-board, looking a few moves ahead. Counted are the positions that they look at, and the "
    "time that takes.",
    quick=Size("seconds", "3x3 once, nineboard to depth 4"),
    full=Size("1 minute", "3x3 five times, nineboard to depth 6"),
    plan=plan,
    conclude=conclude,
    timed=True,
)
