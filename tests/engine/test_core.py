"""The words that everything shares: options as text, and what every position can tell."""

from __future__ import annotations

import pytest
from linemate.engine.core import Option, OptionError
from linemate.engine.registry import make_game


def test_an_option_reads_any_case_and_says_what_it_accepts() -> None:
    option = Option("Colour", "combo", "red", choices=("red", "Blue"))
    assert [option.read(text) for text in ("RED", " blue ")] == ["red", "Blue"]
    with pytest.raises(OptionError, match="bad value 'pink' for option Colour: expected one of"):
        option.read("pink")


def test_a_former_name_counts_only_where_its_present_one_is_a_choice() -> None:
    """Another engine may have a choice of that name, which means something else."""
    assert Option("A", "combo", "002", choices=("002", "004")).read("002") == "002"
    with pytest.raises(OptionError, match="bad value '002'"):
        Option("A", "combo", "red", choices=("red", "blue")).read("002")


def test_a_win_at_once_is_seen_and_leaves_the_position_as_it_was() -> None:
    """x x .
    o o .
    . . .  with x to move: only the end of the first row wins.
    """
    game = make_game("tictactoe")
    position = game.start()
    for cell in (0, 3, 1, 4):
        position.play(cell)
    before = game.write_position(position), position.key()
    assert [move for move in position.legal_moves() if position.wins_at_once(move)] == [2]
    assert (game.write_position(position), position.key()) == before
