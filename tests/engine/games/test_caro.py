"""Gomoku's rules `caro` and `caro6`: a five that is closed at both ends does not win."""

from __future__ import annotations

import random

import pytest

from linemate.engine.core import Outcome, Position
from linemate.engine.games.gomoku import Gomoku
from linemate.engine.registry import make_game


@pytest.mark.parametrize(
    ("bottom_row", "last", "caro", "caro6"),
    [
        ("..xxxx....", "g1", True, True),
        (".oxxxx....", "g1", True, True),  # closed at one end
        (".oxxxx.o..", "g1", False, False),  # closed at both
        ("xxxx.o....", "e1", True, True),  # the edge closes nothing
        (".....xxxx.", "j1", True, True),
        (".oxxxx.xo.", "g1", False, True),  # six: `caro` wants exactly five
        (".oxx.xxxo.", "e1", False, True),  # six, closed at both ends
        (".oxx.xxo..", "e1", False, False),  # the cell in the middle, five and closed
        ("..xx.xxx..", "e1", False, True),
    ],
)
def test_a_row_wins_by_its_length_and_its_ends(
    bottom_row: str, last: str, caro: bool, caro6: bool
) -> None:
    for rule, wins in (("caro", caro), ("caro6", caro6)):
        game = Gomoku({"size": "10", "rule": rule})
        owed = bottom_row.count("x") - bottom_row.count("o")
        top = ("o." * owed).ljust(10, ".")
        position = game.from_cells(top + "." * 80 + bottom_row)
        move = game.read_move(position, last)
        assert (move in position.winning_cells(0)) == wins
        position.play(move)
        assert position.outcome() is (Outcome.X_WINS if wins else None)
        assert len(position.winning_line()) == (0 if not wins else 5 + (bottom_row.count("x") > 4))
        assert game.read_position(game.write_position(position)).outcome() is position.outcome()


@pytest.mark.parametrize("rule", ["caro", "caro6"])
def test_a_random_game_ends_as_often_as_by_the_plain_way(rule: str) -> None:
    """The quick way to play a game out, and `play` one by one, have the same chances."""
    game = make_game("gomoku", {"size": "6", "rule": rule})
    start, rng = game.start(), random.Random(rule)
    quick = [start.playout(rng) for _ in range(600)]
    plain = [Position.playout(start, rng) for _ in range(600)]
    for outcome in Outcome:
        assert abs(quick.count(outcome) - plain.count(outcome)) < 90
