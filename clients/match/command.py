"""`linemate match`: matches and tournaments between engines.

To read on: `options.py` is the command line and `settings.py` what it means; `trial.py` tries the
engines out; `tournament/schedule.py` says which game is next, `workers/runner.py` has it played and
kept (`directory.py`), `clients/shared/worker_pool.py` plays several at a time. One game is
played at a table of `clients/shared/referee`. `statistics/report.py` writes what came of it all,
and `page/live.py` shows it to those who watch.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from linemate.clients.match.directory import (
    SETTINGS,
    MatchDirectory,
    create_directory,
    read_raw,
)
from linemate.clients.match.options import (
    PageRequest,
    collect,
    make_parser,
    read_page_request,
)
from linemate.clients.match.page.live import MatchPage, write_file_page
from linemate.clients.match.page.remote import make_told_table
from linemate.clients.match.page.watching import WatchedPage, refuse_file
from linemate.clients.match.settings import Settings, SettingsError, read_settings
from linemate.clients.match.statistics.report import write_report
from linemate.clients.match.tournament.formats import Format
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.match.tournament.swiss import Swiss
from linemate.clients.match.trial import find_problems, try_engines
from linemate.clients.match.view import Views, make_view
from linemate.clients.match.workers.runner import MatchPool, play_match
from linemate.clients.shared.command import (
    FAILED,
    OVER,
    complain,
    fail,
    program,
    refuse,
    silence_output,
)
from linemate.clients.shared.game_files import read_games
from linemate.clients.shared.harmless import say
from linemate.clients.shared.openings import (
    Openings,
    first_moves,
    random_openings,
    read_openings,
    start_position,
)
from linemate.clients.shared.shutdown import Shutdown
from linemate.clients.shared.statistics import number_of
from linemate.clients.shared.values import read_game, to_text
from linemate.clients.shared.worker_pool import (
    InterruptedTrialError,
    JobError,
    LocalPool,
    RefusedError,
    require_cluster,
)
from linemate.engine.core import LinemateError

RESUMABLE = ("concurrency", "affinity", "log", "dask")  # what may be different when a match goes on
WIDTH = 80
LOOKED_AT = 50  # openings, to see whether they differ


def main(words: Sequence[str]) -> int:
    """Hold a match, and return the exit status, as the help text lists them."""
    parser = make_parser()
    options = parser.parse_args(words)
    resume: Path | None = getattr(options, "resume", None)
    if resume is not None and hasattr(options, "out"):
        parser.error(f"--out {options.out} cannot be with --resume: the match stays in {resume}")
    try:
        request = read_page_request(options)
        if request is not None and hasattr(options, "page_from"):
            return write_page_from(options.page_from, request)
        raw = collect(options)
        if resume is not None:
            raw = resume_settings(resume, raw)
        settings = read_settings(raw)
        schedule = Schedule(settings, make_openings(settings))
        page = None if request is None else WatchedPage(request, settings, schedule)
    except LinemateError as error:
        parser.error(str(error))
    shutdown = Shutdown()
    try:
        with shutdown:
            if resume is not None:
                with MatchDirectory(resume) as directory:
                    return go_on(settings, schedule, directory, shutdown, page)
            out: Path = getattr(options, "out", None) or default_directory()
            return begin(settings, schedule, out, shutdown, page)
    except InterruptedTrialError:
        complain("match", "interrupted before the first game")
        return shutdown.status
    except (RefusedError, LinemateError) as error:
        return refuse("match", f"the match does not start\n{error}")
    except BrokenPipeError:
        silence_output()
        return FAILED
    except OSError as error:
        return fail("match", error)


def default_directory() -> Path:
    """Name the directory of a match by the time when it begins."""
    return Path(f"linemate-match-{datetime.now():%Y%m%d-%H%M%S}")


def resume_settings(directory: Path, given: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of the match in the directory, with those that are given now.

    Raises SettingsError.
    """
    for name in given:
        if name not in RESUMABLE:
            accepted = ", ".join(RESUMABLE)
            raise SettingsError(f"{name} cannot be changed by --resume, only {accepted}")
    return read_raw(directory) | given


def make_openings(settings: Settings) -> Openings:
    """Return the openings that the settings ask for. Raises LinemateError."""
    game = read_game(settings.game.split())
    if settings.openings is not None:
        return read_openings(game, Path(settings.openings), settings.seed)
    if settings.random_plies is not None:
        return random_openings(game, settings.random_plies, settings.seed or 0)
    if settings.first_moves:
        return first_moves(game, settings.seed)
    return start_position()


def find_notes(settings: Settings, tournament: Format) -> list[str]:
    """Return what a user may not be aware of, and what helps."""
    notes = []
    if isinstance(tournament, Swiss) and tournament.is_for_more_players:
        count = len(tournament.players)
        notes.append(
            f"for {count} engines a round robin is better than swiss: all meet, in "
            f"{count * (count - 1) // 2} pairings in place of {tournament.expected_pairings}, and "
            f"no bye gives points. It is held by: {program('match')} ... --format round-robin"
        )
    pairs, openings = (settings.games + 1) // 2, make_openings(settings)
    tried = min(pairs, LOOKED_AT)
    different = len({openings.opening_for(number) for number in range(tried)})
    if different == 1 < tried:
        advice = "--random-plies, --first-moves or --openings vary it"
        notes.append(f"every game begins with the same position; {advice}")
    elif different < tried:
        notes.append(f"there are {different} openings for {pairs} pairs of games: they come again")
    return notes


