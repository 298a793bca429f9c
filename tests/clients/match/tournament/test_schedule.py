"""Which game is next, and which games count, whatever the order in which they end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

from linemate.clients.match.settings import Settings, read_settings
from linemate.clients.match.statistics.sprt import Decision
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.shared.openings import start_position
from linemate.clients.shared.records import GameRecord, Reason, Task

Make = Callable[..., GameRecord]


def describe(players: int = 2, **more: object) -> Settings:
    engines = [{"name": chr(ord("A") + number)} for number in range(players)]
    return read_settings({"game": "tictactoe", "nodes": 1, "engine": engines, **more})


def make(players: int = 2, **more: object) -> Schedule:
    return Schedule(describe(players, **more), start_position())


def tasks(schedule: Schedule) -> list[Task]:
    """All that can be begun now."""
    found = []
    while (task := schedule.next_task()) is not None:
        found.append(task)
    return found


def test_the_games_of_a_pairing_come_in_pairs_with_colours_swapped() -> None:
    games = tasks(make(games=4))
    assert [(task.x, task.o) for task in games] == [("A", "B"), ("B", "A")] * 2
    assert [task.number for task in games] == [0, 1, 2, 3]
    assert len({task.key for task in games}) == 4


def test_a_game_is_begun_once_and_over_when_its_record_is_there(record: Make) -> None:
    schedule = make(games=2)
    assert len(tasks(schedule)) == 2
    seen = [schedule.is_over]
    for number in (1, 0):
        schedule.add(record(number, "A"))
        seen.append(schedule.is_over)
    assert seen == [False, False, True]
    assert schedule.tallies()["A", "B"].points == 2


def test_a_round_robin_lets_everybody_meet() -> None:
    games = tasks(make(4, games=2))
    assert len(games) == 12 == make(4, games=2).expected
    assert {frozenset((task.a, task.b)) for task in games} == {
        frozenset(pair) for pair in permutations("ABCD", 2)
    }


def test_swiss_waits_for_the_round_to_end(record: Make) -> None:
    schedule = make(4, games=2, format="swiss", rounds=2)
    first = tasks(schedule)
    assert len(first) == 4
    for task in first:
        assert schedule.next_task() is None
        schedule.add(record(task.number, task.a, a=task.a, b=task.b))
    second = tasks(schedule)
    assert {task.round for task in second} == {2}
    assert len(second) == 4
    assert schedule.expected == 8


def test_a_tied_knockout_goes_on_with_a_pair(record: Make) -> None:
    schedule = make(games=2, format="knockout")
    for task in tasks(schedule):
        schedule.add(record(task.number, None, Reason.FULL_BOARD, a=task.a, b=task.b))
    more = tasks(schedule)
    assert [(task.tiebreak, task.number) for task in more] == [(1, 0), (1, 1)]
    assert not schedule.is_over


def test_the_second_death_in_a_row_stops_the_pairing(record: Make) -> None:
    schedule = make(games=10)
    begun = tasks(schedule)
    schedule.add(record(0, "B", Reason.CRASH))
    assert schedule.stopped == []
    schedule.add(record(1, "B", Reason.STALL))
    assert schedule.is_over
    (reason,) = schedule.stopped
    assert reason == (
        "A died twice in a row against B (stall: because); unplayed games count as lost by A: 8"
    )
    assert schedule.surplus(begun) == begun
    assert len(schedule.counted) == 2


@pytest.mark.parametrize("dead", "AB")
def test_who_dies_while_ahead_does_not_go_on(dead: str, record: Make) -> None:
    """Three games won, then two deaths: with the five that were not played it is 3 to 7."""
    other = "B" if dead == "A" else "A"
    schedule = make(games=10, format="knockout")
    for number in range(3):
        schedule.add(record(number, dead))
    for number in (3, 4):
        schedule.add(record(number, other, Reason.CRASH))
    assert schedule.is_over
    assert schedule.results == [(1, "A", "B", 3 if dead == "A" else 7, 10)]
    assert schedule.format.standing(schedule.results)[0].player == other
    assert schedule.tallies()["A", "B"].games == 5  # ratings are of games that were played


def test_a_game_that_was_left_out_counts_for_nobody_and_keeps_its_pairing_open(
    record: Make,
) -> None:
    schedule = make(games=4)
    first, *_ = tasks(schedule)
    schedule.leave_out(first)
    for number in (1, 3, 2):
        schedule.add(record(number, "A"))
    assert (schedule.next_task(), schedule.is_over, schedule.left_out) == (None, False, [first])
    total, encounter = schedule.tallies()["A", "B"], schedule.encounters[0]
    assert (total.wins, total.games) == (3, 3)
    assert encounter.settled_tally.games == 2  # of a whole pair
    resumed = make(games=4)
    for number in (1, 3, 2):
        resumed.add(record(number, "A"))
    assert resumed.next_task() == first


def test_no_round_begins_before_all_games_of_the_last_one_are_judged(record: Make) -> None:
    schedule = make(4, games=2, format="knockout")
    open_game, *others = tasks(schedule)
    for task in others:
        schedule.add(record(task.number, task.a, a=task.a, b=task.b))
    schedule.leave_out(open_game)
    assert (schedule.next_task(), schedule.is_over) == (None, False)


def test_an_sprt_decides_without_the_pair_that_could_not_be_judged(record: Make) -> None:
    schedule = make(sprt={"elo0": 0, "elo1": 50})
    task = schedule.next_task()
    assert task is not None
    schedule.leave_out(task)
    number = 1
    while not schedule.is_over:
        schedule.add(record(number, "A"))
        number += 1
    [encounter] = schedule.encounters
    assert encounter.decision is Decision.H1
    assert encounter.settled_tally.games == number - 2


def test_an_engine_that_died_has_not_lost_what_could_not_be_judged(record: Make) -> None:
    schedule = make(games=10)
    first, *_ = tasks(schedule)
    schedule.leave_out(first)
    for number in (1, 2):
        schedule.add(record(number, "B", Reason.CRASH))
    assert schedule.results == [(1, "A", "B", 0, 9)]


def test_two_deaths_with_a_game_between_do_not(record: Make) -> None:
    schedule = make(games=10)
    schedule.add(record(0, "B", Reason.CRASH))
    schedule.add(record(1, "A", Reason.LINE))
    schedule.add(record(2, "B", Reason.CRASH))
    schedule.add(record(3, "A", Reason.CRASH))  # the other one
    schedule.add(record(4, "B", Reason.ILLEGAL_MOVE))  # and nobody
    assert schedule.stopped == []


def test_a_stopped_pairing_leaves_the_others_alone(record: Make) -> None:
    schedule = make(3, games=4)
    for number in (0, 1):
        schedule.add(record(number, "B", Reason.CRASH, a="A", b="B", round=2))
    rest = tasks(schedule)
    assert len(rest) == 8
    assert not any({task.a, task.b} == {"A", "B"} for task in rest)


@pytest.mark.parametrize("seed", range(8))
def test_the_order_in_which_games_end_changes_nothing(seed: int, record: Make) -> None:
    """Deaths and an SPRT in random order of endings: the same games count, as if in order."""
    random = Random(seed)
    results = []
    for number in range(200):
        winner = random.choice(["A", "A", "B", None])
        reason = Reason.LINE if winner is None or random.random() < 0.98 else Reason.CRASH
        results.append(record(number, winner, reason))

    def hold(at_once: int) -> Schedule:
        schedule = make(games=200, sprt={"elo0": 0, "elo1": 150})
        begun: list[Task] = []
        while True:
            while len(begun) < at_once and (task := schedule.next_task()) is not None:
                begun.append(task)
            if not begun:
                return schedule
            task = begun.pop(random.randrange(len(begun)))
            if schedule.wants(results[task.number]):
                schedule.add(results[task.number])

    plain = hold(1)
    assert plain.is_over
    assert len(plain.counted) < 200
    for at_once in (2, 7, 30):
        other = hold(at_once)
        assert other.counted == plain.counted
        assert other.stopped == plain.stopped
        assert other.tallies() == plain.tallies()


def test_sprt_stops_by_itself_on_whole_pairs(record: Make) -> None:
    schedule = make(sprt={"elo0": 0, "elo1": 50})
    number = 0
    while not schedule.is_over:
        schedule.add(record(number, "A"))
        number += 1
    assert schedule.encounters[0].decision is Decision.H1
    assert number % 2 == 0
    assert schedule.next_task() is None
    assert not schedule.wants(record(number, "B"))


@pytest.mark.parametrize("reason", [Reason.INTERRUPTED, Reason.UNJUDGED])
def test_a_game_that_was_broken_off_is_not_wanted(reason: Reason, record: Make) -> None:
    assert not make().wants(record(0, None, reason))


def test_records_of_a_later_round_wait_for_the_earlier_one(record: Make) -> None:
    """A line of the file may have been lost: nothing is played twice."""
    whole = make(4, games=2, format="swiss", rounds=2)
    records = []
    while (task := whole.next_task()) is not None:
        records.append(record(task.number, task.a, a=task.a, b=task.b, round=task.round))
        whole.add(records[-1])
    schedule = make(4, games=2, format="swiss", rounds=2)
    for each in [*records[1:], records[0]]:
        assert schedule.wants(each)
        schedule.add(each)
    assert schedule.is_over
    assert schedule.tallies() == whole.tallies()


def test_all_pairings_get_the_same_openings_and_tiebreaks_further_ones(record: Make) -> None:
    asked: list[int] = []

    class Numbered:
        count = None

        def opening_for(self, pair_number: int):  # type: ignore[no-untyped-def]
            asked.append(pair_number)
            return start_position().opening_for(pair_number)

    schedule = Schedule(describe(3, games=4), Numbered())
    assert len(tasks(schedule)) == 12
    assert set(asked) == {0, 1}
    asked.clear()
    schedule = Schedule(describe(2, games=4, format="knockout"), Numbered())
    for task in tasks(schedule):
        schedule.add(record(task.number, None, Reason.FULL_BOARD, a=task.a, b=task.b))
    assert len(tasks(schedule)) == 2
    assert set(asked) == {0, 1, 2}
