"""The tables of ultimate's search, as flat lists of numbers that a compiler can lay out as arrays.

A small board is its code (games/smallboards.py), the big board its *situation*: two bits a board,
0 undecided, 1 or 2 the player who owns it, 3 drawn. What a small board is worth depends on what
it can mean to either player on the big one (`levels.py`), which is its *context*: the number of a
row of worths by shape. Worths are in the steps of `weights.py`.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from operator import neg

from linemate.engine.champion.folds import CODES, PLACE_OF, folds
from linemate.engine.champion.ultimate.levels import LEVELS, levels
from linemate.engine.champion.ultimate.weights import (
    Weights,
    context_worth,
    place_worth,
    swapped_shapes,
)
from linemate.engine.games.keys import random_keys
from linemate.engine.games.smallboards import STEP, board_tables
from linemate.engine.games.tictactoe import FULL, HAS_LINE, LINES

SHAPES = 1583  # of boards that are not finished, and one number for all that are
CONTEXTS = LEVELS * LEVELS
# The context of a board that is decided: nothing that is done in it counts.
DECIDED = CONTEXTS
SITUATIONS = 4**9

# What `describe` packs besides the nine contexts of five bits each.
CONTEXT_BITS = 5
X_CAN_WIN, O_CAN_WIN, X_HAS_WON, O_HAS_WON, DESCRIBED = (1 << bit for bit in range(45, 50))


class Tables:
    """What the search reads and never writes, for one set of rules and weights."""

    def __init__(self, won_open: bool, majority: bool, weights: Weights) -> None:
        self.won_open = won_open
        self.majority = majority
        self._weights = weights
        boards, counts = board_tables(), folds()
        self.shape = counts.shape
        self.event = list(boards.event)
        self.free = [FULL ^ taken for taken in boards.taken]
        self.marks = [*boards.marks[0], *boards.marks[1]]
        self.step = [*STEP[0], *STEP[1]]
        self.low = [0, *((mask & -mask).bit_length() - 1 for mask in range(1, 512))]
        by_place = [place_worth(weights, place) for place in range(3)]
        place = list(
            chain.from_iterable(
                map(by_place[PLACE_OF[board]].__getitem__, counts.placed[board])
                for board in range(9)
            )
        )
        context: list[int] = []
        to_x: list[int] = []
        to_o: list[int] = []
        swapped = swapped_shapes()
        for x_level in range(LEVELS):
            for o_level in range(LEVELS):
                context += context_worth(weights, x_level, o_level)
                to_x += [*weights.targets[LEVELS * x_level + o_level], 0]
                seen_by_o = [*weights.targets[LEVELS * o_level + x_level], 0]
                to_o += map(seen_by_o.__getitem__, swapped)
        nothing = [0] * SHAPES
        # To x, and then to o: what a board is worth in each context, what it is worth besides for
        # its place on the big board, and what it is worth to have to play there.
        self.context = [*context, *nothing, *map(neg, context), *nothing]
        self.place = [*place, *[0] * CODES, *map(neg, place), *[0] * CODES]
        self.sending = [*to_x, *nothing, *to_o, *nothing]
        self.move_keys = [*boards.move_keys[0], *boards.move_keys[1]]
        self.owner_keys = [*boards.owner_keys[0], *boards.owner_keys[1]]
        keys = random_keys(9 + 20, stream=9)
        self.shut_keys = keys[:9]
        # By side to move and target: shut boards hide how many marks there are, and so the side.
        self.target_keys = keys[9:]

    def describe(self, situation: int) -> int:
        """Return the contexts of the boards, and who can still win or has won, in one number."""
        x, o, drawn = masks(situation)
        described = DESCRIBED
        for board, x_level, o_level in zip(
            range(9), levels(x, o | drawn), levels(o, x | drawn), strict=True
        ):
            context = LEVELS * x_level + o_level
            if situation >> 2 * board & 3:
                context = DECIDED
            described |= context << CONTEXT_BITS * board
        described |= X_HAS_WON * HAS_LINE[x] | O_HAS_WON * HAS_LINE[o]
        if self.majority or any(not line & (o | drawn) for line in LINES):
            described |= X_CAN_WIN
        if self.majority or any(not line & (x | drawn) for line in LINES):
            described |= O_CAN_WIN
        return described

    def judge(self, situation: int) -> tuple[int, int, int]:
        """Return the worth of the big board to x, and of a free choice to x and to o."""
        return self._weights.judge(*masks(situation))


@cache
def make_tables(won_open: bool, majority: bool, weights: Weights) -> Tables:
    """Return the tables of these rules and weights, kept from one game to the next."""
    return Tables(won_open, majority, weights)


def masks(situation: int) -> tuple[int, int, int]:
    """Return the boards of x, those of o and the drawn ones."""
    found = [0, 0, 0, 0]
    for board in range(9):
        found[situation >> 2 * board & 3] |= 1 << board
    return found[1], found[2], found[3]


def zeros(count: int) -> list[int]:
    """Return a list that a compiler may lay out as an array."""
    return [0] * count
