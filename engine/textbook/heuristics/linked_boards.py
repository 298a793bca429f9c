"""What report 004 would have done with more time: boards that depend on each other, and moves that
are spread out. Everything else is `powers-of-two`.

A cell names the board where the other plays next. "The heuristic could be improved if it could
trap the opponent into playing into a board that is disadvantageous to them ... by looking at the
dependency of the boards": a free cell is *safe* to a player if the other has no two marks in an
open line of the board that it names. `safe` is what each safe cell more than the other's is
worth. "It does not play in the same position as frequently": `spread` is what every pair of
one's marks on the same place of different boards costs.
"""

from __future__ import annotations

from collections.abc import Mapping

from linemate.engine.core import Game
from linemate.engine.games.smallboards import BoardsPosition
from linemate.engine.textbook.heuristics.boards import open_lines
from linemate.engine.textbook.heuristics.powers_of_two import PowersOfTwo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

ALL = 511  # the nine cells of a board, or the nine boards


class LinkedBoards(PowersOfTwo):
    name = "linked-boards"
    CONSTANTS: ClassVar[Mapping[str, int]] = {**PowersOfTwo.CONSTANTS, "safe": 1, "spread": 1}

    def __init__(self, game: Game, constants: str = "") -> None:
        super().__init__(game, constants)
        # By the code of a board: whether x, and whether o, could finish a line there.
        self._threatens = self._by_side(lambda mine, theirs: open_lines(mine, theirs)[2])

    def evaluate(self, position: BoardsPosition) -> int:  # type: ignore[override]
        codes, marks, closed = position.codes, self._marks, position.closed
        x_threats = o_threats = 0  # the boards in which they threaten
        for board in range(9):
            if not closed >> board & 1:
                x_threats |= bool(self._threatens[0](codes[board])) << board
                o_threats |= bool(self._threatens[1](codes[board])) << board
        safe = 0
        for board in range(9):
            if not closed >> board & 1:
                free = ALL & ~(marks[0][codes[board]] | marks[1][codes[board]])
                safe += (free & ~o_threats).bit_count() - (free & ~x_threats).bit_count()
        worth = self.constants["safe"] * safe
        worth -= self.constants["spread"] * (self._pairs(position, 0) - self._pairs(position, 1))
        return super().evaluate(position) + (-worth if position.to_move else worth)

    def _pairs(self, position: BoardsPosition, side: int) -> int:
        """Return how many pairs of this player's marks are on the same place of their boards."""
        boards = [self._marks[side][code] for code in position.codes]
        pairs = 0
        for cell in range(9):
            count = sum(board >> cell & 1 for board in boards)
            pairs += count * (count - 1) // 2
        return pairs
