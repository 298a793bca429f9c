"""What a person may type for a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.shared.notation import read_typed_move, show_move, show_moves
from linemate.engine.core import (
    Game,
    IllegalMoveError,
    LinemateError,
    Position,
    UnreadableMoveError,
)
from linemate.engine.registry import make_game
from tests.variants import VARIANTS, Variant

RandomGame = Callable[[Game], Iterator[Position]]


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("tictactoe", "1", "a3"),
        ("tictactoe", "9", "c1"),
        ("tictactoe", "B2", "b2"),
        ("nineboard", "59", "59"),
        ("nineboard", "5 9", "59"),
        ("ultimate", "5,9", "59"),
        ("qubic", "2 1 2", "212"),
        ("gomoku", "H8", "h8"),
        ("gomoku", "h 8", "h8"),
        ("gomoku", "  o  15 ", "o15"),
    ],
)
def test_moves_are_read_as_the_sources_type_them(name: str, typed: str, meant: str) -> None:
    game = make_game(name)
    assert game.write_move(read_typed_move(game, game.start(), typed)) == meant


def test_a_digit_is_a_cell_of_the_board_one_must_play_in() -> None:
    game = make_game("ultimate")
    position = game.start()
    with pytest.raises(UnreadableMoveError, match="two digits"):
        read_typed_move(game, position, "7")
    position.play(read_typed_move(game, position, "59"))
    assert game.write_move(read_typed_move(game, position, "7")) == "97"


def test_a_letter_is_the_column_that_a_mark_falls_in() -> None:
    game = make_game("mnk", {"width": "4", "height": "2", "row": "3", "drop": "true"})
    position = game.start()
    for typed, meant in (("C", "c1"), ("c", "c2"), ("a", "a1"), ("d1", "d1")):
        move = read_typed_move(game, position, typed)
        assert game.write_move(move) == meant
        position.play(move)
    with pytest.raises(IllegalMoveError, match="'c': column c is full"):
        read_typed_move(game, position, "c")
    with pytest.raises(UnreadableMoveError, match="expected a column a to d"):
        read_typed_move(game, position, "e")


def test_an_illegal_move_is_named_as_it_was_typed() -> None:
    game = make_game("tictactoe")
    position = game.start()
    position.play(4)
    with pytest.raises(IllegalMoveError, match="'5': the cell is taken"):
        read_typed_move(game, position, "5")


def test_an_engines_line_is_shown_as_a_person_types_it() -> None:
    assert show_moves(make_game("tictactoe"), ["b2", "a3", "e2e4"]) == ["5", "1", "e2e4"]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_shown_is_what_can_be_typed(variant: Variant, random_game: RandomGame) -> None:
    game = variant.game
    for position in random_game(game):
        move = position.legal_moves()[-1] if position.legal_moves() else None
        if move is not None:
            assert read_typed_move(game, position, show_move(game, move)) == move


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for name in ("tictactoe", "ultimate", "qubic", "gomoku"):
        game = make_game(name)
        with suppress(LinemateError):
            assert read_typed_move(game, game.start(), text) in game.start().legal_moves()
