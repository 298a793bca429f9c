"""A player that needs no engine, and an experiment of the smallest size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from linemate.clients.lab import version
from linemate.clients.lab.experiments.experiment import (
    NONE,
    Experiment,
    Findings,
    Groups,
    Plot,
    Row,
    Series,
    Size,
)
from linemate.clients.lab.players import Players, Setting
from linemate.clients.lab.statistics import tally_of, text
from linemate.clients.lab.units import Finished, GameUnit, SearchUnit, Unit, seed_of

RANDOM = Setting("random", {"Search": "random"})
SMALL, LARGE = Size("no time", "3 games"), Size("little time", "6 games")


def plan(quick: bool, seed: int) -> list[Unit]:
    games = 3 if quick else 6
    units: list[Unit] = [
        GameUnit("tictactoe", RANDOM, RANDOM, (), "games", seed_of(seed, n)) for n in range(games)
    ]
    shallow = Setting("shallow", {"Search": "alphabeta", "Depth": 2})
    return [*units, SearchUnit("tictactoe", shallow, (), "search", seed_of(seed, 0))]


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    tally = tally_of(groups["games"])
    row = Row("games", NONE, text(tally), NONE, RANDOM.text)
    nodes = groups.values("search", "nodes")
    series = Series("nodes", [1, 2], [10.0, 20.0], [5.0, 15.0], [15.0, 25.0])
    plot = Plot("small", "curves", "Small", "depth", "positions", [series], "xy", (1.0, "one"))
    return Findings([row], [plot] if nodes else [], ["A remark."])


@pytest.fixture
def experiment() -> Experiment:
    return Experiment("small", "000", "Does it run?", SMALL, LARGE, plan, conclude)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the units that are really run, in order."""
    ran: list[str] = []
    for kind in (GameUnit, SearchUnit):
        original = kind.run

        def run(self, players: Players, original=original):  # type: ignore[no-untyped-def]
            ran.append(self.key)
            return original(self, players)

        monkeypatch.setattr(kind, "run", run)
    return ran


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is taken for the whole engine; to change it is to have another version."""
    path = tmp_path / "player" / "engine.py"
    path.parent.mkdir()
    path.write_text("the first version")
    monkeypatch.setattr(version, "PARTS", (path.parent,))
    return path
