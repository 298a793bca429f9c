"""Plots as SVG, whose colours are those of `page.css`: so a picture fits a dark page and paper.

Every series has a marker and a dash of its own beside its colour. Start reading at `draw`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.report.scales import Scale, make_scale, write_tick

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 88, 14, 16, 48
LETTER = 6.7  # the width of one, about
LEGEND_LINE = 20
BAR, BAR_GAP = 22, 8
CELL_HEIGHT = 34
MOST_MARKERS = 30  # of a line with more points the line says it all
SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-4-4h8v8h-8z",
    "M0-5L5 4H-5z",
    "M0-5L5 0 0 5-5 0z",
    "M0 5L5-4H-5z",
    "M-4-1.5h2.5v-2.5h3v2.5h2.5v3h-2.5v2.5h-3v-2.5h-2.5z",
)


def draw(plot: Plot) -> str:
    """Return the picture of a plot; what is to be seen in it is read aloud from its table."""
    height, parts = {
        "curves": _draw_curves,
        "points": _draw_points,
        "matrix": _draw_matrix,
        "results": _draw_results,
    }[plot.kind](plot)
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(plot.title)}">{"".join(parts)}</svg>'
    )


def _draw_curves(plot: Plot) -> tuple[float, list[str]]:
    xs = [float(x) for series in plot.series for x in series.xs]
    horizontal = make_scale(xs, LEFT + 14, WIDTH - RIGHT - 14, "x" in plot.logarithmic, named=True)
    vertical = _make_vertical(plot)
    parts = [*_rows(plot, vertical), *_ticks_below(horizontal), *_level(plot, vertical)]
    for number, series in enumerate(plot.series):
        places = [horizontal.place(float(x)) for x in series.xs]
        parts += _draw_series(series, places, vertical, number, joined=True)
    return _finish(plot, parts)


def _draw_points(plot: Plot) -> tuple[float, list[str]]:
    """Draw one place for each name; several series stand side by side."""
    names = list(dict.fromkeys(x for series in plot.series for x in series.xs))
    step = (WIDTH - LEFT - RIGHT) / len(names)
    vertical = _make_vertical(plot)
    parts = [*_rows(plot, vertical), *_level(plot, vertical)]
    wrapped = [_wrap(str(name), int(step / LETTER)) for name in names]
    for number, lines in enumerate(wrapped):
        x = LEFT + step * (number + 0.5)
        for line, text in enumerate(lines):
            parts.append(_text(x, HEIGHT - BOTTOM + 16 + 13 * line, text, "middle"))
    for number, series in enumerate(plot.series):
        shift = 10 * (number - (len(plot.series) - 1) / 2)
        places = [LEFT + step * (names.index(x) + 0.5) + shift for x in series.xs]
        parts += _draw_series(series, places, vertical, number, joined=False)
    return _finish(plot, parts, 13 * (max(map(len, wrapped)) - 1))


def _draw_matrix(plot: Plot) -> tuple[float, list[str]]:
    """Draw each row's score against each column: one colour is good for the row, the other bad."""
    left = _room([series.name for series in plot.series])
    step = (WIDTH - left - RIGHT) / len(plot.series[0].xs)
    headings = [_wrap(str(name), int(step / LETTER)) for name in plot.series[0].xs]
    top = 10 + 13 * max(map(len, headings))
    parts = [
        _text(left + step * (column + 0.5), 12 + 13 * line, text, "middle")
        for column, words in enumerate(headings)
        for line, text in enumerate(words)
    ]
    for row, series in enumerate(plot.series):
        y = top + CELL_HEIGHT * row
        parts.append(_text(left - 8, y + CELL_HEIGHT / 2 + 4, series.name, "end"))
        for column, value in enumerate(series.ys):
            if value != value:  # not a number: a player does not meet himself
                continue
            x, kind = left + step * column, "good" if value >= 50 else "bad"
            parts.append(
                f'<rect class="{kind}" x="{x + 1:.1f}" y="{y + 1:.1f}" '
                f'width="{step - 2:.1f}" height="{CELL_HEIGHT - 2}" '
                f'fill-opacity="{0.08 + 0.5 * abs(value - 50) / 50:.2f}"/>'
            )
            middle = y + CELL_HEIGHT / 2 + 4
            parts.append(_text(x + step / 2, middle, f"{value:.0f}", "middle", "value"))
    height = top + CELL_HEIGHT * len(plot.series) + 24
    parts.append(_text((left + WIDTH - RIGHT) / 2, height - 6, plot.x_label, "middle"))
    return height, parts


