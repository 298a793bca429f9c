"""A Gomocup brain that plays the first free cell of its board, until it misbehaves.

brain.py [stall] [crash] [outside] [refuse] [log=FILE]
"""

from __future__ import annotations

import os
import sys

ARGUMENTS = {word.partition("=")[0]: word.partition("=")[2] for word in sys.argv[1:]}
size = 0
taken: set[tuple[int, int]] = set()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\r\n")
    sys.stdout.flush()


def move() -> None:
    if "crash" in ARGUMENTS and len(taken) > 2:
        os._exit(4)
    if "stall" in ARGUMENTS and len(taken) > 2:
        return
    x, y = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
    taken.add((x, y))
    say("DEBUG thinking of 9,9")
    say("99,99" if "outside" in ARGUMENTS and len(taken) > 2 else f"{x},{y}")


def note(x: str, y: str) -> None:
    taken.add((int(x), int(y)))


for line in sys.stdin:
    words = line.split()
    if "log" in ARGUMENTS:
        with open(ARGUMENTS["log"], "a") as file:
            file.write(f"{line.strip()}\n")
    match words:
        case ["START", number] if "refuse" in ARGUMENTS:
            say(f"ERROR unsupported size {number}")
        case ["START", number]:
            size = int(number)
            taken.clear()
            say("OK")
        case ["BEGIN"]:
            move()
        case ["TURN", cell]:
            note(*cell.split(","))
            move()
        case ["BOARD"]:
            taken.clear()
        case ["DONE"]:
            move()
        case ["END"]:
            break
        case [cell] if cell.count(",") == 2:
            note(*cell.split(",")[:2])
