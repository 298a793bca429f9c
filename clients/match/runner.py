"""Playing a match: games are begun as there is room for them, and kept as they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from linemate.clients.match.crew import Crew
from linemate.clients.match.journal import Journal
from linemate.clients.match.schedule import Schedule
from linemate.clients.shared.records import GameRecord, Reason, Task
from linemate.clients.shared.referee.table import CannotPlayError, Finished

POLL = 0.2  # seconds between looks at whether the match was interrupted
MOST_ATTEMPTS = 5  # at a game that is broken off because the referee stood still


class View(Protocol):
    """Who is shown how it goes."""

    def show_game(self, record: GameRecord, log: str | None) -> None:
        """A game is over and kept; `log` is where its dialogue is, if it is."""

    def show_progress(self, crew: Crew) -> None:
        """Some time has passed."""


def play_match(
    schedule: Schedule, journal: Journal, crew: Crew, view: View, is_interrupted: Callable[[], bool]
) -> None:
    """Play until it is over or interrupted. No engine is left when this returns or raises.

    Raises CannotPlayError. What was finished till then is kept.
    """
    attempts: Counter[Task] = Counter()
    with crew:
        try:
            while not is_interrupted():
                _begin_games(schedule, crew)
                if not crew.in_progress():
                    return
                broken_off = _take(crew.next_finished(POLL), schedule, journal, view)
                if broken_off is not None:
                    _put_back(broken_off, schedule, attempts)
                crew.cancel(schedule.surplus(each.task for each in crew.in_progress()))
                view.show_progress(crew)
        finally:
            crew.cancel([each.task for each in crew.in_progress()])
            while crew.in_progress():
                _take(crew.next_finished(POLL), schedule, journal, view)


def _begin_games(schedule: Schedule, crew: Crew) -> None:
    while len(crew.in_progress()) < crew.capacity and (task := schedule.next_task()) is not None:
        crew.begin(task)


def _put_back(record: GameRecord, schedule: Schedule, attempts: Counter[Task]) -> None:
    attempts[record.task] += 1
    if attempts[record.task] == MOST_ATTEMPTS:
        what = f"game {record.task.label} was broken off {MOST_ATTEMPTS} times"
        raise CannotPlayError(f"{what}: {record.detail}")
    schedule.put_back(record.task)


def _take(
    finished: Finished | None, schedule: Schedule, journal: Journal, view: View
) -> GameRecord | None:
    """Keep a game that is over. One that was broken off and is still needed is returned."""
    if finished is None:
        return None
    record = finished.record
    if schedule.wants(record):
        journal.add(record)
        schedule.add(record)
        path = journal.add_dialogue(finished)
        view.show_game(record, None if path is None else str(path))
    elif record.reason is Reason.INTERRUPTED and not _is_surplus(record, schedule):
        if record.moves:
            journal.add_interrupted(record)
        return record
    return None


def _is_surplus(record: GameRecord, schedule: Schedule) -> bool:
    return bool(schedule.surplus([record.task]))