def make_pool(settings: Settings, shutdown: Shutdown, watched: WatchedPage | None) -> MatchPool:
    """Try the engines out where they will play, and return who plays the games.

    Raises RefusedError if an engine cannot play there, InterruptedTrialError.
    """
    say(f"Trying out {len(settings.engines)} engines ...")
    if settings.dask is not None:
        require_cluster()
        from linemate.clients.shared.cluster_pool import ClusterPool

        topic = f"linemate-moves-{uuid.uuid4().hex}"
        make_table = (
            settings.make_table if watched is None else partial(make_told_table, settings, topic)
        )
        cluster = ClusterPool(
            settings.dask, "game", make_table, partial(find_problems, settings),
            settings.concurrency, shutdown.is_requested,
        )  # fmt: skip
        if watched is not None:
            cluster.listen(topic, watched.page.follow_event)
        return cluster
    try_engines(settings, os.cpu_count() or 1, shutdown.is_requested)
    follow = None if watched is None else watched.page.follow
    numbers = range(settings.concurrency or 1)
    return LocalPool([settings.make_table(number, follow) for number in numbers])


def begin(
    settings: Settings,
    schedule: Schedule,
    out: Path,
    shutdown: Shutdown,
    watched: WatchedPage | None,
) -> int:
    """Hold a new match; return the exit status."""
    pool = make_pool(settings, shutdown, watched)
    raw = settings.raw
    if settings.dask is None:
        # Where the engines run is part of the match: it may be resumed from anywhere.
        engines = [
            {**engine, "dir": os.path.abspath(to_text(engine.get("dir", ".")))}
            for engine in raw["engine"]
        ]
        raw = {**raw, "engine": engines}
    with create_directory(out, raw) as directory, show_page(watched, directory, shutdown):
        return hold(settings, schedule, directory, pool, shutdown, watched)


def go_on(
    settings: Settings,
    schedule: Schedule,
    directory: MatchDirectory,
    shutdown: Shutdown,
    watched: WatchedPage | None,
) -> int:
    """Hold the rest of a match that was begun; return the exit status."""
    take_records(schedule, directory, None if watched is None else watched.page)
    if schedule.is_over:
        with show_page(watched, directory, shutdown):
            say(write_report(settings, schedule, WIDTH))
        return FAILED if schedule.stopped else OVER
    pool = make_pool(settings, shutdown, watched)
    with show_page(watched, directory, shutdown):
        return hold(settings, schedule, directory, pool, shutdown, watched)


def take_records(schedule: Schedule, directory: MatchDirectory, page: MatchPage | None) -> None:
    """Take in the games that were played before."""
    for record in directory.take_records():
        if schedule.wants(record):
            schedule.add(record)
        if page is not None:
            page.add(record)


def show_page(
    watched: WatchedPage | None, directory: MatchDirectory, shutdown: Shutdown
) -> AbstractContextManager[None]:
    """Return the context in which the page of a match can be seen, if there is one."""
    if watched is None:
        return nullcontext()
    return watched.shown(directory.path, shutdown.is_requested)


def write_page_from(source: Path, request: PageRequest) -> int:
    """Write the page of games that were played before. Raises LinemateError."""
    path = request.file
    assert path is not None  # by read_page_request
    refuse_file(path)
    try:
        if (source / SETTINGS).exists():
            settings = read_settings(read_raw(source))
            schedule = Schedule(settings, make_openings(settings))
            page = MatchPage(settings, schedule)
            with MatchDirectory(source) as directory:
                take_records(schedule, directory, page)
            page.write(path)
        else:
            write_file_page(path, source.name, read_games(source))
    except OSError as error:
        return fail("match", error)
    say(f"The page is in {path}")
    return OVER


def hold(
    settings: Settings,
    schedule: Schedule,
    directory: MatchDirectory,
    pool: MatchPool,
    shutdown: Shutdown,
    watched: WatchedPage | None,
) -> int:
    """Play what is missing and print the standing; return the exit status."""
    say(f"{settings.game}: {number_of(schedule.expected, 'game')}; records in {directory.path}")
    for note in find_notes(settings, schedule.format):
        say(f"Note: {note}")
    problem = None
    try:
        with make_view(settings, schedule) as terminal:
            view = terminal if watched is None else Views(terminal, watched.page)
            play_match(schedule, directory, pool, view, shutdown.is_requested)
    except JobError as error:
        problem = str(error)
    report = write_report(settings, schedule, WIDTH)
    directory.write_standing(f"{report}\n")
    say(f"\n{report}")
    if problem is not None:
        return fail("match", f"the match cannot go on: {problem}")
    if not schedule.is_over:
        resume = f"{program('match')} --resume {directory.path}"
        if shutdown.is_requested():
            say(f"\nInterrupted. To go on: {resume}")
            return shutdown.status
        say(f"\nNot over, as not all games could be judged. To try these again: {resume}")
        return FAILED
    return FAILED if schedule.stopped else OVER
