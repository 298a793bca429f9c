"""Tables as they are printed, and what the report says besides the figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import cast

import pytest

from linemate.clients.match.settings import Settings
from linemate.clients.match.statistics.report import (
    LONGEST_NAME,
    crosstable,
    round_table,
    standing_table,
    write_report,
)
from linemate.clients.match.tournament.formats import Format, make_format
from linemate.clients.match.tournament.pairings import PairingResult
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.shared.openings import start_position
from linemate.clients.shared.records import GameRecord, Task
from linemate.clients.shared.statistics import Tally

Make = Callable[..., GameRecord]
THREE = {
    ("mcts", "random"): Tally(18, 1, 1, (0, 0, 1, 1, 8)),
    ("minimax", "mcts"): Tally(12, 3, 5, (1, 1, 3, 2, 3)),
    ("minimax", "random"): Tally(20, 0, 0, (0, 0, 0, 0, 10)),
}


def played(name: str, count: int) -> tuple[Format, list[PairingResult]]:
    """A tournament in which the player named first wins three points of four."""
    tournament = make_format(name, [f"student {number:02}" for number in range(1, count + 1)])
    results: list[PairingResult] = []
    while pairings := tournament.next_pairings(results):
        for pairing in pairings:
            results.append(PairingResult(pairing.round, pairing.a, pairing.b, 1.5, 2))
    return tournament, results


def test_the_standing() -> None:
    assert standing_table(THREE) == "\n".join(
        [
            "#  player     Elo  +/-  games   +  =   -   score",
            "1  minimax  +248   119     40  32  3   5  83.8 %",
            "2  mcts     +108   107     40  23  4  13  62.5 %",
            "3  random   -356   166     40   1  1  38   3.8 %",
            "Elo: relative to the average of these players, +/- for 95 % confidence.",
            "Games, results and score: as the player in the row sees them.",
        ]
    )


def test_who_won_everything_has_a_star_and_who_did_not_play_a_dot() -> None:
    table = standing_table({("A", "B"): Tally(wins=4)}, order=["B", "C", "A"])
    _, b, c, a, *_, note = table.split("\n")
    assert b.split()[1:3] == ["B", "-223*"]
    assert c.split() == ["2", "C", ".", ".", "0", "0", "0", "0", "."]
    assert a.split()[1:3] == ["A", "+223*"]
    assert note == "* won or lost everything: the games set no limit to this rating."


def test_no_rating_is_minus_zero() -> None:
    lap = {("A", "B"): Tally(5, 0, 1), ("B", "C"): Tally(5, 0, 1), ("A", "C"): Tally(5, 0, 1)}
    assert standing_table(lap).split("\n")[2].split()[:3] == ["2", "B", "+0"]


def test_everybody_against_everybody() -> None:
    assert crosstable(THREE) == "\n".join(
        [
            "#  player     1     2     3",
            "1  minimax    -  13.5    20",
            "2  mcts     6.5     -  18.5",
            "3  random     0   1.5     -",
            "Points of 20 games: those of the player in the row against that in the column.",
        ]
    )


def test_pairings_of_unequal_length_say_of_how_many_games() -> None:
    table = crosstable({("A", "B"): Tally(3, 0, 1), ("C", "A"): Tally(0, 1, 0)}, "ABC")
    assert table == "\n".join(
        [
            "#  player      1    2      3",
            "1  A           -  3/4  0.5/1",
            "2  B         1/4    -      .",
            "3  C       0.5/1    .      -",
            "Points / games: those of the player in the row against that in the column.",
        ]
    )


def test_the_rounds_of_a_knockout() -> None:
    tournament, results = played("knockout", 5)
    assert round_table(tournament, results) == "\n".join(
        [
            "#  player      points      1      2      3",
            "1  student 01       3    bye  4:1.5  2:1.5",
            "2  student 02       2    bye  3:1.5  1:0.5",
            "3  student 03       1    bye  2:0.5      .",
            "4  student 04       1  5:1.5  1:0.5      .",
            "5  student 05       0  4:0.5      .      .",
            "A round: the opponent's number and the player's points against him, or a bye.",
        ]
    )


def test_the_points_of_tiebreaks_are_added() -> None:
    tournament = make_format("knockout", ["A", "B"])
    table = round_table(
        tournament, [PairingResult(1, "A", "B", 1, 2), PairingResult(1, "A", "B", 0.5, 2)]
    )
    assert table.split("\n")[1].split() == ["1", "B", "1", "2:2.5"]


def test_the_rounds_of_swiss() -> None:
    tournament, results = played("swiss", 5)
    assert round_table(tournament, results[:3]) == "\n".join(
        [
            "#  player      points  BH-C1   BH    SB  DE  WIN      1      2",
            "1  student 01       3      2  2.5  1.88   0    2  4:1.5  2:1.5",
            "2  student 02       2      3  3.5  1.12   0    1  5:1.5  1:0.5",
            "3  student 05       1      0    1   0.5   0    0  bye:1      .",
            "4  student 03     0.5      0    3  0.75   0    0  1:0.5      .",
            "5  student 04     0.5      0    2   0.5   0    0  2:0.5      .",
            "Ties are broken by BH-C1 Buchholz cut 1, BH Buchholz, SB Sonneborn-Berger, DE",
            "direct encounter, WIN pairings won; then by seeds.",
            "A round: the opponent's number and the player's points against him, or a bye.",
        ]
    )


@pytest.mark.parametrize("count", [2, 9, 40])
def test_tables_keep_to_80_columns(count: int) -> None:
    """What does not fit beside goes below, with the names again."""
    names = [f"player {number:02} with a name that is far too long" for number in range(count)]
    tallies = {(a, b): Tally(61, 31, 8) for a, b in combinations(names, 2)}
    for table in (standing_table(tallies), crosstable(tallies)):
        lines = table.split("\n")[:-1]
        assert max(map(len, lines)) <= 80
        assert not any(line != line.rstrip() for line in lines)
        assert "player 00 with a name that is far too long"[: LONGEST_NAME - 3] + "..." in table
    blocks = crosstable(tallies).split("\n\n")
    heads = [head for block in blocks for head in block.split("\n")[0].split()[2:]]
    assert heads == [str(number) for number in range(1, count + 1)]


def test_the_rounds_of_a_class_of_forty_fit_in_80_columns() -> None:
    tournament, results = played("swiss", 40)
    lines = round_table(tournament, results).split("\n")
    assert len(lines) == 41 + 1 + 41 + 3  # the last rounds are below the first
    assert max(map(len, lines)) <= 80


def test_nothing_was_played() -> None:
    assert standing_table({}).startswith("#  player")
    assert crosstable({}).startswith("#  player")
    tournament = make_format("swiss", ["A", "B"])
    assert round_table(tournament, []).split("\n")[1:3] == [
        "1  A            0      0   0   0   0    0",
        "2  B            0      0   0   0   0    0",
    ]


# ------------------------------------------------------------------ what a reader might overlook


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


def test_the_report_says_how_often_games_were_played_again(
    settings: Callable[..., Settings], record: Make
) -> None:
    schedule = Schedule(settings(games=4), start_position())
    for number, replays in enumerate((0, 3, 1, 0)):
        schedule.add(replace(record(number, "A"), replays=replays))
    assert "Played again: 2 games, 4 times in all" in write_report(settings(games=4), schedule, 80)


def test_one_game_is_written_as_one(settings: Callable[..., Settings], record: Make) -> None:
    schedule = Schedule(settings(games=4), start_position())
    schedule.add(replace(record(0, "A"), replays=1))
    report = write_report(settings(games=4), schedule, 80)
    assert "Played again: 1 game, 1 time in all" in report
    assert "in 1 game\n" in report


def test_the_report_names_the_games_that_could_not_be_judged(
    settings: Callable[..., Settings], record: Make
) -> None:
    match = settings(games=100)
    schedule = Schedule(match, start_position())
    tasks = [schedule.next_task() for _ in range(12)]
    schedule.leave_out(cast(Task, tasks[0]))
    report = write_report(match, schedule, 80)
    assert report.startswith("No game was finished.\nNot judged and not counted: 1 game, ")
    assert report.endswith(": 1.1 (A - B)")
    schedule.add(record(1, "A"))
    for task in tasks[2:]:
        schedule.leave_out(cast(Task, task))
    report = write_report(match, schedule, 80)
    assert "Not judged and not counted: 11 games, " in report
    assert report.endswith("1.10 (B - A), 1.11 (A - B), ...")


def test_the_report_says_that_games_were_repeated(
    settings: Callable[..., Settings], record: Make
) -> None:
    schedule = Schedule(settings(games=4), start_position())
    for number in range(4):
        schedule.add(record(number, "A"))
    report = write_report(settings(games=4), schedule, 80)
    assert "Only 2 of the 4 games differ" in report
    assert "Endings: line 4" in report
