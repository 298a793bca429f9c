"""The command that solves positions of nineboard and checks certificates, as its users run it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

COMMAND = [sys.executable, "-m", "linemate.engine.tools.prove_nineboard"]
HEADER = '{"certificate": 1, "game": "nineboard", "full_board": "free"}'
WON = "1o7/3x2x1o/3o2o2/4oo2x/7x1/1xx4o1/x1xo5/3x1o3/5xo2 x 4"


def run(*words: str, told: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], input=told, capture_output=True, text=True, timeout=PATIENCE
    )


def order(position: str, nodes: int) -> str:
    return json.dumps({"position": position, "nodes": nodes}) + "\n"


def test_what_it_solves_it_verifies(tmp_path: Path) -> None:
    told = order(WON, 100_000) + order("9/9/9/9/9/9/9/9/9 x -", 100)
    solved = run("--solve", "--hash", "1", told=told)
    assert solved.returncode == 0, solved.stderr
    reports = [json.loads(line) for line in solved.stdout.splitlines()]
    lines = [report["line"] for report in reports if report.get("done")]
    assert [line["value"] for line in lines] == ["x", "open"]
    path = tmp_path / "certificate"
    path.write_text("\n".join([HEADER, *map(json.dumps, lines)]) + "\n")
    verified = run("--verify", str(path))
    assert verified.returncode == 0, verified.stderr
    last = json.loads(verified.stdout.splitlines()[-1])
    assert last["done"]
    assert (last["positions"], last["of"], last["open"]) == (1, 1, 1)
    assert last["places"] > 1000
    lines[0]["plies"] -= 2
    path.write_text("\n".join([HEADER, *map(json.dumps, lines)]) + "\n")
    gap = run("--verify", str(path))
    assert gap.returncode == 1
    assert "won within" in gap.stderr


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "has no position"),
        (HEADER + "\n", "has no position"),
        ('{"certificate": 2, "game": "nineboard"}\n', "is no certificate of nineboard, version 1"),
        ("linemate certificate 1 qubic\n", "line 1: 'linemate certificate 1 qubic' is no JSON"),
        (HEADER + '\n{"position": 1}\n', "line 2: expected a position and its value"),
        (HEADER + '\n{"posi', "line 2: '{\"posi' is no JSON object"),
    ],
)
def test_a_file_that_is_no_certificate_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "certificate"
    path.write_text(text)
    refused = run("--verify", str(path))
    assert refused.returncode == 2
    assert problem in refused.stderr


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ("nonsense\n", "is no JSON object"),
        ("{}\n", "expected position and nodes"),
        (order("9/9/9/9/9/9/9/9/9 x 0", 1), "board to play in '0'"),
        (order("xxx6/oo7/9/9/9/9/9/9/9 o -", 1), "the game is over"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(told: str, problem: str) -> None:
    refused = run("--solve", told=told)
    assert refused.returncode == 2
    assert problem in refused.stderr
