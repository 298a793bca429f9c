"""A session: a loaded game goes on with everybody in the seat, and at the level, that they had."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from linemate.clients.play.played import SIDES, PlayedGame, SavedGame
from linemate.clients.play.prompt import act
from linemate.clients.play.session import Session
from linemate.clients.shared.pgn import HUMAN, PROGRAM, Participant
from linemate.engine.registry import make_game
from linemate.protocol.driver import EngineError

Sit = Callable[..., Session]


def saved(humans: str, x: int | None, o: int | None, game: str = "tictactoe") -> SavedGame:
    return SavedGame(PlayedGame(make_game(game)), SIDES[humans], (x, o))


def score_of(session: Session) -> int | None:
    """What an engine says that has its skill, from 1 to 11, for a score."""
    info = session.ask_engine().info
    assert info is not None
    assert info.score is not None
    return info.score.cp


def test_the_engine_plays_at_the_level_that_was_saved(sit: Sit) -> None:
    session = sit("tens", "x", level="10")
    assert score_of(session) == 11
    session.resume(saved("x", None, 3))
    assert (score_of(session), session.humans) == (3, SIDES["x"])
    assert session.opponents[0] is session.opponents[1]
    assert "level=3" in session.opponent.description


def test_engines_of_two_levels_are_two(sit: Sit) -> None:
    session = sit("tens", "both")
    session.resume(saved("none", 1, 3))
    assert score_of(session) == 1
    act_as_engine(session)
    assert score_of(session) == 3
    session.resume(saved("none", 10, 10))
    assert score_of(session) == 11


def act_as_engine(session: Session) -> None:
    session.engine_move()
    assert session.trouble is None


def test_a_game_that_an_engine_refuses_changes_neither_seats_nor_levels(sit: Sit) -> None:
    session = sit("tens", "x", level="10")
    act(session, "5")
    for levels in ((None, 3), (1, 3)):
        with pytest.raises(EngineError):
            session.resume(saved("o", *levels, game="qubic"))
        assert (session.humans, session.played.moves) == (SIDES["x"], ["b2"])
        assert score_of(session) == 11


def test_who_sits_where_is_told_to_the_file(sit: Sit) -> None:
    session = sit("tens", "o", level="4")
    engine, person = session.participants
    assert engine == Participant(session.opponent.name, PROGRAM, 4)
    assert person == Participant("Human", HUMAN)


def test_a_loaded_game_is_saved_as_it_was(sit: Sit) -> None:
    """With a reason that nobody here has given."""
    session = sit("plain", "both")
    act(session, "5")
    act(session, "resign")
    ending = session.played.ending
    act(session, "save game.pgn")
    act(session, "new")
    act(session, "load game.pgn")
    assert (session.played.moves, session.played.ending) == (["b2"], ending)
    act(session, "undo")
    assert session.played.ending is None
