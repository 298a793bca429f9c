"""Report 001: qubic by counting lines, with rules for wins, blocks and the opening.

The player whose move is searched for values his own lines more than the other's, "an
aggressive attack strategy": so the estimate depends on who began the search. Before it
searches he plays a winning move, else blocks the other's, else, in the first two plies of the
game, takes a strong point; inside the search a winning move ends a node and a forced block is
followed without spending depth.

How the report is read:

- Its text says "n-in-a-rows", and not whether a line with marks of both players is one. For the
  program that printed the report's game it was, to either of them: so all 44 evaluations that it
  printed are met (they are a test), and 4 of them with `mixed=0`, where such a line is worth
  nothing.
- Four in a row ends the game, which the search scores: the weights 100000 are not here, but in
  `cube_2019.py`, the report's own search.
- "The first two moves" are one of each player: in the printed game x's second is searched.
- It chooses among the centre points at random. Here it is the first free one in the order of
  moves, so that a search repeats; `cube-2019` chooses as the report does.
- Of several blocks the lowest cell is taken, as in the printed game's last but one ply.
- Its order of moves is the centre points, the corners, then the rest, where the printed list
  has 16 as a corner and 15 among the rest. Its numbering is ours, 16x + 4y + z: 15 is the
  corner 033, on seven lines, and 16 is 100, on four. The two are exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import mul

from linemate.engine.core import Game, Position
from linemate.engine.games.lines import LinePosition
from linemate.engine.textbook.heuristics.base import Heuristic, InstantMove

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

CENTRES = (21, 22, 25, 26, 37, 38, 41, 42)
CORNERS = (0, 3, 12, 15, 48, 51, 60, 63)
# The sixteen cells on seven lines, the others being on four.
STRONG_POINTS = CENTRES + CORNERS
MOVE_ORDER = (*STRONG_POINTS, *(cell for cell in range(64) if cell not in STRONG_POINTS))
RANK = [MOVE_ORDER.index(cell) for cell in range(64)]
OPENING_PLIES = 2
# Why a move needs no search, in words for people.
WINNING, FORCED, CORE = "win move", "forced block", "core move"


def is_opening(cells: str) -> bool:
    """Return whether this is one of the plies at which a strong point is taken."""
    return len(cells) - cells.count(".") < OPENING_PLIES


class CubeLines(Heuristic):
    """With 130 for three of one's own, the better set of weights."""

    name = "cube-lines-130"
    GAMES = ("qubic",)
    CONSTANTS: ClassVar[Mapping[str, int]] = {
        "one": 1,
        "two": 15,
        "three": 130,
        "other_one": -1,
        "other_two": -10,
        "other_three": -100,
        "mixed": 1,
    }
    partial = True

    def __init__(self, game: Game, constants: str = "") -> None:
        super().__init__(game, constants)
        known = self.constants
        self._own = (0, known["one"], known["two"], known["three"])
        self._other = (0, known["other_one"], known["other_two"], known["other_three"])
        self._mixed = known["mixed"]
        self._player = 0

    def begin(self, position: Position) -> None:
        self._player = position.to_move

    def evaluate(self, position: Position) -> int:
        assert isinstance(position, LinePosition)
        worth = self.worth(position)
        return worth if position.to_move == self._player else -worth

    def worth(self, position: LinePosition) -> int:
        """Return what the lines are worth to the player who began the search."""
        mixed = self._mixed
        every = self._count(position, only_open=False) if mixed != 0 else 0
        only_open = self._count(position, only_open=True) if mixed != 1 else 0
        return mixed * every + (1 - mixed) * only_open

    def _count(self, position: LinePosition, only_open: bool) -> int:
        own = position.line_counts(self._player, only_open)
        other = position.line_counts(1 - self._player, only_open)
        worth: int = sum(map(mul, self._own, own)) + sum(map(mul, self._other, other))
        return worth

    def opening_move(self, position: Position) -> InstantMove | None:
        """Return a block or a strong point. A win is left to the search:
        one ply of it proves the win.
        """
        assert isinstance(position, LinePosition)
        if position.winning_cells(position.to_move):
            return None
        blocks = position.winning_cells(1 - position.to_move)
        if blocks:
            return blocks[0], FORCED
        cells = position.cells()
        if is_opening(cells):
            return next(cell for cell in STRONG_POINTS if cells[cell] == "."), CORE
        return None

    def forced_move(self, position: Position) -> int | None:
        assert isinstance(position, LinePosition)
        forced = position.winning_cells(position.to_move) or position.winning_cells(
            1 - position.to_move
        )
        return forced[0] if forced else None

    def order(self, moves: list[int]) -> None:
        moves.sort(key=RANK.__getitem__)


class CubeLines150(CubeLines):
    """With 150 for three of one's own: the set that lost 74 of the report's 100 games."""

    name = "cube-lines-150"
    CONSTANTS: ClassVar[Mapping[str, int]] = {**CubeLines.CONSTANTS, "three": 150}
