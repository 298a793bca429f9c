"""A player against itself: one game from the start, and x's score from random openings.

The game from the start comes out the same each time, so it is told as it is. What it is worth to
move first is told by the openings. A `label` names the games of one player in the groups.
"""

from __future__ import annotations

from collections.abc import Iterable

from clients.lab.experiment import Groups, Plot, Row
from clients.lab.experiments.common import (
    Theirs,
    game_row,
    game_unit,
    match_row,
    score_series,
)
from clients.lab.games import GameUnit, Unit, make_openings
from clients.lab.players import Setting
from clients.lab.statistics import tally_of

OPENING_PLIES = 2


def plan_itself(label: str, game: str, player: Setting, openings: int, seed: int) -> list[Unit]:
    return [
        GameUnit(game, player, player, (), f"start {label}", seed),
        *(
            GameUnit(game, player, player, opening, f"openings {label}", seed)
            for opening in make_openings(game, OPENING_PLIES, openings, seed)
        ),
    ]


def rows_of_itself(groups: Groups, label: str, what: str, theirs: Theirs) -> list[Row]:
    """`theirs` is of the game from the start."""
    rows = []
    for game in groups[f"start {label}"]:
        rows.append(game_row(f"{what}, from the start", theirs, game, game_unit(game).x.text))
    games = groups[f"openings {label}"]
    if games:
        how = game_unit(games[0]).x.text
        rows.append(match_row(f"{what}, x from openings", Theirs(), games, how))
    return rows


def plots_of_itself(groups: Groups, labels: Iterable[str], name: str, title: str) -> list[Plot]:
    """The score of x from openings, for each label of which there is something."""
    known = [label for label in labels if f"openings {label}" in groups]
    if not known:
        return []
    tallies = [tally_of(groups[f"openings {label}"]) for label in known]
    series = score_series("score of x", known, tallies)
    title += f", from random openings of {OPENING_PLIES} plies"
    return [Plot(name, "points", title, "", "score of x, %", [series], "", (50.0, "equal"))]
