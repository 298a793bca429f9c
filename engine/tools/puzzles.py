"""`python3 -m engine.tools.puzzles`: makes the puzzles that the clients show, and checks them.

    python3 -m engine.tools.puzzles --out clients/shared/data/puzzles.txt   make them all
    python3 -m engine.tools.puzzles --games qubic gomoku --out FILE         of some games alone
    python3 -m engine.tools.puzzles --verify FILE                           prove each again

The same arguments make the same file. It is written as a whole at the end; ended by Ctrl-C, nothing
is. What is checked is checked by another search than the one that made it, see `puzzle_check.py`:
status 1 tells that a claim does not hold, 2 that the file cannot be read.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from linemate.engine.core import LinemateError
from linemate.engine.puzzle import ONLY, Puzzle, PuzzleError, read_puzzles
from linemate.engine.tools.command import replace_file
from linemate.engine.tools.puzzle_check import check
from linemate.engine.tools.puzzle_mine import VEINS, mine, read_words

DONE, WRONG, REFUSED = 0, 1, 2
INTERRUPTED = 128 + signal.SIGINT  # as a shell says of a program that Ctrl-C ended
SECONDS_BETWEEN_REPORTS = 5.0
HEAD = """\
# Puzzles: the side to move wins within PLIES, and by the first move of the line alone.
# GAME [OPTION=VALUE ...] | CLAIM | PLIES | POSITION | LINE      what this means: engine/puzzle.py
# Made by: python3 -m engine.tools.puzzles --seed {seed}
"""


def main(words: Sequence[str] | None = None) -> int:
    arguments = make_parser().parse_args(words)
    try:
        if arguments.verify is not None:
            return verify(arguments.verify, arguments.sample)
        make(arguments.games, arguments.seed, arguments.out)
        return DONE
    except KeyboardInterrupt:
        _say("interrupted: nothing was written")
        return INTERRUPTED
    except (LinemateError, OSError, UnicodeDecodeError) as error:
        _say(str(error))
        return REFUSED


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m engine.tools.puzzles",
        description="Make puzzles from games that the engine plays against itself, or check them.",
    )
    add = parser.add_argument
    add("--games", nargs="+", choices=VEINS, default=list(VEINS), metavar="GAME", help="all")
    add("--seed", type=int, default=1, help="another one makes other puzzles (1)")
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--out", type=Path, metavar="FILE", help="where to write them")
    task.add_argument("--verify", type=Path, metavar="FILE", help="prove every puzzle of it again")
    add("--sample", type=int, default=1, metavar="N", help="with --verify: every N-th alone")
    return parser


def make(games: Sequence[str], seed: int, out: Path) -> None:
    """Write the puzzles of these games, those of a game by their lengths."""
    puzzles = [puzzle for name in games for puzzle in _make_one(name, seed)]
    text = HEAD.format(seed=seed) + "".join(f"{puzzle.write()}\n" for puzzle in puzzles)
    replace_file(out, text.encode())
    _say(f"{len(puzzles)} puzzles in {out}")


def _make_one(name: str, seed: int) -> list[Puzzle]:
    found: list[Puzzle] = []
    began = told = time.monotonic()
    played = 0
    for news in mine(VEINS[name], seed):
        if isinstance(news, Puzzle):
            found.append(news)
        else:
            played = news
        if time.monotonic() - told > SECONDS_BETWEEN_REPORTS:
            told = time.monotonic()
            _say(f"{name}: {len(found)} puzzles in {played} games")
    lengths = Counter(puzzle.plies for puzzle in found)
    counts = ", ".join(f"{count} of {plies}" for plies, count in sorted(lengths.items()))
    only = sum(puzzle.claim == ONLY for puzzle in found)
    _say(
        f"{name}: {len(found)} puzzles in {played} games, {time.monotonic() - began:.0f} s;"
        f" by plies {counts}; {only} with one winning move alone"
    )
    return sorted(found, key=lambda puzzle: puzzle.plies)


def verify(path: Path, step: int) -> int:
    """Check every `step`-th puzzle of a file; tell those that are wrong, and return the status."""
    with path.open() as file:
        puzzles = list(read_puzzles(file))[::step]
    wrong = 0
    told = time.monotonic()
    for number, puzzle in enumerate(puzzles, start=1):
        try:
            check(read_words(puzzle.words), puzzle)
        except PuzzleError as error:
            wrong += 1
            _say(f"{puzzle.write()}: {error}")
        if time.monotonic() - told > SECONDS_BETWEEN_REPORTS:
            told = time.monotonic()
            _say(f"{number} of {len(puzzles)} checked, {wrong} wrong")
    _say(f"{len(puzzles)} puzzles checked, {wrong} wrong")
    return WRONG if wrong else DONE


def _say(text: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {text}\n")


if __name__ == "__main__":
    sys.exit(main())
