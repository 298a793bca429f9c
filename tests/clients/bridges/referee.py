"""A referee for ultimate by rules of its own, who plays one side at random."""

from __future__ import annotations

from random import Random

from tests.reference import plain
from tests.reference.nine_boards import UltimatePosition

# Grid rows and columns of every move, by their definition in words: boards in reading order, and
# cells in reading order within each.
PLACES = [
    (3 * board_row + row, 3 * board_column + column)
    for board_row in range(3)
    for board_column in range(3)
    for row in range(3)
    for column in range(3)
]


class Referee:
    def __init__(self, seed: int, **options: str) -> None:
        self.random = Random(seed)
        position = plain.start("ultimate", options)
        assert isinstance(position, UltimatePosition)
        self.position: UltimatePosition = position
        self.moves = 0

    @property
    def over(self) -> bool:
        return self.position.outcome() is not None

    @property
    def playable(self) -> set[int]:
        """The boards in which there is a legal move."""
        return {move // 9 for move in self.position.legal_moves()}

    def play(self, row: int, column: int) -> None:
        """A move of the bridge's, which has to be legal."""
        move = PLACES.index((row, column))
        assert move in self.position.legal_moves(), f"illegal: {row} {column}"
        self._make(move)

    def play_at_random(self) -> tuple[int, int]:
        move = self.random.choice(self.position.legal_moves())
        self._make(move)
        return PLACES[move]

    def _make(self, move: int) -> None:
        self.position = self.position.play(move)
        self.moves += 1

    def legal_places(self) -> list[tuple[int, int]]:
        return [PLACES[move] for move in self.position.legal_moves()]

    def grid(self) -> list[str]:
        """Marks row by row of the 9x9 grid."""
        cells = self.position.cells()
        marks = dict(zip(PLACES, cells, strict=True))
        return [marks[row, column] for row in range(9) for column in range(9)]
