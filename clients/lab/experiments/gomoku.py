"""003's player of gomoku: how many simulations a move gets, and whether 4x4 is always drawn."""

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
)
from linemate.clients.lab.experiments.players import mcts
from linemate.clients.lab.units import DRAW, Measurement, Setting, Unit, plan_games
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


def plan(quick: bool, seed: int) -> Iterator[Unit]:
    player, small = patterns(100 if quick else 9_990), mcts(200)
    yield from plan_games("gomoku size=8", player, player, [START], "8x8", seed)
    games = [START] * (4 if quick else 100)
    yield from plan_games("gomoku size=4", small, small, games, "4x4", seed)


def conclude(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "Near the end of a game simulations are short, so that the last moves get many more of "
            "them.",
            "Five in a row do not fit on 4x4: there every game is drawn by the rules, whoever "
            "plays.",
        ]
    )
    for game in groups["8x8"]:
        rates, how = _rates(game), game.unit.player.text
        theirs, ours = Figure("003", fmean(THEIR_RATES[: HALF // 2])), fmean(rates[:HALF])
        what = "8x8, simulations a second"
        findings.compare(f"{what}, first {HALF} plies", theirs, ours, "", how)
        theirs = Figure("003", max(THEIR_RATES))
        findings.compare(f"{what}, most of all moves", theirs, max(rates), "", how)
        findings.add_game("8x8, result", "003: draw after 64 plies", game)
        title = "Simulations a second through a game of gomoku on 8x8"
        series = [
            Series("ours", list(range(1, len(rates) + 1)), rates),
            Series("report 003", list(range(2, 2 * HALF + 1, 2)), THEIR_RATES),
        ]
        findings.draw(Plot("simulations", "curves", title, "ply", "simulations/s", series, "y"))
    if "4x4" in groups:
        winners = groups.values("4x4", "winner")
        how = f"{groups['4x4'][0].unit.player.text}; it follows from the rules"
        ours_drawn = f"{winners.count(DRAW)} of {len(winners)} drawn"
        findings.add("4x4", "003: always drawn", ours_drawn, how)
    return findings


def _rates(game: Measurement) -> list[float]:
    """Return the simulations a second, for each move."""
    pairs = zip(game.result["nodes"], game.result["seconds"], strict=True)
    return [nodes / seconds for nodes, seconds in pairs]


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
