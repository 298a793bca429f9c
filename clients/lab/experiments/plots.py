"""Figures as data: what is drawn, by whom is another matter (`report/drawing.py`).

Scores are drawn with their error bars where these say something. Where there are too few games for
that, what is drawn is what happened: how many were won, drawn and lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from linemate.clients.lab.units import Measurement, is_enough, tally_of

RESULTS = ("won", "drawn", "lost")


@dataclass(frozen=True)
class Series:
    """One curve or one set of points; `low` and `high` are the ends of the error bars."""

    name: str
    xs: Sequence[float | str]
    ys: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True)
class Plot:
    """A figure: `curves`, `points` (named places), `matrix` (a series for each row) or `results`
    (games won, drawn and lost, a bar for each name).

    `level` draws a horizontal line with its own label, such as the report's figure.
    """

    name: str
    kind: str
    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    logarithmic: str = ""  # the axes: "", "x", "y" or "xy"
    level: tuple[float, str] | None = None


class Matches(NamedTuple):
    """Matches that belong together: the games of each, by its place on the axis."""

    name: str
    games: Mapping[Any, Sequence[Measurement]]  # numbers or names
    whole: bool = False  # every game that there is was played, so that nothing is in doubt


def plot_scores(
    name: str,
    title: str,
    x_label: str,
    y_label: str,
    matches: Iterable[Matches],
    logarithmic: str = "",
    level: tuple[float, str] | None = None,
) -> Plot:
    """Draw the scores of matches, in per cent; or their results where one has too few games.

    Places that are numbers are joined to curves.
    """
    shown = [each for each in matches if each.games]
    if not all(
        each.whole or is_enough(tally_of(it)) for each in shown for it in each.games.values()
    ):
        return _plot_results(name, title, shown)
    places = [x for each in shown for x in each.games]
    kind = "points" if any(isinstance(x, str) for x in places) else "curves"
    series = [_score_series(each) for each in shown]
    return Plot(name, kind, title, x_label, y_label, series, logarithmic, level)


def _score_series(matches: Matches) -> Series:
    tallies = [tally_of(games) for games in matches.games.values()]
    scores = [100 * each.score for each in tallies]
    low, high = ([100 * each.interval[end] for each in tallies] for end in (0, 1))
    if matches.whole:
        low = high = scores
    return Series(matches.name, list(matches.games), scores, low, high)


def _plot_results(name: str, title: str, matches: Sequence[Matches]) -> Plot:
    labels: list[float | str] = []
    counts: list[tuple[int, int, int]] = []
    for each in matches:
        for place, games in each.games.items():
            words = place if isinstance(place, str) else f"{place:,.0f}"
            labels.append(words if len(matches) == 1 else f"{each.name}, {words}")
            tally = tally_of(games)
            counts.append((tally.wins, tally.draws, tally.losses))
    series = [
        Series(result, labels, [count[number] for count in counts])
        for number, result in enumerate(RESULTS)
        if counts
    ]
    return Plot(name, "results", f"{title}: games won, drawn and lost", "games", "", series)
