"""What was found, as Markdown with figures beside it, and as a table for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from clients.lab.experiment import Experiment, Findings, Row
from clients.lab.figures import can_draw, draw

REPORT = "report.md"
FIGURES = "figures"
HEADINGS = ("what", "the report's figure", "ours", "ratio", "settings")
NO_FIGURES = (
    "matplotlib is not installed, so there are no figures: `pip install linemate[lab]`, then run "
    "the same command again."
)


@dataclass(frozen=True)
class Chapter:
    """One experiment: how much of it is done, and what came of it."""

    experiment: Experiment
    size: str
    findings: Findings
    done: int
    total: int
    dates: Sequence[str]


def write_report(chapters: Sequence[Chapter], directory: Path) -> Path:
    """Write the report and its figures; the path of the report."""
    lines = [
        "# What the reports measured, and what Linemate measures",
        "",
        "Made by `linemate lab run`. Every row has a report's figure (if there is one), ours, and "
        "the ratio of ours to theirs; theirs are of other machines and other languages. Scores "
        "count a draw as one half; in brackets is the range in which the truth lies with 95 % "
        "confidence.",
        "",
    ]
    if not can_draw():
        lines += [NO_FIGURES, ""]
    for chapter in chapters:
        lines += _chapter(chapter, directory)
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / REPORT
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def show_table(chapter: Chapter) -> Table:
    """For the terminal."""
    table = Table(title=f"{chapter.experiment.name}: {chapter.experiment.question}")
    table.title_justify = "left"
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for row in chapter.findings.rows:
        table.add_row(*_cells(row))
    return table


def _chapter(chapter: Chapter, directory: Path) -> list[str]:
    experiment, findings = chapter.experiment, chapter.findings
    days = (
        " to ".join(dict.fromkeys((chapter.dates[0], chapter.dates[-1]))) if chapter.dates else ""
    )
    lines = [
        f"## {experiment.name}",
        "",
        f"{experiment.question} (reports {experiment.sources})",
        "",
        _line(HEADINGS),
        _line(["---"] * len(HEADINGS)),
        *(_line(_cells(row)) for row in findings.rows),
        "",
    ]
    if chapter.done < chapter.total:
        lines += [f"**Not finished: {chapter.done} of {chapter.total} units are done.**", ""]
    for remark in findings.remarks:
        lines += [remark, ""]
    if can_draw():
        for plot in findings.plots:
            lines += [f"![{plot.title}]({FIGURES}/{plot.name}.png)", ""]
            (directory / FIGURES).mkdir(parents=True, exist_ok=True)
            draw(plot, directory / FIGURES / f"{plot.name}.png")
    lines += [f"Size: {chapter.size}. {chapter.done} units of work, measured on {days}.", ""]
    return lines


def _cells(row: Row) -> tuple[str, ...]:
    return row.what, row.theirs, row.ours, row.ratio, row.settings


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
