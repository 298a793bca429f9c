"""What was found, as Markdown with figures beside it, and as a table for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from linemate.clients.lab.experiments.experiment import Experiment, Findings, Size
from linemate.clients.lab.figures import can_draw, draw
from linemate.clients.lab.units import Measurement
from linemate.clients.shared.command import how_to_install
from linemate.clients.shared.files import write_whole

HEADINGS = ("what", "the report's figure", "ours", "ratio", "settings")
NO_FIGURES = (
    f"matplotlib is not installed, so there are no figures: {how_to_install('lab')}, then run the "
    "same command again."
)


@dataclass(frozen=True)
class Chapter:
    """One experiment: how much of it is done, and what came of it."""

    experiment: Experiment
    size: Size
    findings: Findings
    measured: Sequence[Measurement]
    total: int
    engine: str  # the present version


def write_report(chapters: Sequence[Chapter], quick: bool, seed: int, directory: Path) -> Path:
    """Write the report on all that there is of this size and seed; return its path.

    Those of other sizes and seeds are left as they are, and so are their figures.
    """
    size = "quick" if quick else "full"
    run = f"{size}-seed-{seed}"
    lines = [
        "# What the reports measured, and what Linemate measures",
        "",
        f"Made by `linemate lab run`, {size} sizes, seed {seed}. Every row has a report's figure "
        "(if there is one), ours, and the ratio of ours to theirs; theirs are of other "
        "machines and other languages. Settings are the options of the engine.",
        "",
        "Results of matches are wins, draws, losses and the score, in which a draw counts one "
        "half; in brackets is the range in which the truth lies with 95 % confidence. Two games "
        "with the same opening and the colours changed count as one observation for it.",
        "",
    ]
    if not can_draw():
        lines += [NO_FIGURES, ""]
    for chapter in chapters:
        lines += _chapter(chapter, directory, f"figures-{run}")
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"report-{run}.md"
    write_whole(path, "\n".join(lines))
    return path


def show_table(chapter: Chapter) -> Table:
    """Make the table of an experiment for the terminal."""
    table = Table(title=f"{chapter.experiment.name}: {chapter.experiment.question}")
    table.title_justify = "left"
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for row in chapter.findings.rows:
        table.add_row(*row)
    return table


def _chapter(chapter: Chapter, directory: Path, figures: str) -> list[str]:
    experiment, findings = chapter.experiment, chapter.findings
    lines = [
        f"## {experiment.name}",
        "",
        f"{experiment.question} (reports {experiment.sources})",
        "",
        _line(HEADINGS),
        _line(["---"] * len(HEADINGS)),
        *(_line(row) for row in findings.rows),
        "",
    ]
    done = len(chapter.measured)
    if done < chapter.total:
        lines += [f"**Not finished: {done} of {chapter.total} units are done.**", ""]
    others = sum(each.engine != chapter.engine for each in chapter.measured)
    if others:
        lines += [
            f"**{others} of {done} results are not of the present version of the engine, "
            f"{chapter.engine}.**",
            "",
        ]
    for remark in findings.remarks:
        lines += [remark, ""]
    if can_draw():
        for plot in findings.plots:
            lines += [f"![{plot.title}]({figures}/{plot.name}.png)", ""]
            (directory / figures).mkdir(parents=True, exist_ok=True)
            draw(plot, directory / figures / f"{plot.name}.png")
    lines += [f"Size: {chapter.size.work}. {_origin(chapter.measured)}", ""]
    return lines


def _origin(measured: Sequence[Measurement]) -> str:
    """Say when it was measured, and by which versions of the engine."""
    dates = sorted({each.date for each in measured})
    days = " to ".join(dict.fromkeys((dates[0], dates[-1])))
    counts = Counter(each.engine for each in measured)
    engines = ", ".join(
        engine if len(counts) == 1 else f"{engine} ({count})" for engine, count in counts.items()
    )
    return f"{len(measured)} units of work, measured on {days} by engine {engines}."


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
