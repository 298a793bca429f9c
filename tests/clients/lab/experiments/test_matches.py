"""What is concluded from matches between two players: every row as a whole."""

from __future__ import annotations

from math import isnan

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.players import hminimax
from linemate.clients.lab.units import GameUnit, Result
from tests.clients.lab.experiments.concluding import conclude, rows, winner


def test_the_chance_of_mcts_is_told_with_the_settings_of_both() -> None:
    """It wins every first pair of an opening and loses the other two: 2 of 6."""
    players = "Search=mcts, Samples={}, Exploration=140 against Search=hminimax, Depth=3, "

    def result(unit: GameUnit) -> Result:
        return {"winner": winner(unit, 1 if unit.pair == 0 else 0)}

    found = conclude("mcts-chance", result)
    assert rows(found) == {
        f"{game}, mcts with {samples} samples": (
            *("-", "+2 =0 -4: too few games to tell", "-"),
            players.format(samples) + f"Heuristic={heuristic}",
        )
        for game, heuristic in (("nineboard", "block-danger"), ("ultimate", "big-board-threats"))
        for samples in (30, 100, 300)
    }
    [plot] = found.plots
    # So few games are drawn as what they are.
    assert plot.kind == "results"
    assert [(series.name, series.ys[0]) for series in plot.series] == [
        *(("won", 2), ("drawn", 0), ("lost", 4)),
    ]
    [plot] = conclude("mcts-chance", result, quick=False).plots
    assert (plot.kind, [series.name for series in plot.series]) == (
        *("curves", ["nineboard", "ultimate"]),
    )
    # The error bars are those of the pairs.
    [low, *_], [high, *_] = plot.series[0].low, plot.series[0].high
    assert (round(low), round(high)) == (1, 35)


def test_the_matrix_of_heuristics_has_the_score_of_its_row() -> None:
    """Whoever is named first in a match wins it."""
    found = conclude("heuristics", lambda unit: {"winner": winner(unit, 1)}, quick=False)
    matrix = {plot.name: plot.series for plot in found.plots}["heuristics-qubic"]
    names = ["default", "cube-lines-130", "cube-lines-150"]
    assert [(series.name, list(series.xs)) for series in matrix] == [(n, names) for n in names]
    values = [[None if isnan(y) else y for y in series.ys] for series in matrix]
    assert values == [[None, 100, 100], [0, None, 100], [0, 0, None]]
    assert rows(found)["qubic, cube-lines-130 against cube-lines-150"] == (
        *("-", "+30 =0 -0: 100 % (88 to 100)", "-", "Depth=4 for both"),
    )


def test_never_lost_is_told_of_alphabeta() -> None:
    found = conclude("never-lost", lambda unit: {"winner": winner(unit, 1)})
    assert rows(found)["3x3, alphabeta against random"] == (
        *("Cui 2018, Qi: never lost", "+6 =0 -0: too few games to tell", "-"),
        "Search=alphabeta against Search=random",
    )


def test_a_loss_of_alphabeta_would_be_told_against_the_reports() -> None:
    won = conclude("never-lost", lambda unit: {"winner": winner(unit, 1)}).conclusion[0]
    lost = conclude("never-lost", lambda unit: {"winner": winner(unit, 0)}).conclusion[0]
    assert "lost none of 12 games" in won
    assert ", as Cui 2018 and Qi say" in won
    assert "lost 12 of 12 games" in lost
    assert ", where Cui 2018 and Qi say" in lost


def test_mcts_meets_hminimax_with_the_heuristics_of_000() -> None:
    for unit in EXPERIMENTS["mcts-chance"].plan(False, 1):
        assert isinstance(unit, GameUnit)
        expected = {"nineboard": "block-danger", "ultimate": "big-board-threats"}[unit.game]
        assert unit.opponent.options == hminimax(8, expected).options
