"""What every plain position promises, and what the games of lines have in common."""

from abc import ABC, abstractmethod

EMPTY = "."
MARKS = "xo"
DRAW = "draw"

THREES = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
]


class PlainPosition(ABC):
    """A position that never changes.

    `to_move` is 0 for x and 1 for o. `target` is the board that the nine-board games send the
    mover to, None for any; it means nothing once the game is over, and nothing in other games.
    """

    to_move: int
    target: int | None = None

    @abstractmethod
    def legal_moves(self) -> list[int]:
        """Cell numbers, ascending; empty exactly when the game is over."""

    @abstractmethod
    def play(self, move: int) -> "PlainPosition":
        """The position after a legal move. What an illegal one gives is not defined."""

    @abstractmethod
    def outcome(self) -> str | None:
        """Either "x", "o" or "draw", and None while the game is open."""

    @abstractmethod
    def cells(self) -> str:
        """One of `x`, `o` and `.` for each cell, in the order of move numbers."""


def has_line(marks: list[str], lines: list[list[int]], player: str) -> bool:
    """Tell whether `player` holds every cell of one of the lines."""
    return any(all(marks[cell] == player for cell in line) for line in lines)


def run(rows: list[list[str]], y: int, x: int, down: int, right: int) -> int:
    """How many marks like the one at `y`, `x` follow it in one direction, itself left out."""
    player = rows[y][x]
    length = 0
    y, x = y + down, x + right
    while 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] == player:
        length += 1
        y, x = y + down, x + right
    return length
