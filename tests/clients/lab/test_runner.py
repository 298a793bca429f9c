"""Several games at once: they come out as one by one, and an interruption ends them all."""

from __future__ import annotations

import time
from concurrent.futures import CancelledError
from io import StringIO

import pytest
from linemate.clients.lab import runner, units
from linemate.clients.lab.crew import Crew
from linemate.clients.lab.players import Players, Setting
from linemate.clients.lab.runner import progress
from linemate.clients.lab.units import GameUnit, SearchUnit, Unit
from rich.console import Console

from tests.waiting import PATIENCE, wait_until

MCTS = Setting("mcts", {"Search": "mcts", "Samples": 30})
# To the end of the game, which takes longer than anybody waits.
ENDLESS = Setting("endless", {"Search": "hminimax", "Depth": 81})


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a search which nobody stops makes a test fail before long."""
    monkeypatch.setattr(units, "PATIENCE", PATIENCE + 5)


def test_games_come_out_the_same_however_many_are_played_at_once() -> None:
    units = [GameUnit("nineboard", MCTS, MCTS, seed=seed) for seed in range(1, 7)]
    played = []
    for jobs in (1, 3):
        with Crew(jobs) as crew:
            played.append({each.unit: each.result["moves"] for each in crew.work(units)})
    alone, at_once = played
    assert len(alone) == len(units)
    assert at_once == alone


def test_games_are_played_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search of each game does not end before those of both have begun."""
    thinking: set[Players] = set()
    think = Players.think

    def meet(self: Players, seat: int, moves: list[str], patience: float) -> object:
        thinking.add(self)
        wait_until(lambda: len(thinking) == 2, "two searches")
        return think(self, seat, moves, patience)

    monkeypatch.setattr(Players, "think", meet)
    with Crew(2) as crew:
        done = list(crew.work([GameUnit("tictactoe", MCTS, MCTS, seed=n) for n in (1, 2)]))
    assert all("winner" in each.result for each in done)


@pytest.mark.parametrize("jobs", [1, 2])
def test_when_it_is_left_no_search_goes_on_and_no_engine_stays(jobs: int) -> None:
    units: list[Unit] = [
        SearchUnit("ultimate", ENDLESS, ("55",), repeat=repeat) for repeat in range(3)
    ]
    with Crew(jobs) as crew:
        crew.work(units)
        wait_until(lambda: crew.note == "ply " + ", ".join(["2"] * jobs), "every search")
        engines = [players._players[0] for players in crew._tables]
        left = time.monotonic()
    assert time.monotonic() - left < PATIENCE
    for engine in engines:
        assert engine is not None
        assert engine.process.returncode is not None
    assert crew.note == ""


def test_the_bar_tells_the_ply_of_a_game_for_which_it_stands_still() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=120)
    with Crew(1) as crew:
        crew.work([SearchUnit("ultimate", ENDLESS, ("55", "51"))])
        wait_until(lambda: crew.note != "", "a search")
        with progress(console, "long", 7, crew, done=3):
            pass
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue()
    assert "3/7" in shown
    assert "ply 3" in shown


def test_without_a_terminal_the_last_line_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told twice where the last unit ended when a line was due."""
    monkeypatch.setattr(runner, "LINE_EVERY", 0.0)
    console = Console(file=StringIO(), width=120)
    with Crew(1) as crew, progress(console, "short", 2, crew) as advance:
        advance(1)
        advance(2)
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue().splitlines()
    assert [line.split(",")[0] for line in shown] == ["short: 1 of 2", "short: 2 of 2"]


def test_a_search_that_begins_while_it_is_interrupted_is_interrupted_too() -> None:
    """The interruption came between a look at whether there was one and the `go`."""
    with Players() as players:
        unit = SearchUnit("ultimate", ENDLESS)
        players.interrupt()
        began = time.monotonic()
        with pytest.raises(CancelledError):
            unit.run(players)
        assert time.monotonic() - began < PATIENCE
