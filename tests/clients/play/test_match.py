"""A match: taking back, playing again, giving up, and games in files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from variants import VARIANTS, Variant

from clients.play.match import Match, list_moves
from clients.play.savefile import SaveFileError, load, read_match, save, write_match
from engine.core import Game, LinemateError, Position
from engine.registry import make_game

RandomGame = Callable[[Game], Iterator[Position]]

X, O = {0}, {1}  # noqa: E741 - the players


def played(name: str, moves: str, start: str | None = None, **options: str) -> Match:
    match = Match(make_game(name, options), start)
    for move in moves.split():
        match.play(match.game.read_move(match.position, move))
    return match


# ------------------------------------------------------------------ taking back


def test_undo_goes_back_to_the_players_own_turn() -> None:
    match = played("tictactoe", "b2 a3 c3 a1")
    assert match.undo(X)
    assert match.moves == ["b2", "a3"]
    assert match.undo(X)
    assert match.moves == []
    assert not match.undo(X)


def test_undo_has_nothing_before_the_players_first_turn() -> None:
    match = played("tictactoe", "b2")
    assert not match.undo(O)
    assert match.moves == ["b2"]
    assert match.undo({0, 1})
    assert match.moves == []


def test_redo_is_the_inverse_of_undo_until_another_move_is_made() -> None:
    match = played("tictactoe", "b2 a3 c3 a1")
    match.undo(X)
    match.undo(X)
    assert match.redo(X)
    assert match.moves == ["b2", "a3"]
    match.play(match.game.parse_move("c3"))
    assert match.redo(X)
    assert match.moves == ["b2", "a3", "c3", "a1"]
    match.undo(X)
    match.play(match.game.parse_move("b1"))
    assert not match.redo(X)


def test_a_win_can_be_taken_back() -> None:
    match = played("tictactoe", "a3 a2 b3 b2 c3")
    assert str(match.ending) == "X wins: the line 1 2 3."
    assert match.undo(X)
    assert match.ending is None
    assert match.moves == ["a3", "a2", "b3", "b2"]


def test_who_resigned_may_think_again() -> None:
    match = played("tictactoe", "b2 a3")
    match.resign(0)
    assert str(match.ending) == "O wins: X resigned."
    assert not match.redo(X)
    assert match.undo(X)
    assert match.ending is None
    assert match.moves == ["b2", "a3"]


# ------------------------------------------------------------------ endings


@pytest.mark.parametrize(
    ("name", "options", "start", "moves", "ending"),
    [
        ("tictactoe", {}, "xox/xoo/ox1 x", "c1", "Draw: the board is full."),
        ("qubic", {}, None, "000 001 010 011 020 021 030", "X wins: the line 000 010 020 030."),
        (
            "ultimate",
            {},
            "xxx6/xxx6/xx7/ooo6/ooo6/oo7/9/9/9 x 3",
            "33",
            "X wins: boards 1 2 3 in a row.",
        ),
        (
            "nineboard",
            {"full_board": "draw"},
            "xoxxooox1/9/9/9/9/9/9/9/1x7 o 1",
            "19 91",
            "Draw: a player was sent to a full board.",
        ),
    ],
)
def test_an_ending_says_who_and_why(
    name: str, options: dict[str, str], start: str | None, moves: str, ending: str
) -> None:
    assert str(played(name, moves, start, **options).ending) == ending


def test_a_majority_of_boards_is_counted() -> None:
    """
    x o x
    x o o   and x wins the last board without a row of boards
    o x .
    """
    start = "xxx6/ooo6/xxx6/xxx6/ooo6/ooo6/ooo6/xxx6/xoooxxxo1 x 9"
    match = played("ultimate", "99", start, tiebreak="majority")
    assert str(match.ending) == "X wins: no moves are left, and 5 small boards to 4."
    match = played("ultimate", "99", start, tiebreak="draw")
    assert str(match.ending) == "Draw: no moves are left, and nobody has three boards in a row."


def test_the_move_list_is_numbered_and_marks_a_missing_first_move() -> None:
    match = played("tictactoe", "b2 a3 c3")
    assert list_moves(match.game, match.position) == ["  1. 5 1  2. 3"]
    match = played("tictactoe", "b2", "x2/3/3 o")
    assert list_moves(match.game, match.position) == ["  1. ... 5"]
    assert list_moves(make_game("qubic"), make_game("qubic").start()) == []


# ------------------------------------------------------------------ files


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_saved_match_comes_back_the_same(variant: Variant, random_game: RandomGame) -> None:
    match = Match(variant.game)
    for position in random_game(variant.game):
        if position.last_move is not None:
            match.play(position.last_move)
        again = read_match(write_match(match))
        assert again.game.options == match.game.options
        assert again.moves == match.moves
        assert again.ending == match.ending


def test_a_resignation_is_saved() -> None:
    match = played("qubic", "000 111")
    match.resign(0)
    assert read_match(write_match(match)).ending == match.ending
    assert read_match(write_match(match)).resigned == 0


def test_a_match_from_a_position_is_saved_with_it() -> None:
    match = played("tictactoe", "a1", "x2/1o1/3 x")
    assert write_match(match) == ("linemate game\ngame tictactoe\nposition x2/1o1/3 x\nmoves a1\n")
    assert read_match(write_match(match)).position.key() == match.position.key()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the first line is not"),
        ("linemate", "the first line is not"),
        ("linemate game\n", "no line 'game'"),
        ("linemate game\ngame chess\n", "unknown game 'chess'"),
        ("linemate game\ngame gomoku size=x\n", "bad value 'x'"),
        ("linemate game\ngame qubic\ngame qubic\n", "a second line 'game'"),
        ("linemate game\ngame qubic\nclock 5\n", "an unknown line 'clock'"),
        ("linemate game\ngame tictactoe\nposition 3/3 x\n", "2 rows"),
        ("linemate game\ngame tictactoe\nmoves b2 b2\n", "move 2: illegal move 'b2'"),
        ("linemate game\ngame tictactoe\nmoves b2 z9\n", "move 2: bad move 'z9'"),
        ("linemate game\ngame tictactoe\nresigned z\n", "cannot have resigned"),
    ],
)
def test_a_bad_saved_game_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(LinemateError, match=reason):
        read_match(text)


def test_comments_and_blank_lines_are_skipped() -> None:
    match = read_match("linemate game\n\n# my best game\ngame tictactoe\nmoves b2\n")
    assert match.moves == ["b2"]


def test_saving_replaces_a_saved_game_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    save(played("qubic", "000"), path)
    with pytest.raises(SaveFileError, match="or: overwrite "):
        save(played("qubic", "000 111"), path)
    assert load(path).moves == ["000"]
    save(played("qubic", "000 111"), path, overwrite=True)
    assert load(path).moves == ["000", "111"]
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(SaveFileError, match="is no saved game"):
        save(played("qubic", "000"), path)
    with pytest.raises(SaveFileError, match="no text"):
        load(path)
    path.write_text("x" * 100_000)
    with pytest.raises(SaveFileError, match="large"):
        load(path)
    with pytest.raises(SaveFileError, match="null"):
        load(tmp_path / "a\0b")
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.txt"]
