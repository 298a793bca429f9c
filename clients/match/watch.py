"""Watching a match: a live table on a terminal, plain lines anywhere else."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from linemate.clients.match.crew import Crew
from linemate.clients.match.report import write_standing
from linemate.clients.match.schedule import Schedule
from linemate.clients.match.settings import Settings
from linemate.clients.shared.records import GameRecord
from linemate.clients.shared.screen import printable
from linemate.clients.shared.times import write_duration
from rich.console import Console
from rich.live import Live
from rich.text import Text

FILE_WIDTH = 80
REDRAW_EVERY = 0.5  # seconds
LINE_EVERY = 30.0  # seconds between lines with the standing where there is no terminal
SHOWN_GAMES = 10
SHOWN_FAILURES = 5


class Watch:
    """What both views need: how fast it goes, and how long it will take."""

    def __init__(self, settings: Settings, schedule: Schedule) -> None:
        self._settings, self._schedule = settings, schedule
        self._began = time.monotonic()
        self._finished = 0  # since this began
        self._before = len(schedule.counted)

    def pace(self) -> str:
        """`84 of 200 games, 31 a minute, 3 min 40 s to go`"""
        done, expected = self._before + self._finished, self._schedule.expected
        parts = [f"{done} of {'at most ' if self._settings.sprt else ''}{expected} games"]
        seconds = time.monotonic() - self._began
        if self._finished:
            parts.append(f"{60 * self._finished / seconds:.0f} a minute")
            left = max(0, expected - done) * seconds / self._finished
            parts.append(f"{write_duration(left)} to go")
        return ", ".join(parts)

    def describe(self, record: GameRecord, log: str | None) -> str:
        """`12: A - B 1-0, line, 17 plies`, and more if it failed."""
        task = record.task
        text = f"{task.label}: {task.x} - {task.o} {record.result}, {record.reason.value}"
        if record.at_fault is None:
            return f"{text}, {record.plies} plies"
        where = f" (see {log})" if log is not None else ""
        return printable(f"{text} of {record.at_fault}: {record.detail}{where}")


class LineView(Watch):
    """A line for each game, and the standing now and then."""

    def __init__(self, settings: Settings, schedule: Schedule) -> None:
        super().__init__(settings, schedule)
        self._shown = self._began

    def __enter__(self) -> LineView:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        pass

    def show_game(self, record: GameRecord, log: str | None) -> None:
        self._finished += 1
        done = self._before + self._finished
        print(f"{done}/{self._schedule.expected}  {self.describe(record, log)}", flush=True)

    def show_progress(self, crew: Crew) -> None:
        if time.monotonic() - self._shown >= LINE_EVERY and self._finished:
            self._shown = time.monotonic()
            standing = write_standing(self._settings, self._schedule, FILE_WIDTH)
            print(f"\n{self.pace()}\n{standing}\n", flush=True)


class LiveView(Watch):
    """The pace, the games in progress, the last failures and the standing, drawn in place."""

    def __init__(self, settings: Settings, schedule: Schedule, console: Console) -> None:
        super().__init__(settings, schedule)
        self._console = console
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._drawn = 0.0
        self._failures: list[str] = []
        self._standing = ""
        self._is_stale = True

    def __enter__(self) -> LiveView:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show_game(self, record: GameRecord, log: str | None) -> None:
        self._finished += 1
        self._is_stale = True
        if record.at_fault is not None:
            self._failures.append(self.describe(record, log))

    def show_progress(self, crew: Crew) -> None:
        if time.monotonic() - self._drawn < REDRAW_EVERY:
            return
        self._drawn = time.monotonic()
        width = self._console.width
        if self._is_stale and self._schedule.counted:
            self._standing = write_standing(self._settings, self._schedule, width)
            self._is_stale = False
        # The standing comes last: where a table of forty does not fit, it is what is cut off.
        lines = [self.pace(), *self._games(crew)]
        if self._failures:
            lines += [f"failures: {len(self._failures)}", *self._failures[-SHOWN_FAILURES:]]
        lines += ["", *self._standing.splitlines()]
        text = Text("\n".join(printable(line)[:width] for line in lines))
        self._live.update(text, refresh=True)

    def _games(self, crew: Crew) -> list[str]:
        games = crew.in_progress()
        lines = []
        for task, ply in games[:SHOWN_GAMES]:
            where = "" if ply is None else f", ply {ply}"
            lines.append(f"playing {task.label}: {task.x} - {task.o}{where}")
        more = len(games) - SHOWN_GAMES
        return [*lines, f"and {more} more"] if more > 0 else lines


def make_view(settings: Settings, schedule: Schedule) -> LineView | LiveView:
    console = Console(highlight=False, markup=False, emoji=False)
    if sys.stdout.isatty():
        return LiveView(settings, schedule, console)
    return LineView(settings, schedule)
