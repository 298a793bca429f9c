"""What one sees of a match while it is played: drawn in place on a terminal, else line by line."""

from __future__ import annotations

import sys
import time

from rich.console import Console
from rich.live import Live
from rich.text import Text

from linemate.clients.match.settings import Settings
from linemate.clients.match.statistics.report import write_standing
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.match.workers.runner import MatchPool, MatchView
from linemate.clients.shared.harmless import say
from linemate.clients.shared.records import GameRecord, Reason
from linemate.clients.shared.screen import make_console
from linemate.clients.shared.statistics import number_of
from linemate.clients.shared.times import write_duration

FILE_WIDTH = 80
REDRAW_EVERY = 0.5  # seconds
LINE_EVERY = 30.0  # seconds between lines with the standing where there is no terminal
SHOWN_GAMES = 10
SHOWN_FAILURES = 5


class GameRate:
    """How fast a match goes, and how long it will take."""

    def __init__(self, settings: Settings, schedule: Schedule) -> None:
        self.finished = 0  # since this began
        self._most = "at most " if settings.sprt else ""
        self._schedule = schedule
        self._began = time.monotonic()
        self._before = len(schedule.counted)

    def note(self, record: GameRecord) -> None:
        """Count a game that has come to a result."""
        self.finished += record.ending.reason != Reason.UNJUDGED

    @property
    def done(self) -> int:
        return self._before + self.finished

    def __str__(self) -> str:
        """Write it as in `84 of 200 games, 31 a minute, 3 min 40 s to go`."""
        expected = self._schedule.expected
        parts = [f"{self.done} of {self._most}{number_of(expected, 'game')}"]
        seconds = time.monotonic() - self._began
        if self.finished:
            parts.append(f"{60 * self.finished / seconds:.0f} a minute")
            left = max(0, expected - self.done) * seconds / self.finished
            parts.append(f"{write_duration(left)} to go")
        return ", ".join(parts)


def describe_record(record: GameRecord, log: str | None) -> str:
    """Write `12: A - B 1-0, line, 17 plies`, and more if an engine failed."""
    task, ending = record.task, record.ending
    text = f"{task.label}: {task.x} - {task.o} {ending.result}, {ending.reason}"
    if ending.reason == Reason.UNJUDGED:
        return f"{text}: {ending.detail}"
    if record.at_fault is None:
        return f"{text}, {record.plies} plies"
    where = f" (see {log})" if log is not None else ""
    return f"{text} of {record.at_fault}: {ending.detail}{where}"


class LineView:
    """A line for each game, and the standing now and then."""

    def __init__(self, settings: Settings, schedule: Schedule) -> None:
        self._settings, self._schedule = settings, schedule
        self._pace = GameRate(settings, schedule)
        self._shown = time.monotonic()

    def __enter__(self) -> LineView:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def show_game(self, record: GameRecord, log: str | None) -> None:
        self._pace.note(record)
        count = f"{self._pace.done}/{self._schedule.expected}"
        say(f"{count}  {describe_record(record, log)}")

    def show_progress(self, pool: MatchPool) -> None:
        if time.monotonic() - self._shown >= LINE_EVERY and self._pace.finished:
            self._shown = time.monotonic()
            standing = write_standing(self._settings, self._schedule, FILE_WIDTH)
            say(f"\n{self._pace}\n{standing}\n")


class LiveView:
    """The pace, the games in progress, the last failures and the standing, drawn in place."""

    def __init__(self, settings: Settings, schedule: Schedule, console: Console) -> None:
        self._settings, self._schedule = settings, schedule
        self._pace = GameRate(settings, schedule)
        self._console = console
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._drawn = 0.0
        self._failures: list[str] = []
        self._standing = ""
        self._is_stale = True

    def __enter__(self) -> LiveView:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def show_game(self, record: GameRecord, log: str | None) -> None:
        self._pace.note(record)
        self._is_stale = True
        if record.at_fault is not None or record.ending.reason == Reason.UNJUDGED:
            self._failures.append(describe_record(record, log))

    def show_progress(self, pool: MatchPool) -> None:
        if time.monotonic() - self._drawn < REDRAW_EVERY:
            return
        self._drawn = time.monotonic()
        width = self._console.width
        if self._is_stale and self._schedule.counted:
            self._standing = write_standing(self._settings, self._schedule, width)
            self._is_stale = False
        # The standing comes last: where a table of forty does not fit, it is what is cut off.
        lines = [str(self._pace), *self._games(pool)]
        if self._failures:
            lines += [f"failures: {len(self._failures)}", *self._failures[-SHOWN_FAILURES:]]
        lines += ["", *self._standing.splitlines()]
        text = Text("\n".join(line[:width] for line in lines))
        self._live.update(text, refresh=True)

    def _games(self, pool: MatchPool) -> list[str]:
        games = pool.in_progress()
        lines = []
        for task, ply in games[:SHOWN_GAMES]:
            where = "" if ply is None else f", ply {ply}"
            lines.append(f"playing {task.label}: {task.x} - {task.o}{where}")
        more = len(games) - SHOWN_GAMES
        return [*lines, f"and {more} more"] if more > 0 else lines


class Views:
    """Several who are shown the same match."""

    def __init__(self, *views: MatchView) -> None:
        self._views = views

    def show_game(self, record: GameRecord, log: str | None) -> None:
        for view in self._views:
            view.show_game(record, log)

    def show_progress(self, pool: MatchPool) -> None:
        for view in self._views:
            view.show_progress(pool)


def make_view(settings: Settings, schedule: Schedule) -> LineView | LiveView:
    """Return what suits the place that the output goes to."""
    if sys.stdout.isatty():
        return LiveView(settings, schedule, make_console())
    return LineView(settings, schedule)
