"""Games in files: what comes back is what was saved, and nothing else is ever overwritten."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from variants import VARIANTS, Variant

from clients.play.match import Match
from clients.play.savefile import SaveFileError, load, read_saved, save, write_game
from clients.play.sides import SIDES
from engine.core import Game, LinemateError, Position

Played = Callable[..., Match]
RandomGame = Callable[[Game], Iterator[Position]]

X = SIDES["x"]


def read_match(text: str) -> Match:
    return read_saved(text).match


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_saved_match_comes_back_the_same(variant: Variant, random_game: RandomGame) -> None:
    match = Match(variant.game)
    for position in random_game(variant.game):
        if position.last_move is not None:
            match.play(position.last_move)
        again = read_match(write_game(match, X))
        assert again.game.options == match.game.options
        assert again.moves == match.moves
        assert again.ending == match.ending


@pytest.mark.parametrize("word", SIDES)
def test_who_sat_where_comes_back(played: Played, word: str) -> None:
    text = write_game(played("qubic", "000"), SIDES[word])
    assert f"\nhumans {word}\n" in text
    assert read_saved(text).humans == SIDES[word]


def test_a_resignation_is_saved(played: Played) -> None:
    match = played("qubic", "000 111")
    match.resign(0)
    assert write_game(match, X).endswith("\nforfeit x X resigned\n")
    assert read_match(write_game(match, X)).ending == match.ending


def test_a_claimed_win_is_saved_with_its_reason(played: Played) -> None:
    """It used to be an open game again."""
    match = played("qubic", "000 111")
    match.forfeit(1, "./mybot failed: it exited with code 7")
    again = read_match(write_game(match, X))
    assert str(again.ending) == "X wins: ./mybot failed: it exited with code 7."
    assert again.undo({0})
    assert again.ending is None


def test_a_reason_in_an_engines_words_stays_on_its_line(played: Played) -> None:
    match = played("qubic", "000 111")
    match.forfeit(0, "bad\nmoves 222\x85\u2028 line")
    again = read_match(write_game(match, X))
    assert again.moves == ["000", "111"]
    assert str(again.ending) == "O wins: bad moves 222 line."


def test_files_from_before_who_sat_where_was_saved_are_read() -> None:
    saved = read_saved("linemate game\ngame qubic\nposition start\nmoves 000 111\nresigned o\n")
    assert str(saved.match.ending) == "X wins: O resigned."
    assert saved.humans is None


def test_a_match_from_a_position_is_saved_with_it(played: Played) -> None:
    match = played("tictactoe", "a1", "x2/1o1/3 x")
    text = "linemate game\ngame tictactoe\nhumans x\nposition x2/1o1/3 x\nmoves a1\n"
    assert write_game(match, X) == text
    assert read_match(text).position.key() == match.position.key()


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
        ("linemate game\ngame qubic\nhumans me\n", "bad side 'me'"),
        ("linemate game\ngame tictactoe\nposition 3/3 x\n", "2 rows"),
        ("linemate game\ngame tictactoe\nmoves b2 b2\n", "move 2: illegal move 'b2'"),
        ("linemate game\ngame tictactoe\nmoves b2 z9\n", "move 2: bad move 'z9'"),
        ("linemate game\ngame tictactoe\nresigned z\n", "'z' cannot have lost"),
        ("linemate game\ngame tictactoe\nresigned\n", "'' cannot have lost"),
        ("linemate game\ngame tictactoe\nresigned x\nforfeit o why\n", "'o' cannot have lost"),
        ("linemate game\ngame tictactoe\nforfeit xo why\n", "'xo' cannot have lost"),
        ("linemate game\ngame tictactoe\nforfeit o\n", "no reason in line 'forfeit'"),
        (
            "linemate game\ngame tictactoe\nmoves a3 a2 b3 b2 c3\nforfeit x why\n",
            "'x' cannot have lost",
        ),
    ],
)
def test_a_bad_saved_game_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(LinemateError, match=reason):
        read_saved(text)


def test_comments_and_blank_lines_are_skipped() -> None:
    match = read_match("linemate game\n\n# my best game\ngame tictactoe\nmoves b2\n")
    assert match.moves == ["b2"]


def test_saving_replaces_a_saved_game_and_nothing_else(played: Played, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    save(played("qubic", "000"), X, path)
    with pytest.raises(SaveFileError, match="or: overwrite "):
        save(played("qubic", "000 111"), X, path)
    assert load(path).match.moves == ["000"]
    save(played("qubic", "000 111"), X, path, overwrite=True)
    assert load(path).match.moves == ["000", "111"]
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(SaveFileError, match="is no saved game"):
        save(played("qubic", "000"), X, path)
    with pytest.raises(SaveFileError, match="no text"):
        load(path)
    path.write_text("x" * 100_000)
    with pytest.raises(SaveFileError, match="large"):
        load(path)
    with pytest.raises(SaveFileError, match="null"):
        load(tmp_path / "a\0b")
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.txt"]


def test_nobody_waits_for_a_pipe_that_has_no_writer(played: Played, tmp_path: Path) -> None:
    """`load /dev/tty` waited for the person, who waited for the program; so did `save`."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(SaveFileError, match="no regular file"):
        load(path)
    with pytest.raises(SaveFileError, match="is no saved game"):
        save(played("qubic", "000"), X, path, overwrite=True)
