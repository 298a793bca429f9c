"""`linemate web` as it is started: the address, bad command lines, and the end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from linemate.clients.shared.command import complain
from linemate.clients.web import command
from linemate.clients.web.command import HOST, check_engine, listen, main
from linemate.engine.core import LinemateError
from tests.clients.web.serving import Tab, open_gate, peer, pids
from tests.waiting import PATIENCE, is_reaped, wait_until

ROOT = Path(__file__).parents[3]
Start = Callable[..., "Process"]


class Process:
    """`linemate web ARGUMENTS`, up and running."""

    def __init__(self, directory: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "clients", "web", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=directory,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
        )
        assert self._process.stdout is not None
        self.greeting = self._process.stdout.readline()
        found = re.search(r"http://(\S+:\d+)/", self.greeting)
        assert found is not None, self.greeting
        self.host = found.group(1)

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def end(self, number: signal.Signals) -> tuple[int, str, str]:
        """End it; return the exit status and what else it said."""
        self.send(number)
        output, errors = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, output, errors

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate(timeout=PATIENCE)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    processes: list[Process] = []

    def start(*arguments: str) -> Process:
        processes.append(Process(tmp_path, "--no-open", *arguments))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()


def test_an_engine_that_takes_its_time_is_waited_for_aloud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It starts when that was said, in this test."""
    check_engine(peer("Honest", tmp_path), {})
    assert capsys.readouterr().err == ""

    def say_and_let_it_start(*words: str) -> None:
        complain(*words)
        open_gate(tmp_path)

    monkeypatch.setattr(command, "SILENCE_SECONDS", 0.0)
    monkeypatch.setattr(command, "complain", say_and_let_it_start)
    check_engine(peer("Gated", tmp_path), {})
    assert capsys.readouterr().err == "linemate web: waiting for the engine to say hello ...\n"


def test_what_an_engine_says_to_the_terminal_is_seen_there(start: Start, tmp_path: Path) -> None:
    process = start("--port", "0", "--engine", peer("CrashInSearch", tmp_path))
    with Tab(process.host) as tab:
        tab.hear("hello")
        tab.open()
        tab.think()
        tab.hear("lost")
    assert process.end(signal.SIGINT) == (130, "", "assertion failed\n")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_a_signal_ends_everything_without_a_word(
    start: Start, tmp_path: Path, number: signal.Signals, status: int
) -> None:
    process = start("--port", "0", "--engine", peer("Late", tmp_path))
    with Tab(process.host) as one, Tab(process.host) as other:
        one.hear("hello")
        other.hear("hello")
        one.open()
        one.think("analyse", limits={"infinite": True})
        ended, printed, errors = process.end(number)
    # On a busy machine the first engine may be waited for, and that is told.
    told = [line for line in errors.splitlines() if "waiting for the engine" not in line]
    assert (ended, printed, told) == (status, "", [])
    assert len(pids(tmp_path)) == 3  # one was tried before the page was served
    assert all(map(is_reaped, pids(tmp_path)))


def test_a_second_signal_changes_nothing(start: Start, tmp_path: Path) -> None:
    process = start("--port", "0", "--engine", peer("Honest,SlowToLeave", tmp_path))
    with Tab(process.host) as tab:
        tab.hear("hello")
        process.send(signal.SIGINT)
        with pytest.raises(ConnectionClosed):
            tab.hear("farewell")
        status, shown, errors = process.end(signal.SIGINT)
    assert (status, shown) == (130, "")
    assert "Traceback" not in errors  # it may have said that it waits for the engine
    assert all(map(is_reaped, pids(tmp_path)))


def test_not_even_kill_leaves_an_engine_behind(start: Start, tmp_path: Path) -> None:
    process = start("--port", "0", "--engine", peer("Honest,Stubborn", tmp_path))
    with Tab(process.host) as tab:
        tab.hear("hello")
        process.kill()
        wait_until(lambda: all(map(is_reaped, pids(tmp_path))), "the end of the engines")


def test_our_engine_is_behind_the_page_wherever_one_is(start: Start) -> None:
    process = start("--port", "0", "--set", "Search=random")
    assert process.greeting.startswith("Linemate is at http://127.0.0.1:")
    with Tab(process.host) as tab:
        options = tab.hear("hello")["engine"]["options"]
        assert {"name": "Search", "default": "random"}.items() <= options[0].items()


def test_a_server_that_others_can_reach_says_so(start: Start) -> None:
    process = start("--port", "0", "--host", "0.0.0.0")
    assert "http://127.0.0.1:" in process.greeting
    with Tab(process.host) as tab:
        tab.hear("hello")
    status, _, errors = process.end(signal.SIGINT)
    assert status == 130
    assert "Everybody who can reach this machine can use it" in errors


def test_two_servers_take_two_ports(start: Start) -> None:
    assert start().host != start().host


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--engine", "./nothing"], "cannot start engine './nothing'"),
        (["--engine", ""], "cannot start engine '': the command is empty"),
        (["--set", "Contempt=5"], "unknown option 'Contempt'"),
        (["--set", "Hash=0"], "bad value '0' for option Hash"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
    ],
)
def test_what_keeps_it_from_starting_is_said_in_a_line(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--no-open", "--port", "0"]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("linemate web: ")
    assert problem in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "65536"],
        ["--port", "-1"],
        ["--port", "http"],
        ["--engines", "0"],
        ["--engines", "many"],
        ["--set", "Hash"],
        ["chess"],
        ["gomoku", "size=900"],
    ],
)
def test_a_bad_command_line_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: linemate web" in capsys.readouterr().err


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with listen(HOST, 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(LinemateError, match=f"port {port} is taken"):
            listen(HOST, port)
        assert main(["--no-open", "--port", str(port)]) == 2
    assert "leave --port out" in capsys.readouterr().err


def test_otherwise_the_next_free_one_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen(HOST, 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(command, "PORT", port)
        with listen(HOST, None) as found:
            assert found.getsockname()[1] != port
        monkeypatch.setattr(command, "PORTS_TRIED", 1)
        with listen(HOST, None) as any_port:
            assert any_port.getsockname()[1] not in (0, port)
