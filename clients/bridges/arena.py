"""What bridges have in common: an arena's two pipes, its grid, and our move for it.

An arena's lines come on standard input, our answers go to standard output, and everything that is
for people to standard error. Arenas see the nine boards as one grid of 9x9 cells and number rows
and columns from 0:

move 9 * board + cell  <->  row 3 * (board // 3) + cell // 3, column 3 * (board % 3) + cell % 3

The rules are those of `engine.games`, so an arena that plays by others is found out, and so is an
engine that does.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from linemate.clients.shared.command import program
from linemate.clients.shared.harmless import harmless, say
from linemate.clients.shared.player import Question, UgiPlayer
from linemate.engine.core import Game, LinemateError, Position
from linemate.protocol.driver import Limits

STARTED = time.monotonic()  # as near to the start of this program as it can be told
LONGEST_LINE = 1 << 16  # bytes


class BridgeError(LinemateError):
    """The game cannot go on: what was said, by whom, and what would have been understood."""


# ---------------------------------------------------------------- pipes


class ArenaLine(NamedTuple):
    """Has a line without the white space at its ends; `arrived` is by time.monotonic()."""

    text: str
    arrived: float


def read_lines() -> Iterator[ArenaLine]:
    """Yield each line until the arena closes the pipe; bytes that are no text do no harm.

    A line longer than LONGEST_LINE comes in pieces, so that no input can fill the memory.
    """
    for line in iter(lambda: sys.stdin.buffer.readline(LONGEST_LINE), b""):
        yield ArenaLine(line.decode(errors="replace").strip(), time.monotonic())


def answer(text: str) -> None:
    """Write a line to the arena. Raises BrokenPipeError when nobody reads it."""
    say(text)


def note(text: str) -> None:
    """Tell whoever looks at standard error; a game goes on if nobody does."""
    if sys.stderr is not None:
        with suppress(OSError):
            os.write(sys.stderr.fileno(), harmless(f"{program('bridge')}: {text}\n").encode())


def quote(text: str) -> str:
    return ascii(text if len(text) <= 80 else text[:80] + "...")


# ---------------------------------------------------------------- moves


def to_grid(move: int) -> tuple[int, int]:
    """Return row and column of a move."""
    board, cell = divmod(move, 9)
    return 3 * (board // 3) + cell // 3, 3 * (board % 3) + cell % 3


def from_grid(row: int, column: int) -> int:
    """Return the move in this row and column."""
    board = 3 * (row // 3) + column // 3
    return 9 * board + 3 * (row % 3) + column % 3


def choose_move(
    player: UgiPlayer, game: Game, position: Position, limits: Limits, start: str | None = None
) -> int:
    """Return the engine's move, which is legal; the position is left as it is.

    `start` is where the moves of the position's history began, None for the start of the game. An
    engine that does not keep to its time is told to stop when that is over. Raises EngineError.
    """
    moves = [game.write_move(move) for move in position.history]
    allowed = limits.p1time if limits.movetime is None else limits.movetime
    timeout = None if allowed is None else allowed / 1000
    question = Question(start, moves, limits, timeout)
    return player.read_move(game, position, player.think(question))
