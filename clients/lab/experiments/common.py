"""The players that the experiments have in common, and how matches are told in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linemate.clients.lab.experiments.experiment import NONE, Row, Series, significant
from linemate.clients.lab.units import (
    DRAW,
    GameUnit,
    Measurement,
    Setting,
    tally_of,
    write_interval,
)
from linemate.clients.shared.statistics import Tally
from linemate.engine.core import OptionValue

DEFAULT = "default"  # the engine's own heuristic, which needs no setting
EXPLORATION = 140  # hundredths, of mcts
RANDOM = Setting("random", {"Search": "random"})


@dataclass(frozen=True)
class Theirs:
    """What a report says of a match; the score if it counted."""

    text: str = NONE
    score: float | None = None


def hminimax(depth: int, heuristic: str = DEFAULT, constants: str = "") -> Setting:
    options: dict[str, OptionValue] = {"Search": "hminimax", "Depth": depth}
    if heuristic != DEFAULT:
        options["Heuristic"] = heuristic
    if constants:
        options["Constants"] = constants
    return Setting(f"{heuristic} depth {depth}", options)


def mcts(samples: int) -> Setting:
    """Set mcts, and its exploration though it is the default: a result depends on it."""
    options: dict[str, OptionValue] = {"Search": "mcts", "Samples": samples}
    return Setting(f"mcts {samples}", {**options, "Exploration": EXPLORATION})


def game_unit(game: Measurement) -> GameUnit:
    """Return the unit of what is known to be a game."""
    assert isinstance(game.unit, GameUnit)
    return game.unit


def match_row(what: str, theirs: Theirs, games: Sequence[Measurement], settings: str) -> Row:
    """Tell how the subject of the games did, with its error bar."""
    ours = tally_of(games)
    ratio = NONE if theirs.score is None else significant(ours.score / theirs.score)
    return Row(what, theirs.text, write_interval(ours), ratio, settings)


def game_row(what: str, theirs: Theirs, game: Measurement, settings: str) -> Row:
    """Tell how a single game ended. It is not a sample of anything, so there is no error bar."""
    winner, plies = game.result["winner"], len(game.result["moves"])
    ours = f"{winner if winner == DRAW else f'{winner} wins'} after {plies} plies"
    return Row(what, theirs.text, ours, NONE, settings)


def score_series(name: str, xs: Sequence[float | str], tallies: Sequence[Tally]) -> Series:
    """Give the scores in per cent with their error bars."""
    return Series(
        name,
        xs,
        [100 * each.score for each in tallies],
        [100 * each.interval[0] for each in tallies],
        [100 * each.interval[1] for each in tallies],
    )
