"""What an experiment has found: rows beside the figures of the reports, plots, and a conclusion.

A conclusion is two sentences for somebody who has not seen the rows; whatever number is in them
comes from what was measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from linemate.clients.lab.experiments.plots import Plot
from linemate.clients.lab.units import (
    DRAW,
    Measurement,
    is_enough,
    tally_of,
    write_interval,
    write_range,
)
from linemate.clients.shared.statistics import Tally

NONE = "-"  # in a table: there is nothing to be said


class Figure(NamedTuple):
    """A number that a report gives; `about` says how exactly: `over `, `at most `."""

    source: str
    value: float
    about: str = ""


class Row(NamedTuple):
    """A line of a table: the figure of a report, ours, their ratio, and how ours came about."""

    what: str
    theirs: str
    ours: str
    ratio: str
    settings: str


@dataclass
class Findings:
    """What an experiment has found so far: `conclusion` is its answer in two sentences, empty where
    too little is measured for one; `remarks` are sentences below the table.
    """

    rows: list[Row] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    conclusion: list[str] = field(default_factory=list)

    def add(self, what: str, theirs: str, ours: str, settings: str, ratio: str = NONE) -> None:
        """Add a row."""
        self.rows.append(Row(what, theirs, ours, ratio, settings))

    def compare(
        self, what: str, theirs: Figure | None, ours: float, unit: str, settings: str
    ) -> None:
        """Add a row of numbers; the ratio is ours to theirs."""
        quoted = NONE if theirs is None else quote(theirs, unit)
        ratio = NONE if theirs is None else significant(ours / theirs.value)
        self.add(what, quoted, number(ours, unit), settings, ratio)

    def add_match(
        self,
        what: str,
        games: Sequence[Measurement],
        settings: str,
        theirs: str = NONE,
        their_score: float | None = None,
    ) -> None:
        """Add how the subject of the games did, with its error bar; nothing if there are none.

        A report has a score only if it counted.
        """
        if games:
            ours = tally_of(games)
            comparable = their_score is not None and is_enough(ours)
            ratio = significant(ours.score / their_score) if comparable and their_score else NONE
            self.add(what, theirs, write_interval(ours), settings, ratio)

    def add_game(self, what: str, theirs: str, game: Measurement) -> None:
        """Add how a single game ended. It is not a sample of anything, so it has no error bar."""
        winner, plies = game.result["winner"], len(game.result["moves"])
        ending = DRAW if winner == DRAW else f"{winner} wins"
        self.add(what, theirs, f"{ending} after {plies} plies", game.unit.player.text)

    def draw(self, plot: Plot) -> None:
        """Add a figure, unless there is nothing in it."""
        if plot.series:
            self.plots.append(plot)


def quote(figure: Figure, unit: str) -> str:
    """Write a report's figure, as in `Cui 2018: over 10 s`."""
    return f"{figure.source}: {figure.about}{number(figure.value, unit)}"


def describe(seconds: Sequence[float]) -> str:
    """Say what the mean of these times is worth."""
    if len(seconds) == 1:
        return "measured once"
    return f"mean of {len(seconds)}, longest {number(max(seconds), 's')}"


def number(value: float, unit: str) -> str:
    """Write a value with its unit, in a form that is easily read."""
    if unit == "s":
        return f"{significant(1000 * value)} ms" if value < 0.1 else f"{significant(value)} s"
    return f"{value:,.0f} {unit}".strip()


def significant(value: float) -> str:
    """Write three significant digits, never an exponent."""
    if value == 0:
        return "0"
    text = f"{float(f'{value:.3g}'):,.6f}"
    return text.rstrip("0").rstrip(".")


def say_score(games: Sequence[Measurement]) -> str:
    """Say the score of the subject: `63 % (51 to 74)`, or by how few games."""
    result = tally_of(games)
    if not is_enough(result):
        points = "1 point" if result.points == 1 else f"{significant(result.points)} points"
        return f"{points} in only {count_of(result.games, 'game')}"
    return f"{100 * result.score:.0f} % ({write_range(result)})"


def is_decided(result: Tally) -> bool:
    """Tell whether one of the two players is better beyond reasonable doubt."""
    low, high = result.interval
    return low > 0.5 or high < 0.5


def say_list(words: Sequence[str]) -> str:
    """Write `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def say_range(numbers: Sequence[int]) -> str:
    """Write `4`, or `4 to 6`."""
    least, most = min(numbers), max(numbers)
    return f"{least}" if least == most else f"{least} to {most}"


def count_of(number: int, noun: str) -> str:
    """Write `1 game`, `2 games`, `no game`."""
    return f"{number or 'no'} {noun}{'s' if number > 1 else ''}"
