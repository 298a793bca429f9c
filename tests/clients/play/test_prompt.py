"""What a person may say at a prompt; `test_terminal_commands.py` has the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from linemate.clients.play.played import PlayedGame
from linemate.clients.play.prompt import CommandError, act
from linemate.clients.play.session import Session
from linemate.engine.registry import make_game

Sit = Callable[..., Session]


def test_a_pause_ends_with_its_game(sit: Sit) -> None:
    """After `load` the other game stood still, though nobody had paused it."""
    session = sit("plain", "none")
    session.pause()
    session.begin(PlayedGame(make_game("tictactoe")))
    assert not session.paused


def test_words_behind_a_command_that_takes_none_are_refused(sit: Sit) -> None:
    """`undo 2` took back one move."""
    session = sit("plain", "both")
    for move in ("1", "2", "3"):
        act(session, move)
    with pytest.raises(CommandError, match=r"undo takes nothing behind it.* '2'"):
        act(session, "undo 2")
    assert len(session.played.moves) == 3


def test_the_position_start_is_the_start(sit: Sit) -> None:
    session = sit("plain", "both")
    act(session, "5")
    act(session, "position START")
    assert (session.played.start, session.played.moves) == (None, [])


def test_who_plays_both_sides_resigns_for_the_side_to_move(sit: Sit) -> None:
    for moves, ending in [([], "O wins: X resigned."), (["5"], "X wins: O resigned.")]:
        session = sit("plain", "both")
        for move in moves:
            act(session, move)
        act(session, "resign")
        assert str(session.played.ending) == ending


@pytest.mark.parametrize(("typed", "move"), [("q 9", "q9"), ("H 8", "h8"), ("h8", "h8")])
def test_a_letter_with_something_behind_it_is_a_move(sit: Sit, typed: str, move: str) -> None:
    """`q 9` left the game and `h 8` printed help."""
    session = sit("plain", "both")
    session.played = PlayedGame(make_game("gomoku", {"size": "22"}))
    act(session, typed)
    assert session.played.moves == [move]
    assert not session.leaving
