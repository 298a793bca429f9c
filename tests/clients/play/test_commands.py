"""What a person may say at the table, in this process; `test_terminal_commands.py` has the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from linemate.clients.play.commands import CommandError
from linemate.clients.play.loop import act
from linemate.clients.play.match import Match
from linemate.clients.play.table import Table
from linemate.engine.registry import make_game

Sit = Callable[..., Table]


def test_a_pause_ends_with_its_game(sit: Sit) -> None:
    """After `load` the other game stood still, though nobody had paused it."""
    table = sit("plain", "none")
    table.pause()
    table.begin(Match(make_game("tictactoe")))
    assert not table.paused


def test_words_behind_a_command_that_takes_none_are_refused(sit: Sit) -> None:
    """`undo 2` took back one move."""
    table = sit("plain", "both")
    for move in ("1", "2", "3"):
        act(table, move)
    with pytest.raises(CommandError, match=r"undo takes nothing behind it.* '2'"):
        act(table, "undo 2")
    assert len(table.match.moves) == 3


def test_the_position_start_is_the_start(sit: Sit) -> None:
    table = sit("plain", "both")
    act(table, "5")
    act(table, "position START")
    assert (table.match.start, table.match.moves) == (None, [])


def test_who_plays_both_sides_resigns_for_the_side_to_move(sit: Sit) -> None:
    for moves, ending in [([], "O wins: X resigned."), (["5"], "X wins: O resigned.")]:
        table = sit("plain", "both")
        for move in moves:
            act(table, move)
        act(table, "resign")
        assert str(table.match.ending) == ending


@pytest.mark.parametrize(("typed", "move"), [("q 9", "q9"), ("H 8", "h8"), ("h8", "h8")])
def test_a_letter_with_something_behind_it_is_a_move(sit: Sit, typed: str, move: str) -> None:
    """`q 9` left the game and `h 8` printed help."""
    table = sit("plain", "both")
    table.match = Match(make_game("gomoku", {"size": "22"}))
    act(table, typed)
    assert table.match.moves == [move]
    assert not table.leaving
