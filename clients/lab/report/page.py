"""The report of `linemate lab run`: one page that needs nothing else, for somebody who has seen
none of the reports.

Every experiment is a chapter: its question, set-up, plots with their numbers, conclusion, and all
figures beside those of the reports. `page.html` is what the page says in any case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from linemate.clients.lab.experiments.findings import NONE, say_list
from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.experiments.sources import REPORTS
from linemate.clients.lab.report.chapter import HEADINGS, Chapter
from linemate.clients.lab.report.drawing import draw
from linemate.clients.shared.files import write_whole

PAGE, STYLE = (
    files("linemate.clients.lab.report").joinpath(name).read_text(encoding="utf-8")
    for name in ("page.html", "page.css")
)
CODE = re.compile("`([^`]+)`")
NO_CONCLUSION = "Too little is measured yet for a conclusion."


def write_report(chapters: Sequence[Chapter], quick: bool, seed: int, directory: Path) -> Path:
    """Write the report on all that there is of this size and seed; return its path.

    Those of other sizes and seeds are left as they are.
    """
    size = "quick" if quick else "full"
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"report-{size}-seed-{seed}.html"
    write_whole(path, make_page(chapters, size, seed))
    return path


def make_page(chapters: Sequence[Chapter], size: str, seed: int) -> str:
    """Return the whole page; `size` and `seed` are those of the run."""
    cited = {source for chapter in chapters for source in chapter.experiment.sources}
    return Template(PAGE).substitute(
        style=STYLE,
        size=size,
        seed=seed,
        contents="\n".join(map(_write_entry, chapters)),
        reports="\n".join(_write_source(name) for name in REPORTS if name in cited),
        chapters="\n".join(map(_write_chapter, chapters)),
    )


def _write_entry(chapter: Chapter) -> str:
    """Return a line of the table of contents."""
    experiment = chapter.experiment
    return (
        f'<li><a href="#{experiment.name}">{escape(experiment.title)}</a>'
        f"<span>{escape(experiment.question)}</span></li>"
    )


def _write_source(name: str) -> str:
    source = REPORTS[name]
    return (
        f"<dt>{escape(name)}</dt><dd>{escape(source.authors)}: <cite>{escape(source.title)}"
        f"</cite>. About {escape(source.about)}.</dd>"
    )


def _write_chapter(chapter: Chapter) -> str:
    experiment, findings = chapter.experiment, chapter.findings
    name, conclusion = experiment.name, " ".join(findings.conclusion) or NO_CONCLUSION
    parts = [
        f'<section id="{name}" aria-labelledby="{name}-title">',
        f'<h2 id="{name}-title">{escape(experiment.title)}</h2>',
        f'<p class="question">{escape(experiment.question)}</p>',
        *(f'<p class="warning">{escape(warning)}</p>' for warning in chapter.warnings),
        f"<h3>Set-up</h3><p>{escape(experiment.setup)}</p>",
        *map(_write_figure, findings.plots),
        f'<h3>Conclusion</h3><p class="conclusion">{escape(conclusion)}</p>',
        f"<h3>All figures, beside those of {escape(say_list(experiment.sources))}</h3>",
        _write_table(HEADINGS, findings.rows, "rows", f"Figures: {experiment.title}"),
        *(f'<p class="remark">{_write_remark(remark)}</p>' for remark in findings.remarks),
        f'<p class="origin">To run it again: <code>linemate lab run {name}</code>. Size: '
        f"{escape(chapter.size.work)}. {escape(chapter.origin)}</p>",
        "</section>",
    ]
    return "\n".join(parts)


def _write_remark(remark: str) -> str:
    """Return a remark; what stands between backticks is to be typed."""
    return CODE.sub(r"<code>\1</code>", escape(remark))


def _write_figure(plot: Plot) -> str:
    """Return the picture, and folded below it the numbers that it is drawn from."""
    return (
        f'<figure><div class="scroll" tabindex="0" role="group" '
        f'aria-label="{escape(plot.title)}">{draw(plot)}</div>'
        f"<figcaption>{escape(plot.title)}.</figcaption>"
        f"<details><summary>The numbers of this picture</summary>{_write_numbers(plot)}</details>"
        "</figure>"
    )


def _write_numbers(plot: Plot) -> str:
    """Return the table of a plot: a line for each place, a column for each series."""
    if plot.kind == "matrix":
        headings = ["", *(str(x) for x in plot.series[0].xs)]
        lines = [[series.name, *map(_write_number, series.ys)] for series in plot.series]
        return _write_table(headings, lines, "numbers", plot.title)
    places = list(dict.fromkeys(x for series in plot.series for x in series.xs))
    places.sort(key=lambda x: 0 if isinstance(x, str) else x)
    found = [_write_series(series) for series in plot.series]
    lines = [
        [x if isinstance(x, str) else f"{x:,g}", *(cells.get(x, NONE) for cells in found)]
        for x in places
    ]
    first = plot.x_label if plot.kind == "curves" else ""
    headings = [first, *(series.name for series in plot.series)]
    return _write_table(headings, lines, "numbers", plot.title)


def _write_series(series: Series) -> dict[float | str, str]:
    """Return the cells of a series by their places, with the ends of their error bars."""
    written = {x: _write_number(y) for x, y in zip(series.xs, series.ys, strict=True)}
    for x, low, high in zip(series.xs, series.low, series.high, strict=bool(series.low)):
        written[x] += f" ({_write_number(low)} to {_write_number(high)})"
    return written


def _write_number(value: float) -> str:
    if value != value:
        return NONE
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def _write_table(
    headings: Sequence[str], lines: Iterable[Sequence[str]], kind: str, label: str
) -> str:
    """Return a table that a narrow page can scroll, each row under its first cell."""

    def write() -> Iterator[str]:
        yield f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(label)}">'
        yield f'<table class="{kind}"><thead><tr>'
        yield from (f'<th scope="col">{escape(heading)}</th>' for heading in headings)
        yield "</tr></thead><tbody>"
        for first, *rest in lines:
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
            yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>\n'
        yield "</tbody></table></div>"

    return "".join(write())
