"""Report 004: an open line with n marks is worth 2 to the n, a free play 2, and ultimate's big
board counts a hundred times.

The report's example, two x in a row and an o in the middle position, is worth 2 to x:

    x x .        the row 2**2 and a column 2**1 to x,
    . o .        a row and a diagonal 2**1 each to o;
    . . .        an empty line is worth 2**0 to both, which is nothing

How it is read:

- A *free play* is what the report's state space calls so: no active board, the side to move
  may choose. It has as many "for each board" as there are boards open to it, so `free` is
  counted once for each of them, to the side to move, and not at all when it is sent to a board.
- The lines of every small board count, those of won boards too: "the score of each board is
  added". On the big board a drawn one is nobody's, as an empty cell is.
- Three marks end nineboard, which the search scores: `three` matters in ultimate.
"""

from __future__ import annotations

from collections.abc import Mapping

from linemate.engine.core import Game
from linemate.engine.games.smallboards import ANY, BoardsPosition
from linemate.engine.games.ultimate import UltimatePosition
from linemate.engine.textbook.heuristics.boards import BoardsHeuristic, Memo, open_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar


class PowersOfTwo(BoardsHeuristic):
    name = "powers-of-two"
    GAMES = ("nineboard", "ultimate")
    # `big` is how many times the big board counts.
    CONSTANTS: ClassVar[Mapping[str, int]] = {"one": 2, "two": 4, "three": 8, "free": 2, "big": 100}

    def __init__(self, game: Game, constants: str = "") -> None:
        super().__init__(game, constants)
        self._ultimate = game.name == "ultimate"
        self._free = self.constants["free"]
        self._big = Memo(self._big_worth)

    def side_worth(self, mine: int, theirs: int) -> int:
        _, one, two, three = open_lines(mine, theirs)
        known = self.constants
        return one * known["one"] + two * known["two"] + three * known["three"]

    def evaluate(self, position: BoardsPosition) -> int:  # type: ignore[override]
        worth = sum(map(self._board_worth, position.codes))
        if self._ultimate:
            assert isinstance(position, UltimatePosition)
            x_owned, o_owned = position.owned
            worth += self._big[x_owned << 9 | o_owned]
        if position.to_move:
            worth = -worth
        if position.target == ANY:
            worth += self._free * (9 - position.closed.bit_count())
        return worth

    def _big_worth(self, owned: int) -> int:
        x_owned, o_owned = divmod(owned, 1 << 9)
        worth = self.side_worth(x_owned, o_owned) - self.side_worth(o_owned, x_owned)
        return self.constants["big"] * worth
