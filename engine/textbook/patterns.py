"""Which moves of gomoku are worth a look: the patterns of source report 003.

Free cells within distance 3 of a mark (Euclidean, up to the corner of that square) are scored
by what a mark of one's own would make of the four lines through the cell, and by what it
would take away from the opponent. The best five are kept, chance deciding between equals; one
that scores 2000 or more is critical, and is kept alone.

The report's windows reach five cells to either side in the diagonals and four to the right
and below in rows and columns; here it is five everywhere. Its second pattern of an open three
has lost a mark in print, 0 0 1 1 0, and is read as 0 0 1 1 1 0.
"""

from __future__ import annotations

from functools import cache, lru_cache

from linemate.engine.core import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

FIVE = "11111"
OPEN_FOUR = "011110"
FOUR = "1111"
OPEN_THREES = ("011100", "001110", "010110", "011010")
OPEN_TWOS = ("011000", "010100", "001100", "000110", "001010", "010010")

REACH = 5
BREAK_FIVE, MAKE_OPEN_FOUR, MAKE_FOUR_AND_THREE = 20_000, 10_000, 5_000
BREAK_OPEN_FOUR, BREAK_FOUR_AND_THREE = 4_000, 3_000
MAKE_OPEN_THREE, BREAK_OPEN_THREE = 1_000, 500
MAKE_OPEN_TWO, BREAK_OPEN_TWO = 100, 10
WINS = 1_000_000
CRITICAL = 2_000
KEPT = 5

# For each of the two players: how that player sees the marks of the board.
_VIEWS = (str.maketrans("xo.", "120"), str.maketrans("xo.", "210"))


def promising_moves(position: Position, width: int, random: Random, kept: int = KEPT) -> list[int]:
    """Return the best of the legal moves on a board of that width, so many at most, best first;
    all on an empty one.
    """
    cells = position.cells()
    if not cells.strip("."):
        return position.legal_moves()
    near = near_moves(position, width)
    scores = score_moves(cells, near, position.to_move, width)
    random.shuffle(near)  # the sort leaves equals in the order in which it finds them
    near.sort(key=scores.__getitem__, reverse=True)
    return near[: 1 if scores[near[0]] >= CRITICAL else kept]


def near_moves(position: Position, width: int) -> list[int]:
    """Return the legal moves near a mark on a board of that width; all if there are none."""
    cells = position.cells()
    moves = position.legal_moves()
    return [cell for cell in moves if _is_near(cells, cell, width)] or moves


def score_moves(cells: str, moves: list[int], side: int, width: int) -> dict[int, int]:
    """Return the report's score of each move for this player."""
    mine, theirs = cells.translate(_VIEWS[side]), cells.translate(_VIEWS[1 - side])
    return {move: _score(mine, theirs, move, width) for move in moves}


def _score(mine: str, theirs: str, move: int, width: int) -> int:
    made = [_read_line(mine, line, at) for line, at in _lines(move, width, len(mine))]
    broken = [_read_line(theirs, line, at) for line, at in _lines(move, width, len(mine))]
    if any(line.five for line in made):
        return WINS
    score = BREAK_FIVE if any(line.five for line in broken) else 0
    for lines, open_four, four_and_three, open_three, open_two in (
        (made, MAKE_OPEN_FOUR, MAKE_FOUR_AND_THREE, MAKE_OPEN_THREE, MAKE_OPEN_TWO),
        (broken, BREAK_OPEN_FOUR, BREAK_FOUR_AND_THREE, BREAK_OPEN_THREE, BREAK_OPEN_TWO),
    ):
        threes = sum(line.open_three for line in lines)
        if any(line.open_four for line in lines):
            score += open_four
        elif threes and any(line.four for line in lines):
            score += four_and_three
        score += threes * open_three + sum(line.open_twos for line in lines) * open_two
    return score


class _Line:
    """What a line of eleven cells at most holds, once the cell in question is marked."""

    __slots__ = ("five", "four", "open_four", "open_three", "open_twos")

    def __init__(self, text: str) -> None:
        self.five = FIVE in text
        self.open_four = OPEN_FOUR in text
        self.four = FOUR in text
        self.open_three = any(pattern in text for pattern in OPEN_THREES)
        self.open_twos = sum(pattern in text for pattern in OPEN_TWOS)


_line = lru_cache(maxsize=1 << 16)(_Line)


def _read_line(view: str, line: tuple[int, ...], at: int) -> _Line:
    marks = "".join([view[cell] for cell in line])
    return _line(f"{marks[:at]}1{marks[at + 1 :]}")


@cache
def _lines(cell: int, width: int, count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the four lines through a cell, each with the place of the cell in it."""
    row, column = divmod(cell, width)
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        steps = [
            step
            for step in range(-REACH, REACH + 1)
            if 0 <= row + step * down < count // width and 0 <= column + step * right < width
        ]
        line = tuple((row + step * down) * width + column + step * right for step in steps)
        found.append((line, steps.index(0)))
    return tuple(found)


@cache
def _neighbours(cell: int, width: int, count: int) -> tuple[int, ...]:
    row, column = divmod(cell, width)
    return tuple(
        other
        for other in range(count)
        if (other // width - row) ** 2 + (other % width - column) ** 2 <= 18
    )


def _is_near(cells: str, cell: int, width: int) -> bool:
    return any(cells[other] != "." for other in _neighbours(cell, width, len(cells)))
