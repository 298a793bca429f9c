"""The command line of `linemate play`, and the questions that it leaves open."""

from __future__ import annotations

from pathlib import Path

import pytest

from linemate.clients.play.command import GamePlan, make_parser, name_seats, read_menu, read_plan
from linemate.clients.play.played import SIDES, PlayedGame, save
from linemate.clients.shared.pgn import HUMAN, PROGRAM, Participant
from linemate.engine.core import OptionError
from linemate.engine.registry import make_game


def plan_of(*arguments: str) -> GamePlan:
    return read_plan(make_parser().parse_intermixed_args(arguments))


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """A game in which o is an engine of level 3."""
    path = tmp_path / "game.pgn"
    seats = Participant("Human", HUMAN), Participant("Linemate", PROGRAM, 3)
    save(PlayedGame(make_game("qubic")), seats, path)
    return str(path)


def test_a_saved_game_leaves_nothing_to_be_asked(saved: str) -> None:
    plan = plan_of("--load", saved)
    assert (plan.humans, plan.levels, plan.level_is_open) == (SIDES["x"], (None, 3), False)


@pytest.mark.parametrize("words", [("--level", "5"), ("--nodes", "9"), ("--set", "Level=5")])
def test_a_strength_that_is_said_goes_before_the_one_that_was_saved(
    saved: str, words: tuple[str, ...]
) -> None:
    plan = plan_of("--load", saved, *words)
    assert (plan.levels, plan.level_is_open) == ((None, None), False)


def test_the_level_of_a_side_that_no_engine_played_is_asked_for(saved: str) -> None:
    assert plan_of("--load", saved, "--as", "o").level_is_open
    assert not plan_of("--load", saved, "--as", "both").level_is_open


@pytest.mark.parametrize(("text", "milliseconds"), [("0s", 0), ("250ms", 250), ("2min", 120_000)])
def test_the_pace_of_a_watched_game_is_a_time(text: str, milliseconds: int) -> None:
    assert plan_of("--as", "none", "--pace", text).pace == milliseconds


@pytest.mark.parametrize("text", ["1", "-1s", "nan", "inf"])
def test_a_pace_without_a_unit_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        plan_of(f"--pace={text}")
    assert f"argument --pace: cannot read {text!r}: expected a time" in capsys.readouterr().err


def test_engines_that_are_watched_share_what_is_said_outside() -> None:
    arguments = ["--nodes", "9", "--set", "Seed=1", "--watch", "search=random", "nodes=5"]
    plan = plan_of(*arguments)
    assert plan.engines == [
        {"seed": "1", "nodes": "9", "search": "random"},
        {"seed": "1", "nodes": "5"},
    ]


@pytest.mark.parametrize("words", [["--level", "3"], ["--set", "Level=3"], ["--set", "LEVEL=3"]])
def test_a_level_is_a_level_however_it_is_said(words: list[str]) -> None:
    """`--set Level=3` was an option that the engine did not have, and the level asked for."""
    plan = plan_of(*words)
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
    assert name_seats(plan_of(*arguments)) == seats
