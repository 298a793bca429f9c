"""`linemate lab exercise`: from the list to a grade."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.lab.exercise.catalogue import EXERCISES
from tests.clients.lab.exercise.solutions import SOLUTIONS, write_file


def exercise(*words: str) -> int:
    return main(["lab", "exercise", *words])


@pytest.mark.parametrize("words", [("list",), ()])
def test_list_or_no_action_names_every_exercise(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert exercise(*words) == 0
    shown = capsys.readouterr().out
    assert all(name in shown and each.title in shown for name, each in EXERCISES.items())


def test_new_writes_a_skeleton_and_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert exercise("new", "uct") == 0
    assert Path("uct.py").read_text() == EXERCISES["uct"].skeleton
    Path("uct.py").write_text("mine")
    assert exercise("new", "uct") == 2
    assert "uct.py is there already" in capsys.readouterr().err
    assert Path("uct.py").read_text() == "mine"
    assert exercise("new", "uct", "other.py") == 0


def test_an_empty_skeleton_is_graded_as_not_begun_with_a_friendly_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_file(tmp_path, "uct")
    assert exercise("grade", str(path), "--json", str(tmp_path / "grade.json")) == 1
    shown = capsys.readouterr().out
    assert "still as it was in the skeleton" in shown
    assert "uct: 0 of 11 points, not begun yet" in shown
    report = json.loads((tmp_path / "grade.json").read_text())
    assert [task["status"] for task in report["tasks"]] == [
        *("passed", "empty", "not tried", "not tried", "not tried", "not tried"),
    ]


def test_a_solution_gets_full_marks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_file(tmp_path, "uct", *SOLUTIONS["uct"])
    junit = tmp_path / "grade.xml"
    assert exercise("grade", str(path), "--junit", str(junit)) == 0
    assert "uct: 11 of 11 points, all right" in capsys.readouterr().out
    assert 'failures="0" errors="0" skipped="0"' in junit.read_text()


def test_play_runs_the_terminal_client_with_the_file_as_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words it is started with; that it plays with any engine is held by its own tests."""
    started: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        started.append(command)
        return subprocess.CompletedProcess(command, 0)

    path = write_file(tmp_path, "heuristic", *SOLUTIONS["heuristic"])
    monkeypatch.setattr(subprocess, "run", run)
    assert exercise("play", str(path), "--as", "o") == 0
    [command] = started
    *_, last_of_game, flag, engine, side_flag, side, time_flag, time = command
    assert (last_of_game, flag) == ("row=4", "--engine")
    assert str(path) in engine
    assert (side_flag, side, time_flag, time) == ("--as", "o", "--movetime", "1min")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["grade", "none.py"], "cannot read none.py"),
        (["new", "chess"], "invalid choice: 'chess'"),
    ],
)
def test_a_bad_command_line_is_refused(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = exercise(*words)
    except SystemExit as left:
        status = int(left.code or 0)
    assert status == 2
    assert problem in capsys.readouterr().err
