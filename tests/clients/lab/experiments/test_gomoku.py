"""What is concluded about 003's player of gomoku: every row as a whole."""

from __future__ import annotations

from linemate.clients.lab.units import (
    GameUnit,
    Result,
)
from tests.clients.lab.experiments.concluding import conclude, rows


def test_gomoku_tells_the_first_half_of_the_game_and_the_fastest_move() -> None:
    """1,000 simulations a second for 32 plies, 9,000 from there on."""

    def result(unit: GameUnit) -> Result:
        if unit.group == "4x4":
            return {"winner": "draw"}
        nodes = [100] * 32 + [900] * 32
        return {"winner": "draw", "moves": ["m"] * 64, "nodes": nodes, "seconds": [0.1] * 64}

    how = "Search=mcts, Exploration=50, Children=patterns, movetime=100ms"
    small = "Search=mcts, Samples=200, Exploration=140; it follows from the rules"
    assert rows(conclude("gomoku", result)) == {
        "8x8, simulations a second, first 32 plies": ("003: 758", "1,000", "1.32", how),
        "8x8, simulations a second, most of all moves": ("003: 19,161", "9,000", "0.47", how),
        "8x8, result": ("003: draw after 64 plies", "draw after 64 plies", "-", how),
        "4x4": ("003: always drawn", "4 of 4 drawn", "-", small),
    }
