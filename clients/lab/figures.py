"""Plots drawn with matplotlib, which is imported only when there is something to draw.

Colours are told apart by people who are colour-blind, and each series has its own marker.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from linemate.clients.lab.experiments.experiment import Plot, Series

# matplotlib's, which type checkers cannot rely on: it need not be installed.
Axes = Any
# Okabe and Ito's.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = "os^Dvx"
QUIET = "#888888"
SIZE = (7.0, 4.2)  # inches
DOTS_PER_INCH = 110
MOST_TICKS = 12  # so many values of x are all named at the axis
SIDE_BY_SIDE = 0.15


def can_draw() -> bool:
    return find_spec("matplotlib") is not None


def draw(plot: Plot, path: Path) -> None:
    """Write the figure as PNG."""
    figure = import_module("matplotlib.figure").Figure(
        figsize=SIZE, dpi=DOTS_PER_INCH, layout="constrained"
    )
    axes = figure.add_subplot()
    {"curves": _draw_curves, "points": _draw_points, "matrix": _draw_matrix}[plot.kind](axes, plot)
    axes.set_title(plot.title, loc="left", fontsize=11)
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label)
    named, _ = axes.get_legend_handles_labels()
    if len(named) > 1:
        # Below the axes: within them it would hide what some run has measured.
        figure.legend(loc="outside lower center", ncols=6, frameon=False)
    figure.savefig(path)


def _draw_curves(axes: Axes, plot: Plot) -> None:
    for number, series in enumerate(plot.series):
        _draw_series(axes, _apart(plot, series, number), series, number, linestyle="-")
    xs = sorted({float(x) for series in plot.series for x in series.xs})
    if "x" in plot.logarithmic:
        axes.set_xscale("log")
    if len(xs) <= MOST_TICKS:
        axes.set_xticks(xs, [f"{x:,.0f}" for x in xs])
        axes.minorticks_off()
    _finish(axes, plot)


def _apart(plot: Plot, series: Series, number: int) -> list[float]:
    """Move error bars that would lie on each other a little to the side of the one before."""
    factor = 1.03**number if series.low and "x" in plot.logarithmic else 1.0
    return [factor * float(x) for x in series.xs]


def _draw_points(axes: Axes, plot: Plot) -> None:
    """Draw scores from 0 to 100, one place for each name; several series stand side by side."""
    names = list(plot.series[0].xs)
    for number, series in enumerate(plot.series):
        shift = SIDE_BY_SIDE * (number - (len(plot.series) - 1) / 2)
        places = [names.index(x) + shift for x in series.xs]
        _draw_series(axes, places, series, number, linestyle="none")
    axes.set_xticks(range(len(names)), [str(name).replace(", ", "\n") for name in names])
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_ylim(-4, 104)
    _finish(axes, plot)


def _draw_series(
    axes: Axes, xs: Sequence[float], series: Series, number: int, linestyle: str
) -> None:
    errors = None
    if series.low:  # how far the bars reach below and above
        below = [y - low for y, low in zip(series.ys, series.low, strict=True)]
        above = [high - y for y, high in zip(series.ys, series.high, strict=True)]
        errors = below, above
    axes.errorbar(
        xs,
        series.ys,
        yerr=errors,
        capsize=4,
        color=COLOURS[number % len(COLOURS)],
        marker=MARKERS[number % len(MARKERS)],
        markersize=4 if linestyle == "-" else 7,
        linestyle=linestyle,
        label=series.name,
    )


def _draw_matrix(axes: Axes, plot: Plot) -> None:
    """Draw each row's score against each column: blue is good for the row, red is bad."""
    values = [list(series.ys) for series in plot.series]
    axes.imshow(values, cmap="RdBu", vmin=0, vmax=100, aspect="auto")
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            if value == value:  # not a number: a player does not meet himself
                colour = "white" if abs(value - 50) > 35 else "black"
                axes.text(column, row, f"{value:.0f}", ha="center", va="center", color=colour)
    axes.set_xticks(range(len(plot.series[0].xs)), list(map(str, plot.series[0].xs)))
    axes.set_yticks(range(len(plot.series)), [series.name for series in plot.series])


def _finish(axes: Axes, plot: Plot) -> None:
    if "y" in plot.logarithmic:
        axes.set_yscale("log")
        values = [y for series in plot.series for y in series.ys if y > 0]
        if values and max(values) < 100 * min(values):
            ticker = import_module("matplotlib.ticker")
            axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
        axes.yaxis.set_minor_formatter("")
    if plot.level is not None:
        height, label = plot.level
        axes.axhline(height, color=QUIET, linestyle="--", linewidth=1, label=label)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for edge in ("top", "right"):
        axes.spines[edge].set_visible(False)
