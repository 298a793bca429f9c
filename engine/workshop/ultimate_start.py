"""Hand-picked weights for ultimate: where learning begins, and what it is measured against."""

from __future__ import annotations

from linemate.engine.games.smallboards import board_tables
from linemate.engine.games.tictactoe import HAS_LINE, LINES
from linemate.engine.search.cores.folds import folds
from linemate.engine.search.cores.ultimate_levels import LEVELS
from linemate.engine.search.cores.ultimate_weights import PAIRS, Weights

# In steps of 1/32 logit. Worth of a small line with one or two marks of one player only, times
# what the board means to him (by level, in quarters); of a line of boards with one or two.
SMALL_LINE = (0, 2, 7)
LEVEL_WORTH = (0, 3, 5, 7, 12)
BIG_LINE = (0, 12, 44)
FREE_CHOICE = 24
WIN_IN_TARGET = 5


def hand_picked() -> Weights:
    weights = Weights()
    stand_ins = folds().stand_ins
    worth = [_worth_of_marks(code) for code in stand_ins]
    for number, (a, b) in enumerate(PAIRS):
        weights.contexts[number] = [
            (LEVEL_WORTH[a] * x - LEVEL_WORTH[b] * o) // 4 for x, o in worth
        ]
    for own in range(LEVELS):
        for other in range(LEVELS):
            weights.targets[LEVELS * own + other] = [
                LEVEL_WORTH[own] * WIN_IN_TARGET * _can_win(code, 0) for code in stand_ins
            ]
    for kind in range(3):
        for first in range(4):
            for middle in range(4):
                for last in range(4):
                    pattern = 64 * kind + 16 * first + 4 * middle + last
                    weights.lines[pattern] = _worth_of_line((first, middle, last))
    weights.free_lines = [FREE_CHOICE // len(LINES)] * len(weights.free_lines)
    return weights


def _worth_of_marks(code: int) -> tuple[int, int]:
    x_marks, o_marks = (marks[code] for marks in board_tables().marks)
    worth = [0, 0]
    for line in LINES:
        if not line & o_marks:
            worth[0] += SMALL_LINE[(line & x_marks).bit_count()]
        elif not line & x_marks:
            worth[1] += SMALL_LINE[(line & o_marks).bit_count()]
    return worth[0], worth[1]


def _can_win(code: int, side: int) -> bool:
    marks = board_tables().marks[side][code]
    return any(HAS_LINE[marks | 1 << cell] for cell in board_tables().free_cells[code])


def _worth_of_line(line: tuple[int, ...]) -> int:
    if 3 in line or (1 in line and 2 in line):
        return 0
    return BIG_LINE[min(2, line.count(1))] - BIG_LINE[min(2, line.count(2))]
