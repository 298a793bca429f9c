"""What the page says of the standing: what the report says, as data."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from linemate.clients.match.page.standing import describe_file, describe_match
from linemate.clients.match.settings import Settings, read_settings
from linemate.clients.match.statistics.report import write_report
from linemate.clients.match.tournament.formats import FORMATS
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.shared.openings import start_position
from linemate.clients.shared.records import GameRecord, Reason

Make = Callable[..., GameRecord]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_the_tables_of_its_report(form: str, record: Make) -> None:
    """Whoever comes first in the alphabet wins; five players, so that a swiss has byes."""
    engines = [{"name": name, "cmd": "true"} for name in "ABCDE"]
    settings = read_settings({"game": "tictactoe", "engine": engines, "nodes": 1, "format": form})
    schedule = Schedule(settings, start_position())
    assert describe_match(settings, schedule)["tables"] == []
    while (task := schedule.next_task()) is not None:
        schedule.add(
            record(
                task.number, min(task.a, task.b), a=task.a, b=task.b, round=task.round,
                tiebreak=task.tiebreak,
            )
        )  # fmt: skip
    told = describe_match(settings, schedule)
    report = write_report(settings, schedule, 80)
    first, second = told["tables"]
    by_rounds = form in ("swiss", "knockout")
    assert (first["title"], second["title"]) == (
        "Standing",
        "Rounds" if by_rounds else "Crosstable",
    )
    for table in (first, second):
        assert sorted(table["players"]) == list("ABCDE")
        assert table["players"][0] == "A"
        for player, cells in zip(table["players"], table["cells"], strict=True):
            assert any(
                line.split()[1:] == [player, *" ".join(cells).split()]
                for line in report.splitlines()
            )
    assert {rating["player"] for rating in told["ratings"]} == set("ABCDE")
    assert (told["over"], told["played"]) == (True, len(schedule.counted))


def test_two_have_a_summary_and_the_state_of_their_test(
    settings: Callable[..., Settings], record: Make
) -> None:
    held = settings(games=20, sprt={"elo0": 0, "elo1": 20})
    schedule = Schedule(held, start_position())
    for number in range(4):
        schedule.add(record(number, "A"))
    told = describe_match(held, schedule)
    assert told["summary"][0].startswith("A against B, as A sees it")
    sprt = told["sprt"]
    assert sprt["low"] < 0 < sprt["llr"] < sprt["high"]
    assert (sprt["decision"], told["over"], told["expected"]) == ("goes on", False, 20)
    assert [table["title"] for table in told["tables"]] == ["Standing"]


def test_failures_and_stops_are_told(settings: Callable[..., Settings], record: Make) -> None:
    held = settings(games=20)
    schedule = Schedule(held, start_position())
    for number in range(2):
        schedule.add(record(number, "A", Reason.CRASH))
    told = describe_match(held, schedule)
    assert told["notes"][0] == "Endings: crash 2 (B 2)"
    assert any(note.startswith("Stopped: B died twice") for note in told["notes"])


def test_a_file_has_ratings_of_its_finished_games() -> None:
    games = [("A", "B", "1-0"), ("B", "A", "1/2-1/2"), ("A", "C", "0-1"), ("A", "B", "*")]
    told = describe_file([*games, ("A", "A", "1-0")])
    standing = {
        player: cells[2:6]
        for player, cells in zip(
            told["tables"][0]["players"], told["tables"][0]["cells"], strict=True
        )
    }
    assert standing == {
        "A": ["3", "1", "1", "1"],
        "B": ["2", "0", "1", "1"],
        "C": ["1", "1", "0", "0"],
    }
    assert (told["played"], told["over"]) == (3, True)
    assert describe_file([])["tables"] == []


def test_whoever_has_not_played_yet_is_in_the_tables_too(record: Make) -> None:
    engines = [{"name": name, "cmd": "true"} for name in "ABC"]
    settings = read_settings({"game": "tictactoe", "engine": engines, "nodes": 1})
    schedule = Schedule(settings, start_position())
    task = schedule.next_task()
    assert task is not None
    schedule.add(record(task.number, task.b, a=task.a, b=task.b, round=task.round))
    for table in describe_match(settings, schedule)["tables"]:
        absent = ({*"ABC"} - {task.a, task.b}).pop()
        assert table["players"] == [task.b, task.a, absent]
