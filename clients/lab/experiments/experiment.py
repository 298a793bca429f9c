"""What an experiment is: a question, units of work, and what is concluded from their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from linemate.clients.lab.units import DRAW, Measurement, Unit, tally_of, write_interval

NONE = "-"  # in a table: there is nothing to be said


class Figure(NamedTuple):
    """A number that a report gives; `about` says how exactly: `over `, `at most `."""

    source: str
    value: float
    about: str = ""


class Size(NamedTuple):
    """How large an experiment is: roughly what it takes, with one job, and what is done."""

    time: str
    work: str


class Row(NamedTuple):
    """A line of a table: the figure of a report, ours, their ratio, and how ours came about."""

    what: str
    theirs: str
    ours: str
    ratio: str
    settings: str


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
    """A figure, as data: `curves`, `points` (named places) or `matrix` (a series for each row).

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


@dataclass
class Findings:
    """What an experiment has found so far; `remarks` are sentences below the table."""

    rows: list[Row] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

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
            ratio = NONE if their_score is None else significant(ours.score / their_score)
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


@dataclass(frozen=True)
class Experiment:
    """A question, and how it is answered. `plan(quick, seed)` is always the same for the same
    arguments.

    `conclude` takes what has been measured of it so far, and leaves out what is missing.
    """

    name: str
    sources: str
    question: str
    quick: Size
    full: Size
    plan: Callable[[bool, int], Iterable[Unit]]
    conclude: Callable[[Groups], Findings]
    timed: bool = False  # whether other work at the same time would spoil it


class Groups:
    """What was measured, by the groups of its units; faults are left out."""

    def __init__(self, measured: Iterable[Measurement]) -> None:
        self._groups: dict[str, list[Measurement]] = {}
        for each in measured:
            if "fault" not in each.result:
                self._groups.setdefault(each.unit.group, []).append(each)

    def __getitem__(self, group: str) -> list[Measurement]:
        return self._groups.get(group, [])

    def __contains__(self, group: str) -> bool:
        return group in self._groups

    def names(self, prefix: str = "") -> list[str]:
        return [name for name in self._groups if name.startswith(prefix)]

    def values(self, group: str, measure: str) -> list[Any]:
        """Return one measure of every unit of a group."""
        return [each.result[measure] for each in self[group]]


def score_series(
    name: str, xs: Sequence[float | str], matches: Iterable[Sequence[Measurement]]
) -> Series:
    """Give the scores of matches in per cent with their error bars."""
    tallies = [tally_of(games) for games in matches]
    return Series(
        name,
        xs,
        [100 * each.score for each in tallies],
        [100 * each.interval[0] for each in tallies],
        [100 * each.interval[1] for each in tallies],
    )


def quote(figure: Figure, unit: str) -> str:
    """Write a report's figure, as in `000: over 10 s`."""
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


def faults(measured: Iterable[Measurement]) -> list[str]:
    """Tell what went wrong, each kind once with how often, for the remarks."""
    counts = Counter(each.result["fault"] for each in measured if "fault" in each.result)
    return [f"Left out, {count} times: {fault}" for fault, count in counts.items()]
