"""A file as an engine: checked, and in a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from linemate.clients.lab.exercise.catalogue import EXERCISES
from linemate.clients.lab.exercise.grading import TaskResult, run_tasks
from linemate.clients.lab.exercise.playing import make_games
from tests.clients.lab.exercise.solutions import ALPHABETA, SOLUTIONS, write_file

SECONDS = 60.0


def play(path: Path, name: str, seconds: float = SECONDS) -> list[TaskResult]:
    return run_tasks(make_games(EXERCISES[name], path, seconds))


@pytest.mark.parametrize("name", ["heuristic", "alphabeta"])
def test_a_solution_passes_the_check_and_its_match(name: str, tmp_path: Path) -> None:
    check, match = play(write_file(tmp_path, name, *SOLUTIONS[name]), name)
    assert (check.status, match.status) == ("passed", "passed")
    assert "of 12 points against Search " in match.message


def change(path: Path, choose: str) -> Path:
    """Let the file choose otherwise."""
    path.write_text(f"{path.read_text()}\n\ndef choose(state):\n    {choose}\n")
    return path


@pytest.mark.parametrize(
    ("choose", "status", "message"),
    [
        ("return state.moves()[-1]", "wrong", "expected 6 at least"),
        ("return 99", "crash", "crash"),
        ("return 1 / 0", "crash", "crash"),
    ],
)
def test_what_goes_wrong_in_a_match_is_told(
    choose: str, status: str, message: str, tmp_path: Path
) -> None:
    path = change(write_file(tmp_path, "alphabeta", ALPHABETA), choose)
    [match] = run_tasks(make_games(EXERCISES["alphabeta"], path, SECONDS)[1:])
    assert match.status == status
    assert message in f"{match.message} {match.status}"


def test_a_move_that_never_comes_is_too_slow_and_not_wrong(tmp_path: Path) -> None:
    path = change(write_file(tmp_path, "alphabeta", ALPHABETA), "while True: pass")
    [match] = run_tasks(make_games(EXERCISES["alphabeta"], path, 1.0)[1:])
    assert (match.status, match.message) == ("timeout", "no move after 1 seconds in a game")
