"""`linemate prove`: the engine's reports, shown, and its verdict as the exit status."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from linemate.clients.prove.command import describe, main, watch
from linemate.clients.prove.display import Display
from linemate.clients.shared.command import INTERRUPTED
from linemate.clients.shared.screen import make_console
from linemate.engine.champion.certificate import write_certificate
from tests.waiting import PATIENCE, children_of, is_running, wait_until, wait_until_gone

# Reports for as long as somebody reads, and saves what it knows when it is told to end.
PROVER = """
import json, signal, sys, time

def save(*_):
    open(sys.argv[1], "w").close()
    sys.exit(130)

signal.signal(signal.SIGINT, save)
while True:
    print(json.dumps(dict.fromkeys(["positions", "of", "leaves", "longest", "seconds"], 1)))
    sys.stdout.flush()
    time.sleep(0.1)
"""


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


class Proof(NamedTuple):
    """`linemate prove qubic` at work; `pid` is the process that proves."""

    command: subprocess.Popen[bytes]
    pid: int
    shown: Path
    checkpoint: Path


@pytest.fixture
def proof(tmp_path: Path) -> Iterator[Proof]:
    """Start it in a process group of its own, as a shell does, which stops only such a one."""
    out, shown = tmp_path / "certificate.txt", tmp_path / "shown"
    words = [sys.executable, "-m", "clients", "prove", "qubic", "--out", str(out)]
    with shown.open("wb") as file:
        command = subprocess.Popen(
            words,
            stdout=file,
            process_group=0,
            # As a terminal has it, whoever runs the tests.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )
    pids = [command.pid]
    try:
        wait_until(lambda: "replies refuted" in shown.read_text(), "a report")
        pids += children_of(command.pid)
        yield Proof(command, pids[1], shown, tmp_path / "certificate.txt.checkpoint")
    finally:
        for pid in filter(is_running, pids):
            os.kill(pid, signal.SIGKILL)
        command.wait(PATIENCE)


# A terminal tells all processes in front of it; a program tells the one it has started.
@pytest.mark.parametrize(
    ("tell", "number"),
    [
        (os.killpg, signal.SIGINT),
        (os.kill, signal.SIGINT),
        (os.kill, signal.SIGTERM),
        (os.kill, signal.SIGHUP),
    ],
)
def test_a_signal_waits_until_the_checkpoint_is_written(
    proof: Proof, tell: Callable[[int, int], None], number: signal.Signals
) -> None:
    """A Ctrl-C for the command alone was swallowed, and the proof went on; one by SIGTERM or SIGHUP
    left it behind, to end with its next report and without a checkpoint.
    """
    tell(proof.command.pid, number)
    assert proof.command.wait(PATIENCE) == 128 + number
    assert not is_running(proof.pid)
    assert "goes on from there" in proof.shown.read_text()
    assert proof.checkpoint.exists()


def test_ctrl_z_stops_the_proof_with_the_command_and_both_go_on(proof: Proof) -> None:
    """In a process group of its own, so that Ctrl-C did not reach it twice, the proof did not hear
    of Ctrl-Z at all, and kept a core busy.
    """
    both = (proof.command.pid, proof.pid)
    os.killpg(proof.command.pid, signal.SIGTSTP)
    wait_until(lambda: all(map(is_stopped, both)), "a proof that is stopped")
    os.killpg(proof.command.pid, signal.SIGCONT)
    wait_until(lambda: not any(map(is_stopped, both)), "a proof that goes on")
    os.killpg(proof.command.pid, signal.SIGINT)
    assert proof.command.wait(PATIENCE) == 128 + signal.SIGINT
    assert proof.checkpoint.exists()


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def test_no_proof_outlives_a_command_that_was_killed(proof: Proof) -> None:
    """Nobody can tell it: it ends because nobody reads its next report."""
    proof.command.kill()
    wait_until_gone(proof.pid)


@pytest.fixture
def no_process_left() -> Iterator[None]:
    """Fail a test that leaves a process running, and end that."""
    before = children_of(os.getpid())
    yield
    left = [pid for pid in children_of(os.getpid()) if pid not in before]
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert not left


@pytest.mark.usefixtures("no_process_left")
@pytest.mark.parametrize(
    ("owner", "method"),
    [(subprocess.Popen, "__init__"), (Display, "__enter__"), (Display, "update")],
    ids=["the process is started", "the display appears", "a report is shown"],
)
def test_ctrl_c_ends_the_proof_whenever_it_comes(
    owner: type, method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the first report was waited for, it ended the command and left the proof untold."""
    do = getattr(owner, method)

    def do_and_press(*arguments: Any, **named: Any) -> Any:
        result = do(*arguments, **named)
        signal.raise_signal(signal.SIGINT)
        return result

    monkeypatch.setattr(owner, method, do_and_press)
    try:
        status = watch_prover(tmp_path)
    except KeyboardInterrupt:  # which would end the tests
        pytest.fail("it ended before the proof")
    assert status == INTERRUPTED


@pytest.mark.usefixtures("no_process_left")
def test_a_proof_is_saved_when_its_reports_cannot_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`linemate prove qubic | head -1`: it met a closed pipe, and ended without a checkpoint."""

    def fail(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(Display, "update", fail)
    with pytest.raises(BrokenPipeError):
        watch_prover(tmp_path)
    assert (tmp_path / "saved").exists()


def watch_prover(directory: Path) -> int:
    return watch([sys.executable, "-c", PROVER, str(directory / "saved")], Display(make_console()))
