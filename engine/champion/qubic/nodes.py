"""A position of qubic as one tuple of numbers, which a move turns into another: nothing to undo.

The first six are those of `vcf.py`, with the side to move as the attacker; the others are
explained in `tables.py`.
"""

from __future__ import annotations

from linemate.engine.champion.qubic.tables import (
    ALL_CELLS,
    CELLS,
    LINES,
    MARKS,
    SHIFTS,
    qubic_tables,
)
from linemate.engine.champion.vcf import FourSearch
from linemate.engine.core import PLAYERS, Game
from linemate.engine.games.lines import LinePosition

# The gains, the bytes of the empty cells, the worth to the side to move, the codes of the lines.
Node = tuple[int, int, int, int, int, int, int, int, int, list[int]]


class QubicNodes:
    """Makes nodes, and reads moves off them."""

    def __init__(self, game: Game) -> None:
        start = game.start()
        assert isinstance(start, LinePosition)
        self._cube = qubic_tables(start._tables)
        self._threats = FourSearch(game)

    def _node(self, position: LinePosition) -> Node:
        cube = self._cube
        gains, empty, codes, worth = cube.start_gains, ALL_CELLS, [0] * LINES, 0
        for cell, mark in enumerate(position.cells()):
            if mark != ".":
                side = PLAYERS.index(mark)
                gain = (gains >> SHIFTS[side] + 8 * cell & 255) - 1
                worth += gain if side == position.to_move else -gain
                empty &= cube.without[cell]
                for line, change in cube.changes[side][cell]:
                    gains += change[codes[line]]
                    codes[line] += MARKS[side]
        return *self._threats.state(position, position.to_move), gains, empty, worth, codes

    def _after(self, node: Node, side: int, move: int) -> Node:
        """Return what the other side sees when this one has played the move."""
        mine, my_open, theirs, their_open, free, key, gains, empty, worth, codes = node
        tables, cube = self._threats.tables, self._cube
        gain = (gains >> SHIFTS[side] + 8 * move & 255) - 1
        codes = codes[:]
        mark = MARKS[side]
        for line, change in cube.changes[side][move]:
            code = codes[line]
            gains += change[code]
            codes[line] = code + mark
        return (
            theirs,
            their_open & tables.keep[move],
            mine + tables.add[move],
            my_open,
            free ^ 1 << move,
            key ^ tables.keys[side][move],
            gains,
            empty & cube.without[move],
            -worth - gain,
            codes,
        )

    def _plane(self, node: Node, side: int) -> bytes:
        """Return, by cell, what a mark of this side gains, plus one; 0 where none can go."""
        return (node[6] >> SHIFTS[side] & node[7]).to_bytes(CELLS, "little")


def best_first(plane: bytes) -> list[int]:
    """Return the free cells, those with the greatest gain first."""
    cells = sorted(range(CELLS), key=plane.__getitem__, reverse=True)
    del cells[CELLS - plane.count(0) :]
    return cells
