"""What the search and the prover of nineboard look up: moves and dangers, by the code of a board.

A player is *dangerous* in a board where he could finish a line at once. Two 9-bit masks say in
which boards x and o are, and everything tactical is a bit test:

- whoever must play in a board where he is dangerous has won;
- a move to a cell whose number is a dangerous board of the opponent loses at once, so such
  moves are never made: what remains are the *safe* ones;
- whoever has no safe move loses two plies later.

So a search only ever visits positions whose mover cannot win at once.
"""

from __future__ import annotations

from functools import cache

from linemate.engine.champion.nineboard.weights import Weights, shipped
from linemate.engine.games.nineboard import NineBoardPosition
from linemate.engine.games.smallboards import ANY, LINE, STEP, board_tables
from linemate.engine.games.tictactoe import FULL, LINES

BITS = tuple(1 << board for board in range(9))
# By board: every other one.
OTHERS = tuple(FULL ^ bit for bit in BITS)
COUNT = bytes(mask.bit_count() for mask in range(512))

STEP_CELL = {step: cell for steps in STEP for cell, step in enumerate(steps)}

# A cell, the code after a mark there, and whether the mover and the opponent are dangerous in
# the board then.
Offer = tuple[int, int, int, int]

# Target, side to move, danger masks of mover and opponent, full boards, key of the marks.
Situation = tuple[int, int, int, int, int, int]


class NineBoardTables:
    """By code, 0 to 19682; some by side first. `nineboard_tables` has those that are shipped."""

    def __init__(self, weights: Weights) -> None:
        boards = board_tables()
        self.free = [FULL ^ taken for taken in boards.taken]
        finishing = [_finishing_cells(marks) for marks in range(512)]
        x_danger, o_danger = (
            bytes(
                finishing[mine] & free > 0
                for mine, free in zip(boards.marks[side], self.free, strict=True)
            )
            for side in (0, 1)
        )
        self.danger = (x_danger, o_danger)
        worth = weights.worth_by_code()
        # By side, worth to that side; and what it is worth to be on the move.
        self.worth = (worth, [-value for value in worth])
        self.tempo = weights.tempo
        # By side, the moves in a board, that of the greatest worth first. None for the codes
        # that no search reaches: those with a line, and those in which the mover wins.
        self.offers: list[list[tuple[Offer, ...]]] = []
        for side in (0, 1):
            step, value = STEP[side], self.worth[side]
            mine, theirs = self.danger[side], self.danger[1 - side]
            self.offers.append(
                [
                    ()
                    if mine[code] or boards.event[code] & LINE
                    else tuple(
                        [
                            (STEP_CELL[new - code], new, mine[new], theirs[new])
                            for new in sorted(
                                [code + step[cell] for cell in cells],
                                key=value.__getitem__,
                                reverse=True,
                            )
                        ]
                    )
                    for code, cells in enumerate(boards.free_cells)
                ]
            )
        # By side: what the least useful of these moves does to the worth of the board, as the
        # opponent sees it.
        self.least_harm = tuple(
            [
                worth[offers[-1][1]] - worth[code] if offers else 0
                for code, offers in enumerate(all_offers)
            ]
            for worth, all_offers in zip(reversed(self.worth), self.offers, strict=True)
        )
        self.move_keys = tuple(
            tuple(tuple(keys[9 * board : 9 * board + 9]) for board in range(9))
            for keys in boards.move_keys
        )
        self.target_keys = tuple(boards.target_keys)

    def situation(self, position: NineBoardPosition) -> Situation:
        """Return the situation of an open game."""
        side, target = position.to_move, position.target
        mine, theirs = (
            sum(danger[code] << board for board, code in enumerate(position.codes))
            for danger in (self.danger[side], self.danger[1 - side])
        )
        key = position.key() ^ self.target_keys[target]
        return target, side, mine, theirs, position.closed, key

    def worth_of(self, position: NineBoardPosition) -> int:
        """Return the evaluation, to the side to move."""
        worth = self.worth[position.to_move]
        return sum(map(worth.__getitem__, position.codes))


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
