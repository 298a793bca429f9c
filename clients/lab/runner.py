"""Doing what is missing of an experiment, with a bar that shows how far it has come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from linemate.clients.lab.crew import Crew
from linemate.clients.lab.store import Store
from linemate.clients.lab.units import Finished, Unit
from linemate.clients.lab.version import engine_version
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

LINE_EVERY = 10.0  # seconds between lines where there is no terminal to draw a bar on

Advance = Callable[[int], None]


class EngineChangedError(Exception):
    """Somebody has changed the engine while it was being measured."""


def measure(units: Sequence[Unit], store: Store, crew: Crew) -> Iterator[Finished]:
    """Do the units that are not done yet. Each is on disk before it is given out, so that an
    interruption loses no more than what is being worked on.

    Raises EngineChangedError: an engine started from now on would be another one.
    """
    for done in crew.work(store.missing(units)):
        if engine_version() != store.engine:
            raise EngineChangedError(
                "the engine was changed during the run, which ends here; what is done is kept"
            )
        yield store.add(done.unit, done.result)


def run_units(
    title: str, units: Sequence[Unit], store: Store, crew: Crew, console: Console
) -> list[Finished]:
    """Do what is missing, and return all of them with their results."""
    total = len({unit.key for unit in units})
    done = total - len(store.missing(units))
    with progress(console, title, total, crew, done) as advance:
        for more, _ in enumerate(measure(units, store, crew), start=1):
            advance(done + more)
    return store.finished(units)


@contextmanager
def progress(
    console: Console, title: str, total: int, crew: Crew, done: int = 0
) -> Iterator[Advance]:
    """A bar on a terminal, otherwise a line now and then; to be told how much is done."""
    if console.is_terminal:
        with Progress(*_columns(crew), console=console) as bar:
            task = bar.add_task(title, total=total, completed=done)
            yield lambda done: bar.update(task, completed=done)
        return
    lines = _Lines(console, title, total, done)
    yield lines.advance
    lines.end()


class _Lines:
    def __init__(self, console: Console, title: str, total: int, done: int) -> None:
        self._console, self._title, self._total = console, title, total
        self._done, self._told = done, -1
        self._began = self._shown = time.monotonic()
        if 0 < done < total:
            self._show()

    def advance(self, done: int) -> None:
        self._done = done
        if time.monotonic() - self._shown >= LINE_EVERY:
            self._show()

    def end(self) -> None:
        if self._told != self._done:
            self._show()

    def _show(self) -> None:
        self._shown, self._told = time.monotonic(), self._done
        seconds = self._shown - self._began
        self._console.print(f"{self._title}: {self._done} of {self._total}, {seconds:.0f} s")


class _Note(ProgressColumn):
    """What the crew is at: a single game can take minutes, and the bar stands still for it."""

    def __init__(self, crew: Crew) -> None:
        super().__init__()
        self._crew = crew

    def render(self, task: Task) -> Text:
        return Text(self._crew.note)


def _columns(crew: Crew) -> tuple[ProgressColumn, ...]:
    return (
        TextColumn("{task.description:<16}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        _Note(crew),
    )
