"""An experiment of the smallest size, games that need no engine, and an engine that can change."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from linemate.clients.lab import store
from linemate.clients.lab.experiments import catalogue
from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import NONE, Findings, Row
from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.experiments.sources import CUI
from linemate.clients.lab.units import (
    GameUnit,
    LabWorker,
    Result,
    SearchUnit,
    Setting,
    Unit,
    seed_of,
    tally_of,
    write_interval,
)
from linemate.clients.shared.openings import START
from linemate.clients.shared.records import Ending, GameRecord, PlayedMove, Reason, Task
from linemate.clients.shared.values import read_game

RANDOM = Setting("random", {"Search": "random"})
SMALL, LARGE = Size("1 second", "3 games"), Size("2 seconds", "6 games")


def plan(quick: bool, seed: int) -> list[Unit]:
    games = 3 if quick else 6
    units: list[Unit] = [
        GameUnit("tictactoe", RANDOM, RANDOM, START, "games", seed_of(seed, n))
        for n in range(games)
    ]
    shallow = Setting("shallow", {"Search": "alphabeta", "Depth": 2})
    return [*units, SearchUnit("tictactoe", shallow, START, "search", seed_of(seed, 0))]


def conclude(groups: Groups) -> Findings:
    row = Row("games", NONE, write_interval(tally_of(groups["games"])), NONE, RANDOM.text)
    nodes = groups.values("search", "nodes")
    series = Series("nodes", [1, 2], [10.0, 20.0], [5.0, 15.0], [15.0, 25.0])
    plot = Plot("small", "curves", "Small", "depth", "positions", [series], "xy", (1.0, "one"))
    conclusion = [f"It ran {len(groups['games'])} games.", "So it runs."]
    return Findings([row], [plot] if nodes else [], ["A remark."], conclusion)


@pytest.fixture
def experiment() -> Experiment:
    return Experiment(
        "small", "Small", (CUI,), "Does it run?", "Run it.", SMALL, LARGE, plan, conclude
    )


@pytest.fixture
def small_catalogue(experiment: Experiment, monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue has one more experiment, which takes no time."""
    monkeypatch.setitem(catalogue.EXPERIMENTS, experiment.name, experiment)


@pytest.fixture
def no_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are made up: any, but the same for the same players, seeds and opening."""

    def play_game(_: LabWorker, unit: Unit) -> GameRecord:
        game, opening = read_game(unit.game.split()), unit.opening
        players = [(setting.text, seed) for setting, seed in unit.players]
        dice = Random(f"{players} {opening.moves}")
        position = opening.set_up(game)
        moves: list[PlayedMove] = []
        while legal := position.legal_moves():
            move = dice.choice(legal)
            position.play(move)
            moves.append(PlayedMove(game.write_move(move), 0.01, None, 1, 9))
            if len(opening.moves) + len(moves) == unit.max_plies:
                break
        outcome = position.outcome()
        winner = None if outcome is None else outcome.winner
        task = Task(1, "x", "o", 0, 0, opening)
        ending = Ending(winner, Reason.FULL_BOARD, "")
        return GameRecord(task, game.name, tuple(moves), ending, ("", ""), "", 0.0)

    monkeypatch.setattr(LabWorker, "play_game", play_game)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the units that are really run, in order."""
    ran: list[str] = []
    play = LabWorker.play

    def note(worker: LabWorker, unit: Unit) -> tuple[Unit, Result]:
        ran.append(unit.key)
        return play(worker, unit)

    monkeypatch.setattr(LabWorker, "play", note)
    return ran


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is taken for the whole engine; to change it is to have another version."""
    path = tmp_path / "player" / "engine.py"
    path.parent.mkdir()
    path.write_text("the first version")
    monkeypatch.setattr(store, "PARTS", (path.parent,))
    return path
