"""Hand-picked weights for nineboard: where learning begins, and what it is measured against."""

from __future__ import annotations

from linemate.engine.games.smallboards import board_tables
from linemate.engine.games.tictactoe import HAS_LINE, LINES
from linemate.engine.search.cores.folds import folds
from linemate.engine.search.cores.nineboard_weights import Weights

# In steps of 1/64 logit. Worth of being able to finish a line, of each line with so many marks
# of one player and none of the other, and of being on the move.
DANGER = 78
LINE_WORTH = (0, 16, 22, 0)
TEMPO = 43


def hand_picked() -> Weights:
    weights = Weights()
    weights.shapes = [_worth_to(code, 0) - _worth_to(code, 1) for code in folds().stand_ins]
    weights.tempo = TEMPO
    return weights


def _worth_to(code: int, side: int) -> int:
    boards = board_tables()
    mine, theirs = boards.marks[side][code], boards.marks[1 - side][code]
    worth = sum(LINE_WORTH[(line & mine).bit_count()] for line in LINES if not line & theirs)
    can_win = any(HAS_LINE[mine | 1 << cell] for cell in boards.free_cells[code])
    return worth + DANGER * can_win
