"""What is concluded from the ideas of Project 5002: who was better, and what is not known."""

from __future__ import annotations

import pytest

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.tree_ideas import duels_in_parallel
from linemate.clients.lab.units import GameUnit, Result, SearchUnit, Unit
from tests.clients.lab.experiments.concluding import conclude, rows, winner


def test_the_end_test_is_told_as_a_ratio_of_rates() -> None:
    """Ten times the samples on 8x8, twenty times on 16x16."""

    def result(unit: Unit) -> Result:
        assert isinstance(unit, SearchUnit)
        size = int(unit.game.rpartition("=")[2])
        whole = unit.player.options["Rollout"] == "whole-board"
        nodes = 1_000 if whole else 10_000 * size // 8
        return {"move": "a1", "seconds": 0.5, "nodes": nodes, "depth": 1, "free": False}

    found = conclude("end-test", result)
    assert rows(found)["8x8, looked for on the whole board: samples a second"][:2] == (
        *("Project 5002: several hundred in 10 s", "2,000"),
    )
    assert "gives 10 times the samples on 8x8" in found.conclusion[0]
    assert found.conclusion[1].endswith("on 16x16 it is 20 times.")
    assert [series.name for series in found.plots[0].series] == [
        *("around the last move", "on the whole board"),
    ]


@pytest.mark.parametrize("name", ["children", "exploration", "parallel", "large-board"])
def test_ideas_that_win_lose_or_stay_undecided_are_told_apart(name: str) -> None:
    """The first idea wins all of its games, the second loses them, others draw."""
    order = list(dict.fromkeys(unit.group for unit in EXPERIMENTS[name].plan(False, 1)))

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"move": "a1", "seconds": 0.1, "nodes": 10, "depth": 1, "free": False}
        place = order.index(unit.group)
        return {"winner": winner(unit, (1, 0, 0.5)[min(place, 2)])}

    found = conclude(name, result, quick=False)
    decided, in_doubt = found.conclusion
    assert f", a gain came from {order[0]} (100 % (" in decided
    assert f", and a loss from {order[1]} (0 % (" in decided
    if len(order) > 4:
        assert f" games each do not decide about {order[2]} (50 % (" in in_doubt
    assert found.plots[0].series


@pytest.mark.parametrize(
    "name",
    ["children", "exploration", "parallel", "large-board", "tree-estimates", "linked-boards"],
)
@pytest.mark.parametrize("quick", [True, False])
def test_a_row_tells_the_settings_that_were_played(name: str, quick: bool) -> None:
    """A full run of `parallel` that was cut short was told with the samples of a quick one: the
    size of the run was guessed by the number of games.
    """
    played: dict[str, GameUnit] = {}

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit) or unit.group in played:
            return {"fault": "cut short"}
        played[unit.group] = unit
        return {"winner": "draw"}

    settings = {row.what: row.settings for row in conclude(name, result, quick).rows}
    assert settings == {
        group: f"{unit.player.text} against {unit.opponent.text}" for group, unit in played.items()
    }


def test_ideas_are_compared_at_an_equal_number_of_random_games() -> None:
    for name, (subject, opponent) in duels_in_parallel(80).items():
        constants = str(subject.options.get("TreeConstants", "rollouts=1"))
        games = int(subject.options["Samples"]) * int(constants.partition("=")[2])
        assert games == int(opponent.options["Samples"]) * (2 if "twice" in name else 1)


def test_every_unit_differs_in_the_idea_alone() -> None:
    """Both players of a game have the same samples, but where games are split among them."""
    for name in ("children", "exploration", "large-board"):
        for unit in EXPERIMENTS[name].plan(True, 1):
            if isinstance(unit, GameUnit):
                assert unit.x.options["Samples"] == unit.o.options["Samples"]
