"""Tic-tac-toe is small enough to know everything about it."""

from __future__ import annotations

from collections import Counter

from linemate.engine.core import Outcome, Position
from linemate.engine.registry import make_game


def test_the_whole_game_tree_has_the_known_games_and_positions() -> None:
    games: Counter[Outcome] = Counter()
    positions: dict[int, str] = {}
    game = make_game("tictactoe")

    def visit(position: Position) -> None:
        key = position.key()
        if key not in positions:
            positions[key] = game.write_position(position)
        outcome = position.outcome()
        if outcome is not None:
            games[outcome] += 1
        for move in position.legal_moves():
            position.play(move)
            visit(position)
            position.undo()

    visit(game.start())
    assert games == {Outcome.X_WINS: 131184, Outcome.O_WINS: 77904, Outcome.DRAW: 46080}
    assert len(positions) == 5478
    assert len(set(positions.values())) == 5478


def test_the_diagram_shows_the_last_move_and_the_winning_line() -> None:
    game = make_game("tictactoe")
    position = game.read_position("oo1/xx1/3 x")
    position.play(game.read_move(position, "c2"))
    assert game.diagram(position) == (
        " 3  o  o  .\n"
        " 2  X  X [X]\n"
        " 1  .  .  .\n"
        "    a  b  c\n"
        "x wins"
    )  # fmt: skip
