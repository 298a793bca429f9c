"""Gomoku's rule `renju`: some cells are forbidden to x, and o may make whatever he likes.

The source is "The International Rules of Renju" of the Renju International Federation (1996, with
the correction of 1998), sections 3 and 9, https://www.renju.net/rifrules/. In its words x is black:

- An unbroken row of exactly five wins for x, whatever else the stone makes; for o of five or more.
- x must not make an overline, which is six or more in an unbroken row,
- nor two fours at once: rows of four stones that one more makes five;
- nor two threes at once: rows of three stones that one more makes a straight four, which is four
  unbroken that can become five at either end. But that stone must be one that x may put there,
  by these same rules, and must not make five: otherwise the row is no three (section 9.3).

Nobody passes here. So x, who must not make any move that is left to him, has lost, as he would
have by making it.

A line is seen as eleven cells, the one in question in the middle: no stone further off matters.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter

from linemate.engine.core import PLAYERS, WINS, Outcome
from linemate.engine.games.lines import LinePosition, LineTables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Reader = Callable[[bytearray], tuple[int, ...]]

REACH = 5
_X, _ = PLAYERS.encode()
_EMPTY = ord(".")
_WALL = b"#"
# Two threes take four stones besides the new one, and so do two fours in one line.
FEWEST_STONES = 4


class Line:
    """What a stone of x makes of a line, in the middle of these eleven cells."""

    __slots__ = ("extensions", "five", "fours", "overline")

    def __init__(self, cells: tuple[int, ...]) -> None:
        own = {place for place, mark in enumerate(cells) if mark == _X} | {REACH}
        free = {place for place, mark in enumerate(cells) if mark == _EMPTY} - {REACH}
        start, end = _row(own)
        self.five = end - start == 5
        self.overline = end - start > 5
        self.fours = 0 if self.five else len(_fours(own, free))
        # How far away one more stone makes a straight four.
        self.extensions = [
            place - REACH
            for place in (start - 1, end)
            if place in free and _is_straight_four(own | {place}, free)
        ]


def _row(own: set[int]) -> tuple[int, int]:
    """Return where the row that holds the middle begins, and where it has ended."""
    start = end = REACH
    while start - 1 in own:
        start -= 1
    while end in own:
        end += 1
    return start, end


def _fours(own: set[int], free: set[int]) -> set[frozenset[int]]:
    """Return the sets of four stones, the middle one among them, that one more makes five."""
    found = set()
    for start in range(REACH - 4, REACH + 1):
        window = set(range(start, start + 5))
        if len(window & own) == 4 and window & free and not {start - 1, start + 5} & own:
            found.add(frozenset(window & own))
    return found


def _is_straight_four(own: set[int], free: set[int]) -> bool:
    start, end = _row(own)
    is_open = {start - 1, end} <= free and not {start - 2, end + 1} & own
    return end - start == 4 and is_open


_line = lru_cache(maxsize=1 << 16)(Line)


class RenjuTables:
    """What all positions of one size share. Build it through `renju_tables`."""

    def __init__(self, size: int) -> None:
        # For each cell and direction: how to get the cells of its line; one outside the board is
        # the cell -1, where a wall is put.
        self.lines: list[list[tuple[Reader, int]]] = []
        # For each cell, as bits: the cells of its four lines.
        self.stars: list[int] = []
        for cell in range(size * size):
            row, column = divmod(cell, size)
            lines: list[tuple[Reader, int]] = []
            star = 0
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                places = []
                for step in range(-REACH, REACH + 1):
                    y, x = row + step * down, column + step * right
                    inside = 0 <= y < size and 0 <= x < size
                    places.append(y * size + x if inside else -1)
                    star |= 1 << places[-1] if inside and step else 0
                lines.append((itemgetter(*places), down * size + right))
            self.lines.append(lines)
            self.stars.append(star)

    def is_forbidden(self, cell: int, board: bytearray, stones: int) -> bool:
        """Return whether x, who has these stones on the board, must not move to this free cell."""
        if (self.stars[cell] & stones).bit_count() < FEWEST_STONES:
            return False
        return self.why_forbidden(cell, board) is not None

    def why_forbidden(self, cell: int, board: bytearray) -> str | None:
        """Return what x must not make at this free cell; None if it is allowed."""
        return self._why(cell, board + _WALL)

    def _why(self, cell: int, board: bytearray) -> str | None:
        lines = [(_line(read(board)), stride) for read, stride in self.lines[cell]]
        if any(line.five for line, _ in lines):
            return None
        if any(line.overline for line, _ in lines):
            return "an overline"
        if sum(line.fours for line, _ in lines) > 1:
            return "a double-four"
        threes = [(line, stride) for line, stride in lines if line.extensions]
        if len(threes) < 2:
            return None
        board[cell] = _X
        real = sum(
            any(self._may_extend(cell + step * stride, board) for step in line.extensions)
            for line, stride in threes
        )
        board[cell] = _EMPTY
        return "a double-three" if real > 1 else None

    def _may_extend(self, cell: int, board: bytearray) -> bool:
        """Return whether x may move here, and does not make five by it."""
        if any(_line(read(board)).five for read, _ in self.lines[cell]):
            return False
        return self._why(cell, board) is None


@lru_cache(maxsize=4)
def renju_tables(size: int) -> RenjuTables:
    return RenjuTables(size)


class RenjuPosition(LinePosition):
    __slots__ = ("_renju", "_stones")

    def __init__(self, tables: LineTables, size: int, cells: str | None = None) -> None:
        super().__init__(tables, cells)
        self._renju = renju_tables(size)
        self._stones = 0  # of x, as bits
        for cell, mark in enumerate(self._board):
            self._stones |= (mark == _X) << cell
        self._end_if_x_cannot_move()

    def _finished(self, side: int, counter: int) -> int:
        full = counter & self._tables.won
        return full if side else self._tables.alone(full)

    def _end_if_x_cannot_move(self) -> None:
        if self._outcome is None and self.to_move == 0 and all(map(self.is_forbidden, self._empty)):
            self._outcome = WINS[1]

    def legal_moves(self) -> list[int]:
        moves = super().legal_moves()
        if self.to_move == 1:
            return moves
        return [move for move in moves if not self.is_forbidden(move)]

    def forbidden_moves(self) -> list[int]:
        """Return the free cells that are forbidden to x, whoever is to move."""
        return [cell for cell in self._empty if self.is_forbidden(cell)]

    def play(self, move: int) -> None:
        if self.to_move == 0:
            self._stones |= 1 << move
        super().play(move)
        self._end_if_x_cannot_move()

    def undo(self) -> None:
        if self.to_move == 1:
            self._stones ^= 1 << self.history[-1]
        super().undo()

    def copy(self) -> RenjuPosition:
        twin = super().copy()
        assert isinstance(twin, RenjuPosition)
        twin._renju, twin._stones = self._renju, self._stones
        return twin

    def is_forbidden(self, cell: int) -> bool:
        """Return whether x must not move to this free cell."""
        return self._renju.is_forbidden(cell, self._board, self._stones)

    def why_forbidden(self, cell: int) -> str | None:
        """Return what x must not make at this free cell; None if it is allowed."""
        return self._renju.why_forbidden(cell, self._board)

    def playout(self, random: Random) -> Outcome:
        if self._outcome:
            return self._outcome
        position = self.copy()
        free = position._empty
        while position._outcome is None:
            move = random.choice(free)
            if position.to_move == 1 or not position.is_forbidden(move):
                position.play(move)
        return position._outcome
