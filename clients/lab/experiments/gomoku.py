"""003's player of gomoku: how many simulations a move gets, and whether 4x4 is always drawn."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from linemate.clients.lab.experiments.common import Theirs, game_row, game_unit, mcts
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
)
from linemate.clients.lab.units import DRAW, GameUnit, Measurement, Setting, Unit, seed_of
from linemate.clients.shared.openings import START
from linemate.engine.core import OptionValue

SECONDS = 9.99  # 003's time for a move
# 003's simulations in that time, for its moves of the printed game: plies 2, 4, ... 64.
THEIR_COUNTS = (
    5841, 5293, 5709, 6855, 7488, 6661, 7236, 7295, 7801, 7612, 8113, 7849, 8812, 9216, 9558, 9796,
    9607, 10523, 11496, 12293, 13401, 14716, 15593, 20520, 21433, 22780, 24944, 25763, 50816,
    76832, 110705, 191423,
)  # fmt: skip
THEIR_RATES = [count / SECONDS for count in THEIR_COUNTS]
HALF = 32  # plies


def patterns(movetime: int) -> Setting:
    """Set 003's player: exploration 0.5, the five best cells by patterns, as long as it takes."""
    options: dict[str, OptionValue] = {"Search": "mcts", "Exploration": 50, "Children": "patterns"}
    return Setting("mcts with patterns", options, movetime)


def plan(quick: bool, seed: int) -> list[Unit]:
    player = patterns(100 if quick else 9_990)
    units: list[Unit] = [GameUnit("gomoku size=8", player, player, START, "8x8", seed_of(seed, 0))]
    small = mcts(200)
    units += [
        GameUnit("gomoku size=4", small, small, START, "4x4", seed_of(seed, n))
        for n in range(4 if quick else 100)
    ]
    return units


def conclude(groups: Groups) -> Findings:
    rows: list[Row] = []
    plots: list[Plot] = []
    for game in groups["8x8"]:
        rates = _rates(game)
        how = game_unit(game).x.text
        first = fmean(rates[:HALF])
        what = "8x8, simulations a second"
        theirs = Figure("003", fmean(THEIR_RATES[: HALF // 2]))
        rows.append(compare(f"{what}, first {HALF} plies", theirs, first, "", how))
        theirs = Figure("003", max(THEIR_RATES))
        rows.append(compare(f"{what}, most of all moves", theirs, max(rates), "", how))
        rows.append(game_row("8x8, result", Theirs("003: draw after 64 plies"), game, how))
        plots.append(_plot(rates))
    if "4x4" in groups:
        rows.append(_drawn_row(groups))
    remarks = [
        "Near the end of a game simulations are short, so that the last moves get many more of "
        "them.",
        "Five in a row do not fit on 4x4: there every game is drawn by the rules, whoever plays.",
    ]
    return Findings(rows, plots, remarks)


def _rates(game: Measurement) -> list[float]:
    """Return the simulations a second, for each move."""
    pairs = zip(game.result["nodes"], game.result["seconds"], strict=True)
    return [nodes / seconds for nodes, seconds in pairs]


def _plot(rates: Sequence[float]) -> Plot:
    ours = Series("ours", list(range(1, len(rates) + 1)), rates)
    theirs = Series("report 003", list(range(2, 2 * HALF + 1, 2)), THEIR_RATES)
    title = "Simulations a second through a game of gomoku on 8x8"
    return Plot("simulations", "curves", title, "ply", "simulations/s", [ours, theirs], "y")


def _drawn_row(groups: Groups) -> Row:
    winners = groups.values("4x4", "winner")
    ours = f"{winners.count(DRAW)} of {len(winners)} drawn"
    how = f"{game_unit(groups['4x4'][0]).x.text}; it follows from the rules"
    return Row("4x4", "003: always drawn", ours, NONE, how)


GOMOKU = Experiment(
    name="gomoku",
    sources="003",
    question="How many simulations does a move get on 8x8, and is 4x4 always drawn?",
    quick=Size("15 seconds", "a game at 0.1 s a move, 4 games on 4x4"),
    full=Size("12 minutes", "a game at 9.99 s a move, 100 games on 4x4"),
    plan=plan,
    conclude=conclude,
    timed=True,
)
