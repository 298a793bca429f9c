"""The distance of a move as a term of the upper confidence bound: `mcts` with `nearness`.

One author of source report 003 did not leave far cells out, but added a term for the distance,
so that the tree would choose "by distance" where many cells are free and "by value" deeper down,
where few are. The report has no formula; here it is

    UCB = mean + Exploration * sqrt(ln(visits of the parent) / visits)
               + nearness * (share of the board that is free) / distance

with the distance to the nearest mark counted as that author did, max(rows, columns) apart, and
`nearness` a constant in hundredths.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from linemate.engine.core import Game, Position, UnsuitableGameError
from linemate.engine.games.grid import GridGame

Bonus = Callable[[Position, int], float]


def make_bonus(game: Game, nearness: int) -> Bonus:
    """Return what says how much the bound of a move is raised by. Raises UnsuitableGameError."""
    if not isinstance(game, GridGame):
        raise UnsuitableGameError(f"nearness is made for gomoku and mnk, not for {game.name}")
    width = game.width

    def find_bonus(position: Position, move: int) -> float:
        cells = position.cells()
        distance = distance_to_marks(cells, move, width)
        return nearness / 100 * cells.count(".") / len(cells) / distance if distance else 0.0

    return find_bonus


def distance_to_marks(cells: str, move: int, width: int) -> int:
    """Return how far the nearest mark is, the larger of rows and columns; 0 on an empty board."""
    for distance, ring in enumerate(_rings(move, width, len(cells)), start=1):
        if any(cells[cell] != "." for cell in ring):
            return distance
    return 0


@cache
def _rings(move: int, width: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells at distance 1, 2, ... from a cell, as far as there are any."""
    row, column = divmod(move, width)
    rings: dict[int, list[int]] = {}
    for cell in range(count):
        away = max(abs(cell // width - row), abs(cell % width - column))
        rings.setdefault(away, []).append(cell)
    return tuple(tuple(rings[away]) for away in sorted(rings) if away)
