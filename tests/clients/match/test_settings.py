"""A match as a user describes it: the command line and TOML mean the same; bad ones are told."""

from __future__ import annotations

import contextlib
import dataclasses
import shlex
from pathlib import Path

import pytest

from linemate.clients.match.options import collect, make_parser, read_engine_words
from linemate.clients.match.settings import NAMES, Settings, read_settings
from linemate.clients.match.statistics.sprt import Sprt
from linemate.clients.shared.referee.adjudication import Adjudication, DrawRule, WinRule
from linemate.clients.shared.time_control import TimeControl
from linemate.engine.core import LinemateError

COMMAND_LINE = """
    --game gomoku size=8
    --engine cmd="python3 -m engine" name=A option.Search=mcts "option.Move Overhead=5"
    --engine cmd=./mybot name=B movetime=50ms protocol=uci dir=/bots
    --games 200 --movetime 100ms --nodes 500 --concurrency 2 --seed 7 --margin 20ms --patience 5s
    --random-plies 4 --draw score=10 plies=6 after=20 --win score=900 --max-plies 100
    --sprt elo0=0 elo1=10 alpha=0.1 --log all
"""
TOML = """
game = "gomoku size=8"
games = 200
movetime = "100ms"
nodes = 500
concurrency = 2
seed = 7
margin = "20ms"
patience = "5s"
random-plies = 4
draw = { score = 10, plies = 6, after = 20 }
win.score = 900
max-plies = 100
log = "all"

[sprt]
elo0 = 0
elo1 = 10
alpha = 0.1

[[engine]]
cmd = "python3 -m engine"
name = "A"
option.Search = "mcts"
option."Move Overhead" = 5

[[engine]]
cmd = "./mybot"
name = "B"
movetime = "50ms"
protocol = "uci"
dir = "/bots"
"""
TWO = "--game tictactoe --engine name=A --engine name=B "


def read(command_line: str) -> Settings:
    return read_settings(collect(make_parser().parse_args(shlex.split(command_line))))


def test_a_command_line_says_it_all() -> None:
    settings = read(COMMAND_LINE)
    assert settings.game == "gomoku size=8 rule=freestyle"
    a, b = settings.engines
    assert (a.name, a.command, a.protocol) == ("A", "python3 -m engine", "auto")
    assert a.options == {"Search": "mcts", "Move Overhead": "5"}
    assert a.time_control == TimeControl(movetime=100, nodes=500)
    assert (b.time_control, b.protocol, b.directory) == (TimeControl(50, nodes=500), "uci", "/bots")
    assert (settings.games, settings.concurrency, settings.seed) == (200, 2, 7)
    assert (settings.margin, settings.patience, settings.random_plies) == (20, 5000, 4)
    assert settings.adjudication == Adjudication(DrawRule(10, 6, 20), WinRule(900), 100)
    assert settings.sprt == Sprt(0, 10, 0.1, 0.05)
    assert settings.log == "all"


def test_a_file_has_the_same_names(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text(TOML)
    from_file = dataclasses.replace(read(str(path)), raw={})
    assert from_file == dataclasses.replace(read(COMMAND_LINE), raw={})


def test_the_command_line_is_over_the_file_and_adds_engines(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text(TOML.replace("[sprt]\nelo0 = 0\nelo1 = 10\nalpha = 0.1", ""))
    settings = read(f"{path} --games 10 --engine name=C")
    assert settings.games == 10
    assert [engine.name for engine in settings.engines] == ["A", "B", "C"]


def test_what_is_not_said_has_its_default() -> None:
    settings = read(TWO + "--depth 3")
    assert (settings.games, settings.format, settings.margin) == (2, "round-robin", 10)
    assert (settings.log, settings.patience, settings.seed) == ("failed", 60_000, None)
    assert settings.engines[0].command is None  # our own engine


def test_an_engine_without_a_name_is_called_by_its_command() -> None:
    settings = read("--game qubic --engine cmd='./bot  -x' --engine depth=2 --nodes 5")
    assert [engine.name for engine in settings.engines] == ["./bot -x", "linemate"]


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (["./nobot"], "cmd=./nobot"),
        (["name=A", "./nobot --fast"], "cmd='./nobot --fast'"),
        (["python3", "mybot.py", "name=A"], "cmd='python3 mybot.py'"),
        (["cmd=python3", "mybot.py"], "cmd='python3 mybot.py'"),
    ],
)
def test_a_command_where_words_are_expected_is_told_what_to_type(
    words: list[str], suggestion: str
) -> None:
    """`--engine ./nobot` was told to be NAME=VALUE, and not which name."""
    with pytest.raises(LinemateError) as refusal:
        read_engine_words(words)
    assert f"expected NAME=VALUE; if it starts the engine, write {suggestion}" in str(refusal.value)


def test_sprt_alone_has_the_usual_hypotheses_and_games_without_end() -> None:
    settings = read(TWO + "--nodes 1 --sprt")
    assert settings.sprt == Sprt(0, 20, 0.05, 0.05)
    assert settings.games > 10_000


