"""What is concluded about the constants that 000 does not print."""

from __future__ import annotations

from linemate.clients.lab.experiments.constants import SETS
from linemate.clients.lab.units import GameUnit, Result
from linemate.engine.registry import make_game, make_heuristic
from tests.clients.lab.experiments.concluding import MOVES, conclude, rows


def test_each_claim_is_told_with_the_constants_for_which_it_holds() -> None:
    """Ultimate is drawn with every set but the second, nineboard won by x with none but ours."""

    def result(unit: GameUnit) -> Result:
        constants = unit.player.options.get("Constants")
        if unit.game == "nineboard":
            return {"winner": "o" if constants else "x", "moves": MOVES}
        return {"winner": "x" if constants == "big_one=20 big_two=200" else "draw", "moves": MOVES}

    findings = conclude("constants", result, quick=False)
    found = rows(findings)
    assert found["nineboard 8, block-danger: x wins: holds"][:2] == (
        *("Cui 2018: always", "with 1 of 7: ours"),
    )
    theirs, draws, _, _ = found["ultimate 8, big-board-threats: draw: holds"]
    assert theirs == "Cui 2018: a draw"  # that it always is one the report does not say
    assert draws.startswith("with 7 of 8: ours; big_one=50 big_two=500; ")
    assert found["ultimate 10, big-board-threats: x wins: holds"][1] == (
        "with 1 of 8: big_one=20 big_two=200"
    )
    by_name = {plot.name: plot for plot in findings.plots}
    second = by_name["constants-big-board-threats"].series[1]
    assert (second.name, list(second.ys)) == ("big_one=20 big_two=200", [100, 100])
    assert [list(series.ys) for series in by_name["constants-block-threats"].series] == [
        *([100], [0], [0], [0], [0], [0]),
    ]


def test_a_shallow_run_claims_nothing() -> None:
    findings = conclude("constants", lambda _: {"winner": "x", "moves": MOVES})
    assert not findings.plots
    found = rows(findings)
    assert not any("holds" in what for what in found)
    assert {row[0] for row in found.values()} == {"-"}


def test_every_set_is_one_that_its_heuristic_takes_and_keeps_the_order_of_000() -> None:
    games = {"block-threats": "nineboard", "block-danger": "nineboard"}
    for name, sets in SETS.items():
        game = make_game(games.get(name, "ultimate"))
        for constants in sets:
            known = make_heuristic(game, {"Heuristic": name, "Constants": constants}).constants
            assert known["one"] < known["two"] < known.get("three", known["two"] + 1)
            assert known.get("big_one", 0) <= known.get("big_two", 0)
