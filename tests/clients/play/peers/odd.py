"""Tic-tac-toe engines for the terminal client to cope with: `python odd.py KIND`.

Each plays the first free cell from a1 on. Three have an option: `skilled` and `tens` have Skill,
which is also their score, and `skilled` plays the last free cell at full skill; `counts` has
Visits. Each leaves a note of its process in the directory that it is started in, and, if it is
told to quit, of that.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

CELLS = [column + row for row in "123" for column in "abc"]
KIND = sys.argv[1]
REPORTS = {
    "scores": ["info depth 3 score cp -150 nodes 12345 pv a1 c3"],
    "ranks": [
        "info depth 2 multipv 1 score cp 100 pv a1",
        "info depth 2 multipv 2 score cp -900 pv b1",
    ],
    "counts": ["info depth 2 score cp 7 nodes 250 pv a1 b1"],
    "wordy": [f"info depth 9 score cp 7 nodes 250 pv {' '.join(['a1', 'b1'] * 50)}"],
}
VISITS = "info visits b1 3 0.9 a1 247 0.512 depth 2 score cp 7 nodes 250 pv a1 b1"
OPTIONS = {
    "skilled": "option name Skill type spin default 20 min 0 max 20",
    "tens": "option name Skill type spin default 11 min 1 max 11",
    "counts": "option name Visits type check default false",
}
ANSWER_TO_STOP_ONLY = ("late", "ranks", "counts", "wordy")


def say(line: str) -> None:
    sys.stdout.buffer.write(f"{line}\n".encode())  # in UTF-8 wherever it runs
    sys.stdout.flush()


def answer(moves: list[str], value: str) -> str:
    if KIND == "dies" and len(moves) > 2:
        sys.stderr.write("out of ideas\n")
        sys.stderr.flush()
        os._exit(7)
    if KIND == "illegal" and len(moves) > 2:
        return moves[0]
    if KIND == "silent" and len(moves) > 2:
        return "none"
    free = [cell for cell in CELLS if cell not in moves]
    return free[-1] if KIND == "skilled" and value == "20" else free[0]


def main() -> None:
    Path("peer.pid").write_text(f"{os.getpid()}\n")
    moves: list[str] = []
    value = {"skilled": "20", "tens": "11"}.get(KIND, "")  # of the option: its default, at first
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if KIND == "mute":
            continue
        if verb == "ugi":
            say("id name \N{LATIN CAPITAL LETTER O WITH DIAERESIS}dd \x1b[31mPeer")
            if KIND in OPTIONS:
                say(OPTIONS[KIND])
            say("ugiok")
        elif verb == "isready":
            say("readyok")
        elif verb == "uginewgame" and words[0] != "tictactoe":
            say(f"info string error: unknown game {words[0]!r}: expected tictactoe")
        elif verb == "setoption":
            value = words[-1]
        elif verb == "position":
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
        elif verb == "go":
            for report in REPORTS.get(KIND, []):
                say(report)
            if KIND in ("skilled", "tens"):
                say(f"info depth 1 score cp {value}")
            if KIND == "counts" and value == "true":
                say(VISITS)
            if KIND not in ("deaf", *ANSWER_TO_STOP_ONLY):
                say(f"bestmove {answer(moves, value)}")
        elif verb == "stop" and KIND in ANSWER_TO_STOP_ONLY:
            say(f"bestmove {answer(moves, value)}")
        elif verb == "quit":
            Path("farewell").write_text(KIND)
            return


main()
