"""Games in files: what comes back is what was saved, and nothing else is ever overwritten."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from linemate.clients.play.match import Match
from linemate.clients.play.savefile import SaveFileError, load, read_saved, save, write_game
from linemate.clients.play.sides import SIDES
from linemate.engine.core import Game, LinemateError, Position

from tests.variants import VARIANTS, Variant

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
    assert write_game(match, X).endswith("\nforfeit x X resigned\nend\n")
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


def test_a_file_by_hand_need_not_say_who_sits_where() -> None:
    saved = read_saved("linemate game\ngame qubic\nend\n")
    assert (saved.match.moves, saved.humans) == ([], None)


def test_a_file_that_was_cut_is_no_other_game(played: Played) -> None:
    """`moves h8 i10` cut to `moves h8 i1` was a game with another move."""
    match = played("gomoku", "h8 i10")
    match.forfeit(1, "O has gone home")
    text = write_game(match, X)
    for length in range(len(text) - 1):  # without the last end of line it is whole
        with pytest.raises(LinemateError):
            read_saved(text[:length])
    assert read_match(text[:-1]).moves == ["h8", "i10"]


def test_a_match_from_a_position_is_saved_with_it(played: Played) -> None:
    match = played("tictactoe", "a1", "x2/1o1/3 x")
    text = "linemate game\ngame tictactoe\nhumans x\nposition x2/1o1/3 x\nmoves a1\nend\n"
    assert write_game(match, X) == text
    assert read_match(text).position.key() == match.position.key()


@pytest.mark.parametrize("blank", ["\x85", "\u2028", "\x0b", "\x1c", "  "])
def test_a_position_with_odd_blanks_is_saved_in_our_words(played: Played, blank: str) -> None:
    """Such a blank ends a line, and what was saved could not be loaded."""
    match = played("tictactoe", "a1", f"x2/1o1/3{blank}x")
    assert "\nposition x2/1o1/3 x\n" in write_game(match, X)
    assert read_match(write_game(match, X)).position.key() == match.position.key()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the first line is not"),
        ("linemate", "the first line is not"),
        ("linemate game\nend\n", "no line 'game'"),
        ("linemate game\ngame chess\nend\n", "unknown game 'chess'"),
        ("linemate game\ngame gomoku size=x\nend\n", "bad value 'x'"),
        ("linemate game\ngame qubic\ngame qubic\nend\n", "a second line 'game'"),
        ("linemate game\ngame qubic\nclock 5\nend\n", "an unknown line 'clock'"),
        ("linemate game\ngame qubic\nhumans me\nend\n", "bad side 'me'"),
        ("linemate game\ngame tictactoe\nposition 3/3 x\nend\n", "2 rows"),
        ("linemate game\ngame tictactoe\nmoves b2 b2\nend\n", "move 2: illegal move 'b2'"),
        ("linemate game\ngame tictactoe\nmoves b2 z9\nend\n", "move 2: bad move 'z9'"),
        ("linemate game\ngame tictactoe\nforfeit z why\nend\n", "'z' cannot have lost"),
        ("linemate game\ngame tictactoe\nmoves b2\n", "no line 'end'"),
        ("linemate game\ngame tictactoe\nend\nmoves b2\n", "a line 'moves' behind the end"),
        ("linemate game\ngame tictactoe\nforfeit xo why\nend\n", "'xo' cannot have lost"),
        ("linemate game\ngame tictactoe\nforfeit o\nend\n", "no reason in line 'forfeit'"),
        (
            "linemate game\ngame tictactoe\nmoves a3 a2 b3 b2 c3\nforfeit x why\nend\n",
            "'x' cannot have lost",
        ),
    ],
)
def test_a_bad_saved_game_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(LinemateError, match=reason):
        read_saved(text)


def test_comments_and_blank_lines_are_skipped() -> None:
    match = read_match(
        "linemate game\n\n# my best game\ngame tictactoe\nmoves b2\nend\n\n# it was\n"
    )
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


@pytest.mark.parametrize("line", ["linemate games I liked", "linemate game\x85", "linemate game 2"])
def test_a_text_that_only_begins_like_a_saved_game_is_never_overwritten(
    played: Played, tmp_path: Path, line: str
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(f"{line}\nbuy milk\n")
    with pytest.raises(SaveFileError, match="is no saved game"):
        save(played("qubic", "000"), X, path, overwrite=True)
    assert path.read_text() == f"{line}\nbuy milk\n"


@pytest.mark.parametrize("failure", [OSError("disk on fire"), KeyboardInterrupt(), ValueError("?")])
@pytest.mark.parametrize("existed", [True, False])
def test_saving_that_fails_leaves_what_was_there_and_nothing_else(
    played: Played,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    failure: BaseException,
    existed: bool,
) -> None:
    path = tmp_path / "game.txt"
    if existed:
        save(played("qubic", "000"), X, path)

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr("linemate.clients.play.savefile.os.replace", fail)
    with pytest.raises((SaveFileError, KeyboardInterrupt)):
        save(played("qubic", "000 111"), X, path, overwrite=True)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.txt"] * existed
    if existed:
        assert load(path).match.moves == ["000"]


def test_a_file_is_whole_when_it_gets_its_name(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = write_game(played("qubic", "000"), X)
    replace = os.replace

    def look_and_replace(part: Path, path: Path) -> None:
        assert Path(part).parent == tmp_path  # on the same disk, where it is one step
        assert Path(part).read_text() == text
        replace(part, path)

    monkeypatch.setattr("linemate.clients.play.savefile.os.replace", look_and_replace)
    save(played("qubic", "000"), X, tmp_path / "game.txt")
    assert (tmp_path / "game.txt").read_text() == text


def test_a_link_goes_on_leading_to_the_game(played: Played, tmp_path: Path) -> None:
    """It became a file, and the game that it led to stayed as it was."""
    (tmp_path / "games").mkdir()
    target, link = tmp_path / "games" / "game.txt", tmp_path / "link"
    link.symlink_to(target)
    save(played("qubic", "000"), X, link)
    save(played("qubic", "000 111"), X, link, overwrite=True)
    assert link.is_symlink()
    assert load(target).match.moves == ["000", "111"]
    assert [entry.name for entry in target.parent.iterdir()] == ["game.txt"]
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(SaveFileError, match="symbolic links"):
        save(played("qubic", "000"), X, loop)
    assert loop.is_symlink()


IN_ASCII = """
from pathlib import Path
from linemate.clients.play.match import Match
from linemate.clients.play.savefile import load, save
from linemate.engine.registry import make_game

match = Match(make_game("qubic"))
match.forfeit(1, "\\xd6dd failed")
save(match, frozenset(), Path("game.txt"))
assert load(Path("game.txt")).match.ending == match.ending
"""


def test_a_file_does_not_depend_on_the_language_of_the_machine(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-P", "-X", "utf8=0", "-c", IN_ASCII],
        check=True,
        timeout=30,
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parents[3]),
            "LC_ALL": "C",
            "PYTHONCOERCECLOCALE": "0",
        },
    )
    written = (tmp_path / "game.txt").read_text("utf-8")
    assert "forfeit o \N{LATIN CAPITAL LETTER O WITH DIAERESIS}dd failed\n" in written


def test_nobody_waits_for_a_pipe_that_has_no_writer(played: Played, tmp_path: Path) -> None:
    """`load /dev/tty` waited for the person, who waited for the program; so did `save`."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(SaveFileError, match="no regular file"):
        load(path)
    with pytest.raises(SaveFileError, match="is no saved game"):
        save(played("qubic", "000"), X, path, overwrite=True)
