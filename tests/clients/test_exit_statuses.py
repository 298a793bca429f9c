"""One rule for the exit status of every command, as `linemate --help` tells it: see OVER and the
others in `clients/shared/command.py`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.shared.command import COMMANDS, FAILED, INTERRUPTED, MISUSED
from tests.clients.conftest import fake_command

MATCH = "match --game tictactoe --nodes 1 --engine name=A cmd={fake} --engine name=B "
LACKING = {
    "a game": [
        "play chess",
        "web chess",
        "match --game chess --nodes 1 --engine name=A --engine name=B",
        "check {fake} --game chess",
        "lab tree --game chess 9",
        "lab tune --game chess --heuristic powers-of-two",
        "prove chess",
    ],
    "an engine": [
        "play tictactoe --engine ./missing",
        "web --engine ./missing",
        f"{MATCH} cmd=./missing",
        "check ./missing",
        "bridge codingame --engine ./missing",
    ],
    "an option of the engine": [
        "play tictactoe --set missing=1",
        "web --set missing=1",
        f"{MATCH} cmd={{fake}} option.missing=1",
        "check {fake} --game tictactoe --set missing=1",
        "bridge codingame --set missing=1",
    ],
    "a file to read": [
        "play --load missing",
        "match missing.toml",
        "match --resume missing",
        f"{MATCH} cmd={{fake}} --openings missing",
        "replay missing",
        "prove --verify missing",
    ],
    "a game in a file": ["play --load {pgn} --game 2", "replay {pgn} --game 2"],
    "a place to write to": [
        f"{MATCH} cmd={{fake}} --out {{pgn}}/there",
        "check {fake} --json {pgn}/there",
        "lab run never-lost --quick --out {pgn}/there",
        "lab tune --game nineboard --heuristic powers-of-two --out {pgn}/there",
        "lab tree x1o/1x1/2o --out {pgn}/there",
        "prove qubic --out {pgn}/there",
    ],
}
PGN = '[Event "-"]\n[Variant "tictactoe"]\n[Result "*"]\n\nb2 *\n'


def leave(*arguments: str) -> int | str | None:
    """Run a command as a shell would, and return its exit status."""
    with pytest.raises(SystemExit) as left:
        sys.exit(main(arguments))
    return left.value.code


@pytest.mark.parametrize(
    ("lacking", "command"),
    [(lacking, command) for lacking, commands in LACKING.items() for command in commands],
)
def test_what_is_not_there_is_refused_with_a_word_of_who_refuses(
    lacking: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """An engine that could not be started was 1 for play and bridge, 2 for all others; a file that
    could not be read was 1 for replay; a directory that could not be made, for lab and match.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.pgn").write_text(PGN)
    words = command.split()
    filled = [word.format(fake=fake_command(), pgn=tmp_path / "game.pgn") for word in words]
    assert leave(*filled) == MISUSED
    captured = capfd.readouterr()
    assert f"linemate {words[0]}" in captured.err or "No game: " in captured.out
    assert "Errno" not in captured.out + captured.err


@pytest.mark.parametrize("name", COMMANDS)
def test_a_word_that_no_command_takes_is_refused_by_every_one(name: str) -> None:
    assert leave(name, "--nonsense") == MISUSED


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_is_told_from_all_else_by_every_command(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was a success for web and replay."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for parse in ("parse_args", "parse_intermixed_args"):
        monkeypatch.setattr(argparse.ArgumentParser, parse, interrupted)
    assert leave(name) == INTERRUPTED


@pytest.mark.parametrize(
    "command",
    [
        f"{MATCH} cmd={{crashing}}",
        "check --only handshake -- false",
        "bridge codingame",
        "bridge unsw --port 1",
        "play tictactoe",
    ],
)
def test_what_was_begun_and_failed_is_another_status(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", None)  # which nobody can play without
    fakes = {"fake": fake_command(), "crashing": fake_command("crash")}
    assert leave(*(word.format(**fakes) for word in command.split())) == FAILED
