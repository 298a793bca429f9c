"""What learning has to know of nineboard: which weights a position has, and where they begin."""

from __future__ import annotations

from linemate.engine.champion.folds import folds, signed
from linemate.engine.champion.nineboard.tables import can_win_at_once, nineboard_tables
from linemate.engine.champion.nineboard.weights import STEPS_PER_LOGIT, Weights, read, write
from linemate.engine.core import Position
from linemate.engine.games.nineboard import NineBoardPosition
from linemate.engine.games.smallboards import board_tables
from linemate.engine.games.tictactoe import HAS_LINE, LINES
from linemate.engine.tools.fitting import Features, File

# Hand-picked, in steps of 1/64 logit: the worth of being able to finish a line, of each line with
# so many marks of one player and none of the other, and of being on the move.
DANGER = 78
LINE_WORTH = (0, 16, 22, 0)
TEMPO = 43


class NineBoardFeatures(Features):
    """Shapes by number, then the tempo."""

    def __init__(self) -> None:
        known = folds()
        self._tempo = known.shapes
        # By code: 1 + the number of its weight with its sign, 0 if it has none.
        self._of_code = []
        for code, shape in enumerate(known.shape):
            number, sign = signed(shape, known.shape[known.swapped[code]])
            self._of_code.append(sign * (1 + number) if number < known.shapes else 0)

    def __len__(self) -> int:
        return self._tempo + 1

    def of(self, position: Position) -> list[int]:
        """Return none where the mover wins at once: the search never asks for the worth of that."""
        assert isinstance(position, NineBoardPosition)
        if can_win_at_once(nineboard_tables().situation(position)):
            return []
        sign = -1 if position.to_move else 1
        found = [sign * self._of_code[code] for code in position.codes]
        return [*filter(None, found), 1 + self._tempo]

    def flatten(self, file: File) -> list[float]:
        known = weights_of(file)
        return [worth / STEPS_PER_LOGIT for worth in (*known.shapes, known.tempo)]

    def unflatten(self, flat: list[float]) -> bytes:
        weights = Weights()
        *weights.shapes, weights.tempo = (round(STEPS_PER_LOGIT * worth) for worth in flat)
        return write(weights)


def weights_of(file: File) -> Weights:
    """Return the weights of a file, or hand-picked ones.
    Raises ValueError for what is no such file.
    """
    return hand_picked() if file is None else read(file)


def hand_picked() -> Weights:
    """Return what learning begins with, and is measured against."""
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
