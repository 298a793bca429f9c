"""Playing a match: games are begun as there is room for them, and kept as they end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from linemate.clients.match.directory import MatchDirectory
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.shared.records import BROKEN_OFF, GameRecord, Reason, Task
from linemate.clients.shared.referee.table import FinishedGame
from linemate.clients.shared.worker_pool import WorkerPool

MatchPool = WorkerPool[Task, FinishedGame]

POLL = 0.2  # seconds between looks at whether the match was interrupted


class MatchView(Protocol):
    """Somebody who is shown how the match goes."""

    def show_game(self, record: GameRecord, log: str | None) -> None:
        """Show a game that is over, kept or left out; `log` is where its dialogue is, if it is."""

    def show_progress(self, pool: MatchPool) -> None:
        """Show how far it is, now that some time has passed."""


def play_match(
    schedule: Schedule,
    directory: MatchDirectory,
    pool: MatchPool,
    view: MatchView,
    is_interrupted: Callable[[], bool],
) -> None:
    """Play until the match is over or interrupted, or nothing is left but games that nobody could
    judge. No engine is left when this returns or raises.

    Raises JobError. What was finished till then is kept.
    """
    with pool:
        try:
            while not is_interrupted():
                _begin_games(schedule, pool)
                if not pool.in_progress():
                    return
                _take(pool.next_finished(POLL), schedule, directory, view)
                pool.cancel(schedule.surplus(each.job for each in pool.in_progress()))
                view.show_progress(pool)
        finally:
            pool.cancel([each.job for each in pool.in_progress()])
            while pool.in_progress():
                _take(pool.next_finished(POLL), schedule, directory, view)


def _begin_games(schedule: Schedule, pool: MatchPool) -> None:
    while len(pool.in_progress()) < pool.capacity and (task := schedule.next_task()) is not None:
        pool.begin(task)


def _take(
    finished: FinishedGame | None, schedule: Schedule, directory: MatchDirectory, view: MatchView
) -> None:
    """Keep a game that is over, or what there is of it."""
    if finished is None:
        return
    record = finished.record
    for attempt in finished.broken_off:
        directory.add_interrupted(attempt)
    if schedule.wants(record):
        directory.add(record)
        schedule.add(record)
        path = directory.add_dialogue(finished)
        view.show_game(record, None if path is None else str(path))
    elif record.ending.reason in BROKEN_OFF and not schedule.surplus([record.task]):
        directory.add_interrupted(record)
        if record.ending.reason == Reason.UNJUDGED:
            schedule.leave_out(record.task)
            view.show_game(record, None)
