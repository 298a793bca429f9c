"""What is concluded about 001's player of qubic: every row as a whole."""

from __future__ import annotations

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.units import (
    GameUnit,
    Result,
    SearchUnit,
    Unit,
)
from tests.clients.lab.experiments.concluding import MOVES, conclude, rows, winner


def test_qubic_is_told_as_001_tells_it() -> None:
    """The subject draws with random, x loses to itself, 130 wins every pair by 3/2."""

    def result(unit: GameUnit) -> Result:
        if unit.group == "itself":
            return {"winner": "o", "moves": MOVES * 3}
        worth = 0.5 if unit.group == "random" or unit.subject == "o" else 1
        return {"winner": winner(unit, worth), "moves": [unit.subject]}

    found = rows(conclude("qubic", result))
    ours = "Search=hminimax, Depth=2, Heuristic=cube-lines-130"
    match = found["qubic, cube-lines-130 against cube-lines-150"]
    assert match[0] == "001: +74 =0 -26: 74 %"
    assert match[1].startswith("+10 =10 -0: 75 % (")
    assert match[2:] == ("1.01", ours)
    assert found["qubic, cube-lines-130 against random"][1].startswith("+0 =20 -0: 50 % (")
    assert found["qubic, cube-lines-130 against random"][2] == "0.5"
    itself = found["qubic, cube-lines-130 against itself from centre points: x"]
    assert itself[:3] == ("001: +32 =0 -68: 32 %", "+0 =0 -20: 0 % (0 to 16)", "0")
    assert found["qubic, length of the games against itself"] == (
        *("001: 45 plies (one game)", "9 to 9 plies", "-", ours),
    )


def test_qubic_begins_with_a_centre_point_for_each_player() -> None:
    """The printed game does so, and the heuristic reads the report so too. All 56 are played."""
    units = [unit for unit in EXPERIMENTS["qubic"].plan(False, 1) if unit.group != "random"]
    openings = {unit.opening for unit in units}
    assert len(openings) == 56
    assert all(len(opening.moves) == 2 for opening in openings)
    assert {cell for opening in openings for point in opening.moves for cell in point} == {"1", "2"}


def test_qubic_on_the_clock_is_told_by_the_shallowest_search_and_the_mean_game() -> None:
    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"depth": 3 + unit.repeat}
        return {"winner": "x", "seconds": [1.0, 2.0, float(unit.seed)]}

    how = "Search=hminimax, Heuristic=cube-lines-130, movetime=10s; "
    assert rows(conclude("qubic-time", result, quick=False)) == {
        "qubic, moves looked ahead": (
            *("001: at least 4 plies", "4 plies", "1"),
            how + "third move, fewest of 10 openings",
        ),
        "qubic, a game against random": (
            *("001: 19.3 s", "6 s", "0.31", how + "mean of 5, longest 8 s"),
        ),
    }
