"""A small engine for tic-tac-toe that plays the first free cell, until it misbehaves.

    fake.py [BEHAVIOUR[=VALUE]] [at=PLY] [log=FILE]

It misbehaves in its first search with PLY moves or more on the board (0). `log` names a file to
which every line that it reads is appended, `started` and its number first.
"""

from __future__ import annotations

import os
import signal
import sys
import time

CELLS = [column + row for row in "123" for column in "abc"]
ARGUMENTS = {word.partition("=")[0]: word.partition("=")[2] for word in sys.argv[1:]}
PLY = int(ARGUMENTS.get("at", "0"))


def say(*lines: str) -> None:
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()


def note(line: str) -> None:
    if "log" in ARGUMENTS:
        with open(ARGUMENTS["log"], "a") as file:
            file.write(f"{line.strip()}\n")


def answer(moves: list[str], words: list[str]) -> None:
    """One `go`, with whatever goes wrong in it."""
    best = next((cell for cell in CELLS if cell not in moves), "none")
    report = f"info depth 1 score cp {ARGUMENTS.get('score', '0')} nodes 9 pv {best}"
    if len(moves) < PLY:
        say(report, f"bestmove {best}")
        return
    if "crash" in ARGUMENTS:
        sys.stderr.write("assertion failed\n")
        sys.stderr.flush()
        os._exit(3)
    if "stall" in ARGUMENTS:
        return
    if "lazy" in ARGUMENTS:  # answers only when it is told to stop
        while sys.stdin.readline().strip() != "stop":
            pass
    if "gate" in ARGUMENTS:  # answers only when there is such a file
        while not os.path.exists(ARGUMENTS["gate"]):
            time.sleep(0.01)
    if "late" in ARGUMENTS:
        limit = int(words[words.index("movetime") + 1]) if "movetime" in words else 0
        time.sleep((limit + int(ARGUMENTS["late"])) / 1000)
    if "illegal" in ARGUMENTS:
        best = ARGUMENTS["illegal"] or moves[-1]
    if "garbage" in ARGUMENTS:
        os.write(1, b"\xff\xfe\0\x80 info depth\ninfo score mate\nbestmove\n")
        return
    if "twice" in ARGUMENTS:
        say(f"bestmove {best}")
    if "huge" in ARGUMENTS:
        say(*[report] * 20_000)
    if "endless" in ARGUMENTS:
        while True:
            sys.stdout.write("x" * 100_000)
    say(report, f"bestmove {best}")


def run() -> None:
    moves: list[str] = []
    note(f"started {os.getpid()}")
    if "child" in ARGUMENTS:
        child = os.fork()
        if child == 0:
            time.sleep(1000)
        note(f"child {child}")
    if "stubborn" in ARGUMENTS:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for line in sys.stdin:
        note(line)
        verb, *words = line.split() or [""]
        if verb == "ugi":
            say("id name Fake", "option name Hash type spin default 1 min 1 max 9", "ugiok")
        elif verb == "isready":
            say("readyok")
        elif verb == "uginewgame" and words and words[0] != "tictactoe":
            say(f"info string error: unknown game {words[0]!r}")
        elif verb == "position":
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
        elif verb == "go":
            answer(moves, words)
        elif verb == "quit" and "stubborn" not in ARGUMENTS:
            break
    if "stubborn" in ARGUMENTS:
        time.sleep(1000)


run()
