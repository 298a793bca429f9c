"""The words that describe an engine, on the command line and at the questions."""

from __future__ import annotations

from itertools import pairwise

import pytest
from linemate.clients.play.command import name_seats
from linemate.clients.play.options import make_parser, read_plan
from linemate.clients.play.questions import read_menu
from linemate.clients.play.settings import make_setting, read_words
from linemate.clients.shared.levels import LEVELS
from linemate.clients.shared.values import WordError
from linemate.engine.core import Limits, OptionError


def test_no_words_are_our_engine_as_it_is() -> None:
    setting = make_setting(read_words(""))
    assert (setting.command, setting.options) == (None, {})
    assert setting.limits == Limits(movetime=1000)


def test_a_level_sets_skill_and_time() -> None:
    for number, level in LEVELS.items():
        setting = make_setting({"level": str(number)})
        assert (setting.skill, setting.options) == (level.skill, {})
        assert setting.limits == Limits(movetime=level.movetime)


def test_stronger_levels_are_stronger_from_no_skill_to_all_of_it() -> None:
    levels = list(LEVELS.values())
    assert [level.skill for level in levels] == sorted({level.skill for level in levels})
    assert (levels[0].skill, levels[-1].skill) == (0, 20)
    assert all(a.movetime <= b.movetime for a, b in pairwise(levels))


def test_what_is_said_outright_goes_before_the_level() -> None:
    setting = make_setting({"level": "3", "nodes": "50", "skill": "20"})
    assert (setting.skill, setting.options) == (None, {"skill": "20"})
    assert setting.limits == Limits(nodes=50)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "full strength, 1 s a move"),
        ("search=random", "search=random, 1 s a move"),
        ("level=3", "level=3"),
        ("engine=./mybot nodes=5", "nodes=5"),
    ],
)
def test_it_is_told_how_strong_an_engine_is(words: str, told: str) -> None:
    assert make_setting(read_words(words)).words == told


def test_engines_that_are_watched_share_what_is_said_outside() -> None:
    arguments = ["--nodes", "9", "--set", "Seed=1", "--watch", "search=random", "nodes=5"]
    plan = read_plan(make_parser().parse_intermixed_args(arguments))
    assert plan.engines == [
        {"seed": "1", "nodes": "9", "search": "random"},
        {"seed": "1", "nodes": "5"},
    ]


@pytest.mark.parametrize("words", [["--level", "3"], ["--set", "Level=3"], ["--set", "LEVEL=3"]])
def test_a_level_is_a_level_however_it_is_said(words: list[str]) -> None:
    """`--set Level=3` was an option that the engine did not have, and the level asked for."""
    plan = read_plan(make_parser().parse_intermixed_args(words))
    assert plan.engines == [{"level": "3"}]


@pytest.mark.parametrize("text", ["5 size=9", "gomoku size=9", "GOMOKU size=9"])
def test_the_menu_takes_a_number_or_a_name_and_options(text: str) -> None:
    game = read_menu(text)
    assert (game.name, game.options["size"]) == ("gomoku", 9)


@pytest.mark.parametrize("text", ["0", "7", "0011", "9999999", "-1", "\u0665"])
def test_a_number_that_is_not_in_the_menu_is_no_game(text: str) -> None:
    """0011 was an IndexError."""
    with pytest.raises(OptionError, match="unknown game"):
        read_menu(text)


@pytest.mark.parametrize(
    ("arguments", "seats"),
    [
        ([], "games of n in a row"),
        (["--as", "x"], "you against the engine"),
        (["--as", "both"], "two people"),
        (["--as", "none"], "the engine against itself"),
        (["--watch", "level=1", ""], "two engines"),
    ],
)
def test_the_greeting_says_who_plays(arguments: list[str], seats: str) -> None:
    """It was `you against the engine` for everybody."""
    assert name_seats(read_plan(make_parser().parse_intermixed_args(arguments))) == seats


def test_the_case_of_a_name_does_not_matter() -> None:
    assert make_setting(read_words("LEVEL=3 Nodes=50 SKILL=20")) == make_setting(
        {"level": "3", "nodes": "50", "skill": "20"}
    )


def test_words_are_settings_or_a_command() -> None:
    assert read_words("search=random Movetime=5") == {"search": "random", "movetime": "5"}
    assert read_words("./mybot --fast x=1") == {"engine": "./mybot --fast x=1"}
    assert read_words("engine='./mybot --fast' nodes=9") == {
        "engine": "./mybot --fast",
        "nodes": "9",
    }


@pytest.mark.parametrize("text", ["level=", "=5", "level=5 fast", "level='5"])
def test_words_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(WordError, match="cannot read"):
        read_words(text)


@pytest.mark.parametrize("words", [{"level": "0"}, {"depth": "x"}, {"nodes": "0"}])
def test_numbers_out_of_range_are_refused(words: dict[str, str]) -> None:
    with pytest.raises(WordError, match="whole number"):
        make_setting(words)
