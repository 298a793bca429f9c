"""`linemate match`: matches and tournaments between engines.

To read on: `options.py` is the command line and `settings.py` what it means; `schedule.py` says
which game is next, `runner.py` has it played and kept (`journal.py`), `crew.py` plays several at a
time, `table.py` one, and `game.py` is the referee.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from linemate.clients.match.check import InterruptedTrialError, RefusedError, check_engines
from linemate.clients.match.crew import Crew, LocalCrew
from linemate.clients.match.interrupts import Interrupts
from linemate.clients.match.journal import Journal, create, read_raw
from linemate.clients.match.options import collect, make_parser
from linemate.clients.match.report import write_report
from linemate.clients.match.runner import play_match
from linemate.clients.match.schedule import Schedule
from linemate.clients.match.settings import Settings, SettingsError, read_settings
from linemate.clients.match.watch import make_view
from linemate.clients.shared.openings import (
    Openings,
    first_moves,
    random_openings,
    read_openings,
    start_position,
)
from linemate.clients.shared.referee.table import CannotPlayError
from linemate.clients.shared.values import read_game, to_text
from linemate.engine.core import LinemateError

OVER, FAILED, REFUSED = 0, 1, 2
RESUMABLE = ("concurrency", "log", "dask")  # what may be different when a match goes on
WIDTH = 80
LOOKED_AT = 50  # openings, to see whether they differ


def main(arguments: Sequence[str]) -> int:
    """The exit status, as the help text lists them."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    resume: Path | None = getattr(options, "resume", None)
    if resume is not None and hasattr(options, "out"):
        parser.error(f"--out {options.out} cannot be with --resume: the match stays in {resume}")
    try:
        raw = collect(options)
        if resume is not None:
            raw = resume_settings(resume, raw)
        settings = read_settings(raw)
        schedule = Schedule(settings, make_openings(settings))
    except LinemateError as error:
        parser.error(str(error))
    interrupts = Interrupts()
    try:
        with interrupts:
            if resume is not None:
                with Journal(resume) as journal:
                    return go_on(settings, schedule, journal, interrupts)
            out: Path = getattr(options, "out", None) or default_directory()
            return begin(settings, schedule, out, interrupts)
    except InterruptedTrialError:
        print("linemate match: interrupted before the first game", file=sys.stderr)
        return interrupts.status
    except (RefusedError, LinemateError) as error:
        print(f"linemate match: the match does not start\n{error}", file=sys.stderr)
        return REFUSED
    except BrokenPipeError:
        # Nobody reads on. The interpreter would complain again, when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        print(f"linemate match: {error}", file=sys.stderr)
        return FAILED


def default_directory() -> Path:
    return Path(f"linemate-match-{datetime.now():%Y%m%d-%H%M%S}")


def resume_settings(directory: Path, given: dict[str, Any]) -> dict[str, Any]:
    """Those of the match in the directory. Raises SettingsError."""
    for name in given:
        if name not in RESUMABLE:
            accepted = ", ".join(RESUMABLE)
            raise SettingsError(f"{name} cannot be changed by --resume, only {accepted}")
    return read_raw(directory) | given


def make_openings(settings: Settings) -> Openings:
    """Raises LinemateError."""
    game = read_game(settings.game.split())
    if settings.openings is not None:
        return read_openings(game, Path(settings.openings), settings.seed)
    if settings.random_plies is not None:
        return random_openings(game, settings.random_plies, settings.seed or 0)
    if settings.first_moves:
        return first_moves(game, settings.seed)
    return start_position()


def find_notes(settings: Settings) -> list[str]:
    """What a user may not be aware of, and what helps."""
    pairs, openings = (settings.games + 1) // 2, make_openings(settings)
    tried = min(pairs, LOOKED_AT)
    different = len({openings.opening_for(number) for number in range(tried)})
    if different == 1 < tried:
        advice = "--random-plies, --first-moves or --openings vary it"
        return [f"every game begins with the same position; {advice}"]
    if different < tried:
        return [f"there are {different} openings for {pairs} pairs of games: they come again"]
    return []


def make_crew(settings: Settings, interrupts: Interrupts) -> Crew:
    """Raises RefusedError if an engine cannot play there, InterruptedTrialError."""
    print(f"Trying out {len(settings.engines)} engines ...", flush=True)
    if settings.dask is not None:
        try:
            from linemate.clients.match.cluster import ClusterCrew
        except ModuleNotFoundError as error:
            raise RefusedError(
                f"--dask needs the package {error.name}: pip install 'linemate[cluster]'"
            ) from None
        return ClusterCrew(settings, settings.dask, interrupts.is_seen)
    check_engines(settings, os.cpu_count() or 1, interrupts.is_seen)
    return LocalCrew(settings)


def begin(settings: Settings, schedule: Schedule, out: Path, interrupts: Interrupts) -> int:
    crew = make_crew(settings, interrupts)
    raw = settings.raw
    if settings.dask is None:
        # Where the engines run is part of the match: it may be resumed from anywhere.
        engines = [
            {**engine, "dir": os.path.abspath(to_text(engine.get("dir", ".")))}
            for engine in raw["engine"]
        ]
        raw = {**raw, "engine": engines}
    with create(out, raw) as journal:
        return hold(settings, schedule, journal, crew, interrupts)


def go_on(settings: Settings, schedule: Schedule, journal: Journal, interrupts: Interrupts) -> int:
    for record in journal.take_records():
        if schedule.wants(record):
            schedule.add(record)
    if schedule.is_over:
        print(write_report(settings, schedule, WIDTH))
        return FAILED if schedule.stopped else OVER
    return hold(settings, schedule, journal, make_crew(settings, interrupts), interrupts)


def hold(
    settings: Settings,
    schedule: Schedule,
    journal: Journal,
    crew: Crew,
    interrupts: Interrupts,
) -> int:
    """Play what is missing, print the standing; the exit status."""
    print(f"{settings.game}: {schedule.expected} games; records in {journal.directory}", flush=True)
    for note in find_notes(settings):
        print(f"Note: {note}", flush=True)
    problem = None
    try:
        with make_view(settings, schedule) as view:
            play_match(schedule, journal, crew, view, interrupts.is_seen)
    except CannotPlayError as error:
        problem = str(error)
    report = write_report(settings, schedule, WIDTH)
    journal.write_standing(f"{report}\n")
    print(f"\n{report}", flush=True)
    if problem is not None:
        print(f"linemate match: the match cannot go on: {problem}", file=sys.stderr)
        return FAILED
    if not schedule.is_over:
        print(f"\nInterrupted. To go on: linemate match --resume {journal.directory}")
        return interrupts.status
    return FAILED if schedule.stopped else OVER
