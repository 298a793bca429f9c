"""`linemate prove nineboard`, as a user runs it."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.prove.command import main
from tests.waiting import PATIENCE, wait_until

Start = Callable[..., subprocess.Popen[str]]


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_positions_are_proven_verified_and_not_proven_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "c"
    words = ["nineboard", "--from", "34", "32", "--hash", "1", "--out", str(out)]
    assert main([*words, "--positions", "2"]) == 0
    shown = capsys.readouterr().out
    assert "4 of 4 positions proven" in shown
    assert "each ply earlier takes" in " ".join(shown.split())
    before = lines(out)
    assert len(before) == 5
    assert main(["--verify", str(out)]) == 0
    assert "checked: 4 of 4 positions" in capsys.readouterr().out
    assert main([*words, "--positions", "3"]) == 0
    assert lines(out)[:5] == before
    assert len(lines(out)) == 7


def test_what_stays_open_is_a_failure_and_given_openings_may_be_split(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    openings = tmp_path / "openings"
    openings.write_text("2x4o1/o2o5/1xox1o3/4x2ox/3o3x1/x5oo1/2x2x3/1x2oxox1/4o4 x 5\n")
    out = tmp_path / "c"
    words = ["nineboard", "--openings", str(openings), "--nodes", "500", "--out", str(out)]
    assert main([*words, "--hash", "1"]) == 1
    assert "0 of 1 position proven" in capsys.readouterr().out
    assert main([*words, "--hash", "1", "--split", "--jobs", "2"]) == 0
    assert "1 of 1 position proven" in capsys.readouterr().out
    assert main(["--verify", str(out)]) == 0


def test_ctrl_c_keeps_what_is_proven_and_leaves_no_process(linemate: Start, tmp_path: Path) -> None:
    out = tmp_path / "c"
    openings = tmp_path / "openings"
    openings.write_text("1o7/3x2x1o/3o2o2/4oo2x/7x1/1xx4o1/x1xo5/3x1o3/5xo2 x 4\nstartpos\n")
    words = ["prove", "nineboard", "--openings", str(openings), "--hash", "1", "--out", str(out)]
    proof = linemate(*words, "--nodes", str(10**12))
    wait_until(lambda: out.exists() and len(out.read_text().splitlines()) == 2, "a position")
    proof.send_signal(signal.SIGINT)
    shown, errors = proof.communicate(timeout=PATIENCE)
    assert proof.returncode == 130, errors
    assert "Interrupted; the same command goes on from there." in shown
    assert [line.get("value") for line in lines(out)] == [None, "x"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["nineboard"], "expected --from PLY or --openings FILE"),
        (["qubic", "--from", "3"], "--from is for nineboard"),
        (["nineboard", "--from", "3", "--jobs", "0"], "--jobs 0"),
        (["nineboard", "--from", "90"], "--from 90"),
        (["nineboard", "--from", "-1"], "--from -1"),
        (["nineboard", "--from", "9", "--positions", "0"], "--positions 0"),
        (["nineboard", "--from", "9", "--nodes", "0"], "--nodes 0"),
        (["nineboard", "--from", "9", "--hash", "0"], "--hash 0"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_refused(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(words)
    assert refusal.value.code == 2
    assert problem in capsys.readouterr().err


def test_a_file_that_is_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "c"
    out.write_text("a letter to my aunt\n")
    assert main(["nineboard", "--from", "34", "--out", str(out)]) == 2
    assert "line 1: expected" in capsys.readouterr().err
    assert out.read_text() == "a letter to my aunt\n"
    assert main(["nineboard", "--openings", str(tmp_path / "none"), "--out", str(out)]) == 2
    assert "cannot read the openings" in capsys.readouterr().err
    assert main(["nineboard", "--from", "34", "--out", str(tmp_path / "no" / "c")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_cluster_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    words = ["nineboard", "--from", "34", "--out", str(tmp_path / "c"), "--dask", "nonsense://x"]
    assert main(words) == 2
    assert "no Dask cluster at 'nonsense://x'" in capsys.readouterr().err
