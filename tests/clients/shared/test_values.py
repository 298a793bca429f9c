"""A game and its options, in the words of a user."""

from __future__ import annotations

import pytest
from linemate.clients.shared.values import describe_game, read_game
from linemate.engine.core import OptionError


@pytest.mark.parametrize("words", [["gomoku", "size=9"], ["gomoku size=9"], [" gomoku  size=9 "]])
def test_a_game_is_read_from_words_or_from_one_text(words: list[str]) -> None:
    assert describe_game(read_game(words)) == "gomoku size=9 rule=freestyle"


@pytest.mark.parametrize(
    ("words", "problem"),
    [([], "no game"), ([" "], "no game"), (["chess"], "chess"), (["gomoku 9"], "NAME=VALUE")],
)
def test_what_is_no_game_is_refused_with_the_reason(words: list[str], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        read_game(words)
