"""The words that everything shares: numbers and options as text, what every position can tell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.engine.core import Option, OptionError, read_integer
from linemate.engine.registry import make_game


@given(st.integers(-(10**19) + 1, 10**19 - 1))
def test_an_integer_is_read_as_python_writes_it(number: int) -> None:
    assert read_integer(str(number)) == number


@pytest.mark.parametrize(
    "text", ["", "-", "--1", "+1", "1.0", "1e3", " 1", "1_0", "\u0661", "\u00b2"]
)
def test_anything_else_is_none(text: str) -> None:
    assert read_integer(text) is None


@given(st.text())
def test_no_text_is_too_much_for_it(text: str) -> None:
    read_integer(text)


@pytest.mark.parametrize(("sign", "number"), [("", 10**20), ("-", -(10**20))])
def test_a_number_of_very_many_digits_is_large_and_takes_no_time(sign: str, number: int) -> None:
    assert read_integer(sign + "9" * 5_000_000) == number


def test_a_number_out_of_bounds_is_none() -> None:
    assert [read_integer(text, 0, 9) for text in ("-1", "0", "9", "10")] == [None, 0, 9, None]
    assert read_integer("-5", most=3) == -5
    assert read_integer("-5", least=3) is None


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
