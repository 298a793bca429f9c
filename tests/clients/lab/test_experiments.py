"""What experiments conclude, from results that are made up."""

from __future__ import annotations

import pytest

from clients.lab.catalogue import EXPERIMENTS
from clients.lab.games import Finished, GameUnit


def won_by_o(units: list[GameUnit]) -> list[Finished]:
    moves = ["a", "b", "c"]
    return [
        Finished(unit, {"winner": "o", "moves": moves, "seconds": [1.0] * 3, "nodes": [9] * 3})
        for unit in units
    ]


@pytest.mark.parametrize("name", ["never-lost", "mcts-chance", "heuristics", "qubic"])
def test_a_match_is_told_of_its_first_player_whichever_games_are_missing(name: str) -> None:
    """Of each pair only the game with changed colours is there: o, who won, was named first.

    It was once told of whoever was x in the first game that there was.
    """
    experiment = EXPERIMENTS[name]
    units = [unit for unit in experiment.plan(True, 1) if isinstance(unit, GameUnit)]
    changed = [
        second
        for first, second in zip(units[::2], units[1::2], strict=True)
        if (first.x, first.o, first.opening) == (second.o, second.x, second.opening)
        and first.x != first.o
    ]
    assert changed
    rows = [row for row in experiment.conclude(won_by_o(changed)).rows if "length" not in row.what]
    assert rows
    for row in rows:
        assert " =0 -0: 100 % " in row.ours, row
