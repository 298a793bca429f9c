"""What the report says besides the figures: whatever a reader might take for granted."""

from __future__ import annotations

from collections.abc import Callable

from linemate.clients.match.report import write_report
from linemate.clients.match.schedule import Schedule
from linemate.clients.match.settings import Settings
from linemate.clients.shared.openings import start_position
from linemate.clients.shared.records import GameRecord

Make = Callable[..., GameRecord]


def test_who_went_on_by_its_seed_is_told(settings: Callable[..., Settings], record: Make) -> None:
    knockout = settings(format="knockout")
    schedule = Schedule(knockout, start_position())
    while (task := schedule.next_task()) is not None:
        assert "by its seed" not in write_report(knockout, schedule, 80)
        schedule.add(record(task.number, None, tiebreak=task.tiebreak))
    line = "Round 1: A and B were tied after 10 tiebreaks; A went on by its seed"
    assert line in write_report(knockout, schedule, 80).splitlines()


def test_games_beyond_the_decision_of_an_sprt_are_marked(
    settings: Callable[..., Settings], record: Make
) -> None:
    """A wins everything; the last two games are over before the one that decides."""
    sprt = settings(games=200, sprt={"elo0": 0, "elo1": 300})
    whole = Schedule(sprt, start_position())
    count = 0
    while not whole.is_over:
        whole.add(record(count, "A"))
        count += 1
    assert "Not counted" not in write_report(sprt, whole, 80)
    schedule = Schedule(sprt, start_position())
    for number in [*range(count - 1), count, count + 1, count - 1]:
        schedule.add(record(number, "A"))
    report = write_report(sprt, schedule, 80)
    assert f"Not counted: 2 games of A against B, from number {count + 1} on" in report
    assert f"in {count} games" in report
