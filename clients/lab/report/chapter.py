"""One experiment as the report has it: how much of it is done, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table

from linemate.clients.lab.experiments.experiment import Experiment, Size
from linemate.clients.lab.experiments.findings import Findings
from linemate.clients.lab.units import Measurement

HEADINGS = ("what", "in the report", "ours", "ratio", "settings")


@dataclass(frozen=True)
class Chapter:
    """An experiment with its findings."""

    experiment: Experiment
    size: Size
    findings: Findings
    measured: Sequence[Measurement]
    total: int
    engine: str  # the present version

    @property
    def warnings(self) -> list[str]:
        """Say what the reader has to know before any figure is believed."""
        done, found = len(self.measured), []
        if done < self.total:
            found.append(f"Not finished: {done} of {self.total} units are done.")
        others = sum(each.engine != self.engine for each in self.measured)
        if others:
            found.append(
                f"{others} of {done} results are not of the present version of the engine, "
                f"{self.engine}."
            )
        return found

    @property
    def origin(self) -> str:
        """Say when it was measured, and by which versions of the engine."""
        dates = sorted({each.date for each in self.measured})
        days = " to ".join(dict.fromkeys((dates[0], dates[-1])))
        counts = Counter(each.engine for each in self.measured)
        engines = ", ".join(
            engine if len(counts) == 1 else f"{engine} ({count})"
            for engine, count in counts.items()
        )
        return f"{len(self.measured)} units of work, measured on {days} by engine {engines}."


def show_table(chapter: Chapter) -> Table:
    """Make the table of an experiment for the terminal."""
    table = Table(title=f"{chapter.experiment.name}: {chapter.experiment.question}")
    table.title_justify = "left"
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for row in chapter.findings.rows:
        table.add_row(*row)
    return table
