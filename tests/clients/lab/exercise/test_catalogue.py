"""The files that students begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from linemate.clients.lab.exercise.catalogue import EXERCISES, exercise_of
from linemate.engine.core import LinemateError
from tests.clients.lab.exercise.solutions import EMPTY, SOLUTIONS


@pytest.mark.parametrize("name", EXERCISES)
def test_a_skeleton_is_short_says_what_it_is_and_is_empty_where_it_is_to_be_filled_in(
    name: str, tmp_path: Path
) -> None:
    exercise = EXERCISES[name]
    text = exercise.skeleton
    assert len(text.splitlines()) <= 50
    assert text.count(EMPTY) == len(exercise.functions) == len(SOLUTIONS[name])
    names: dict[str, object] = {}
    exec(compile(text, name, "exec"), names)
    assert {*exercise.functions, "choose"} <= set(names)
    path = tmp_path / "file.py"
    path.write_text(text)
    assert exercise_of(path) is exercise


@pytest.mark.parametrize("text", ["", "EXERCISE = 'chess'", "EXERCISE = open('x')", "print(1)"])
def test_a_file_of_no_exercise_is_refused_without_running_it(text: str, tmp_path: Path) -> None:
    path = tmp_path / "file.py"
    path.write_text(text)
    with pytest.raises(LinemateError, match='expected a line EXERCISE = "heuristic" or "minimax"'):
        exercise_of(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LinemateError, match=r"cannot read .*none\.py: No such file"):
        exercise_of(tmp_path / "none.py")
