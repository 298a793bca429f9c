"""Doing what is missing of an experiment, with a bar that shows how far it has come."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from clients.lab.experiment import Experiment
from clients.lab.games import Finished, Unit
from clients.lab.players import Players
from clients.lab.store import Store

LINE_EVERY = 10.0  # seconds between lines where there is no terminal to draw a bar on


class Advance(Protocol):
    def __call__(self, done: int) -> None: ...


def store_of(directory: Path, experiment: Experiment) -> Store:
    return Store(directory / f"{experiment.name}.jsonl")


def run_experiment(
    experiment: Experiment, units: Sequence[Unit], directory: Path, console: Console
) -> list[Finished]:
    """Do the units that are not done yet, and return all of them with their results."""
    store = store_of(directory, experiment)
    with Players() as players:
        run_units(experiment.name, units, store, players, console)
    return store.finished(units)


def run_units(
    title: str, units: Sequence[Unit], store: Store, players: Players, console: Console
) -> None:
    """Each result is stored as it comes; an interruption loses at most one unit."""
    missing = store.missing(units)
    distinct = len({unit.key for unit in units})
    with progress(console, title, distinct, distinct - len(missing)) as advance:
        for done, unit in enumerate(missing, start=distinct - len(missing) + 1):
            store.add(unit, unit.run(players))
            advance(done)


@contextmanager
def progress(console: Console, title: str, total: int, done: int = 0) -> Iterator[Advance]:
    """A bar on a terminal, otherwise a line now and then; to be told how much is done."""
    if console.is_terminal:
        with Progress(*_columns(), console=console) as bar:
            task = bar.add_task(title, total=total, completed=done)
            yield lambda done: bar.update(task, completed=done)
        return
    lines = _Lines(console, title, total, done)
    yield lines.advance
    lines.end()


class _Lines:
    def __init__(self, console: Console, title: str, total: int, done: int) -> None:
        self._console, self._title, self._total = console, title, total
        self._done = done
        self._began = self._shown = time.monotonic()
        if 0 < done < total:
            self._show()

    def advance(self, done: int) -> None:
        self._done = done
        if time.monotonic() - self._shown >= LINE_EVERY:
            self._show()

    def end(self) -> None:
        self._show()

    def _show(self) -> None:
        self._shown = time.monotonic()
        seconds = self._shown - self._began
        self._console.print(f"{self._title}: {self._done} of {self._total}, {seconds:.0f} s")


def _columns() -> tuple[ProgressColumn, ...]:
    return (
        TextColumn("{task.description:<16}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
