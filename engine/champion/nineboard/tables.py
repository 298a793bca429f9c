"""What the search and the prover of nineboard look up: moves and dangers, by the code of a board.

A player is *dangerous* in a board where he could finish a line at once. Two 9-bit masks say in
which boards x and o are, and everything tactical is a bit test:

- whoever must play in a board where he is dangerous has won;
- a move to a cell whose number is a dangerous board of the opponent loses at once, so such
  moves are never made: what remains are the *safe* ones;
- whoever has no safe move loses two plies later.

So a search only ever visits positions whose mover cannot win at once.

The tables are flat lists of numbers that a compiler can lay out as arrays. What depends on the
side has x's part first, and o's from CODES on. The moves in a board are *offers*, the one of the
greatest worth first; those of a code begin at `first`, and a 0 ends them. An offer is

    bits 0 to 3   the cell
    bit  4        whether the mover is dangerous in the board then
    bit  5        whether the opponent is
    from bit 6    the code of the board then
"""

from __future__ import annotations

from functools import cache

from linemate.engine.champion.folds import CODES
from linemate.engine.champion.nineboard.weights import Weights, shipped
from linemate.engine.games.nineboard import NineBoardPosition
from linemate.engine.games.smallboards import ANY, STEP, board_tables
from linemate.engine.games.tictactoe import FULL, LINES

CELL_MASK, GAINS, KEEPS, NEW_SHIFT = 15, 16, 32, 6
OFFERS = 45_000  # room for those of both sides, with the zeros that end them
# No board is worth more than this, nor the move, so that no estimate looks like a proven result.
LARGEST_WORTH = 2_800

# Target, side to move, danger masks of mover and opponent, full boards, key of the marks.
Situation = tuple[int, int, int, int, int, int]


class NineBoardTables:
    """By code, 0 to 19682; some by side first. `nineboard_tables` has those that are shipped."""

    def __init__(self, weights: Weights) -> None:
        boards = board_tables()
        self.free = [FULL ^ taken for taken in boards.taken]
        finishing = [_finishing_cells(marks) for marks in range(512)]
        # Bit 0: whether x is dangerous in a board of this code; bit 1: whether o is.
        self.dangers = [
            (finishing[x] & free > 0) | (finishing[o] & free > 0) << 1
            for x, o, free in zip(*boards.marks, self.free, strict=True)
        ]
        worth = [
            max(-LARGEST_WORTH, min(LARGEST_WORTH, worth)) for worth in weights.worth_by_code()
        ]
        # Worth to x, and then to o; and what it is worth to be on the move.
        self.worth = [*worth, *(-value for value in worth)]
        self.tempo = max(-LARGEST_WORTH, min(LARGEST_WORTH, weights.tempo))
        # None are offered for the codes that no search reaches: those with a line, and those in
        # which the mover wins. `gains` has what each offer does to the worth of its board, and
        # `least_harm`, by the code, what the least useful of them does, as the opponent sees it.
        self.first: list[int] = []
        self.offers = [0]
        self.gains = [0]
        self.least_harm: list[int] = []
        for side in (0, 1):
            mover, opponent, value = 1 << side, 2 >> side, self.worth[CODES * side :][:CODES]
            for code, cells in enumerate(boards.free_cells):
                if self.dangers[code] & mover or boards.event[code]:
                    self.first.append(0)
                    self.least_harm.append(0)
                    continue
                self.first.append(len(self.offers))
                after = [(value[code + STEP[side][cell]], cell) for cell in cells]
                after.sort(key=_worth_first, reverse=True)
                for its_worth, cell in after:
                    new = code + STEP[side][cell]
                    dangers = self.dangers[new]
                    flags = GAINS * (dangers & mover > 0) | KEEPS * (dangers & opponent > 0)
                    self.offers.append(new << NEW_SHIFT | flags | cell)
                    self.gains.append(its_worth - value[code])
                self.offers.append(0)
                self.gains.append(0)
                self.least_harm.append(value[code] - after[-1][0])
        room = OFFERS - len(self.offers)
        self.offers += [0] * room
        self.gains += [0] * room
        self.step = [*STEP[0], *STEP[1]]
        self.count = [mask.bit_count() for mask in range(512)]
        self.low = [0, *((mask & -mask).bit_length() - 1 for mask in range(1, 512))]
        self.move_keys = [*boards.move_keys[0], *boards.move_keys[1]]
        self.target_keys = list(boards.target_keys)

    def situation(self, position: NineBoardPosition) -> Situation:
        """Return the situation of an open game."""
        side, target = position.to_move, position.target
        mine = theirs = 0
        for board, code in enumerate(position.codes):
            mine |= (self.dangers[code] >> side & 1) << board
            theirs |= (self.dangers[code] >> 1 - side & 1) << board
        key = position.key() ^ self.target_keys[target]
        return target, side, mine, theirs, position.closed, key

    def worth_of(self, position: NineBoardPosition) -> int:
        """Return the evaluation without the tempo, to the side to move."""
        first = CODES * position.to_move
        return sum(self.worth[first + code] for code in position.codes)


def _worth_first(after: tuple[int, int]) -> int:
    return after[0]


def can_win_at_once(situation: Situation) -> bool:
    target, _, mine, _, _, _ = situation
    return bool(mine if target == ANY else mine >> target & 1)


def _finishing_cells(marks: int) -> int:
    """Return the cells that would finish a line with these marks, free or not."""
    cells = 0
    for line in LINES:
        missing = line & ~marks
        if missing and not missing & (missing - 1):
            cells |= missing
    return cells


@cache
def nineboard_tables() -> NineBoardTables:
    return NineBoardTables(shipped())


def zeros(count: int) -> list[int]:
    """Return a list that a compiler may lay out as an array."""
    return [0] * count
