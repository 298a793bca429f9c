"""A game: taking back, playing again, giving up; and the file from which it comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from linemate.clients.play.played import SIDES, PlayedGame, SavedGame, load, save, write_saved
from linemate.clients.shared.pgn import HUMAN, PROGRAM, Participant, write_pgn
from linemate.clients.shared.records import GameRecord, Reason
from linemate.engine.core import Game, LinemateError, Position
from tests.variants import VARIANTS, Variant

Played = Callable[..., PlayedGame]
RandomGame = Callable[[Game], Iterator[Position]]
Make = Callable[..., GameRecord]

PERSON, ENGINE = Participant("Human", HUMAN), Participant("Linemate", PROGRAM, 3)
SEATS = PERSON, ENGINE
X, O = {0}, {1}  # noqa: E741 - the players


# ------------------------------------------------------------------ taking back


def test_undo_goes_back_to_the_players_own_turn(played: Played) -> None:
    game = played("tictactoe", "b2 a3 c3 a1")
    assert game.undo(X)
    assert game.moves == ["b2", "a3"]
    assert game.undo(X)
    assert game.moves == []
    assert not game.undo(X)


def test_undo_has_nothing_before_the_players_first_turn(played: Played) -> None:
    game = played("tictactoe", "b2")
    assert not game.undo(O)
    assert game.moves == ["b2"]
    assert game.undo({0, 1})
    assert game.moves == []


def test_redo_is_the_inverse_of_undo_until_another_move_is_made(played: Played) -> None:
    game = played("tictactoe", "b2 a3 c3 a1")
    game.undo(X)
    game.undo(X)
    assert game.redo(X)
    assert game.moves == ["b2", "a3"]
    game.play(game.game.parse_move("c3"))
    assert game.redo(X)
    assert game.moves == ["b2", "a3", "c3", "a1"]
    game.undo(X)
    game.play(game.game.parse_move("b1"))
    assert not game.redo(X)


def test_a_win_can_be_taken_back(played: Played) -> None:
    game = played("tictactoe", "a3 a2 b3 b2 c3")
    assert str(game.ending) == "X wins: the line 1 2 3."
    assert game.undo(X)
    assert game.ending is None
    assert game.moves == ["a3", "a2", "b3", "b2"]


def test_who_resigned_may_think_again(played: Played) -> None:
    game = played("tictactoe", "b2 a3")
    game.resign(0)
    assert str(game.ending) == "O wins: X resigned."
    assert game.undo(X)
    assert game.ending is None
    assert game.moves == ["b2", "a3"]


@pytest.mark.parametrize("moves", ["", "b2", "b2 a3"])
def test_a_resignation_is_taken_back_alone_whoever_sits_there_by_now(
    played: Played, moves: str
) -> None:
    """A move went with it after `switch`, and without moves there was "nothing to take back"."""
    for loser in (0, 1):
        for movers in (X, O, {0, 1}):
            game = played("tictactoe", moves)
            game.resign(loser)
            assert game.undo(movers)
            assert game.ending is None
            assert game.moves == moves.split()


def test_nothing_is_played_again_in_a_game_that_was_given_up(played: Played) -> None:
    game = played("tictactoe", "b2 a3 c3 a1")
    game.undo(X)
    game.resign(0)
    assert not game.redo(X)
    assert game.moves == ["b2", "a3"]
    assert game.undo(X)
    assert game.redo(X)
    assert game.moves == ["b2", "a3", "c3", "a1"]


# ------------------------------------------------------------------ its file


@pytest.fixture
def again(tmp_path: Path) -> Callable[..., SavedGame]:
    """Save a game and load it again."""

    def save_and_load(
        game: PlayedGame, seats: tuple[Participant, Participant] = SEATS
    ) -> SavedGame:
        save(game, seats, tmp_path / "game.pgn", overwrite=True)
        return load(tmp_path / "game.pgn")

    return save_and_load


Again = Callable[..., SavedGame]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_saved_game_comes_back_the_same(
    variant: Variant, random_game: RandomGame, again: Again
) -> None:
    game = PlayedGame(variant.game)
    for position in random_game(variant.game):
        if position.last_move is not None:
            game.play(position.last_move)
        if len(game.moves) % 7 and position.outcome() is None:
            continue
        found = again(game).played
        assert found.game.options == game.game.options
        assert found.moves == game.moves
        assert found.ending == game.ending


@pytest.mark.parametrize("seats", list(product((PERSON, ENGINE), repeat=2)))
def test_who_sat_where_comes_back_with_the_level(
    played: Played, again: Again, seats: tuple[Participant, Participant]
) -> None:
    saved = again(played("qubic", "000"), seats)
    assert saved.humans == frozenset(side for side in (0, 1) if seats[side] is PERSON)
    assert saved.levels == (seats[0].level, seats[1].level)
    assert saved.humans in SIDES.values()


def test_a_resignation_is_saved(played: Played, again: Again) -> None:
    game = played("qubic", "000 111")
    game.resign(0)
    text = write_saved(game, SEATS)
    assert '[Termination "resignation"]' in text
    assert text.endswith(" 0-1\n\n")
    assert again(game).played.ending == game.ending


def test_a_claimed_win_is_saved_with_its_reason(played: Played, again: Again) -> None:
    """It used to be an open game again."""
    for moves in ("", "000", "000 111"):
        game = played("qubic", moves)
        game.forfeit(1, './mybot failed: "{it}" exited with code 7')
        found = again(game).played
        quoted = '"{it}"' if moves else '"(it)"'  # a tag keeps braces, a comment cannot
        assert str(found.ending) == f"X wins: ./mybot failed: {quoted} exited with code 7."
        assert found.undo({0})
        assert found.ending is None


def test_a_reason_in_an_engines_words_cannot_be_taken_for_moves(
    played: Played, again: Again
) -> None:
    for moves in ("", "000 111"):
        game = played("qubic", moves)
        game.forfeit(0, 'bad\n222\x85\u2028 1-0 "] } 333 [Result "1-0"] line')
        found = again(game).played
        assert found.moves == moves.split()
        assert str(found.ending).startswith("O wins: bad 222 1-0 ")


def test_a_game_from_a_position_is_saved_with_it(played: Played, again: Again) -> None:
    game = played("tictactoe", "a1", "x2/1o1/3 x")
    found = again(game).played
    assert (found.start, found.moves) == ("x2/1o1/3 x", ["a1"])
    assert found.position.key() == game.position.key()


@pytest.mark.parametrize("blank", ["\x85", "\u2028", "\x0b", "\x1c", "  "])
def test_a_position_with_odd_blanks_is_saved_in_our_words(
    played: Played, again: Again, blank: str
) -> None:
    """Such a blank ends a line, and what was saved could not be loaded."""
    game = played("tictactoe", "a1", f"x2/1o1/3{blank}x")
    assert '[FEN "x2/1o1/3 x"]' in write_saved(game, SEATS)
    assert again(game).played.position.key() == game.position.key()


def test_a_file_keeps_its_variations_and_comments_when_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    moves = "{First.} 1. b2 $1 {good} (1. a1 b2) 1... a1 {hm}"
    path.write_text(f'[Variant "tictactoe"]\n\n{moves} *\n')
    game = load(path).played
    assert f"{moves} *" in write_saved(game, SEATS)
    game.play(game.game.parse_move("c3"))
    assert f"{moves} 2. c3 *" in write_saved(game, SEATS)
    for _ in range(2):
        game.undo({0, 1})
    game.play(game.game.parse_move("c1"))
    kept = "1. b2 $1 {good} (1. a1 b2) 1... c1 (1... a1 {hm}) *"
    assert kept in write_saved(game, SEATS)


def test_a_file_that_was_cut_is_no_other_game(played: Played, tmp_path: Path) -> None:
    """`h8 i10` cut to `h8 i1` was a game with another move."""
    path = tmp_path / "game.pgn"
    game = played("gomoku", "h8 i10")
    game.forfeit(1, "O has gone home")
    text = write_saved(game, SEATS)
    for length in range(len(text.rstrip())):
        path.write_text(text[:length])
        with pytest.raises(LinemateError, match="cannot load "):
            load(path)
    path.write_text(text.rstrip())
    assert load(path).played.moves == ["h8", "i10"]


def test_a_game_of_a_match_can_be_played_on(record: Make, tmp_path: Path) -> None:
    """It does not say who sat where: the players of a match may be anybody."""
    path = tmp_path / "games.pgn"
    lost = record(0, "A", Reason.TIME)
    path.write_text(write_pgn(lost) + write_pgn(record(1, None, Reason.INTERRUPTED)))
    with pytest.raises(LinemateError, match="several games: `--load FILE --game N`"):
        load(path)
    first, second = load(path, 1), load(path, 2)
    assert (str(first.played.ending), first.humans) == ("X wins: time (because).", None)
    assert (second.played.ending, second.played.moves) == (None, ["b2", "a1"])
    assert first.levels == (None, None)
    with pytest.raises(LinemateError, match="no game 3: there are 2"):
        load(path, 3)
