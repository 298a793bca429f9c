"""Doing what is missing of an experiment: several units at once, with a bar of how far it is.

The units themselves come out the same in any company; only what they cost in time does not.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from math import inf

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

from linemate.clients.lab.store import Store, engine_version
from linemate.clients.lab.units import LabWorker, Measurement, Result, Unit
from linemate.clients.shared.worker_pool import LocalPool

POLL = 0.2  # seconds between looks at whether the run was interrupted
LINE_EVERY = 10.0  # seconds between lines where there is no terminal to draw a bar on

UnitPool = LocalPool[Unit, tuple[Unit, Result]]
Advance = Callable[[int], None]  # tells how many more are done


def make_pool(size: int) -> UnitPool:
    return LocalPool([LabWorker() for _ in range(size)])


class EngineChangedError(Exception):
    """Somebody has changed the engine while it was being measured."""


def measure(
    units: Sequence[Unit], store: Store, pool: UnitPool, deadline: float = inf
) -> Iterator[Measurement]:
    """Do the units that are not done yet. Each is on disk before it is given out, so that an
    interruption loses no more than what is being worked on.

    After the deadline, by `time.monotonic`, none is begun. Raises EngineChangedError: an engine
    started from now on would be another one.
    """
    waiting = deque(store.missing(units))
    while waiting or pool.in_progress():
        if time.monotonic() > deadline:
            waiting.clear()
        while waiting and len(pool.in_progress()) < pool.capacity:
            pool.begin(waiting.popleft())
        finished = pool.next_finished(POLL)
        if finished is None:
            continue
        if engine_version() != store.engine:
            raise EngineChangedError(
                "the engine was changed during the run, which ends here; what is done is kept"
            )
        yield store.add(*finished)


def take_turns(units: Iterable[Unit]) -> list[Unit]:
    """Put one unit of each group after the other: so what is done when a run ends early is spread
    over all that there is to compare.
    """
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(unit.group, []).append(unit)
    rounds = zip_longest(*groups.values())
    return [unit for each in rounds for unit in each if unit is not None]


def run_units(
    title: str,
    units: Sequence[Unit],
    store: Store,
    pool: UnitPool,
    console: Console,
    deadline: float = inf,
) -> list[Measurement]:
    """Do what is missing until the deadline, and return all that are done with their results."""
    total = len({unit.key for unit in units})
    done = total - len(store.missing(units))
    with progress(console, title, total, pool, done) as advance:
        for _ in measure(take_turns(units), store, pool, deadline):
            advance(1)
    return store.measured(units)


@contextmanager
def progress(
    console: Console, title: str, total: int, pool: UnitPool, done: int = 0
) -> Iterator[Advance]:
    """Show a bar on a terminal, otherwise a line now and then, of how much is done."""
    if console.is_terminal:
        columns = (
            TextColumn("{task.description:<16}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            _PlyColumn(pool),
        )
        with Progress(*columns, console=console) as bar:
            task = bar.add_task(title, total=total, completed=done)
            yield lambda more: bar.advance(task, more)
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

    def advance(self, more: int) -> None:
        self._done += more
        if time.monotonic() - self._shown >= LINE_EVERY:
            self._show()

    def end(self) -> None:
        if self._told != self._done:
            self._show()

    def _show(self) -> None:
        self._shown, self._told = time.monotonic(), self._done
        seconds = self._shown - self._began
        self._console.print(f"{self._title}: {self._done} of {self._total}, {seconds:.0f} s")


class _PlyColumn(ProgressColumn):
    """What the workers are at: a single game can take minutes, and the bar stands still for it."""

    def __init__(self, pool: UnitPool) -> None:
        super().__init__()
        self._pool = pool

    def render(self, task: Task) -> Text:
        plies = [str(each.ply + 1) for each in self._pool.in_progress() if each.ply is not None]
        return Text(f"ply {', '.join(plies)}" if plies else "")
