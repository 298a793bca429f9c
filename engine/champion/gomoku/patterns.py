"""Five in a row as tables: what a stone on each free cell would make, and what a line is worth.

The board's lines (rows, columns, diagonals of five cells and more) are whole numbers, two bits
a cell: 0 free, 1 x, 2 o. Beside them stands one big number with 32 bits for each cell of the
board, the low half for x and the high half for o: the **promise** of the cell, what a stone of
that player would make there, summed over the four lines through it. In each line it is

    FIVE        wins at once
    TWO_FOURS   a row that two cells can complete (an open four, or as good as one)
    FOUR        a row that one cell can complete
    THREE       one more stone makes TWO_FOURS
    else        at most 31: how many stones stand in the windows of five that can still be
                filled; 1 if there are such windows but no stones in them; 0 if there are none

The sizes are such that the sum over four lines still tells these apart: two FOURs make a
TWO_FOURS, which they are; only four THREEs at once look like one FOUR. So "can anyone win at
once" is one AND with a mask over the whole board, and a board where nobody can ever win is the
number 0. Taken cells promise nothing.

A move changes four lines. The change of the big number and of the estimate depends on nothing
but the line's content, the cell and the player: it is looked up in a dict (a `Step`), and
computed at the first time. What is done on a move, with `codes` the list of the lines:

    (line, stone, steps), ... four of them ... = tables.moves[player][cell]
    change, gain = steps[codes[line]];  promises += change;  estimate += gain
    codes[line] += stone

The estimate is x's view: windows of five that only one player has stones in, by their number.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache

from linemate.engine.champion.gomoku.stretches import HALF, THREE, Stretches
from linemate.engine.core import PLAYERS

FIVE_BITS, TWO_FOURS_BITS, FOUR_BITS, THREE_BITS = 0xE000, 0x1C00, 0x1E00, 0x0180
TWO_THREES_BIT = 2 * THREE

FIELD = 32  # bits for a cell
FIELD_MASK = (1 << FIELD) - 1

# A line read from its last cell to its first, to the base of four.
_DIGITS = str.maketrans({".": "0", PLAYERS[0]: "1", PLAYERS[1]: "2"})

# The steps of a board are forgotten when there are so many bytes of them.
STEP_BYTES = 24 << 20
STEP_OVERHEAD = 300  # of one step, beside the digits of its number; measured


# The change of the promises, and of the estimate as the player who moves sees it.
Step = tuple[int, int]


class Steps(dict[int, Step]):
    """For one player and cell, in one line: from the line's content to the step."""

    __slots__ = ("_line", "_place", "_player", "_tables")

    def __init__(self, tables: Tables, line: tuple[int, ...], place: int, player: int) -> None:
        self._tables, self._line, self._place, self._player = tables, line, place, player

    def __missing__(self, code: int) -> Step:
        step = self._tables.compute_step(self._line, self._place, self._player, code)
        self[code] = step
        return step


# The number of the line in the list of codes, the stone in it, the changes.
LineMove = tuple[int, int, Steps]
Move = tuple[LineMove, LineMove, LineMove, LineMove]


