"""`linemate lab exercise`: a search of one's own in one file, played at once and graded.

`skeletons` are what a student begins with, `host.py` makes an engine of the file, `questions.py`
and `playing.py` are what it is asked, `mistakes.py` are the mistakes that are known by name.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from linemate.clients.lab.exercise.asking import StudentFile, host_command
from linemate.clients.lab.exercise.catalogue import EXERCISES, Exercise, exercise_of
from linemate.clients.lab.exercise.grading import Grade, TaskResult, run_tasks
from linemate.clients.lab.exercise.playing import make_games
from linemate.clients.lab.exercise.questions import make_questions
from linemate.clients.lab.exercise.report import (
    describe_result,
    describe_sum,
    write_json,
    write_junit,
)
from linemate.clients.shared import arguments
from linemate.clients.shared.command import FAILED, OVER, offer, refuse
from linemate.clients.shared.files import explain, require_writable, write_whole
from linemate.clients.shared.harmless import say
from linemate.clients.shared.values import read_count
from linemate.engine.core import LinemateError
from linemate.protocol.ours import our_command, our_environment

SECONDS = 30  # for an answer: minimax of the whole of tic-tac-toe takes four to ten
ACTIONS = {
    "list": "the exercises, as without an action",
    "new": "write the file to fill in",
    "play": "watch it play a game against the engine, or play against it",
    "grade": "tell what is right, and what is not yet and why",
}
EPILOG = """\
A file is run as a process of its own, with limits of time and memory: whatever it does, the grader
ends. A grade tells wrong from crashed, too slow and not begun; the exit status is 0 for full marks,
1 otherwise.

examples:
  %(prog)s new minimax                writes minimax.py: fill in one function
  %(prog)s play minimax.py --as x     you have x
  %(prog)s grade minimax.py --json grade.json --junit grade.xml
"""


def main(words: Sequence[str]) -> int:
    """Do what is asked, and return the exit status."""
    options = make_parser().parse_args(words)
    try:
        if options.action == "list":
            return show_list()
        if options.action == "new":
            return make_file(EXERCISES[options.name], options.file)
        exercise = exercise_of(options.file)
        return (play if options.action == "play" else grade)(exercise, options)
    except LinemateError as error:
        return refuse("lab exercise", error)
    except OSError as error:
        return refuse("lab exercise", f"cannot write: {explain(error)}")


def show_list() -> int:
    for exercise in EXERCISES.values():
        filled = " and ".join(exercise.functions)
        say(f"{exercise.name:<10} {exercise.title}: {filled}, on {exercise.game}")
    say("Begin with: linemate lab exercise new NAME")
    return OVER


def make_file(exercise: Exercise, path: Path | None) -> int:
    """Write the skeleton, unless there is a file already. Raises LinemateError."""
    path = path or Path(f"{exercise.name}.py")
    if path.exists():
        raise LinemateError(f"{path} is there already: name another file")
    write_whole(path, exercise.skeleton)
    say(f"{path}: fill in {' and '.join(exercise.functions)}, then")
    say(f"  linemate lab exercise grade {path}")
    return OVER


def play(exercise: Exercise, options: argparse.Namespace) -> int:
    """Run `linemate play` with the file as an engine; return its exit status."""
    engine = shlex.join(host_command(exercise, options.file))
    words = ["play", *exercise.game.split()]
    if options.side == "none":
        words += ["--watch", f"engine={shlex.quote(engine)} movetime=1min", "movetime=1s"]
    else:
        words += ["--engine", engine, "--as", options.side, "--movetime", "1min"]
    command = [*our_command("linemate.clients"), *words]
    return subprocess.run(command, env=our_environment()).returncode


def grade(exercise: Exercise, options: argparse.Namespace) -> int:
    """Grade a file, tell it and write it where asked; return 0 for full marks."""
    for path in filter(None, (options.json, options.junit)):
        require_writable(path)

    def tell(result: TaskResult) -> None:
        for line in describe_result(result):
            say(line)

    with StudentFile(exercise, options.file, options.seconds) as file:
        tasks = make_questions(exercise, file)
        tasks += make_games(exercise, options.file, options.seconds)
        found = Grade(exercise, options.file, run_tasks(tasks, tell))
    say(describe_sum(found))
    for path, write in ((options.json, write_json), (options.junit, write_junit)):
        if path is not None:
            write_whole(path, write(found))
    return OVER if found.points == found.of else FAILED


def make_parser() -> arguments.Parser:
    parser = arguments.make_parser(
        "lab exercise",
        "Write a search of your own in one file, play against it and have it graded.",
        EPILOG,
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    parser.set_defaults(action="list")
    for name, about in ACTIONS.items():
        actions.add_parser(name, help=about, description=f"{about.capitalize()}.")
    new, playing, grading = (actions.choices[name] for name in ("new", "play", "grade"))
    name_help = f"one of {', '.join(EXERCISES)}"
    named = new.add_argument("name", choices=tuple(EXERCISES), metavar="NAME", help=name_help)
    offer(named, tuple(EXERCISES))
    new.add_argument("file", nargs="?", type=Path, metavar="FILE", help="by default NAME.py")
    for each in (playing, grading):
        each.add_argument("file", type=Path, metavar="FILE", help="your solution")
    sides = ("x", "o", "none")
    side_help = "your side; none, the default: watch it against the engine"
    playing.add_argument("--as", dest="side", choices=sides, default="none", help=side_help)
    add = grading.add_argument
    seconds = f"for any answer ({SECONDS})"
    add("--seconds", type=read_count, default=SECONDS, metavar="N", help=seconds)
    add("--json", type=Path, metavar="FILE", help="write the grade as JSON")
    add("--junit", type=Path, metavar="FILE", help="write the grade as JUnit XML")
    return parser
