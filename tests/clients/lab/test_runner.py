"""Several games at once: they come out as one by one, and an interruption ends them all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from linemate.clients.lab import runner, units
from linemate.clients.lab.runner import make_pool, measure, progress
from linemate.clients.lab.store import Store, engine_version
from linemate.clients.lab.units import (
    GameUnit,
    LabWorker,
    Measurement,
    Result,
    SearchUnit,
    Setting,
    Unit,
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


def do(units: Sequence[Unit], jobs: int, directory: Path) -> list[Measurement]:
    with make_pool(jobs) as pool:
        return list(measure(units, Store(directory / "results.jsonl", engine_version()), pool))


def test_games_come_out_the_same_however_many_are_played_at_once(tmp_path: Path) -> None:
    units = [GameUnit("nineboard", MCTS, MCTS, seed=seed) for seed in range(1, 7)]
    alone, at_once = (
        {each.unit.key: each.result["moves"] for each in do(units, jobs, tmp_path / str(jobs))}
        for jobs in (1, 3)
    )
    assert len(alone) == len(units)
    assert at_once == alone


def test_games_are_played_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No game begins before both workers have one to play."""
    begun: set[LabWorker] = set()
    play = LabWorker.play

    def meet(worker: LabWorker, unit: Unit) -> tuple[Unit, Result]:
        begun.add(worker)
        wait_until(lambda: len(begun) == 2, "two games")
        return play(worker, unit)

    monkeypatch.setattr(LabWorker, "play", meet)
    done = do([GameUnit("tictactoe", MCTS, MCTS, seed=n) for n in (1, 2)], 2, tmp_path)
    assert all("winner" in each.result for each in done)


def test_a_unit_at_fault_has_a_fault_for_a_result_and_the_others_have_theirs(
    tmp_path: Path,
) -> None:
    bad = Setting("bad", {"Courage": 3})
    units = [
        GameUnit("tictactoe", MCTS, opponent, seed=seed)
        for seed, opponent in enumerate((MCTS, bad, MCTS), start=1)
    ]
    first, second, third = do(units, 1, tmp_path)
    assert list(second.result) == ["fault"]
    assert second.result["fault"].startswith("o (bad): unknown option 'Courage'")
    assert "winner" in first.result
    assert "winner" in third.result


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
    with make_pool(jobs) as pool:
        for unit in units[:jobs]:
            pool.begin(unit)
        wait_until(lambda: len(searching) == jobs, "every search")
        assert [each.ply for each in pool.in_progress()] == [1] * jobs
        left = time.monotonic()
    assert time.monotonic() - left < PATIENCE
    assert len(players) == jobs
    assert all(player.process.returncode is not None for player in players)


def test_the_bar_tells_the_ply_of_a_game_for_which_it_stands_still() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=120)
    with make_pool(1) as pool:
        pool.begin(SearchUnit("ultimate", ENDLESS, Opening(moves=("55", "51"))))
        wait_until(lambda: [each.ply for each in pool.in_progress()] == [2], "a search")
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
    with make_pool(1) as pool, progress(console, "short", 2, pool) as advance:
        advance(1)
        advance(1)
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue().splitlines()
    assert [line.split(",")[0] for line in shown] == ["short: 1 of 2", "short: 2 of 2"]
