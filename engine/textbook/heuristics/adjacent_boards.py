"""Report 002: two marks in an open line are worth 2, three are worth 100; in ultimate a board
counts twice to a player who has won one beside it.

How the report is read:

- "In this case the computer will tend to win and move on the adjacent board": adjacent are
  boards that share an edge or a corner, as boards in a row of the big board do.
- Every line of every board counts, as the report's loop has it: in ultimate also two marks that
  were left in a board already won, and both lines of a board won with two at once.
- In nineboard three marks end the game, which the search scores: `three` matters in ultimate.
"""

from __future__ import annotations

from collections.abc import Mapping

from linemate.engine.core import Game
from linemate.engine.games.smallboards import CELLS_IN, BoardsPosition
from linemate.engine.games.ultimate import UltimatePosition
from linemate.engine.textbook.heuristics.boards import BoardsHeuristic, open_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar


def boards_beside(boards: int) -> tuple[int, ...]:
    """Return the boards adjacent to any of a set of boards."""
    return tuple(
        board
        for board in range(9)
        if any(
            board != other and abs(board // 3 - other // 3) <= 1 and abs(board % 3 - other % 3) <= 1
            for other in CELLS_IN[boards]
        )
    )


class AdjacentBoards(BoardsHeuristic):
    name = "adjacent-boards"
    GAMES = ("nineboard", "ultimate")
    # `adjacent` is the factor for a board beside one that the player has won.
    CONSTANTS: ClassVar[Mapping[str, int]] = {"two": 2, "three": 100, "adjacent": 2}

    def __init__(self, game: Game, constants: str = "") -> None:
        super().__init__(game, constants)
        self._ultimate = game.name == "ultimate"
        self._bonus = self.constants["adjacent"] - 1
        self._beside = [boards_beside(boards) for boards in range(512)]

    def side_worth(self, mine: int, theirs: int) -> int:
        _, _, two, three = open_lines(mine, theirs)
        return two * self.constants["two"] + three * self.constants["three"]

    def evaluate(self, position: BoardsPosition) -> int:  # type: ignore[override]
        codes = position.codes
        worth = sum(map(self._board_worth, codes))
        if self._ultimate:
            assert isinstance(position, UltimatePosition)
            x_owned, o_owned = position.owned
            for board in self._beside[x_owned]:
                worth += self._bonus * self._to_x(codes[board])
            for board in self._beside[o_owned]:
                worth -= self._bonus * self._to_o(codes[board])
        return -worth if position.to_move else worth
