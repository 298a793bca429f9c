"""Games between real processes: every way in which a game can end has its name."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from linemate.clients.match.settings import Settings
from linemate.clients.shared import player
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.player import EngineSetting
from linemate.clients.shared.records import GameRecord, Reason, Task
from linemate.clients.shared.referee import game
from linemate.clients.shared.referee.adjudication import Adjudication
from linemate.clients.shared.referee.cpu_wait import CpuWait, Delay
from linemate.clients.shared.referee.game import Rules
from linemate.clients.shared.referee.table import (
    MOST_REPLAYS,
    CannotPlayError,
    CannotSeatError,
    FinishedGame,
    Table,
)
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.shared.values import read_game
from linemate.engine.core import OptionValue
from tests.clients.conftest import play_once
from tests.waiting import wait_until_gone

TASK = Task(1, "A", "B", 0, 0, Opening())


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "GRACE", 0.3)
    monkeypatch.setattr(game, "OVERTIME", 0.3)


@pytest.fixture
def doubts(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let so many of the answers be in doubt, whatever time they took, and no other."""

    def doubt(count: int) -> None:
        delays = iter([Delay(0.0, 60.0)] * count)
        monkeypatch.setattr(CpuWait, "finish", lambda wait, seconds: next(delays, Delay()))

    return doubt


def play(settings: Settings, task: Task = TASK) -> FinishedGame:
    return play_once(settings, task)


def ending(record: GameRecord) -> tuple[str, str, str | None]:
    return record.ending.result, record.ending.reason, record.at_fault


def test_a_game_is_played_to_its_line(settings: Callable[..., Settings]) -> None:
    """
    x . .
    o x o       each takes the first free cell, from a1 at the bottom left
    x o x
    """
    record = play(settings()).record
    assert ending(record) == ("1-0", Reason.LINE, None)
    assert [move.move for move in record.moves] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3"]
    assert record.ending.detail == "the line a3 b2 c1"
    assert record.moves[0].nodes == 9


@pytest.mark.parametrize(
    ("behaviour", "reason", "detail"),
    [
        ("crash", Reason.CRASH, "exited with code 3"),
        ("illegal=b1", Reason.ILLEGAL_MOVE, "illegal move 'b1': the cell is taken"),
        ("illegal=z9", Reason.ILLEGAL_MOVE, "bad move 'z9'"),
        ("illegal=none", Reason.ILLEGAL_MOVE, "bad move 'none'"),
        ("garbage", Reason.ILLEGAL_MOVE, "bad move 'none'"),
        ("twice", Reason.PROTOCOL_ERROR, "a bestmove without a go"),
        ("endless", Reason.PROTOCOL_ERROR, "a line of more than 65536 bytes"),
    ],
)
@pytest.mark.parametrize("ply", [0, 3])
def test_what_an_engine_does_wrong_costs_it_the_game(
    behaviour: str, reason: Reason, detail: str, ply: int, settings: Callable[..., Settings]
) -> None:
    """It errs at its first move, and in mid-game. The other one has won; the detail says why."""
    record = play(settings("", f"{behaviour} at={ply}")).record
    assert ending(record) == ("1-0", reason, "B")
    assert detail in record.ending.detail


def test_a_stall_is_told_from_a_crash(settings: Callable[..., Settings]) -> None:
    record = play(settings("stall at=2", patience="1s")).record
    assert ending(record) == ("0-1", Reason.STALL, "A")
    assert record.dead == "A"


def test_who_answers_only_when_told_to_stop_has_stalled_with_fixed_nodes(
    settings: Callable[..., Settings],
) -> None:
    record = play(settings("lazy at=2", patience="1s")).record
    assert ending(record) == ("0-1", Reason.STALL, "A")
    assert "only when told to stop" in record.ending.detail


def test_and_is_over_its_time_with_a_time_limit(
    settings: Callable[..., Settings], doubts: Callable[[int], None]
) -> None:
    doubts(0)  # however busy this machine is
    record = play(settings("lazy at=2", movetime="50ms", margin="2s")).record
    assert ending(record) == ("0-1", Reason.TIME, "A")


@pytest.mark.parametrize("late", [20, 100])
def test_an_overrun_beyond_the_margin_forfeits(
    late: int, settings: Callable[..., Settings], doubts: Callable[[int], None]
) -> None:
    doubts(0)
    late_one = settings("", f"late={late} at=3", movetime="1s")
    # The other is never late, however busy this machine is.
    other = replace(late_one.engines[0], time_control=TimeControl(movetime=60_000))
    record = play(replace(late_one, engines=(other, late_one.engines[1]))).record
    assert ending(record) == ("1-0", Reason.TIME, "B")
    assert record.plies == 3
    assert "had 1000 ms and a margin of 10" in record.ending.detail
    assert record.dead is None  # the engine is well


