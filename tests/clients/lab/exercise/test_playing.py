"""A file as an engine: checked, and in a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from linemate.clients.lab.exercise import playing
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
        ("return 99", "crash", "choose returned 99, which is no move here"),
        ("return 1 / 0", "crash", "ZeroDivisionError: division by zero"),
        ("import os; os._exit(2)", "crash", "the process ended"),
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


@pytest.mark.parametrize(
    ("choose", "status", "message"),
    [
        # Asleep, for it is waited for again and again; a loop is in the test above.
        ("import time; time.sleep(1e6)", "timeout", "no answer after 1 seconds: does it end?"),
        ("return 1 / 0", "crash", "ZeroDivisionError: division by zero"),
        ("return state.moves()[0] if len(state.moves()) > 8 else 1 / 0", "crash", "ZeroDivision"),
    ],
)
def test_what_goes_wrong_in_the_check_is_told_as_in_a_match(
    choose: str, status: str, message: str, tmp_path: Path
) -> None:
    """A loop without an end was `WRONG: expected bestmove, got nothing of the kind within 10 s`,
    and an exception `WRONG: exited with code 1`.
    """
    path = change(write_file(tmp_path, "alphabeta", ALPHABETA), choose)
    check = run_tasks(make_games(EXERCISES["alphabeta"], path, 1.0)[:1])[0]
    assert check.status == status
    assert message in check.message
    if status == "crash":
        assert check.text.endswith("1 / 0")


@pytest.mark.parametrize(("installed", "points"), [(True, 1), (False, 0)])
def test_every_file_is_graded_out_of_the_same_total(
    installed: bool, points: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without Hypothesis a right file had 10 of 10 points, and one that was not begun 0 of 11."""
    monkeypatch.setattr(playing, "find_spec", lambda _: object() if installed else None)
    check, match = make_games(EXERCISES["minimax"], tmp_path / "none.py", SECONDS)
    assert (check.points, match.points) == (points, 2)
