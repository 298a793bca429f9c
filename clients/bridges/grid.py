"""The nine boards as one grid of 9x9 cells, as arenas number them: row and column from 0.

move 9 * board + cell  <->  row 3 * (board // 3) + cell // 3, column 3 * (board % 3) + cell % 3
"""

from __future__ import annotations


def to_grid(move: int) -> tuple[int, int]:
    """Row and column of a move."""
    board, cell = divmod(move, 9)
    return 3 * (board // 3) + cell // 3, 3 * (board % 3) + cell % 3


def from_grid(row: int, column: int) -> int:
    board = 3 * (row // 3) + column // 3
    return 9 * board + 3 * (row % 3) + column % 3
