"""What of a position of nineboard has weights: the boards, and the move."""

from __future__ import annotations

from linemate.engine.core import Position
from linemate.engine.games.nineboard import NineBoardPosition
from linemate.engine.search.cores.folds import folds, signed
from linemate.engine.search.cores.nineboard_tables import can_win_at_once, nineboard_tables
from linemate.engine.search.cores.nineboard_weights import STEPS_PER_LOGIT, Weights, read, write
from linemate.engine.workshop.fitting import Features, File
from linemate.engine.workshop.nineboard_start import hand_picked


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
        """None where the mover wins at once: the search never asks for the worth of that."""
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
    """Raises ValueError for what is no file of weights."""
    return hand_picked() if file is None else read(file)
