"""What may come next on a command line, as the parsers of the commands have it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest

from linemate.clients.completion.candidates import FILES, complete, complete_arguments
from linemate.clients.match.settings import read_settings
from linemate.clients.shared.command import COMMANDS, load_command
from linemate.engine.games.gomoku import RULES
from linemate.engine.registry import GAMES, make_game
from linemate.protocol.conversation import PROTOCOLS


def candidates(line: str) -> list[str]:
    """The words for the last one of a line, which is what stands behind its last space."""
    return [candidate.word for candidate in complete(line.split(" "))]


def test_the_first_word_is_a_command() -> None:
    assert candidates("") == [*COMMANDS, "--help", "--version"]
    assert candidates("p") == ["play", "puzzle", "prove"]
    assert candidates("chess --") == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_every_command_is_offered(name: str) -> None:
    usage = load_command(name).make_parser()
    flags = {flag for action in usage._actions for flag in action.option_strings}
    assert set(candidates(f"{name} -")) == flags


def test_options_are_explained() -> None:
    found = dict(complete(["check", "--"]))
    assert found["--list"] == "list the steps and leave"
    assert found["--movetime"].endswith("(default: 100ms)")


def test_subcommands_and_their_own_options_are_offered() -> None:
    assert candidates("bridge c") == ["codingame"]
    assert "--port" in candidates("bridge unsw --")
    assert "--port" not in candidates("bridge codingame --")
    assert "run" in candidates("lab ")


@pytest.mark.parametrize("line", ["play ", "web ", "match --game ", "check ./mybot --game "])
def test_games_come_with_their_options(line: str) -> None:
    assert candidates(f"{line}t") == ["tictactoe"]
    assert candidates(f"{line}gomoku s") == ["size="]
    assert candidates(f"{line}gomoku size=9 rule=") == [f"rule={rule}" for rule in RULES]
    assert set(GAMES) <= set(candidates(line))


@pytest.mark.parametrize("line", ["play --set ", "web --set ", "check --set "])
def test_options_of_the_engine_come_with_the_values_that_it_lists(line: str) -> None:
    assert {"Search=auto", "Search=mcts"} <= set(candidates(f"{line}Search="))
    assert candidates(f"{line}Ha") == ["Hash="]
    assert candidates(f"{line}Solved=") == ["Solved=true", "Solved=false"]
    assert candidates(f"{line}UCI") == []


def test_an_engine_of_a_match_is_described_in_words_that_a_match_reads() -> None:
    words = candidates("match --game ultimate --engine name=A ")
    assert "option.Search=mcts" in words
    names = {word.partition("=")[0] for word in words}
    plain = {name: "1s" for name in names if "." not in name and name not in ("protocol", "name")}
    limits = {name: plain.pop(name) for name in ("clock", "depth", "nodes", "movetime")}
    one = {"name": "A", **plain, "movetime": limits["movetime"]}
    assert set(plain) == {"cmd", "dir"}
    read_settings({"game": "ultimate", "engine": [one, {**one, "name": "B"}]})


@pytest.mark.parametrize(
    "line",
    [
        "play --load ",
        "replay ",
        "match ",
        "match --engine cmd=./",
        "check ",
        "check --json ",
        "check -- ./mybot ",
        "prove --verify ",
    ],
)
def test_files_are_left_to_the_shell(line: str) -> None:
    assert FILES.word in candidates(line)


@pytest.mark.parametrize("line", ["play --level ", "replay --game ", "bridge unsw --port "])
def test_nothing_is_offered_for_a_number(line: str) -> None:
    assert candidates(line) == []


def test_choices_are_offered_behind_an_option_and_behind_its_sign() -> None:
    assert candidates("check --dialect ") == ["ugi", "uci"]
    assert candidates("check --dialect=uc") == ["--dialect=uci"]
    assert candidates("completion ") == ["bash", "zsh", "fish"]


def test_a_value_that_may_be_left_out_does_not_hide_what_comes_next() -> None:
    """`linemate check --thorough ./mybot` has a command behind an option."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--thorough", nargs="?", metavar="TIME")
    found = [candidate.word for candidate in complete_arguments(parser, ["--thorough"], "")]
    assert found == list(GAMES)


def test_a_command_whose_extra_is_missing_is_completed_by_its_name_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_it(_: str) -> None:
        raise ModuleNotFoundError("No module named 'hypothesis'", name="hypothesis")

    monkeypatch.setattr("linemate.clients.completion.candidates.load_command", without_it)
    assert candidates("che") == ["check"]
    assert candidates("check --") == []


def test_what_is_offered_for_a_game_makes_one() -> None:
    for name in GAMES:
        for word in candidates(f"play {name} "):
            key, sign, value = word.partition("=")
            if sign and value:
                make_game(name, {key: value})


def test_an_engine_that_does_not_start_offers_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.executable", os.fspath(tmp_path / "nowhere"))
    assert candidates("play --set ") == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("match --format k", ["knockout"]),
        ("play --as ", ["x", "o", "both", "none"]),
        ("lab run al", ["all"]),
        ("check ./mybot --only stop-", ["stop-early", "stop-idle"]),
        ("linemate-engine --p", ["--protocol"]),
        ("linemate-engine --protocol ", list(PROTOCOLS)),
        ("linemate-engine gomoku rule=s", ["rule=standard"]),
    ],
)
def test_words_that_are_one_of_several_are_offered(line: str, words: list[str]) -> None:
    """Nothing came for any of these."""
    assert candidates(line) == words


def test_every_experiment_of_the_lab_is_offered() -> None:
    listed = load_command("lab").EXPERIMENTS  # type: ignore[attr-defined]
    assert candidates("lab run ") == [*listed, "all"]
