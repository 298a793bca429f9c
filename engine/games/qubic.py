"""Qubic: four in a row in a cube of 4x4x4 cells, 76 lines.

A cell is row x, column y, level z, each 0 to 3: number 16x + 4y + z, text `xyz`. Position
strings and diagrams go level by level.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

from linemate.engine.core import PLAYERS, Game, Position, UnreadableMoveError
from linemate.engine.games import notation
from linemate.engine.games.grid import off_centre, permute
from linemate.engine.games.lines import LinePosition, LineTables, line_tables

SIDE = 4
SHAPE = (SIDE, SIDE, SIDE)
WORTH = (0, 2, 12, 50)
LEVELS = [[16 * x + 4 * y + z for x in range(SIDE) for y in range(SIDE)] for z in range(SIDE)]


class Qubic(Game):
    name = "qubic"

    @property
    def cell_count(self) -> int:
        return SIDE**3

    def _tables(self) -> LineTables:
        return line_tables(SHAPE, SIDE, False, WORTH)

    def start(self) -> LinePosition:
        return LinePosition(self._tables())

    def parse_move(self, text: str) -> int:
        if len(text) == 3 and all(digit in "0123" for digit in text):
            return int(text, SIDE)
        raise UnreadableMoveError(
            f"bad move {text!r}: expected row, column and level, three digits 0 to 3, as in '212'"
        )

    def write_move(self, move: int) -> str:
        return f"{move // 16}{move // 4 % 4}{move % 4}"

    def appeal(self, move: int) -> int:
        """Prefer the cells that lie on most lines, and of those the ones in the middle."""
        lines = self._tables().add[move].bit_count()
        return 100 * lines - off_centre((move // 16, move // 4 % 4, move % 4), SHAPE)

    def write_position(self, position: Position) -> str:
        cells = position.cells()
        levels = ("".join(cells[cell] for cell in level) for level in LEVELS)
        return f"{'/'.join(map(notation.write_cells, levels))} {PLAYERS[position.to_move]}"

    def read_position(self, text: str) -> LinePosition:
        fields = ("levels", "side to move")
        board, side = notation.split_fields(text, fields, "16/16/16/16 x")
        cells = ["."] * self.cell_count
        for level, part in zip(LEVELS, notation.split_parts(board, SIDE, "level"), strict=True):
            for cell, mark in zip(level, notation.read_cells(part, 16, "level"), strict=True):
                cells[cell] = mark
        notation.check_side("".join(cells), side)
        return LinePosition(self._tables(), "".join(cells))

    def diagram(self, position: Position) -> str:
        """Draw rows x downwards, columns y to the right, level by level."""
        cells = notation.draw_cells(position)
        titles = [f"{'level ' + str(z):^12}" for z in range(SIDE)]
        columns = "".join(f" {y} " for y in range(SIDE))
        lines = ["   " + "   ".join(titles), "   " + "   ".join([columns] * SIDE)]
        for x in range(SIDE):
            rows = ["".join(cells[16 * x + 4 * y + z] for y in range(SIDE)) for z in range(SIDE)]
            lines.append(f" {x} " + "   ".join(rows))
        lines.append(notation.status(position.outcome(), position.to_move))
        return "\n".join(line.rstrip() for line in lines)

    def symmetries(self) -> Sequence[tuple[int, ...]]:
        return cube_symmetries()

    def transform(self, position: Position, symmetry: Sequence[int]) -> LinePosition:
        return LinePosition(self._tables(), permute(position.cells(), symmetry))


@cache
def cube_symmetries() -> tuple[tuple[int, ...], ...]:
    """Return the 192 permutations of the cells that map lines to lines, identity first.

    Axes may be exchanged (6), each axis reversed (8), and the coordinates permuted alike on
    all axes by any permutation that commutes with reversal (8), such as swapping 1 with 2.
    Reversing all axes is one of the latter too, so half of the 384 products are repetitions.
    """
    relabelings = [p for p in permutations(range(4)) if all(p[3 - c] == 3 - p[c] for c in range(4))]
    found: dict[tuple[int, ...], None] = {}
    for axes in permutations(range(3)):
        for reversed_axes in product((False, True), repeat=3):
            for relabel in relabelings:
                images = []
                for point in product(range(SIDE), repeat=3):
                    moved = [relabel[point[axis]] for axis in axes]
                    for axis in range(3):
                        if reversed_axes[axis]:
                            moved[axis] = 3 - moved[axis]
                    images.append(16 * moved[0] + 4 * moved[1] + moved[2])
                found[tuple(images)] = None
    return tuple(found)
