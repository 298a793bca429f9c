"""What is concluded from the next steps that Cui and Hashim name."""

from __future__ import annotations

import pytest

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.units import GameUnit, Result, Setting, Unit
from linemate.engine.registry import make_game, make_searcher
from tests.clients.lab.experiments.concluding import conclude, rows, winner

IDEAS = ["danger", "tree-estimates", "annealed", "linked-boards", "free-plays"]


@pytest.mark.parametrize("name", IDEAS)
def test_an_idea_that_wins_is_told_to_be_better(name: str) -> None:
    def result(unit: Unit) -> Result:
        assert isinstance(unit, GameUnit)
        nodes = [10 if unit.subject == "x" else 20, 20 if unit.subject == "x" else 10]
        return {"winner": winner(unit, 1), "nodes": nodes, "free": [True, True]}

    found = conclude(name, result, quick=False)
    assert found.plots
    assert all(row.ours.startswith("+") for row in found.rows if "positions" not in row.what)
    assert ", a gain came from " in found.conclusion[0]
    assert found.conclusion[0].endswith(", and no loss.")
    if name == "free-plays":
        assert rows(found)["free plays one ply less deep: positions"][1] == "10"
        assert "free plays one ply less deep take 0.5 times the positions" in found.conclusion[1]


@pytest.mark.parametrize("name", IDEAS)
def test_every_player_can_be_made(name: str) -> None:
    settings: dict[tuple[str, str], Setting] = {}
    for unit in EXPERIMENTS[name].plan(True, 1):
        assert isinstance(unit, GameUnit)
        settings |= {(unit.game, each.text): each for each in (unit.x, unit.o)}
    for (game, _), setting in settings.items():
        options = dict(setting.options)
        search = str(options.pop("Search"))
        assert make_searcher(search, make_game(game), options).name == search
