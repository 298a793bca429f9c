"""Which moves `mcts` adds below a position: the option Children.

    all        every legal move
    near       free cells within distance 3 of a mark (Euclidean, up to the corner of that square)
    square     those in the smallest square that holds all marks, and two cells around it
    patterns   the best of `near` by the patterns of `patterns.py`

All but the first are ideas of source report 003, whose authors tried them on gomoku. How many
`patterns` keeps are the constants `kept`, and `kept_early` in the first `early` plies of a game:
"there are not enough data in the tree" then, one of them writes. Another's square "encloses all
available positions"; the two cells around it are ours, since a row grows outwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from linemate.engine.core import Game, Position, UnsuitableGameError
from linemate.engine.games.grid import GridGame
from linemate.engine.textbook.patterns import near_moves, promising_moves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

AROUND = 2  # cells around the square of the marks

Candidates = Callable[[Position], list[int]]


def make_candidates(
    game: Game, children: str, constants: Mapping[str, int], random: Random
) -> Candidates:
    """Return what lists the moves that may be added below a position, never none in an open game.

    Raises UnsuitableGameError.
    """
    if children == "all":
        return lambda position: position.legal_moves()
    if game.name != "gomoku" or not isinstance(game, GridGame):
        raise UnsuitableGameError(f"Children {children} is made for gomoku, not for {game.name}")
    width = game.width
    if children == "near":
        return lambda position: near_moves(position, width)
    if children == "square":
        return lambda position: moves_in_square(position, width)
    kept, kept_early, early = (constants[name] for name in ("kept", "kept_early", "early"))

    def find_promising(position: Position) -> list[int]:
        is_early = len(position.history) < early
        return promising_moves(position, width, random, kept_early if is_early else kept)

    return find_promising


def moves_in_square(position: Position, width: int) -> list[int]:
    """Return the legal moves in the smallest square that holds all marks, and AROUND it; all on
    an empty board, or if none is there.
    """
    marks = [divmod(cell, width) for cell, mark in enumerate(position.cells()) if mark != "."]
    moves = position.legal_moves()
    if not marks:
        return moves
    rows, columns = [row for row, _ in marks], [column for _, column in marks]
    side = max(max(rows) - min(rows), max(columns) - min(columns)) + 2 * AROUND
    top = _centred(rows, side)
    left = _centred(columns, side)
    inside = [
        move
        for move in moves
        if 0 <= move // width - top <= side and 0 <= move % width - left <= side
    ]
    return inside or moves


def _centred(places: list[int], side: int) -> int:
    """Return where a stretch of that length begins that has these places in its middle."""
    return (min(places) + max(places) - side) // 2
