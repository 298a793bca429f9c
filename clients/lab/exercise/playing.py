"""The last tasks of every exercise: `linemate check` of the file as an engine, and a match."""

from __future__ import annotations

import json
import shlex
import subprocess
import tempfile
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random
from typing import NoReturn

from linemate.clients.lab.exercise.asking import (
    StudentFile,
    Trouble,
    TroubleError,
    host_command,
)
from linemate.clients.lab.exercise.catalogue import Exercise
from linemate.clients.lab.exercise.grading import Task, UnavailableError, WrongError
from linemate.clients.shared.openings import find_openings
from linemate.clients.shared.player import EngineSetting
from linemate.clients.shared.records import GameRecord, Reason
from linemate.clients.shared.records import Task as MatchTask
from linemate.clients.shared.referee.adjudication import Adjudication
from linemate.clients.shared.referee.game import Rules
from linemate.clients.shared.referee.table import CannotSeatError, Table
from linemate.clients.shared.values import read_game
from linemate.engine.core import OptionValue
from linemate.protocol.ours import our_command, our_environment

STEPS = ("handshake", "ready", "answers", "legal", "finished")
NEEDED_BY_CHECK = "hypothesis"
EXAMPLES = 6
OPENING_PLIES = 2
MARGIN = 60_000  # milliseconds: nobody is late, a file that does not end is stopped by patience
YOURS, OURS = "yours", "ours"
SHARED = "Two perfect players share the points of every opening: somewhere it gives one away."
# By exercise: whom it meets, how many pairs of games, and the score to be reached. Two perfect
# players share the points of every pair, whatever the opening is worth.
RIVALS: dict[str, tuple[dict[str, OptionValue], int, float]] = {
    "heuristic": ({"Search": "random", "Seed": 1}, 6, 0.8),
    "minimax": ({"Search": "alphabeta"}, 6, 0.5),
    "alphabeta": ({"Search": "alphabeta"}, 6, 0.5),
    "uct": ({"Search": "random", "Seed": 1}, 6, 0.75),
}


def make_games(exercise: Exercise, path: Path, seconds: float) -> list[Task]:
    """Return the tasks in which the file plays; `seconds` is the most that a move may take.

    What cannot be run here is worth nothing from the start, so that every file is graded out of the
    same total.
    """
    points = 1 if find_spec(NEEDED_BY_CHECK) else 0
    return [
        Task("the protocol (linemate check)", points, lambda: _check(exercise, path, seconds)),
        Task("a match", 2, lambda: _play_match(exercise, path, seconds)),
    ]


def _check(exercise: Exercise, path: Path, seconds: float) -> str:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "check.json"
        only = [word for step in STEPS for word in ("--only", step)]
        words = ["check", "--game", *exercise.game.split(), *only, "--examples", str(EXAMPLES)]
        words += ["--go", "depth 1", "--timeout", f"{seconds:g}s", "--json", str(report), "--"]
        limit = 20 + seconds * 4
        try:
            done = subprocess.run(
                [*our_command("linemate.clients"), *words, *host_command(exercise, path)],
                env=our_environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=limit,
            )
        except subprocess.TimeoutExpired:
            message = f"`linemate check` was not done after {limit:g} seconds"
            raise TroubleError(Trouble("timeout", message)) from None
        if not report.exists():
            last = (done.stderr.strip().splitlines() or ["it wrote no report"])[-1]
            raise UnavailableError(f"`linemate check` cannot be run here: {last}")
        steps = json.loads(report.read_text(encoding="utf-8"))["steps"]
    for step in steps:
        if step["verdict"] == "failed":
            for line in step["repeat"]:
                if line.startswith("position "):
                    _ask_again(exercise, path, seconds, line.removeprefix("position "))
            raise WrongError(f"{step['title']}: expected {step['expected']}, got {step['got']}")
    return f"{sum(step['verdict'] == 'passed' for step in steps)} steps passed"


def _ask_again(exercise: Exercise, path: Path, seconds: float, position: str) -> None:
    """Ask for the move that did not come, in a process that tells what becomes of it. Raises
    TroubleError if it crashes or does not end; `position` is as in UGI.
    """
    with StudentFile(exercise, path, seconds) as file:
        file.ask(do="choose", position=position)


def _play_match(exercise: Exercise, path: Path, seconds: float) -> str:
    options, pairs, goal = RIVALS[exercise.name]
    rival, points, games = f"Search {options['Search']}", 0.0, 2 * pairs
    engines = [
        EngineSetting(YOURS, shlex.join(host_command(exercise, path))),
        EngineSetting(OURS, options=options),
    ]
    game = read_game(exercise.game.split())
    rules = Rules(game, Adjudication(), MARGIN, round(1000 * seconds))
    openings = find_openings(game, OPENING_PLIES, Random(1), up_to_symmetry=False)
    with Table(rules, engines) as table:
        for pair, opening in enumerate(islice(openings, pairs)):
            for number in (2 * pair, 2 * pair + 1):
                record = _play_game(table, MatchTask(1, YOURS, OURS, 0, number, opening))
                if record.at_fault == YOURS:
                    _blame(exercise, path, seconds, record)
                points += record.score_of_a
    if points < goal * games:
        raise WrongError(
            f"{points:g} of {games} points against {rival}: expected {goal * games:g} at least",
            hint=SHARED if goal == 0.5 else "It should win nearly every game against random moves.",
        )
    return f"{points:g} of {games} points against {rival}"


def _play_game(table: Table, task: MatchTask) -> GameRecord:
    """Play one game. Raises TroubleError if the file is no engine."""
    try:
        return table.play(task).record
    except CannotSeatError as error:
        raise TroubleError(Trouble("crash", str(error))) from None


def _blame(exercise: Exercise, path: Path, seconds: float, record: GameRecord) -> NoReturn:
    """Raise what is to be told of a game that the file lost by a fault."""
    reason, detail = record.ending.reason, record.ending.detail
    if reason in (Reason.STALL, Reason.TIME):
        raise TroubleError(Trouble("timeout", f"no move after {seconds:g} seconds in a game"))
    if reason == Reason.ILLEGAL_MOVE:
        raise WrongError(f"an illegal move: {detail}")
    moves = " ".join([*record.task.opening.moves, *(each.move for each in record.moves)])
    _ask_again(exercise, path, seconds, f"startpos moves {moves}")
    raise TroubleError(Trouble("crash", detail.splitlines()[0] if detail else str(reason)))
