"""The exercises: what is to be filled in, in which game, and the file to begin with."""

from __future__ import annotations

import ast
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from linemate.clients.shared.files import explain
from linemate.engine.core import LinemateError


class Exercise(NamedTuple):
    """What is asked: the functions to fill in, and the game that is played with them."""

    name: str
    title: str
    game: str
    functions: tuple[str, ...]

    @property
    def skeleton(self) -> str:
        """Return the file that a student begins with."""
        folder = files("linemate.clients.lab.exercise").joinpath("skeletons")
        return folder.joinpath(f"{self.name}.py.txt").read_text(encoding="utf-8")


EXERCISES = {
    exercise.name: exercise
    for exercise in (
        Exercise(
            "heuristic",
            "guess what a position is worth",
            "mnk width=5 height=5 row=4",
            ("evaluate",),
        ),
        Exercise("minimax", "look at every way the game can go on", "tictactoe", ("value",)),
        Exercise("alphabeta", "find the same and look at less", "tictactoe", ("value",)),
        Exercise("uct", "tree search by random games", "tictactoe", ("ucb", "backup")),
    )
}


def exercise_of(path: Path) -> Exercise:
    """Return the exercise that a file says it is, by its line `EXERCISE = "minimax"`; the file is
    read, not run. Raises LinemateError.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LinemateError(f"cannot read {path}: {explain(error)}") from None
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if name.strip() == "EXERCISE" and equals:
            try:
                return EXERCISES[str(ast.literal_eval(value.strip()))]
            except (KeyError, ValueError, SyntaxError):
                break
    known = " or ".join(f'"{name}"' for name in EXERCISES)
    raise LinemateError(f"{path} is no exercise: expected a line EXERCISE = {known}")
