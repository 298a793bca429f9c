"""The players that the experiments have in common, and how matches are told in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clients.lab.experiment import NONE, Groups, Plot, Row, Series, significant
from clients.lab.games import Finished
from clients.lab.players import Setting
from clients.lab.statistics import Tally, pair_error, tally_of, tally_of_x
from engine.core import OptionValue

DEFAULT = "default"  # the engine's own heuristic, which needs no setting
RANDOM = Setting("random", {"Search": "random"})


@dataclass(frozen=True)
class Theirs:
    """What a report says of a match; the score if it counted."""

    text: str = NONE
    score: float | None = None


def hminimax(depth: int, heuristic: str = DEFAULT) -> Setting:
    options: dict[str, OptionValue] = {"Search": "hminimax", "Depth": depth}
    if heuristic != DEFAULT:
        options["Heuristic"] = heuristic
    return Setting(f"{heuristic} depth {depth}", options)


def mcts(samples: int) -> Setting:
    return Setting(f"mcts {samples}", {"Search": "mcts", "Samples": samples})


def match_row(
    what: str, theirs: Theirs, player: Setting, games: Sequence[Finished], settings: str
) -> Row:
    """How a player did in games in pairs, with the error bar of the pairs if there is one."""
    error = pair_error(player, games)
    pairs = "" if error is None else f"; by pairs +-{100 * error:.0f}"
    return _row(what, theirs, tally_of(player, games), pairs, settings)


def first_player_row(what: str, theirs: Theirs, games: Sequence[Finished], settings: str) -> Row:
    """How x did."""
    return _row(what, theirs, tally_of_x(games), "", settings)


def _row(what: str, theirs: Theirs, ours: Tally, more: str, settings: str) -> Row:
    ratio = NONE if theirs.score is None else significant(ours.score / theirs.score)
    return Row(what, theirs.text, ours.text + more, ratio, settings)


def first_player_plots(name: str, title: str, groups: Groups) -> list[Plot]:
    """The score of x with its error bar, for each group."""
    names = groups.names()
    if not names:
        return []
    tallies = [tally_of_x(groups[each]) for each in names]
    series = Series(
        "score of x",
        [each.rpartition(":")[2] for each in names],
        [100 * each.score for each in tallies],
        [100 * each.interval[0] for each in tallies],
        [100 * each.interval[1] for each in tallies],
    )
    return [Plot(name, "points", title, "", "score of x, %", [series], "", (50.0, "equal"))]
