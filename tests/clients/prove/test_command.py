"""`linemate prove`: the engine's reports, shown, and its verdict as the exit status."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from linemate.clients.prove.command import describe, main
from linemate.clients.shared.command import INTERRUPTED
from linemate.engine.champion.certificate import write_certificate


def test_a_report_of_the_proof_is_one_line() -> None:
    report = {
        "stage": "replies",
        "refuted": 3,
        "replies": 12,
        "nodes": 4321,
        "known": 9,
        "fours": 1234567,
        "seconds": 61.2,
    }
    shown = "3 of 12 replies refuted, 4,321 nodes, 1,234,567 forced moves, 61 s"
    assert describe(report) == shown
    assert (
        describe(report | {"stage": "strategy: 7 positions"}) == shown + "; strategy: 7 positions"
    )
    done = report | {"stage": "done", "done": True, "positions": 1700, "plies": 41}
    assert describe(done) == f"proven: {shown}; 1,700 positions, x wins within 41 plies"


def test_a_report_of_the_checker_is_one_line() -> None:
    report = {
        "stage": "checking",
        "positions": 10,
        "of": 1700,
        "leaves": 500,
        "longest": 21,
        "seconds": 1.5,
    }
    shown = "10 of 1,700 positions, 500 leaves, longest line 21"
    assert describe(report) == f"{shown}, 2 s"
    done = report | {"stage": "done", "done": True, "plies": 41}
    assert describe(done) == f"checked: {shown}, x wins within 41 plies, 2 s"


def test_a_certificate_with_a_gap_fails_loudly(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "certificate.txt"
    path.write_text(write_certificate({(0, 0): (0, 41)}))
    assert main(["--verify", str(path)]) == 1
    assert "not stored, no win by fours" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "goes_on"), [(["qubic"], True), (["--verify", "certificate.txt"], False)]
)
def test_only_an_interrupted_proof_is_said_to_go_on(
    arguments: list[str],
    goes_on: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A check has no checkpoint, it begins again."""
    monkeypatch.setattr(
        "linemate.clients.prove.command.watch", lambda command, console: INTERRUPTED
    )
    assert main(arguments) == INTERRUPTED
    shown = capsys.readouterr().out
    assert "Interrupted" in shown
    assert ("goes on from there" in shown) == goes_on


def test_a_file_that_cannot_be_read_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["--verify", str(tmp_path / "nothing")]) == 2
    assert "nothing" in capfd.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["gomoku"], ["qubic", "--verify", "file"]])
def test_a_bad_command_line_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(arguments)
    assert refusal.value.code == 2


# As a terminal does, to all processes in front of it; and as a program does, to the one it started,
# which swallowed it.
@pytest.mark.parametrize("whole_group", [True, False])
def test_ctrl_c_waits_until_the_checkpoint_is_written(tmp_path: Path, whole_group: bool) -> None:
    out = tmp_path / "certificate.txt"
    command = [sys.executable, "-m", "clients", "prove", "qubic", "--out", str(out)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert any("replies refuted" in line for line in process.stdout), "it ended too soon"
        (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        rest = process.stdout.read()
    assert process.returncode == 128 + signal.SIGINT
    assert "goes on from there" in rest
    assert (tmp_path / "certificate.txt.checkpoint").exists()
