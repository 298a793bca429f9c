"""Signals: what a match leaves behind when it is interrupted, and when it is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.shared.pgn import read_pgn
from tests.clients.conftest import ROOT
from tests.waiting import PATIENCE, is_running, wait_until

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def begin(linemate: Start, fake: Callable[..., str], tmp_path: Path) -> Start:
    """A match in `tmp_path/m`, of engines that write down what they are told in `tmp_path/log`."""

    def start(words: str = "", *more: str) -> subprocess.Popen[str]:
        engines = [
            word
            for name in "AB"
            for word in ("--engine", f"name={name}", f"cmd={fake(*log(tmp_path), *words.split())}")
        ]
        return linemate(
            "match", "--game", "tictactoe", *engines, "--out", str(tmp_path / "m"), *more
        )

    return start


def log(directory: Path) -> list[str]:
    return [f"log={directory / 'log'}"]


def read_log(directory: Path) -> list[str]:
    path = directory / "log"
    return path.read_text().splitlines() if path.exists() else []


def pids(directory: Path) -> list[int]:
    words = [line.split() for line in read_log(directory)]
    return [int(each[1]) for each in words if each[:1] in (["started"], ["child"])]


def games(directory: Path) -> list[dict[str, object]]:
    path = directory / "m" / "games.jsonl"
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_stops_the_engines_prints_the_standing_and_can_be_resumed(
    number: signal.Signals,
    status: int,
    begin: Start,
    linemate: Start,
    tmp_path: Path,
) -> None:
    match = begin("late=30", "--movetime", "1ms", "--margin", "10s", "--games", "4")
    wait_until(lambda: len(games(tmp_path)) >= 2, "two games")
    match.send_signal(number)
    shown, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == status, errors
    played = len(games(tmp_path))
    assert played in (2, 3)
    assert f"in {played} games" in shown
    python = os.path.basename(sys.executable)
    assert f"To go on: {python} -m clients match --resume {tmp_path / 'm'}" in shown
    assert read_log(tmp_path).count("quit") == len(pids(tmp_path))
    wait_until(lambda: not any(map(is_running, pids(tmp_path))), "the end of the engines")
    again = linemate("match", "--resume", str(tmp_path / "m"))
    shown, errors = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, errors
    assert sorted(game["number"] for game in games(tmp_path)) == [0, 1, 2, 3]  # type: ignore[type-var]
    assert "in 4 games" in shown


def test_an_interrupt_while_engines_are_tried_out_ends_it_at_once(
    linemate: Start, tmp_path: Path
) -> None:
    """One that never says a word has 20 s to start, which nobody who has had enough waits for."""
    mute = f"sh -c 'echo $$ >> {tmp_path / 'pids'}; exec sleep 1000'"
    engines = ["--engine", "name=A", f"cmd={mute}", "--engine", "name=B", f"cmd={mute}"]
    match = linemate("match", "--game", "tictactoe", "--nodes", "1", *engines)
    path = tmp_path / "pids"
    wait_until(lambda: path.exists() and path.read_text().endswith("\n"), "an engine")
    began = time.monotonic()
    match.send_signal(signal.SIGINT)
    _, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 130, errors
    assert time.monotonic() - began < 10
    assert "interrupted before the first game" in errors
    wait_until(lambda: not any(map(is_running, map(int, path.read_text().split()))), "their end")


def test_a_referee_that_was_stopped_for_a_while_plays_the_game_again(
    begin: Start, tmp_path: Path
) -> None:
    """SIGSTOP for longer than an engine has for its last move, which it makes meanwhile."""
    gate = tmp_path / "gate"
    match = begin(f"gate={gate} at=6", "--movetime", "500ms", "--margin", "700ms", "--games", "2")
    wait_until(lambda: read_log(tmp_path).count("go movetime 500") >= 7, "the last search")
    match.send_signal(signal.SIGSTOP)
    gate.touch()
    time.sleep(3.2)
    match.send_signal(signal.SIGCONT)
    _, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 0, errors
    assert [game["reason"] for game in games(tmp_path)] == ["line", "line"]
    broken_off = read_pgn((tmp_path / "m" / "interrupted.pgn").read_text())
    assert any("the referee itself stood still" in game.remark for game in broken_off)
    assert games(tmp_path)[0]["replays"]


def test_a_search_is_told_to_stop(begin: Start, tmp_path: Path) -> None:
    match = begin("lazy at=2", "--nodes", "1")
    wait_until(lambda: read_log(tmp_path).count("go nodes 1") >= 3, "the third search")
    match.send_signal(signal.SIGINT)
    shown, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 130, errors
    assert "No game was finished" in shown
    (game,) = read_pgn((tmp_path / "m" / "interrupted.pgn").read_text())
    assert game.tags["Termination"] == "interrupted"
    assert game.result == "*"
    assert len(game.moves) == 2


def test_a_match_that_was_killed_goes_on_and_nothing_is_lost_or_played_twice(
    begin: Start, linemate: Start, tmp_path: Path
) -> None:
    """kill -9 in mid-game, two games at a time."""
    match = begin("late=20", "--movetime", "1ms", "--margin", "10s", "--games", "6",
                  "--concurrency", "2", "--first-moves")  # fmt: skip
    wait_until(lambda: len(games(tmp_path)) >= 2, "two games")
    match.kill()
    match.wait(PATIENCE)
    kept = games(tmp_path)
    again = linemate("match", "--resume", str(tmp_path / "m"))
    shown, errors = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, errors
    assert games(tmp_path)[: len(kept)] == kept
    assert sorted(game["number"] for game in games(tmp_path)) == list(range(6))  # type: ignore[type-var]
    assert len(list(read_pgn((tmp_path / "m" / "games.pgn").read_text()))) == 6
    assert "in 6 games" in shown


def test_no_engine_outlives_a_referee_that_was_killed(begin: Start, tmp_path: Path) -> None:
    """Not even those that ignore quit, SIGTERM and the end of their input; nor their children."""
    match = begin("late=20 stubborn child", "--movetime", "1ms", "--margin", "10s", "--games", "8")
    wait_until(lambda: len(games(tmp_path)) >= 1, "a game")
    match.kill()
    match.wait(PATIENCE)
    # The two that were tried out before the match, the two of the match, and a child of each.
    assert len(pids(tmp_path)) == 8
    wait_until(lambda: not any(map(is_running, pids(tmp_path))), "the end of the engines")


def test_a_second_interrupt_ends_the_referee_at_once() -> None:
    """The first one was noted, but whoever should act on it does not."""
    program = (
        "import time; from linemate.clients.shared.shutdown import Shutdown\n"
        "with Shutdown() as shutdown:\n"
        "    print('ready', flush=True)\n"
        "    while True:\n"
        "        time.sleep(0.01); print(shutdown.number, flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        while process.stdout.readline() != "15\n":
            pass
        process.send_signal(signal.SIGINT)
        process.stdout.read()
    assert process.returncode == 130
