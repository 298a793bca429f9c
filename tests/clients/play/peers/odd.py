"""Tic-tac-toe engines for the terminal client to cope with: `python odd.py KIND`.

Each plays the first free cell from a1 on, and has no options; but `skilled` has the option
Skill, and at full skill plays the last free cell.
"""

from __future__ import annotations

import os
import sys

CELLS = [column + row for row in "123" for column in "abc"]
KIND = sys.argv[1]


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def answer(moves: list[str], skill: str) -> str:
    if KIND == "dies" and len(moves) > 2:
        sys.stderr.write("out of ideas\n")
        sys.stderr.flush()
        os._exit(7)
    if KIND == "illegal" and len(moves) > 2:
        return moves[0]
    if KIND == "silent" and len(moves) > 2:
        return "none"
    free = [cell for cell in CELLS if cell not in moves]
    return free[-1] if KIND == "skilled" and skill == "20" else free[0]


def main() -> None:
    moves: list[str] = []
    skill = "20"
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb == "ugi":
            say("id name Odd \x1b[31mPeer")
            if KIND == "skilled":
                say("option name Skill type spin default 20 min 0 max 20")
            say("ugiok")
        elif verb == "isready":
            say("readyok")
        elif verb == "uginewgame" and words[0] != "tictactoe":
            say(f"info string error: unknown game {words[0]!r}: expected tictactoe")
        elif verb == "setoption":
            skill = words[-1]
        elif verb == "position":
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
        elif verb == "go":
            if KIND == "scores":
                say("info depth 3 score cp -150 pv a1 c3")
            say(f"bestmove {answer(moves, skill)}")
        elif verb == "quit":
            return


main()
