"""The board of five in a row as flat lists of numbers, and what its patterns mean.

A cell has a **shape** in each of the four directions through it, for each player: what his stone
would make there (`shapes.py`). The four of them, four bits each, are his **pack** of the cell.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

from linemate.engine.builds import hot_module
from linemate.engine.champion.gomoku.shapes import (
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_THREE,
    PLAIN,
    STRONG_THREE,
    X_FORBIDDEN,
    X_FOUR,
    X_STRAIGHT_FOUR,
    X_THREE,
)
from linemate.engine.champion.gomoku.weights import NUMBER_OF, Weights
from linemate.engine.games.keys import random_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.champion.gomoku.shapes import Shapes
else:
    Shapes = hot_module("champion.gomoku.shapes").Shapes

PACKS = 1 << 16

# A word for each pack, made to be summed over the cells of the board: the worth, and above it one
# bit each for a cell where a stone makes a three, a four, two fours (or an open one), a five.
WORTH_BITS = 20
WORTH_MASK = (1 << WORTH_BITS) - 1
COUNT_BITS = 9
COUNT_MASK = (1 << COUNT_BITS) - 1
THREE_SHIFT = WORTH_BITS
FOUR_SHIFT = THREE_SHIFT + COUNT_BITS
TWO_FOURS_SHIFT = FOUR_SHIFT + COUNT_BITS
FIVE_SHIFT = TWO_FOURS_SHIFT + COUNT_BITS
# Added to every worth, so that none is negative; both players have as many cells.
WORTH_BIAS = 1024

THREE_SHAPES = (OPEN_THREE, STRONG_THREE)
# Whether x may move to a cell, by his pack: what `DOUBTFUL` is, two threes, depends on whether each
# can become a straight four, and so on other cells.
ALLOWED, FORBIDDEN, DOUBTFUL = range(3)
# What a stone promises in a line, for moves to be tried in a good order.
RANKS = (0, 1, 3, 6, 14, 20, 24, 90, 120, 130, 2000, 20000)


class Tables:
    """What all searches on one board share. Get it from `gomoku_tables`."""

    def __init__(self, width: int, height: int, rule: str, weights: Weights) -> None:
        self._worths, self._tempos = weights.worths, weights.tempos
        self.threats = weights.threats
        self.width, self.height, self.rule = width, height, rule
        self.cell_count = width * height
        self.finder = Shapes(rule)
        self.reach: int = self.finder.reach
        self.strides = [1, width, width + 1, width - 1]
        # By 4 * cell + direction: the number of the line, twice the place in it, and how many of
        # its cells come before and behind, as far as a stone is felt.
        self.line_of = [0] * (4 * self.cell_count)
        self.shift_of = [0] * (4 * self.cell_count)
        self.before = [0] * (4 * self.cell_count)
        self.behind = [0] * (4 * self.cell_count)
        # Every line without a stone: two bits a cell, 0 free, 1 x, 2 o, 3 beyond the edge.
        self.empty_lines: list[int] = []
        self._add_lines()
        # By the cells around a free one, what `Shapes.find` says: kept for the next search.
        self.shapes = array("I", bytes(4 << 4 * self.reach))
        *self.keys, self.turn_key = random_keys(2 * self.cell_count + 1, stream=1)

    def _add_lines(self) -> None:
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        for direction, (row_step, column_step) in enumerate(steps):
            for row in range(self.height):
                for column in range(self.width):
                    if row >= row_step and 0 <= column - column_step < self.width:
                        continue  # not the first cell of its line
                    self._add_line(direction, row, column, row_step, column_step)

    def _add_line(
        self, direction: int, row: int, column: int, row_step: int, column_step: int
    ) -> None:
        cells = []
        while row < self.height and 0 <= column < self.width:
            cells.append(row * self.width + column)
            row, column = row + row_step, column + column_step
        walls = (1 << 2 * self.reach) - 1
        for place, cell in enumerate(cells):
            index = 4 * cell + direction
            self.line_of[index] = len(self.empty_lines)
            self.shift_of[index] = 2 * place
            self.before[index] = min(place, self.reach)
            self.behind[index] = min(len(cells) - 1 - place, self.reach)
        self.empty_lines.append(walls | walls << 2 * (self.reach + len(cells)))

    def describe(self, pack: int) -> tuple[int, int, int, int, int, int]:
        """Return the word of a pack, its tempo, its greatest shape, what a move there promises the
        owner and keeps from the other; and, if the owner is x and some cells are forbidden to him,
        whether this is one: ALLOWED, FORBIDDEN or DOUBTFUL.
        """
        a, b, c, d = pack & 15, pack >> 4 & 15, pack >> 8 & 15, pack >> 12
        most, verdict = max(a, b, c, d), ALLOWED
        if most > FIVE:
            verdict = judge((a, b, c, d))
            a, b, c, d = PLAIN[a], PLAIN[b], PLAIN[c], PLAIN[d]
            most = max(a, b, c, d)
        # What x must not do, or most probably must not, is worth nothing to anybody.
        number = foursome(0 if verdict else pack)
        word = WORTH_BIAS + self._worths[number]
        if most == FIVE:
            word += 1 << FIVE_SHIFT
        elif verdict:
            # He threatens with none of it, but whoever defends must look at all of it.
            word += (most >= FOUR) << FOUR_SHIFT | (verdict == DOUBTFUL) << THREE_SHIFT
        elif most == OPEN_FOUR or (a == FOUR) + (b == FOUR) + (c == FOUR) + (d == FOUR) > 1:
            word += (1 << TWO_FOURS_SHIFT) + (1 << FOUR_SHIFT)
        else:
            word += (most == FOUR) << FOUR_SHIFT
            word += (
                a in THREE_SHAPES or b in THREE_SHAPES or c in THREE_SHAPES or d in THREE_SHAPES
            ) << THREE_SHIFT
        rank = 0 if verdict else RANKS[a] + RANKS[b] + RANKS[c] + RANKS[d]
        return word, self._tempos[number], most, 2 * rank, rank, verdict


def judge(shapes: tuple[int, ...]) -> int:
    """Return whether x may move to a cell, as far as its shapes tell."""
    if FIVE in shapes:
        return ALLOWED
    if X_FORBIDDEN in shapes or shapes.count(X_FOUR) + shapes.count(X_STRAIGHT_FOUR) > 1:
        return FORBIDDEN
    return DOUBTFUL if shapes.count(X_THREE) > 1 else ALLOWED


def foursome(pack: int) -> int:
    """Return the number of the four shapes in the lower half of this."""
    a, b, c, d = sorted(
        (PLAIN[pack & 15], PLAIN[pack >> 4 & 15], PLAIN[pack >> 8 & 15], PLAIN[pack >> 12 & 15])
    )
    return NUMBER_OF[a, b, c, d]


@lru_cache(maxsize=2)
def gomoku_tables(width: int, height: int, rule: str, weights: Weights) -> Tables:
    return Tables(width, height, rule, weights)
