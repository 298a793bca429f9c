"""What report 004 would have added: the plain count of safe cells and of pairs, on random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from linemate.engine.core import Game, Position
from linemate.engine.games.smallboards import BoardsPosition
from linemate.engine.registry import make_game
from linemate.engine.textbook.heuristics.base import Heuristic

OpenPositions = Callable[[Game, int], Iterator[Position]]
Make = Callable[..., Heuristic]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def threatens(board: str, player: str) -> bool:
    marks = [sorted(board[cell] for cell in line) for line in LINES]
    return sorted([".", player, player]) in marks


def count_safe(position: BoardsPosition, player: str) -> int:
    """Free cells of open boards that name no open board where the other threatens."""
    cells, other = position.cells(), "xo"["ox".index(player)]
    boards = [cells[start : start + 9] for start in range(0, 81, 9)]
    is_open = [not position.closed >> board & 1 for board in range(9)]
    return sum(
        boards[board][cell] == "." and not (is_open[cell] and threatens(boards[cell], other))
        for board in range(9)
        if is_open[board]
        for cell in range(9)
    )


def count_pairs(position: BoardsPosition, player: str) -> int:
    places = Counter(cell % 9 for cell, mark in enumerate(position.cells()) if mark == player)
    return sum(count * (count - 1) // 2 for count in places.values())


@pytest.mark.parametrize("name", ["nineboard", "ultimate"])
def test_it_is_powers_of_two_with_safe_cells_and_spread_counted(
    open_positions: OpenPositions, make: Make, name: str
) -> None:
    game = make_game(name)
    linked, plain = make(game, "linked-boards", "safe=3 spread=5"), make(game, "powers-of-two")
    for position in open_positions(game, 12):
        assert isinstance(position, BoardsPosition)
        me, other = "xo"[position.to_move], "ox"[position.to_move]
        expected = 3 * (count_safe(position, me) - count_safe(position, other))
        expected -= 5 * (count_pairs(position, me) - count_pairs(position, other))
        assert linked.evaluate(position) - plain.evaluate(position) == expected
