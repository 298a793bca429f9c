"""What is concluded about the player of gomoku of Project 5002: every row as a whole."""

from __future__ import annotations

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.gomoku import FULL_PLIES, PRINTED_GAME
from linemate.clients.lab.units import Result, SearchUnit, Unit
from linemate.engine.core import Outcome
from linemate.engine.registry import make_game
from tests.clients.lab.experiments.concluding import conclude, rows


def test_gomoku_tells_its_rates_beside_those_of_the_printed_game() -> None:
    """1,000 simulations a second up to ply 32, 9,000 from there on."""

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            ply = len(unit.opening.moves) + 1
            return {"nodes": 100 if ply <= 32 else 900, "seconds": 0.1}
        return {"winner": "draw", "moves": ["m"] * 64}

    player = "Search=mcts, Exploration=50, Children=patterns"
    small = "Search=mcts, Samples=200, Exploration=140; it follows from the rules"
    findings = conclude("gomoku", result)
    theirs = round(7236 / 9.99)
    assert rows(findings) == {
        "8x8, simulations a second, median of 3 plies of the first 32": (
            *(f"Project 5002: {theirs}", "1,000", "1.38", f"{player}, movetime=100ms"),
        ),
        "8x8, simulations a second, ply 62": (
            *("Project 5002: 11,082", "9,000", "0.812", f"{player}, movetime=100ms"),
        ),
        "8x8 against itself": (
            *("Project 5002: a draw (one game)", "1 of 1 drawn", "-", f"{player}, Samples=50"),
        ),
        "4x4": ("Project 5002: always drawn", "4 of 4 drawn", "-", small),
    }
    rates, draws = findings.conclusion
    assert "1,000 simulations a second and theirs played 585" in rates
    assert "1 of 1 game on 8x8" in draws


def test_one_position_that_is_decided_does_not_drive_the_rate() -> None:
    """54,417 simulations a second at ply 8, between 3,787 and 6,088, made a mean of 14,618."""

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            spike = len(unit.opening.moves) + 1 == 8
            return {"nodes": 54_417 if spike else 5_000, "seconds": 1.0}
        return {"winner": "draw", "moves": ["m"] * 64}

    found = rows(conclude("gomoku", result, quick=False))
    assert found["8x8, simulations a second, median of 6 plies of the first 32"][1] == "5,000"


def test_what_gomoku_concludes_follows_from_its_figures() -> None:
    """`draws 0 of 1 game on 8x8, where the printed one is a draw too`, and rates that fell
    `because the games that are played out get short`.
    """

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"nodes": 100 - len(unit.opening.moves), "seconds": 0.1}
        return {"winner": "x", "moves": ["m"] * 64}

    rates, draws = conclude("gomoku", result).conclusion
    assert "because" not in rates
    assert "draws 0 of 1 game on 8x8 (the printed game was a draw)" in draws


def test_the_positions_are_those_of_the_printed_game_at_which_the_program_moved() -> None:
    game = make_game("gomoku", {"size": "8"})
    position = game.start()
    for move in PRINTED_GAME:
        position.play(game.read_move(position, move))
    assert position.outcome() is Outcome.DRAW
    searches = [unit for unit in EXPERIMENTS["gomoku"].plan(False, 1) if "ply" in unit.group]
    assert [len(unit.opening.moves) for unit in searches] == [ply - 1 for ply in FULL_PLIES]
    assert all(ply % 2 == 0 for ply in FULL_PLIES)
