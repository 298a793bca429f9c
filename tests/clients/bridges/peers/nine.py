"""An engine for the nine-board games that plays the first legal move, until it misbehaves.

    nine.py [BEHAVIOUR[=VALUE]] [pid=FILE]

slow=SECONDS   thinks that long        stubborn  does not leave when it is told to
dies           in its first search     mute      answers no search, not even to stop
illegal        plays 99                none      says that it has no move
late           answers a `stop` only
uci            speaks UCI, and plays the variants in VALUE
"""

from __future__ import annotations

import os
import signal
import sys
import time

from linemate.engine.core import Game, Position
from linemate.engine.registry import make_game

ARGUMENTS = {word.partition("=")[0]: word.partition("=")[2] for word in sys.argv[1:]}


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def choose(game: Game, position: Position) -> str:
    if "none" in ARGUMENTS:
        return "none"
    return "99" if "illegal" in ARGUMENTS else game.write_move(position.legal_moves()[0])


def main() -> None:
    with open(ARGUMENTS["pid"], "w") as file:
        file.write(f"{os.getpid()}\n")
    game = make_game("ultimate")
    position = game.start()
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb == "ugi" and "uci" not in ARGUMENTS:
            say("option name Hash type spin default 1 min 1 max 9")
            say("ugiok")
        elif verb == "uci":
            variants = " ".join(f"var {name}" for name in ARGUMENTS["uci"].split(","))
            say(f"option name UCI_Variant type combo default chess {variants}")
            say("uciok")
        elif verb == "isready":
            say("readyok")
        elif verb in ("uginewgame", "ucinewgame") and words:
            game = make_game(words[0], dict(zip(words[1::2], words[2::2], strict=True)))
        elif verb == "position":
            at = words.index("moves") if "moves" in words else len(words)
            fen = words[0] == "fen"
            position = game.read_position(" ".join(words[1:at])) if fen else game.start()
            for move in words[at + 1 :]:
                position.play(game.read_move(position, move))
        elif verb == "go":
            if "dies" in ARGUMENTS:
                sys.stderr.write("out of ideas\n")
                sys.stderr.flush()
                os._exit(7)
            time.sleep(float(ARGUMENTS.get("slow", 0)))
            if not {"mute", "late"} & ARGUMENTS.keys():
                say(f"bestmove {choose(game, position)}")
        elif verb == "stop" and "late" in ARGUMENTS:
            say(f"bestmove {choose(game, position)}")
        elif verb == "quit" and "stubborn" not in ARGUMENTS:
            return
    while "stubborn" in ARGUMENTS:
        time.sleep(1)


if "stubborn" in ARGUMENTS:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
main()
