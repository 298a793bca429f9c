"""What the heuristics of `nineboard` and `ultimate` share: nine small boards, added up.

Each of them says what a small board is worth to one player, from the lines that are *open* to
him, which hold no mark of the other. A board's worth depends on its code alone (see
games/smallboards.py), so it is worked out once and then looked up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from linemate.engine.core import Game
from linemate.engine.games.smallboards import BoardsPosition, board_tables
from linemate.engine.games.tictactoe import LINES
from linemate.engine.textbook.heuristics.base import Heuristic


def open_lines(mine: int, theirs: int) -> tuple[int, int, int, int]:
    """Return how many lines without a mark of theirs hold none, one, two and three of mine."""
    counts = [0, 0, 0, 0]
    for line in LINES:
        if not theirs & line:
            counts[(mine & line).bit_count()] += 1
    return counts[0], counts[1], counts[2], counts[3]


ByCode = Callable[[int], int]


class Memo(dict[int, int]):
    """A function of one number, each value worked out when it is first asked for."""

    def __init__(self, work: ByCode) -> None:
        self._work = work

    def __missing__(self, key: int) -> int:
        value = self[key] = self._work(key)
        return value


class BoardsHeuristic(Heuristic, ABC):
    """The sum of the small boards, each worth what it is to x less what it is to o."""

    def __init__(self, game: Game, constants: str = "") -> None:
        super().__init__(game, constants)
        self._marks = board_tables().marks
        # A small board's worth by its code: to x, to o, and the first less the second.
        to_x, to_o = self._to_x, self._to_o = self._by_side(self.side_worth)
        self._board_worth = Memo(lambda code: to_x(code) - to_o(code)).__getitem__

    def _by_side(self, judge: Callable[[int, int], int]) -> tuple[ByCode, ByCode]:
        """Return, for x and for o, what `judge` says by a board's code of his marks and the
        other's.
        """
        x = Memo(lambda code: judge(*self._seen_by(0, code)))
        o = Memo(lambda code: judge(*self._seen_by(1, code)))
        return x.__getitem__, o.__getitem__

    def _seen_by(self, side: int, code: int) -> tuple[int, int]:
        """Return a player's marks in a small board, and the other's."""
        return self._marks[side][code], self._marks[1 - side][code]

    @abstractmethod
    def side_worth(self, mine: int, theirs: int) -> int:
        """Return what a small board with these marks is worth to the player whose are `mine`."""

    # Other games were refused when it was made; asking again, each time, costs as much as the sum.
    def evaluate(self, position: BoardsPosition) -> int:  # type: ignore[override]
        worth = sum(map(self._board_worth, position.codes))
        return -worth if position.to_move else worth