def test_an_overrun_within_the_margin_does_not(settings: Callable[..., Settings]) -> None:
    """The margin is wide: this machine may be busy. `test_game.py` has 5 ms against 10."""
    record = play(settings("", "late=5", movetime="20ms", margin="5s")).record
    assert ending(record) == ("1-0", Reason.LINE, None)
    assert record.moves[1].seconds > 0.02


def test_a_flood_of_reports_is_no_fault(settings: Callable[..., Settings]) -> None:
    record = play(settings("huge at=6")).record
    assert ending(record) == ("1-0", Reason.LINE, None)


def test_engines_stay_for_the_next_game_and_the_dead_are_replaced(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with settings(f"log={log} crash at=6", "").make_table() as table:
        for number in (1, 3, 0, 1):  # it lives while it is o, and dies as x
            table.play(Task(1, "A", "B", 0, number, Opening()))
    text = log.read_text()
    assert text.count("started") == 2
    assert text.count("uginewgame tictactoe") == 2
    assert text.count("uginewgame") == 4, "once for each game"
    assert text.endswith("quit\n")


def test_so_is_one_that_had_to_be_told_to_stop(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with settings(f"log={log} lazy at=2", "", patience="1s").make_table() as table:
        for number in (0, 2):
            table.play(Task(1, "A", "B", 0, number, Opening()))
    assert log.read_text().count("started") == 2


def test_what_comes_after_the_last_move_is_not_held_against_the_next_game(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    """A second bestmove with the move that wins: the game is won, and the process replaced."""
    log = tmp_path / "log"
    with settings(f"log={log} twice at=6", "").make_table() as table:
        results = [table.play(Task(1, "A", "B", 0, number, Opening())) for number in (0, 2)]
    assert [finished.record.ending.reason for finished in results] == [Reason.LINE, Reason.LINE]
    assert log.read_text().count("started") == 2


@pytest.mark.parametrize("behaviour", ["", "stubborn", "child", "crash at=2", "stall at=2"])
def test_no_process_is_left_when_the_table_is(
    behaviour: str, settings: Callable[..., Settings], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    play(settings(f"log={log} {behaviour}", patience="1s"))
    lines = [line.split() for line in log.read_text().splitlines()]
    pids = [int(words[1]) for words in lines if words[:1] in (["started"], ["child"])]
    assert len(pids) >= (2 if behaviour == "child" else 1)  # more if the game was played again
    wait_until_gone(*pids)


def test_a_command_that_cannot_be_run_ends_the_match(settings: Callable[..., Settings]) -> None:
    fine = settings()
    broken = replace(
        fine, engines=(fine.engines[0], replace(fine.engines[1], command="/no/engine"))
    )
    with (
        broken.make_table() as table,
        pytest.raises(CannotPlayError, match="engine B: cannot start"),
    ):
        table.play(TASK)


def test_an_opening_is_played_before_the_engines_are_asked(
    settings: Callable[..., Settings],
) -> None:
    opening = Opening("3/1x1/3 o", ("c3",))
    record = play(settings(), Task(1, "A", "B", 0, 1, opening)).record
    assert record.task.x == "B"
    assert record.moves[0].move == "a1"
    assert record.plies == 1 + len(record.moves)


@pytest.mark.parametrize(
    ("log", "behaviour", "kept"),
    [
        ("failed", "", False),
        ("failed", "crash at=2", True),
        ("all", "", True),
        ("none", "crash at=2", False),
    ],
)
def test_the_dialogue_is_kept_of_games_that_failed_or_of_all(
    log: str, behaviour: str, kept: bool, settings: Callable[..., Settings]
) -> None:
    dialogue = play(settings(behaviour, log=log)).dialogue
    assert (dialogue is not None) == kept
    if dialogue is not None:
        assert " A > ugi\n" in dialogue  # from its start
        assert " B < bestmove b1\n" in dialogue
    if dialogue is not None and behaviour:
        assert " A ! assertion failed\n" in dialogue


def test_the_dialogue_of_a_game_is_of_that_game_alone(settings: Callable[..., Settings]) -> None:
    with settings(log="all").make_table() as table:
        table.play(TASK)
        second = table.play(TASK).dialogue or ""
    assert " A > ugi\n" not in second
    assert second.count(" A > uginewgame\n") == 1


def test_a_cancelled_game_is_interrupted(settings: Callable[..., Settings]) -> None:
    """It is so before it begins; `match/test_shutdown.py` does so in mid-search."""
    with settings().make_table() as table:
        table.cancel(TASK)
        assert table.play(TASK).record.ending.reason is Reason.INTERRUPTED
        other = Task(1, "A", "B", 0, 1, Opening())
        assert table.play(other).record.ending.reason is Reason.LINE


def test_a_table_can_be_prepared_for_another_game_and_other_settings(
    fake: Callable[..., str],
) -> None:
    """A goes on with nothing left of its seed; B has another command, and is started anew."""
    random: dict[str, OptionValue] = {"Search": "random", "Depth": 1}
    a = EngineSetting("A", options={**random, "Seed": 7})
    two_plies = Rules(read_game(["nineboard"]), Adjudication(max_plies=2), 10_000, 60_000)
    with Table(two_plies, [a, EngineSetting("B", options=random)], "all") as table:
        first = table.play(TASK)
        assert first.record.game.startswith("nineboard ")
        assert " A > ugi\n" in (first.dialogue or "")
        table.prepare(
            replace(two_plies, game=read_game(["tictactoe"])),
            [replace(a, options=random), EngineSetting("B", fake())],
        )
        second = table.play(TASK)
    assert second.record.game == "tictactoe"
    assert second.record.ending.reason is Reason.MAXIMUM_PLIES
    dialogue = second.dialogue or ""
    assert " A > ugi\n" not in dialogue
    assert " A > setoption name Seed value 0\n" in dialogue
    assert " B > ugi\n" in dialogue


def test_what_an_engine_refuses_is_told_with_its_name_and_costs_nobody_else() -> None:
    rules = Rules(read_game(["tictactoe"]), Adjudication(max_plies=1), 10_000, 60_000)
    fine = [EngineSetting(name, options={"Search": "random"}) for name in "AB"]
    with Table(rules, fine) as table:
        table.play(TASK)
        table.prepare(rules, [fine[0], EngineSetting("B", options={"Courage": 3})])
        with pytest.raises(CannotSeatError, match="engine B: unknown option 'Courage'") as told:
            table.play(TASK)
        assert str(pickle.loads(pickle.dumps(told.value))) == str(told.value)
        table.prepare(rules, fine)
        assert table.play(TASK).record.ending.reason is Reason.MAXIMUM_PLIES


# ------------------------------------------------------------------ what cannot be judged


def slow_second(settings: Callable[..., Settings], late: int) -> Settings:
    """B has 20 ms for a move and is late by so many; A has all the time."""
    match = settings("", f"late={late} at=1", movetime="20ms")
    patient = replace(match.engines[0], time_control=TimeControl(nodes=1))
    return replace(match, engines=(patient, match.engines[1]))


def test_a_game_in_doubt_is_played_again_and_says_how_often(
    settings: Callable[..., Settings], doubts: Callable[[int], None]
) -> None:
    """A has no time to keep, so that only the answers of B are judged: two in doubt, then none."""
    doubts(2)
    with slow_second(settings, 200).make_table() as table:
        record = table.play(TASK).record
    assert (*ending(record), record.replays) == ("1-0", Reason.TIME, "B", 1)


def test_a_game_that_stays_in_doubt_is_lost_by_nobody(
    settings: Callable[..., Settings], doubts: Callable[[int], None]
) -> None:
    """In the fifth attempt an engine once forfeited for 66 ms of 50, on a machine that was full."""
    doubts(1000)
    with slow_second(settings, 100).make_table() as table:
        finished = table.play(TASK)
    record, attempts = finished.record, finished.broken_off
    assert (*ending(record), record.replays) == ("*", Reason.UNJUDGED, None, MOST_REPLAYS)
    assert [each.ending.reason for each in attempts] == [Reason.UNJUDGED] * MOST_REPLAYS


def test_a_game_in_doubt_that_is_cancelled_is_not_played_again(
    settings: Callable[..., Settings],
    doubts: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubts(1000)
    with slow_second(settings, 100).make_table() as table:
        monkeypatch.setattr(table, "_settle", lambda: table.cancel(TASK))
        finished = table.play(TASK)
    assert finished.record.ending.reason is Reason.INTERRUPTED
    assert len(finished.broken_off) == 1


@pytest.mark.parametrize("load", [0, 2])
def test_an_engine_that_is_truly_slow_loses_on_a_busy_machine_as_on_a_quiet_one(
    load: int, settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Late by 800 ms, which two busy loops a processor do not explain."""
    monkeypatch.setattr(game, "OVERTIME", 60.0)
    busy = [
        subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"])
        for _ in range(load * (os.cpu_count() or 1))
    ]
    try:
        with slow_second(settings, 800).make_table() as table:
            record = table.play(TASK).record
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert ending(record) == ("1-0", Reason.TIME, "B")
