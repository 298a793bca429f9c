"""`linemate bridge` itself: its command line, its engines, and that it leaves none behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from linemate.clients.bridges.command import BRIDGES, main
from tests.clients.bridges.conftest import NAME, ROOT, Bridge
from tests.clients.bridges.test_aigames import QUESTION
from tests.waiting import is_running, wait_until_gone

Start = Callable[..., Bridge]
Peer = Callable[..., str]


def test_help_names_every_bridge(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    for name in ("unsw", "theaigames", "riddles", "codingame"):
        assert f"  {name}" in shown


@pytest.mark.parametrize("name", BRIDGES)
def test_every_bridge_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    for word in ("--engine", "--set", "--margin", "Exit status", "example"):
        assert word in shown


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("", "required: NAME"),
        ("kaggle", "invalid choice: 'kaggle'"),
        ("unsw -p 0", "'0': expected a whole number from 1 to 65535"),
        ("unsw -p http", "'http': expected a whole number"),
        ("unsw --clock 30", "expected a time for the game"),
        ("codingame --margin -5", "expected"),
        ("codingame --margin 50", "cannot read '50': expected a time with its unit, as in 100ms"),
        ("riddles --set Hash", "cannot read 'Hash': expected NAME=VALUE"),
        ("riddles -p 5", "unrecognized arguments: -p 5"),
    ],
)
def test_a_bad_command_line_is_explained(
    words: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(words.split())
    assert left.value.code == 2
    assert problem in capsys.readouterr().err


# ------------------------------------------------------------------ engines


def test_without_a_game_it_leaves_as_it_came(bridge: Start, peer: Peer) -> None:
    process = bridge("codingame", "--engine", peer())
    process.end_input()
    assert process.wait() == 0
    assert process.notes == ""
    wait_until_gone(process.engine_pid())


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--engine", "./no-such-engine"), "cannot start engine './no-such-engine'"),
        (("--engine", ""), "cannot start engine ''"),
        (("--set", "Style=bold"), "unknown option 'Style': expected one of Game, "),
        (("--set", "Hash=0"), "bad value '0' for option Hash"),
        (("--set", "Search=alphabeta", "--set", "Depth=-1"), "bad value '-1' for option Depth"),
    ],
)
def test_an_engine_that_cannot_be_had_is_reported(
    bridge: Start, words: tuple[str, ...], problem: str
) -> None:
    process = bridge("theaigames", *words)
    assert process.wait() == 2
    assert problem in process.notes
    assert "Traceback" not in process.notes


@pytest.mark.parametrize(
    ("behaviour", "status", "problem"),
    [
        ("dies", 1, "exited with code 7"),
        ("illegal", 1, "its answer is no legal move: illegal move '99'"),
        ("none", 1, "its answer is no legal move: bad move 'none'"),
        ("mute", 1, "was ended: waited"),
        ("uci=chess,atomic", 2, "does not play ultimate: its variants are chess, atomic"),
    ],
)
def test_an_engine_that_fails_is_reported_and_ended(
    bridge: Start, peer: Peer, behaviour: str, status: int, problem: str
) -> None:
    """The arena has offered `illegal` board 9 alone, where cell 9 is taken."""
    field = ["0"] * 81
    field[80] = "2"
    process = bridge("theaigames", "--engine", peer(behaviour), "--margin", "0ms")
    pid = process.engine_pid()
    process.send(*QUESTION, f"update game field {','.join(field)}")
    process.send("update game macroboard 0,0,0,0,0,0,0,0,-1", "action move 50")
    assert process.wait() == status
    assert problem in process.notes
    assert "Traceback" not in process.notes
    assert process.rest == []
    wait_until_gone(pid)


def test_an_engine_that_speaks_uci_plays_as_well(bridge: Start, peer: Peer) -> None:
    process = bridge("theaigames", "--engine", peer("uci=chess,ultimate"))
    process.send(*QUESTION, "action move 10000")
    assert process.receive() == "place_move 0 0"


def test_an_engine_that_is_late_is_stopped_in_time(bridge: Start, peer: Peer) -> None:
    """It answers a `stop` only, and our answer is what it has by then."""
    process = bridge("theaigames", "--engine", peer("late"), "--margin", "0ms")
    process.send(*QUESTION, "action move 50")
    assert process.receive() == "place_move 0 0"


# ------------------------------------------------------------------ nothing is left behind


@pytest.mark.parametrize("behaviour", ["", "stubborn"])
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)]
)
def test_a_signal_ends_the_engine_as_well(
    bridge: Start, peer: Peer, behaviour: str, number: int, status: int
) -> None:
    process = bridge("theaigames", "--engine", peer(*behaviour.split()))
    process.send(*QUESTION, "action move 10000")
    process.receive()
    pid = process.engine_pid()
    assert is_running(pid)
    process.signal(number)
    assert process.wait() == status
    assert process.notes == ""
    wait_until_gone(pid)


def test_a_signal_while_the_engine_thinks_ends_both(bridge: Start, peer: Peer) -> None:
    process = bridge("theaigames", "--engine", peer("slow=3600"))
    process.send(*QUESTION, "action move 10000")
    pid = process.engine_pid()
    process.signal(signal.SIGTERM)
    assert process.wait() == 143
    wait_until_gone(pid)


def test_an_arena_that_reads_no_more_ends_both(bridge: Start, peer: Peer) -> None:
    process = bridge("theaigames", "--engine", peer())
    pid = process.engine_pid()
    process.send(*QUESTION, "action move 10000")
    process.receive()
    process.close_output("action move 10000")
    with suppress(BrokenPipeError):  # it may have noticed at once
        process.send("action move 10000")
    assert process.wait() == 1
    assert process.notes == f"{NAME}: nobody listens any longer\n"
    wait_until_gone(pid)


@pytest.mark.parametrize("redirection", ["<&-", ">&-"])
def test_closed_streams_are_reported_in_a_line(redirection: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m clients bridge riddles {redirection}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    assert ran.returncode == 1
    assert ran.stderr == f"{NAME}: standard input or output is closed\n"
