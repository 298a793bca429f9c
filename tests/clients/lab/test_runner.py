"""Several games at once: they come out as one by one, and an interruption ends them all."""

from __future__ import annotations

import time
from io import StringIO

import pytest
from rich.console import Console

from linemate.clients.lab import runner, units
from linemate.clients.lab.runner import UnitPool, progress
from linemate.clients.lab.units import (
    FaultError,
    GameUnit,
    Result,
    SearchUnit,
    Setting,
    Unit,
    Worker,
)
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.player import (
    EngineSetting,
    Player,
    Question,
    SearchObserver,
    UgiPlayer,
    start_player,
)
from linemate.clients.shared.referee import table
from linemate.engine.core import Game
from linemate.protocol.driver import Answer, LineHook
from tests.waiting import PATIENCE, wait_until

MCTS = Setting("mcts", {"Search": "mcts", "Samples": 30})
# To the end of the game, which takes longer than anybody waits.
ENDLESS = Setting("endless", {"Search": "hminimax", "Depth": 81})


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a search which nobody stops makes a test fail before long."""
    monkeypatch.setattr(units, "PATIENCE", 1000 * (PATIENCE + 5))


def test_games_come_out_the_same_however_many_are_played_at_once() -> None:
    units = [GameUnit("nineboard", MCTS, MCTS, seed=seed) for seed in range(1, 7)]
    played = []
    for jobs in (1, 3):
        with UnitPool(jobs) as pool:
            played.append({unit.key: result["moves"] for unit, result in pool.work(units)})
    alone, at_once = played
    assert len(alone) == len(units)
    assert at_once == alone


def test_games_are_played_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game begins before both workers have one to play."""
    begun: set[Worker] = set()
    run = GameUnit.run

    def meet(unit: GameUnit, worker: Worker) -> Result:
        begun.add(worker)
        wait_until(lambda: len(begun) == 2, "two games")
        return run(unit, worker)

    monkeypatch.setattr(GameUnit, "run", meet)
    with UnitPool(2) as pool:
        done = list(pool.work([GameUnit("tictactoe", MCTS, MCTS, seed=n) for n in (1, 2)]))
    assert all("winner" in result for _, result in done)


def test_a_unit_at_fault_has_a_fault_for_a_result_and_the_others_have_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(unit: GameUnit, _: Worker) -> Result:
        if unit.seed == 2:
            raise FaultError("o (bad): it died")
        return {"winner": "x"}

    monkeypatch.setattr(GameUnit, "run", run)
    units = [GameUnit("tictactoe", MCTS, MCTS, seed=seed) for seed in (1, 2, 3)]
    with UnitPool(1) as pool:
        results = {unit.key: result for unit, result in pool.work(units)}
    won = {"winner": "x"}
    assert [results[unit.key] for unit in units] == [won, {"fault": "o (bad): it died"}, won]


@pytest.mark.parametrize("jobs", [1, 2])
def test_when_it_is_left_no_search_goes_on_and_no_engine_stays(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    players: list[Player] = []
    searching: set[int] = set()

    def start(setting: EngineSetting, game: Game, hook: LineHook | None) -> Player:
        players.append(start_player(setting, game, hook))
        return players[-1]

    def think(
        player: UgiPlayer, question: Question, observer: SearchObserver | None = None
    ) -> Answer:
        searching.add(player.process.pid)
        return original(player, question, observer)

    original = UgiPlayer.think
    monkeypatch.setattr(table, "start_player", start)
    monkeypatch.setattr(UgiPlayer, "think", think)
    units: list[Unit] = [
        SearchUnit("ultimate", ENDLESS, Opening(moves=("55",)), repeat=repeat)
        for repeat in range(3)
    ]
    with UnitPool(jobs) as pool:
        pool.work(units)
        wait_until(lambda: len(searching) == jobs, "every search")
        assert pool.note == "ply " + ", ".join(["2"] * jobs)
        left = time.monotonic()
    assert time.monotonic() - left < PATIENCE
    assert len(players) == jobs
    assert all(player.process.returncode is not None for player in players)
    assert pool.note == ""


def test_the_bar_tells_the_ply_of_a_game_for_which_it_stands_still() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=120)
    with UnitPool(1) as pool:
        pool.work([SearchUnit("ultimate", ENDLESS, Opening(moves=("55", "51")))])
        wait_until(lambda: pool.note != "", "a search")
        with progress(console, "long", 7, pool, done=3):
            pass
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue()
    assert "3/7" in shown
    assert "ply 3" in shown


def test_without_a_terminal_the_last_line_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told twice where the last unit ended when a line was due."""
    monkeypatch.setattr(runner, "LINE_EVERY", 0.0)
    console = Console(file=StringIO(), width=120)
    with UnitPool(1) as pool, progress(console, "short", 2, pool) as advance:
        advance(1)
        advance(2)
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue().splitlines()
    assert [line.split(",")[0] for line in shown] == ["short: 1 of 2", "short: 2 of 2"]