@pytest.mark.parametrize(
    ("command_line", "problem"),
    [
        ("--engine name=A --engine name=B --nodes 1", "no game"),
        ("--game chess --engine name=A --engine name=B --nodes 1", "unknown game 'chess'"),
        ("--game gomoku size=99 --engine name=A --engine name=B --nodes 1", "from 4 to 22"),
        ("--game tictactoe --nodes 1", "two engines or more"),
        ("--game tictactoe --engine name=A --nodes 1", "two engines or more"),
        ("--game tictactoe --engine name=A --engine name=A --nodes 1", "two engines are called"),
        ("--game tictactoe --engine name --engine name=A --nodes 1", "expected NAME=VALUE"),
        ("--game tictactoe --engine nam=A --engine name=B --nodes 1", "unknown setting 'nam'"),
        (TWO, "no limit for engine A: expected one of movetime, clock, depth, nodes"),
        (TWO + "--movetime 100", "bad value for movetime: cannot read '100': expected a time"),
        (TWO + "--clock 10+0.1", "as in 60s+500ms"),
        (TWO + "--movetime 1s --clock 1s", "movetime and clock exclude each other"),
        (TWO + "--nodes 0", "bad value for nodes: cannot read '0': expected a whole number"),
        (TWO + "--movetime 0ms", "bad value for movetime: cannot take '0ms': expected 1ms or more"),
        (TWO + "--movetime 0.1ms", "bad value for movetime"),
        (TWO + "--clock 0s", "bad value for clock: cannot take '0s': expected 1ms or more"),
        (TWO + "--clock 0s+100ms", "bad value for clock"),
        (TWO + "--nodes 1 --patience 0ms", "bad value for patience: cannot take '0ms'"),
        (TWO + "--nodes 1 --engine name=C movetime=0s", "engine C: bad value for movetime"),
        (TWO + "--nodes 1 --games 3", "bad value for games: cannot take 3: expected an even"),
        (TWO + "--nodes 1 --concurrency 257", "bad value for concurrency: cannot take 257"),
        (TWO + "--nodes 1 --games many", "bad value for games: cannot read 'many'"),
        (TWO + "--nodes 1 --format league", "expected one of round-robin, gauntlet"),
        (TWO + "--nodes 1 --log some", "expected one of failed, all, none"),
        (TWO + "--nodes 1 --sprt elo0=5 elo1=0", "elo0"),
        (TWO + "--nodes 1 --sprt elo=5", "unknown 'elo': expected one of elo0, elo1"),
        (TWO + "--nodes 1 --sprt --engine name=C", "sprt compares two engines, not 3"),
        (TWO + "--nodes 1 --sprt --format knockout", "sprt is for round-robin"),
        (TWO + "--nodes 1 --draw plies=3", "no score"),
        (TWO + "--nodes 1 --first-moves --random-plies 3", "exclude each other"),
        (TWO + "--nodes 1 --engine name=C protocol=xboard", "auto, ugi, uci, gomocup"),
        (TWO + "--nodes 1 --engine name=C protocol=gomocup", "for gomoku alone"),
        (
            "--game gomoku --nodes 1 --engine name=A --engine name=B protocol=gomocup",
            "the protocol gomocup needs a cmd",
        ),
        ("no-such-file.toml", "cannot read 'no-such-file.toml': No such file"),
    ],
)
def test_a_bad_match_is_refused_with_what_would_be_accepted(
    command_line: str, problem: str
) -> None:
    with pytest.raises(LinemateError) as refusal:
        read(command_line)
    assert problem in str(refusal.value)


def test_a_cluster_has_room_for_more_games_and_a_margin_may_be_nothing() -> None:
    assert read(TWO + "--nodes 1 --concurrency 256").concurrency == 256
    assert read(TWO + "--nodes 1 --concurrency 2000 --dask host:1").concurrency == 2000
    assert read(TWO + "--nodes 1 --margin 0ms").margin == 0


@pytest.mark.parametrize(
    ("toml", "problem"),
    [
        ("gmae = 'qubic'", "unknown setting 'gmae': expected one of game, engine"),
        ("game = 'qubic", "cannot read"),
    ],
)
def test_a_bad_file_is_refused(toml: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text(toml)
    with pytest.raises(LinemateError, match=problem):
        read(str(path))


ODD_VALUES: list[object] = [
    None,
    5,
    -1,
    1.5,
    True,
    "",
    "x",
    [],
    ["a"],
    [[]],
    {},
    {"a": 1},
    {"score": []},
]


@pytest.mark.parametrize("name", [*NAMES, "engine.command", "engine.name", "engine.option"])
def test_no_value_is_so_odd_that_it_is_not_told(name: str) -> None:
    """TOML has values of types that a command line has not."""
    for value in ODD_VALUES:
        other = {"name": "B", name.removeprefix("engine."): value} if "." in name else {"name": "B"}
        raw = {"game": "tictactoe", "nodes": 1, "engine": [{"name": "A"}, other]}
        with contextlib.suppress(LinemateError):
            read_settings(raw if "." in name else {**raw, name: value})
