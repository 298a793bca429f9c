"""`linemate play` without a terminal: input from a pipe, output to a file."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from linemate.clients.__main__ import main
from tests.waiting import PATIENCE

Pipe = Callable[..., Any]

ROOT = Path(__file__).parents[3]


def test_a_game_from_a_pipe_reads_like_a_transcript(pipe: Pipe) -> None:
    ran = pipe("play", "tictactoe", "--as", "x", "--level", "3", lines="b2\nb2\nquit\n")
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert "X> b2\nO plays " in ran.stdout
    assert "illegal move 'b2': the cell is taken" in ran.stdout
    assert ran.stdout.endswith("X> quit\nGoodbye.\n")


@pytest.mark.parametrize("variables", [{}, {"FORCE_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_file_gets_no_escapes_and_no_wide_lines(pipe: Pipe, variables: dict[str, str]) -> None:
    ran = pipe("play", "gomoku", "size=22", "--as", "o", "--nodes", "50", **variables)
    assert ran.returncode == 0
    assert "\x1b" not in ran.stdout
    assert "\r" not in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) <= 80
    assert ran.stdout.endswith("O> \nEnd of input.\nGoodbye.\n")


def test_the_end_of_input_at_a_question_is_polite(pipe: Pipe) -> None:
    ran = pipe("play", lines="")
    assert ran.returncode == 0
    assert ran.stdout.endswith("Which game [1]: \nEnd of input. Goodbye.\n")


def test_the_questions_can_be_explained_and_left(pipe: Pipe) -> None:
    ran = pipe("play", lines="help\n6\n?\nx\nHELP\nquit\n")
    assert ran.returncode == 0
    shown = ran.stdout.replace("\n", " ")
    for part in (
        "the number or the name of a game",
        "Enter is 1, and quit leaves.",
        "none: the engine plays itself",
        "5 Regular   overlooks one move of four, rarely what wins at once, 500ms",
    ):
        assert part in shown
    assert ran.stdout.endswith("[5]: quit\nGoodbye.\n")


def test_bytes_that_are_no_text_are_a_wrong_move(pipe: Pipe) -> None:
    ran = pipe("play", "qubic", "--as", "x", "--nodes", "9", lines="\x1b[2J\x07\0\n")
    assert ran.returncode == 0
    assert "bad move" in ran.stdout
    assert "\x1b" not in ran.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_box_characters_gets_those_of_ascii(pipe: Pipe, encoding: str) -> None:
    answers = "new gomoku\nnew qubic\nnew ultimate\n59\nquit\n"
    ran = pipe("play", "tictactoe", "--as", "both", lines=answers, PYTHONIOENCODING=encoding)
    assert ran.returncode == 0
    assert ran.stdout.isascii()
    assert "?" not in ran.stdout
    for line in (
        "    1  |  2  |  3",
        "  -----+-----+-----",
        "  15  .  .  .",
        "+---- level 0 ----+----",
        "+-----------------+----",
        "  +- 1 --------+",
        "+= 9 ========+",
        "| 91  92  93 |",
        "|  | .   . ",
    ):
        assert line in ran.stdout


def test_what_a_terminal_cannot_show_is_replaced(pipe: Pipe, peer: Callable[[str], str]) -> None:
    """The engine has an umlaut in its name, and the person types one."""
    arguments = ("play", "tictactoe", "--as", "x", "--nodes", "9", "--engine", peer("plain"))
    umlaut = "\N{LATIN SMALL LETTER U WITH DIAERESIS}\n"
    ran = pipe(*arguments, lines=umlaut, PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert "O is ?dd " in ran.stdout
    assert "bad move '" in ran.stdout


@pytest.mark.parametrize(
    ("redirection", "problem"),
    [
        ("<&-", "standard input or output is closed"),
        (">&-", "standard input or output is closed"),
        ("0>/dev/null", "Bad file descriptor"),
        (">/dev/full", "No space left on device"),
    ],
)
def test_a_stream_that_cannot_be_used_is_reported_in_a_line(
    redirection: str, problem: str, tmp_path: Path
) -> None:
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    command = f"{sys.executable} -P -m clients play tictactoe --as x --level 1 {redirection}"
    ran = subprocess.run(
        ["sh", "-c", command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"{Path(sys.executable).name} -m clients play: ")
    assert problem in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "status", "shown"),
    [
        ("tictactoe --as both", 0, "X> \nEnd of input.\nGoodbye.\n"),
        ("tictactoe --as x --level 99", 2, "bad level: cannot read '99': expected a whole number"),
        ("tictactoe --as x --level 1 --engine ./nothing", 2, "No game: cannot start engine"),
        ("tictactoe --as x --level 1 <&-", 1, "standard input or output is closed"),
    ],
)
def test_without_standard_error_nothing_is_lost(
    arguments: str, status: int, shown: str, tmp_path: Path
) -> None:
    """`input` does without anything but that, and nobody heard of it."""
    ran = subprocess.run(
        ["sh", "-c", f"{sys.executable} -P -m clients play {arguments} 2>&-"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert shown in ran.stdout
    assert ran.returncode == status


def test_ctrl_c_before_any_game_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("linemate.clients.play.command.read_plan", interrupted)
    assert main(["play", "tictactoe"]) == 130
    assert capsys.readouterr().out == "\nGoodbye.\n"


def test_the_size_of_a_window_does_not_matter_to_a_file(pipe: Pipe) -> None:
    ran = pipe("play", "gomoku", "--as", "both", lines="quit\n", LINES="5", COLUMNS="30")
    assert ran.returncode == 0
    assert "needs" not in ran.stdout


@pytest.mark.parametrize("broken", ["rich.console.Console.print", "builtins.input"])
def test_a_reader_who_leaves_is_not_told(broken: str, tmp_path: Path) -> None:
    """`linemate play | head -1` is one; the pipe may break at a line or at a prompt."""
    program = (
        "import sys; from unittest.mock import patch\n"
        "from linemate.clients.play.command import main\n"
        f"with patch({broken!r}, side_effect=BrokenPipeError):\n"
        "    sys.exit(main(['tictactoe', '--as', 'x', '--level', '1']))"
    )
    ran = subprocess.run(
        [sys.executable, "-P", "-c", program],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (ran.returncode, ran.stderr) == (1, "")


def test_the_engine_is_found_from_anywhere(pipe: Pipe, tmp_path: Path) -> None:
    """Even from a directory that has something else by the name of `engine`."""
    (tmp_path / "engine.py").write_text("raise SystemExit('not this one')")
    ran = pipe("play", "tictactoe", "--as", "o", "--nodes", "9")
    assert ran.returncode == 0
    assert "X plays" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["chess"], "unknown game 'chess'"),
        (["gomoku", "size=1"], "from 4 to 22"),
        (["gomoku", "size"], "expected NAME=VALUE"),
        (["--level", "11"], "bad level: cannot read '11'"),
        (["--movetime", "500"], "bad movetime: cannot read '500': expected a time with its unit"),
        (["--pace", "1"], "argument --pace: cannot read '1': expected a time with its unit"),
        (["--as", "z"], "argument --as: invalid choice: 'z'"),
        (["--set", "Seed"], "expected NAME=VALUE"),
        (["--engine", ""], "no engine: expected the command that starts one"),
        (["--engine", "'"], "No closing quotation"),
        (["--load", "nothing.txt"], "No such file"),
        (["--game", "2"], "--load FILE names the file"),
        (["--load", "game.pgn", "--game", "0"], "cannot read '0': expected a whole number"),
        (["gomoku", "--load", "game.txt"], "--load has a game of its own: leave 'gomoku' out"),
        (["--watch", "level=99", ""], "bad level: cannot read '99'"),
        (["--watch", "'", ""], "No closing quotation"),
        (["--watch", "", "", "--as", "x"], "leave --as out"),
        (["--watch", "gomoku", ""], "'gomoku' is a game: put the game before --watch"),
        (["--watch", "level=3", "gomoku size=9"], "'gomoku' is a game"),
        (["--colour"], "unrecognized arguments"),
    ],
)
def test_a_bad_command_line_is_refused_with_the_reason(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["play", *arguments])
    assert stopped.value.code == 2
    shown = capsys.readouterr()
    assert problem in shown.err
    assert shown.out == ""


def test_the_version_is_that_of_linemate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    shown = capsys.readouterr().out
    with pytest.raises(SystemExit, match="0"):
        main(["play", "--version"])
    assert capsys.readouterr().out == shown != ""


def test_help_explains_levels_and_watching(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["play", "--help"])
    assert stopped.value.code == 0
    shown = capsys.readouterr().out
    assert "levels: what each sees, by the option Skill" in shown
    assert "10 Champion  overlooks nothing and looks as far as it can, 5s" in shown
    assert "--watch A B" in shown
    assert "  gomoku     size=4..22 rule=freestyle|standard|renju|caro|caro6\n" in shown
    assert max(map(len, shown.splitlines())) <= 80
