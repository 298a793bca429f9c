"""A game and its options, and numbers, in the words of a user."""

from __future__ import annotations

import argparse
from functools import partial

import pytest

from linemate.clients.shared.values import (
    LARGEST,
    WordError,
    describe_game,
    read_count,
    read_game,
    read_number,
)
from linemate.engine.core import OptionError


@pytest.mark.parametrize(
    "words",
    [["gomoku", "size=9"], ["gomoku size=9"], [" gomoku  size=9 "], ["gomoku", "size", "9"]],
)
def test_a_game_is_read_from_words_or_from_one_text(words: list[str]) -> None:
    assert describe_game(read_game(words)) == "gomoku size=9 rule=freestyle"


@pytest.mark.parametrize(
    ("words", "problem"),
    [([], "no game"), ([" "], "no game"), (["chess"], "chess"), (["gomoku 9"], "NAME=VALUE")],
)
def test_what_is_no_game_is_refused_with_the_reason(words: list[str], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        read_game(words)


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("007", 7), (str(LARGEST), LARGEST)]
)
def test_a_number_is_read(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "1.5", "1e3", " 1", "\u0663", "x", str(LARGEST + 1), "9" * 5000]
)
def test_what_is_no_number_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(WordError) as refused:
        read_number(text)
    assert str(refused.value) == f"cannot read {text!r}: expected a whole number of 0 or more"


def test_bounds_are_held_and_told() -> None:
    assert [read_number(text, 3, 5) for text in ("3", "5")] == [3, 5]
    for text in ("2", "6"):
        with pytest.raises(WordError, match="a whole number from 3 to 5"):
            read_number(text, 3, 5)
    with pytest.raises(WordError, match="a whole number of 1 or more"):
        read_count("0")


def test_a_reader_can_be_the_type_of_an_argument(capsys: pytest.CaptureFixture[str]) -> None:
    """All that argparse would say of a ValueError is: invalid value."""
    parser = argparse.ArgumentParser(prog="program")
    parser.add_argument("--port", type=partial(read_number, most=65535))
    assert parser.parse_args(["--port", "80"]).port == 80
    with pytest.raises(SystemExit):
        parser.parse_args(["--port", "99999"])
    expected = "--port: cannot read '99999': expected a whole number from 0 to 65535"
    assert expected in capsys.readouterr().err
