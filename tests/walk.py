"""The way of one `go` through the files: `python -m tests.walk [GAME [SEARCH]]` traces it.

An engine process is started with a profiler in it; from the `go` on, it tells every file of ours
in which a function is entered. `docs/architecture.md` shows the list, and a test holds them equal.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOVETIME = 1000

# Files are told on standard error, those of the functions that have brought the line along first.
PROFILED = f"""
import os, runpy, sys, threading
entered = None
def tell(path):
    if path.startswith({str(ROOT)!r}) and path not in entered:
        entered.add(path)
        os.write(2, (os.path.relpath(path, {str(ROOT)!r}) + "\\n").encode())
def note(frame, event, argument):
    global entered
    code = frame.f_code
    if event != "call" or not code.co_flags & 2:
        return  # 2: a function. The body of a class or a module runs when it is first imported.
    if code.co_qualname == "Conversation.handle" and str(frame.f_locals["line"]).startswith("go"):
        entered, stack = set(), []
        while frame is not None:
            stack.append(frame.f_code.co_filename)
            frame = frame.f_back
        for path in reversed(stack):
            tell(path)
    elif entered is not None:
        tell(code.co_filename)
threading.setprofile(note)
sys.setprofile(note)
sys.argv = ["engine"]
runpy.run_module("engine", run_name="__main__", alter_sys=True)
"""


def trace(game: str = "ultimate", search: str = "auto") -> list[str]:
    """Return the files that a `go` runs through, in the order in which they are entered: from the
    line that arrives to the bestmove.
    """
    setting = f"newgame {game}\nsetoption name Search value {search}\nisready\n"
    with subprocess.Popen(
        [sys.executable, "-c", PROFILED],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{setting}go movetime {MOVETIME}\n")
        process.stdin.flush()
        assert any(line.startswith("bestmove") for line in process.stdout), "no bestmove"
        process.stdin.write("quit\n")
        process.stdin.close()
        return process.stderr.read().split()


if __name__ == "__main__":
    for number, path in enumerate(trace(*sys.argv[1:]), 1):
        print(f"{number}. `{path}`")
