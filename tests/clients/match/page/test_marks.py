"""Where an engine saw its chances fall, by its own scores."""

from __future__ import annotations

from linemate.clients.match.page.marks import find_marks
from linemate.clients.shared.records import PlayedMove
from linemate.engine.core import Score
from linemate.engine.registry import make_game

GAME = make_game("tictactoe")


def played(moves: str, scores: list[int | Score | None]) -> list[PlayedMove]:
    """A number is a score in hundredths, as the mover sees it."""
    told = [Score(cp=score) if isinstance(score, int) else score for score in scores]
    return [PlayedMove(move, 0, score) for move, score in zip(moves.split(), told, strict=True)]


def test_a_move_is_marked_where_its_engine_says_less_at_its_next_one() -> None:
    """o thinks that it is even after a2, then that it is lost; x sees no fall."""
    moves = played("a1 a2 b2 c3 b1", [0, 0, 50, -300, Score(plies=3)])
    found = find_marks(GAME, GAME.start(), moves, 0)
    assert found.marks == {1: "??"}
    x, o = found.accuracy
    assert x == 100
    assert o is not None
    assert o < 50


def test_the_end_says_what_the_last_moves_were_worth() -> None:
    moves = played("a1 a2 b1 b2 c1", [0, 0, 0, 100, 0])
    found = find_marks(GAME, GAME.start(), moves, 0)
    assert found.marks == {3: "??"}, "o was sure of itself, and lost by the next move"


def test_small_falls_have_smaller_signs_and_openings_none() -> None:
    moves = played("a1 a2 b1 b2 c3", [90, 90, 60, 30, 10])
    assert find_marks(GAME, GAME.start(), moves, 0).marks == {0: "?!", 1: "?", 2: "?"}
    assert find_marks(GAME, GAME.start(), moves, 2).marks == {2: "?"}


def test_a_move_that_was_forced_is_neither_marked_nor_counted() -> None:
    """x has the last cell left, where its score falls from a win to the draw that it is: that got
    `??`, and cost x accuracy, though there was nothing else to play.

        o x o
        o x x
        x o .  <- c1
    """
    moves = played("b3 a3 b2 b1 a1 c3 c2 a2 c1", [0, 0, 0, 0, 0, 0, 0, 0, 300])
    found = find_marks(GAME, GAME.start(), moves, 0)
    assert found == ({}, (100, 100))


def test_engines_that_say_nothing_have_neither_marks_nor_accuracy() -> None:
    moves = played("a1 a2 b1", [None, None, None])
    assert find_marks(GAME, GAME.start(), moves, 0) == ({}, (None, None))