def _draw_results(plot: Plot) -> tuple[float, list[str]]:
    """Draw a bar for each name: games won, drawn and lost, with their numbers."""
    names = [str(x) for x in plot.series[0].xs]
    left = _room(names)
    most = max(sum(series.ys[row] for series in plot.series) for row in range(len(names))) or 1
    unit = (WIDTH - left - RIGHT) / most
    parts = []
    for row, name in enumerate(names):
        y, x = 6 + (BAR + BAR_GAP) * row, float(left)
        parts.append(_text(left - 8, y + 15, name, "end"))
        for series in plot.series:
            if wide := unit * series.ys[row]:
                parts.append(_bar(series.name, x, y, wide, BAR))
                count = f"{series.ys[row]:.0f}"
                parts.append(_text(x + wide / 2, y + 15, count, "middle", "value"))
                x += wide
    y = 10 + (BAR + BAR_GAP) * len(names)
    for number, series in enumerate(plot.series):
        parts.append(_bar(series.name, left + 80 * number, y, 14, 12))
        parts.append(_text(left + 80 * number + 19, y + 10, series.name))
    return y + 18, parts


# -------------------------------------------------------------------- what they have in common


def _draw_series(
    series: Series, places: Sequence[float], vertical: Scale, number: int, *, joined: bool
) -> Iterator[str]:
    style = f"s{number % len(SHAPES)}"
    points = [(x, vertical.place(y)) for x, y in zip(places, series.ys, strict=True) if y == y]
    if joined and len(points) > 1:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield f'<polyline class="{style}" points="{path}"/>'
    for x, low, high in zip(places, series.low, series.high, strict=bool(series.low)):
        bottom, top = vertical.place(low), vertical.place(high)
        if bottom - top > 1:
            yield (
                f'<path class="{style} bar" d="M{x:.1f} {bottom:.1f}V{top:.1f}'
                f'M{x - 4:.1f} {bottom:.1f}h8M{x - 4:.1f} {top:.1f}h8"/>'
            )
    if len(points) <= MOST_MARKERS:
        for x, y in points:
            yield _marker(x, y, number)


def _marker(x: float, y: float, number: int) -> str:
    kind = number % len(SHAPES)
    place = f"translate({x:.1f} {y:.1f})"
    return f'<path class="s{kind} dot" transform="{place}" d="{SHAPES[kind]}"/>'


def _make_vertical(plot: Plot) -> Scale:
    """Return the scale of y, which grows upwards; per cent go from 0 to 100."""
    values = [float(y) for each in plot.series for y in (*each.ys, *each.low, *each.high) if y == y]
    if plot.level is not None:
        values.append(plot.level[0])
    if "%" in plot.y_label:
        values = [0, 100]
    return make_scale(values, HEIGHT - BOTTOM, TOP, "y" in plot.logarithmic)


def _rows(plot: Plot, vertical: Scale) -> Iterator[str]:
    for tick in vertical.ticks:
        y = vertical.place(tick)
        yield f'<path class="rule" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        yield _text(LEFT - 8, y + 4, write_tick(tick), "end")
    middle = (TOP + HEIGHT - BOTTOM) / 2
    yield (
        f'<text transform="translate(13 {middle:.0f}) rotate(-90)" text-anchor="middle">'
        f"{escape(plot.y_label)}</text>"
    )


def _ticks_below(horizontal: Scale) -> Iterator[str]:
    """Name the ticks, but for those whose names would lie on each other."""
    free_from = 0.0
    for tick in horizontal.ticks:
        x, text = horizontal.place(tick), write_tick(tick)
        half = LETTER * len(text) / 2
        yield f'<path class="rule" d="M{x:.1f} {HEIGHT - BOTTOM}v4"/>'
        if x - half >= free_from:
            yield _text(x, HEIGHT - BOTTOM + 17, text, "middle")
            free_from = x + half + 6


def _level(plot: Plot, vertical: Scale) -> Iterator[str]:
    if plot.level is not None:
        height, label = plot.level
        y = vertical.place(height)
        yield f'<path class="level" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        yield _text(WIDTH - RIGHT, y - 5, label, "end")


def _finish(plot: Plot, parts: list[str], lower: int = 0) -> tuple[float, list[str]]:
    """Add the name of the x axis, and below it which series is which; all that is so much lower
    than below names of one line.
    """
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(_text(middle, HEIGHT - BOTTOM + 36 + lower, plot.x_label, "middle"))
    if len(plot.series) == 1:
        return HEIGHT + lower, parts
    x, y = float(LEFT), HEIGHT + 6 + lower
    for number, series in enumerate(plot.series):
        wide = 34 + LETTER * len(series.name)
        if x + wide > WIDTH and x > LEFT:
            x, y = float(LEFT), y + LEGEND_LINE
        parts += [_marker(x + 6, y - 4, number), _text(x + 16, y, series.name)]
        x += wide
    return y + 10, parts


def _room(names: Sequence[str]) -> int:
    """Return how much the names on the left take."""
    return min(round(LETTER * max(map(len, names))) + 14, WIDTH // 2)


def _wrap(text: str, letters: int) -> list[str]:
    """Break a name at spaces and hyphens into lines that fit, as far as that goes."""
    lines = [""]
    for word in text.replace("-", "- ").split(" "):
        space = "" if not lines[-1] or lines[-1].endswith("-") else " "
        if lines[-1] and len(lines[-1]) + len(word) + 1 > letters:
            lines.append(word)
        else:
            lines[-1] += space + word
    return lines


def _bar(kind: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{high}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text{style} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
