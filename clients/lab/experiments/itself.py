"""A player against itself: one game from the start, and x's score from random openings.

The game from the start comes out the same each time, so it is told as it is. What it is worth to
move first is told by the openings: random ones, or, in a game with few, every one, so that there
is no error of sampling. A `label` names the games of one player in the groups.
"""

from __future__ import annotations

from collections.abc import Iterable

from linemate.clients.lab.experiments.common import (
    Theirs,
    game_row,
    game_unit,
    match_row,
    score_series,
)
from linemate.clients.lab.experiments.experiment import NONE, Groups, Plot, Row, Series
from linemate.clients.lab.players import Setting
from linemate.clients.lab.statistics import counts, tally_of
from linemate.clients.lab.units import GameUnit, Unit, every_opening, make_openings, seed_of

OPENING_PLIES = 2
KINDS = ("openings", "every")


def plan_itself(
    label: str, game: str, player: Setting, openings: int | None, seed: int
) -> list[Unit]:
    """With so many random openings; None is every one."""
    if openings is None:
        group, chosen = f"every {label}", every_opening(game, OPENING_PLIES)
    else:
        group, chosen = f"openings {label}", make_openings(game, OPENING_PLIES, openings, seed)
    return [
        GameUnit(game, player, player, (), f"start {label}", seed_of(seed, 0)),
        *(
            GameUnit(game, player, player, opening, group, seed_of(seed, 1 + number))
            for number, opening in enumerate(chosen)
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
    games = groups[f"every {label}"]
    if games:
        how = f"{game_unit(games[0]).x.text}; {len(games)} openings"
        ours = counts(tally_of(games))
        rows.append(Row(f"{what}, x from every opening", NONE, ours, NONE, how))
    return rows


def plots_of_itself(groups: Groups, labels: Iterable[str], name: str, title: str) -> list[Plot]:
    """The score of x from openings, for each label of which there is something."""
    points = [(label, kind) for label in labels for kind in KINDS if f"{kind} {label}" in groups]
    if not points:
        return []
    tallies = [tally_of(groups[f"{kind} {label}"]) for label, kind in points]
    bars = score_series("score of x", [label for label, _ in points], tallies)
    # What has been counted whole is not in doubt.
    whole = [kind == "every" for _, kind in points]
    low = [y if it else end for y, end, it in zip(bars.ys, bars.low, whole, strict=True)]
    high = [y if it else end for y, end, it in zip(bars.ys, bars.high, whole, strict=True)]
    series = Series(bars.name, bars.xs, bars.ys, low, high)
    title += f", from openings of {OPENING_PLIES} plies"
    return [Plot(name, "points", title, "", "score of x, %", [series], "", (50.0, "equal"))]
