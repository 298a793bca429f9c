"""A game on the command line: every command that takes one reads it alike."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.check.command import make_parser as make_check_parser
from linemate.clients.check.command import read_command
from linemate.clients.lab.command import make_parser as make_lab_parser
from linemate.clients.lab.tree.command import make_parser as make_tree_parser
from linemate.clients.lab.tree.command import read_game_and_position
from linemate.clients.match.options import collect
from linemate.clients.match.options import make_parser as make_match_parser
from linemate.clients.match.settings import read_settings
from linemate.clients.play.command import make_parser as make_play_parser
from linemate.clients.play.command import read_plan
from linemate.clients.shared.arguments import named_game
from linemate.clients.shared.values import describe_game, read_game
from linemate.clients.web.command import make_parser as make_web_parser
from linemate.engine.core import LinemateError

MEANT = "gomoku size=9 rule=standard"
FORMS = [
    ["gomoku size=9 rule=standard"],
    ["gomoku size 9 rule standard"],
    ["gomoku", "size=9", "rule=standard"],
    ["gomoku", "size", "9", "rule", "standard"],
    ["Gomoku", "size=9", "rule", "standard"],
]


def play(*words: str) -> str:
    played = read_plan(make_play_parser().parse_intermixed_args(words)).played
    return "" if played is None else describe_game(played.game)


def web(*words: str) -> str:
    return describe_game(read_game(named_game(make_web_parser().parse_intermixed_args(words))))


def match(*words: str) -> str:
    engines = ["--engine", "name=A", "--engine", "name=B"]
    options = make_match_parser().parse_args([*words, "--nodes", "1", *engines])
    return read_settings(collect(options)).game


def check(*words: str) -> str:
    options = make_check_parser().parse_args(["./mybot", *words])
    return describe_game(read_game(options.game[0]))


def tune(*words: str) -> str:
    options = make_lab_parser().parse_args(["tune", *words, "--heuristic", "lines"])
    return describe_game(read_game(options.game))


def tree(*words: str) -> str:
    before = make_tree_parser().parse_intermixed_args(["9/9 x", *words])
    after = make_tree_parser().parse_intermixed_args([*words, "9/9", "x"])
    assert read_game_and_position(before)[1] == read_game_and_position(after)[1] == "9/9 x"
    return describe_game(read_game_and_position(after)[0])


@pytest.mark.parametrize("words", FORMS, ids=str)
@pytest.mark.parametrize("command", [play, web, match, check, tune, tree])
def test_a_game_is_read_alike_by_every_command(
    command: Callable[..., str], words: list[str]
) -> None:
    """`gomoku size 9`, as the protocol and `python3 -m engine` have it, no command understood."""
    assert command("--game", *words) == MEANT


@pytest.mark.parametrize("words", FORMS, ids=str)
@pytest.mark.parametrize("command", [play, web])
def test_where_there_is_nothing_else_to_name_the_game_comes_as_it_is(
    command: Callable[..., str], words: list[str]
) -> None:
    assert command(*words) == MEANT


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--game", "gomoku", "./mybot"], ("./mybot", [["gomoku"]])),
        (
            ["--game", "gomoku", "size", "9", "./mybot -v"],
            ("./mybot -v", [["gomoku", "size", "9"]]),
        ),
        (["--game", "gomoku size=9", "./mybot"], ("./mybot", [["gomoku size=9"]])),
    ],
)
def test_the_word_behind_a_game_that_checks_no_option_is_the_command(
    words: list[str], found: tuple[str, list[list[str]]]
) -> None:
    options: Namespace = make_check_parser().parse_args(words)
    assert (read_command(options, []), options.game) == found


def test_the_value_of_an_option_is_not_taken_for_the_command_to_check() -> None:
    options = make_check_parser().parse_args(["--game", "gomoku", "size", "9"])
    with pytest.raises(LinemateError, match="no command"):
        read_command(options, [])


def test_a_game_is_a_number_where_there_is_a_file_to_take_it_from(tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    text = '[Variant "{}"]\n[Result "*"]\n\n*\n'
    path.write_text("\n".join(map(text.format, ("tictactoe", "qubic"))))
    assert play("--load", str(path), "--game", "2") == "qubic"
    with pytest.raises(LinemateError, match="cannot read 'gomoku': expected a whole number"):
        play("--load", str(path), "--game", "gomoku")
