"""003's player of gomoku: how many simulations a move gets, and whether 4x4 is always drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median

from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import Figure, Findings, count_of
from linemate.clients.lab.experiments.players import mcts
from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.experiments.sources import PROJECT
from linemate.clients.lab.units import (
    DRAW,
    Measurement,
    SearchUnit,
    Setting,
    Unit,
    plan_games,
    seed_of,
)
from linemate.clients.shared.openings import START, Opening
from linemate.engine.core import OptionValue

SECONDS = 9.99  # Project 5002's time for a move
# Its printed game: 64 plies on 8x8, drawn.
PRINTED_GAME = [
    "e4",
    "c6",
    "d4",
    "g4",
    "c4",
    "b4",
    "d3",
    "d6",
    "f5",
    "g6",
    "g5",
    "e5",
    "f4",
    "b6",
    "e6",
    "b5",
    "b7",
    "c5",
    "e7",
    "d7",
    "a5",
    "b3",
    "b2",
    "d2",
    "c2",
    "b1",
    "f3",
    "f2",
    "g3",
    "e3",
    "f6",
    "f7",
    "e8",
    "d1",
    "e1",
    "a7",
    "c7",
    "d8",
    "a3",
    "g2",
    "h3",
    "h4",
    "h6",
    "a4",
    "d5",
    "h5",
    "e2",
    "c8",
    "f8",
    "g7",
    "g8",
    "h2",
    "f1",
    "a1",
    "c3",
    "b8",
    "h8",
    "h1",
    "h7",
    "a6",
    "g1",
    "c1",
    "a8",
    "a2",
]
# Its simulations in that time, for its moves of that game: plies 2, 4, ... 64.
THEIR_COUNTS = (
    5841, 5293, 5709, 6855, 7488, 6661, 7236, 7295, 7801, 7612, 8113, 7849, 8812, 9216, 9558, 9796,
    9607, 10523, 11496, 12293, 13401, 14716, 15593, 20520, 21433, 22780, 24944, 25763, 50816,
    76832, 110705, 191423,
)  # fmt: skip
THEIR_RATES = {2 * turn: count / SECONDS for turn, count in enumerate(THEIR_COUNTS, start=1)}
HALF = 32  # plies
QUICK_PLIES, FULL_PLIES = range(2, 64, 12), range(2, 64, 6)
AT_PLY = "ply "


def patterns(movetime: int | None, samples: int | None = None) -> Setting:
    """Set its player: exploration 0.5, the five best cells by patterns, as long as it takes."""
    options: dict[str, OptionValue] = {"Search": "mcts", "Exploration": 50, "Children": "patterns"}
    if samples is not None:
        options["Samples"] = samples
    return Setting("mcts with patterns", options, movetime)


def plan(quick: bool, seed: int) -> Iterator[Unit]:
    player = patterns(100 if quick else 9_990)
    for ply in QUICK_PLIES if quick else FULL_PLIES:
        before = Opening(moves=tuple(PRINTED_GAME[: ply - 1]))
        yield SearchUnit("gomoku size=8", player, before, f"{AT_PLY}{ply}", seed_of(seed, 0))
    same = patterns(None, 50 if quick else 500)
    yield from plan_games("gomoku size=8", same, same, [START] * (1 if quick else 4), "8x8", seed)
    small, games = mcts(200), [START] * (4 if quick else 100)
    yield from plan_games("gomoku size=4", small, small, games, "4x4", seed)


def conclude(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "The rates are those of single positions of the printed game, each searched by an "
            "engine that knows nothing of the moves before. Near the end simulations are short, so "
            "that there are many more; and so they are in a position that is decided, where only "
            "one cell is worth a look at every turn and samples end within the tree. One such "
            "position must not decide the figure: the median is told, not the mean.",
            "Five in a row do not fit on 4x4: there every game is drawn by the rules, whoever "
            "plays.",
        ]
    )
    plies = sorted(int(name.removeprefix(AT_PLY)) for name in groups.names(AT_PLY))
    rates = {ply: _rate(groups[f"{AT_PLY}{ply}"][0]) for ply in plies}
    if rates:
        _tell_rates(findings, rates, groups[f"{AT_PLY}{plies[0]}"][0].unit.player.text)
    drawn = [game.result["winner"] == DRAW for game in groups["8x8"]]
    if drawn:
        ours = f"{sum(drawn)} of {len(drawn)} drawn"
        how = groups["8x8"][0].unit.player.text
        findings.add("8x8 against itself", f"{PROJECT}: a draw (one game)", ours, how)
    winners = groups.values("4x4", "winner")
    if winners:
        how = f"{groups['4x4'][0].unit.player.text}; it follows from the rules"
        ours_drawn = f"{winners.count(DRAW)} of {len(winners)} drawn"
        findings.add("4x4", f"{PROJECT}: always drawn", ours_drawn, how)
    if drawn and winners:
        findings.conclusion.append(
            f"Against itself it draws {sum(drawn)} of {count_of(len(drawn), 'game')} on 8x8 (the "
            f"printed game was a draw), and {winners.count(DRAW)} of {len(winners)} on 4x4, where "
            "five in a row do not fit."
        )
    return findings


def _tell_rates(findings: Findings, rates: Mapping[int, float], how: str) -> None:
    """Tell the simulations a second at these plies, beside theirs at the same."""
    what = "8x8, simulations a second"
    first, last = min(rates), max(rates)
    early = [ply for ply in rates if ply <= HALF]
    if early:
        theirs = Figure(PROJECT, median(THEIR_RATES[ply] for ply in early))
        ours = median(rates[ply] for ply in early)
        of_plies = f"median of {len(early)} plies of the first {HALF}"
        findings.compare(f"{what}, {of_plies}", theirs, ours, "", how)
    at_last = Figure(PROJECT, THEIR_RATES[last])
    findings.compare(f"{what}, ply {last}", at_last, rates[last], "", how)
    title = "Simulations a second in positions of the printed game of gomoku on 8x8"
    series = [
        Series("ours", list(rates), list(rates.values())),
        Series(PROJECT, list(THEIR_RATES), list(THEIR_RATES.values())),
    ]
    findings.draw(Plot("simulations", "curves", title, "ply", "simulations/s", series, "y"))
    rises = rates[last] > rates[first]
    findings.conclusion.append(
        f"At ply {first} of the printed game ours plays {rates[first]:,.0f} simulations a second "
        f"and theirs played {THEIR_RATES[first]:,.0f}; at ply {last} it is {rates[last]:,.0f} and "
        f"{THEIR_RATES[last]:,.0f}"
        + (", because the games that are played out get short." if rises else ".")
    )


def _rate(search: Measurement) -> float:
    return float(search.result["nodes"] / search.result["seconds"])


GOMOKU = Experiment(
    name="gomoku",
    title="Simulations of a gomoku player",
    sources=(PROJECT,),
    question="How many simulations does a move get on 8x8, and is 4x4 always drawn?",
    setup="Project 5002 plays five in a row on 8x8 by tree search, 9.99 seconds a move, and "
    "prints a game with the number of simulations for each of its moves. Ours, with the same "
    "rules for children and exploration, is asked in positions of that very game, and what it "
    "plays in a second is set beside what theirs did. It then plays against itself, on 8x8 and on "
    "a board of 4x4.",
    quick=Size("5 seconds", "6 positions at 0.1 s, a game on 8x8, 4 games on 4x4"),
    full=Size("3 minutes", "11 positions at 9.99 s, 4 games on 8x8, 100 games on 4x4"),
    plan=plan,
    conclude=conclude,
    timed=True,
)
