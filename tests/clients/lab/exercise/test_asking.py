"""Files that crash, hang or lie: each is told as what it is, and none keeps the grader waiting."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from linemate.clients.lab.exercise.asking import (
    StudentFile,
    Trouble,
    TroubleError,
    host_command,
)
from linemate.clients.lab.exercise.catalogue import EXERCISES
from tests.clients.lab.exercise.solutions import MINIMAX, write_file

POSITION = "x1o/1x1/2o x"
LONG, SHORT = 30.0, 1.0  # seconds: for an answer that comes, and for one that does not


def ask(path: Path, seconds: float) -> object:
    with StudentFile(EXERCISES["minimax"], path, seconds) as file:
        return file.ask(do="call", function="value", position=POSITION)


def trouble(path: Path, seconds: float = LONG) -> Trouble:
    with pytest.raises(TroubleError) as caught:
        ask(path, seconds)
    return caught.value.trouble


@pytest.mark.parametrize(
    ("body", "message", "text"),
    [
        ("return 1 / 0", "ZeroDivisionError: division by zero", "return 1 / 0"),
        ("return value(state)", "RecursionError: maximum recursion depth", "return value(state)"),
        ("return state.play(0)", "ValueError: 0 cannot be played here", "return state.play(0)"),
        ("raise SystemExit(3)", "SystemExit: 3", "raise SystemExit(3)"),
        ("return sorted(state.best)", "has no attribute 'best'", "return sorted(state.best)"),
    ],
)
def test_a_crash_is_told_with_the_students_own_line(
    body: str, message: str, text: str, tmp_path: Path
) -> None:
    found = trouble(write_file(tmp_path, "minimax", body))
    assert found.kind == "crash"
    assert message in found.message
    assert (found.line, found.text) == (21, text)


def test_a_file_that_cannot_be_read_as_python_is_told_with_its_line(tmp_path: Path) -> None:
    found = trouble(write_file(tmp_path, "minimax", "if state\n    return 1"))
    assert (found.kind, found.line, found.text) == ("crash", 21, "if state")


@pytest.mark.parametrize(
    "body",
    [
        "while True:\n    pass",
        "try:\n    while True:\n        pass\nexcept BaseException:\n    return value(state)",
        "import signal, time\nfor n in range(1, 32):\n    try:\n"
        "        signal.signal(n, signal.SIG_IGN)\n    except OSError:\n        pass\n"
        "while True:\n    time.sleep(1)",
        "import subprocess\nsubprocess.run(['sleep', '1000'])",
    ],
    ids=["loop", "deaf", "ignores-signals", "waits-for-a-child"],
)
def test_what_does_not_end_is_ended_and_told_as_too_slow(body: str, tmp_path: Path) -> None:
    assert trouble(write_file(tmp_path, "minimax", body), SHORT).kind == "timeout"


def test_a_process_that_vanishes_or_takes_all_memory_is_a_crash(tmp_path: Path) -> None:
    assert trouble(write_file(tmp_path, "minimax", "import os\nos._exit(0)")).kind == "crash"
    found = trouble(write_file(tmp_path, "minimax", "return [0] * 10**12"))
    assert (found.kind, found.message) == ("crash", "MemoryError: ")


def test_what_is_no_number_is_told_as_what_it_is(tmp_path: Path) -> None:
    found = trouble(write_file(tmp_path, "minimax", "state.winner()"))
    assert found.message == "value returned None in place of a number: is there a return?"


def test_an_empty_skeleton_is_told_from_a_crash(tmp_path: Path) -> None:
    assert trouble(write_file(tmp_path, "minimax")).kind == "empty"


def test_what_a_file_prints_does_no_harm(tmp_path: Path) -> None:
    body = "print('bestmove a1')\n" + MINIMAX
    answer = ask(write_file(tmp_path, "minimax", body), LONG)
    assert answer == {"result": 0, "plays": 185}


def test_what_a_file_prints_goes_nowhere(tmp_path: Path) -> None:
    """A right file with a `print` in it was too slow to answer: half a million lines went through a
    pipe that somebody had to read.
    """
    path = write_file(tmp_path, "minimax", "print('looking')\n" + MINIMAX)
    question = {"do": "call", "function": "value", "position": POSITION}
    done = subprocess.run(
        host_command(EXERCISES["minimax"], path),
        input=f"ask {json.dumps(question)}\nquit\n",
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ('{"result": 0, "plays": 185}\n', "")


@pytest.mark.parametrize(
    "words",
    ["sys.__stdout__.write('5')", "os.system('echo 5')", "os.write(1, b'5')"],
)
def test_what_a_file_or_its_child_writes_is_no_part_of_the_conversation(
    words: str, tmp_path: Path
) -> None:
    """A number on standard output was taken for an answer, and ended the grader."""
    body = f"import os, sys\n{words}; sys.__stdout__.flush()\n{MINIMAX}"
    assert ask(write_file(tmp_path, "minimax", body), LONG)
