"""What an experiment is: a question, units of work, and what is concluded from their results.

`findings.py` has what is concluded, `plots.py` what is drawn of it, `sources.py` the reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from linemate.clients.lab.experiments.findings import Findings
from linemate.clients.lab.units import Measurement, Unit

MINUTES = {"second": 1 / 60, "minute": 1.0, "hour": 60.0}
FEW_SECONDS = 5


class Size(NamedTuple):
    """How large an experiment is: roughly what it takes, with one job, and what is done."""

    time: str
    work: str

    @property
    def minutes(self) -> float:
        """Return the time as a number: `20 seconds`, `8 minutes`, `1 hour`, or `seconds`."""
        count, _, unit = self.time.rpartition(" ")
        return float(count or FEW_SECONDS) * MINUTES[unit.rstrip("s")]


@dataclass(frozen=True)
class Experiment:
    """A question, and how it is answered: `title`, `question` and `setup` are for somebody who has
    seen none of the reports, whose names are `sources`.

    `plan(quick, seed)` is always the same for the same arguments. `conclude` takes what has been
    measured of it so far, and leaves out what is missing.
    """

    name: str
    title: str
    sources: Sequence[str]
    question: str
    setup: str
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


def faults(measured: Iterable[Measurement]) -> list[str]:
    """Tell what went wrong, each kind once with how often, for the remarks."""
    counts = Counter(each.result["fault"] for each in measured if "fault" in each.result)
    return [f"Left out, {count} times: {fault}" for fault, count in counts.items()]