class Tables:
    """What all searches on one board share. Get it from `pattern_tables`.

    `look` is called before a step is computed, and may raise to end a search in time.
    """

    look: Callable[[], object] = int  # does nothing

    def __init__(self, width: int, height: int, exactly_five: bool) -> None:
        self.width, self.height = width, height
        self.cell_count = width * height
        self.exactly_five = exactly_five
        self._stretches = Stretches(exactly_five)
        self._step_bytes, self._most_step_bytes = 0, STEP_BYTES
        self.lines: list[tuple[int, ...]] = list(_lines(width, height))
        self.moves = self._make_moves()
        every = sum(1 << FIELD * cell for cell in range(self.cell_count))
        self.every = every
        # All bits below a cell's field.
        self.below = [(1 << FIELD * cell) - 1 for cell in range(self.cell_count)]
        # All bits of the cells that can be in a row of five with a cell.
        self.stars = self._make_stars()

        def masks(bits: int) -> tuple[int, int]:
            return every * bits, every * (bits << HALF)

        self.fives = masks(FIVE_BITS)
        self.two_fours = masks(TWO_FOURS_BITS)
        self.fours = masks(FOUR_BITS)
        self.threes = masks(THREE_BITS)
        self.double_threes = masks(TWO_THREES_BIT)
        self.forcing = masks(FOUR_BITS | TWO_THREES_BIT)
        self.halves = masks((1 << HALF) - 1)
        # What must be looked into before anything else: fives and TWO_FOURS of either player.
        self.urgent = every * ((FIVE_BITS | TWO_FOURS_BITS) * ((1 << HALF) + 1))

    def _make_moves(self) -> tuple[list[Move], list[Move]]:
        # A cell near a corner has lines too short for five: they are this one, always empty.
        nowhere = len(self.lines)
        found: tuple[list[list[LineMove]], list[list[LineMove]]] = (
            [[] for _ in range(self.cell_count)],
            [[] for _ in range(self.cell_count)],
        )
        for number, line in enumerate(self.lines):
            for place, cell in enumerate(line):
                for player in (0, 1):
                    steps = Steps(self, line, place, player)
                    found[player][cell].append((number, player + 1 << 2 * place, steps))
        nothing = Steps(self, (), 0, 0)
        nothing[0] = (0, 0)
        moves: tuple[list[Move], list[Move]] = ([], [])
        for player in (0, 1):
            for lines in found[player]:
                a, b, c, d = lines + [(nowhere, 0, nothing)] * (4 - len(lines))
                moves[player].append((a, b, c, d))
        return moves

    def _make_stars(self) -> list[int]:
        stars = [0] * self.cell_count
        for line in self.lines:
            fields = [FIELD_MASK << FIELD * cell for cell in line]
            for place, cell in enumerate(line):
                for field in fields[max(0, place - 4) : place + 5]:
                    stars[cell] |= field
        return stars

    def empty_codes(self) -> list[int]:
        return [0] * (len(self.lines) + 1)

    def compute_step(self, line: tuple[int, ...], place: int, player: int, code: int) -> Step:
        self.look()  # a new position may need hundreds of these
        padded = self._stretches.pad(code, len(line))
        changes, gain = self._stretches.change(padded, place, player)
        total, stride = 0, line[1] - line[0]
        cell = line[place] - self._stretches.reach * stride
        for change in changes:
            if change:
                total += change << FIELD * cell
            cell += stride
        self._make_room(total)
        return total, gain

    def read(self, cells: str) -> tuple[int, int, list[int]]:
        """Return the promises of a position, the estimate as x sees it, and its lines.

        All at once, not stone by stone: the steps of a position's past are of no use to its
        search, and hundreds of them took longer than a short search may. This is quick enough
        to do without a look at the clock.
        """
        digits = cells.translate(_DIGITS)
        fields, estimate, codes = [0] * self.cell_count, 0, self.empty_codes()
        for number, line in enumerate(self.lines):
            codes[number] = code = int("".join([digits[cell] for cell in reversed(line)]), 4)
            promises, worth = self._stretches.read(code, len(line))
            estimate += worth
            for cell, promise in zip(line, promises, strict=True):
                fields[cell] += promise
        packed = struct.pack(f"<{len(fields)}I", *fields)
        return int.from_bytes(packed, "little"), estimate, codes

    def _make_room(self, change: int) -> None:
        """Forget all steps when they take too much memory; they come back as they are needed."""
        self._step_bytes += STEP_OVERHEAD + change.bit_length() // 7
        if self._step_bytes > self._most_step_bytes:
            self._step_bytes = 0
            self._stretches.forget_changes()
            for moves in self.moves:
                for move in moves:
                    for number, _, steps in move:
                        if number < len(self.lines):
                            steps.clear()


@lru_cache(maxsize=2)
def pattern_tables(width: int, height: int, exactly_five: bool) -> Tables:
    return Tables(width, height, exactly_five)


def _lines(width: int, height: int) -> list[tuple[int, ...]]:
    """Return the rows, columns and diagonals of five cells or more."""
    lines = []
    for row_step, column_step in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(height):
            for column in range(width):
                if row - row_step >= 0 and 0 <= column - column_step < width:
                    continue  # not the first cell of its line
                line = []
                y, x = row, column
                while y < height and 0 <= x < width:
                    line.append(y * width + x)
                    y, x = y + row_step, x + column_step
                if len(line) >= 5:
                    lines.append(tuple(line))
    return lines
