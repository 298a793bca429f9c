"""An engine for tic-tac-toe that puts control sequences into everything that it says.

hostile.py [illegal|crash|refuse] [at=PLY]

With one of the words it does that, as venomously, once PLY moves (0) are on the board.
"""

from __future__ import annotations

import sys

# The clipboard (OSC 52), a colour by a C1 code, text turned around, a link, the screen cleared.
POISON = (
    "\x1b]52;c;cHduZWQ=\x07\x9b31m\u202e\u2066\u200f[link=https://evil.example]Eve[/link]\x1b[2J"
)
CELLS = [column + row for row in "123" for column in "abc"]
PLY = next((int(word[3:]) for word in sys.argv if word.startswith("at=")), 0)


def say(*lines: str) -> None:
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
    sys.stdout.flush()


def answer(moves: list[str]) -> None:
    move = next((cell for cell in CELLS if cell not in moves), "none")
    say(f"info string error: {POISON}", f"info depth 1 score cp 1 pv {POISON} {move}", POISON)
    sys.stderr.buffer.write(f"{POISON}\n".encode())
    sys.stderr.flush()
    if len(moves) >= PLY:
        if "crash" in sys.argv:
            sys.exit(3)
        if "illegal" in sys.argv:
            move = POISON
    say(f"bestmove {move}")


def run() -> None:
    moves: list[str] = []
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb in ("ugi", "uci"):
            say(f"id name Eve {POISON}", f"id author {POISON}")
            say(f"option name Style {POISON} type combo default a{POISON} var a{POISON} var b")
            say(f"{verb}ok")
        elif verb == "isready":
            say("readyok")
        elif verb in ("newgame", "position") and "refuse" in sys.argv:
            say(f"info string error: {POISON}")
        elif verb == "position":
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
        elif verb == "go":
            answer(moves)
        elif verb == "quit":
            return


if __name__ == "__main__":
    run()
