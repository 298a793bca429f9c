"""What learning has to know of ultimate: which weights a position has, and where they begin.

The big boards get their weights when they are first met.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from linemate.engine.champion.folds import PLACE_OF, folds, signed
from linemate.engine.champion.ultimate.levels import LEVELS, levels
from linemate.engine.champion.ultimate.weights import (
    PAIR_NUMBER,
    PAIRS,
    STEPS_PER_LOGIT,
    SWAPPED_PATTERNS,
    Weights,
    free_number,
    patterns,
    read,
    shipped,
    write,
)
from linemate.engine.core import Position
from linemate.engine.games.smallboards import ANY, board_tables
from linemate.engine.games.tictactoe import HAS_LINE, LINES
from linemate.engine.games.ultimate import UltimatePosition
from linemate.engine.tools.fitting import Features, File

# Hand-picked, in steps of 1/32 logit: the worth of a small line with one or two marks of one player
# only, times what the board means to him (by level, in quarters); of a line of boards with one or
# two.
SMALL_LINE = (0, 2, 7)
LEVEL_WORTH = (0, 3, 5, 7, 12)
BIG_LINE = (0, 12, 44)
FREE_CHOICE = 24
WIN_IN_TARGET = 5
# With `tiebreak majority` a lead of one board counts this much once all lines are dead.
LEAD = 16


class UltimateFeatures(Features):
    """Dense blocks first, then big boards as they are met."""

    def __init__(self, majority: bool = False) -> None:
        self._majority = majority
        empty, shapes = Weights(), folds().shapes
        self._shapes = shapes
        self._place_starts = []
        start = shapes * len(empty.contexts)
        for row in empty.places:
            self._place_starts.append(start)
            start += len(row)
        self._targets = start
        start += shapes * len(empty.targets)
        self._lines = start
        start += len(empty.lines)
        self._free_lines = start
        start += len(empty.free_lines)
        self._dense = start
        self.bigs: dict[int, int] = {}
        self.frees: dict[int, int] = {}
        self._of_big: dict[tuple[int, int, int], list[int]] = {}
        self._of_free: dict[tuple[int, int, int], list[int]] = {}

    def __len__(self) -> int:
        return self._dense + len(self.bigs) + len(self.frees)

    def of(self, position: Position) -> list[int]:
        assert isinstance(position, UltimatePosition)
        counts = folds()
        side = position.to_move
        own, other = position.owned[side], position.owned[1 - side]
        closed = position.closed
        drawn = closed & ~(own | other)
        own_levels, other_levels = levels(own, other | drawn), levels(other, own | drawn)
        found = []
        for board in range(9):
            if closed >> board & 1:
                continue
            code = position.codes[board]
            opposite = counts.swapped[code]
            if side:
                code, opposite = opposite, code
            shape, swapped = counts.shape[code], counts.shape[opposite]
            a, b = own_levels[board], other_levels[board]
            if a == b:
                shape, sign = signed(shape, swapped)
            elif a > b:
                sign = 1
            else:
                shape, sign = swapped, -1
            if sign:
                pair = PAIR_NUMBER[max(a, b), min(a, b)]
                found.append(sign * (1 + pair * self._shapes + shape))
            numbers = counts.placed[board]
            shape, sign = signed(numbers[code], numbers[opposite])
            if sign:
                found.append(sign * (1 + self._place_starts[PLACE_OF[board]] + shape))
        big = own, other, drawn
        found += self._of_big.get(big) or self._number_big(own, other, drawn)
        if position.target == ANY:
            found += self._of_free.get(big) or self._number_free(own, other, drawn)
        else:
            board = position.target
            code = position.codes[board]
            shape = counts.shape[counts.swapped[code] if side else code]
            row = LEVELS * own_levels[board] + other_levels[board]
            found.append(1 + self._targets + row * self._shapes + shape)
        return found

    def _number_big(self, own: int, other: int, drawn: int) -> list[int]:
        number, sign = signed(free_number(own, other, drawn), free_number(other, own, drawn))
        found = []
        if sign:
            found.append(sign * (1 + self.bigs.setdefault(number, len(self))))
        for pattern in patterns(own, other, drawn):
            number, sign = signed(pattern, SWAPPED_PATTERNS[pattern])
            if sign:
                found.append(sign * (1 + self._lines + number))
        self._of_big[own, other, drawn] = found
        return found

    def _number_free(self, own: int, other: int, drawn: int) -> list[int]:
        number = free_number(own, other, drawn)
        found = [1 + self.frees.setdefault(number, len(self))]
        found += [1 + self._free_lines + n for n in patterns(own, other, drawn)]
        self._of_free[own, other, drawn] = found
        return found

    def flatten(self, file: File) -> list[float]:
        """Return the weights in logits."""
        weights = weights_of(file, self._majority)
        for numbers, known in ((self.bigs, weights.bigs), (self.frees, weights.frees)):
            for number in known:
                numbers.setdefault(number, len(self))
        blocks = [*weights.contexts, *weights.places, *weights.targets]
        blocks += [weights.lines, weights.free_lines]
        flat = [worth / STEPS_PER_LOGIT for block in blocks for worth in block]
        flat += [0.0] * (len(self) - len(flat))
        for numbers, known in ((self.bigs, weights.bigs), (self.frees, weights.frees)):
            for number, index in numbers.items():
                flat[index] = known.get(number, 0) / STEPS_PER_LOGIT
        return flat

    def unflatten(self, flat: list[float]) -> bytes:
        worths = [round(STEPS_PER_LOGIT * worth) for worth in flat]
        weights = Weights()
        start = 0
        for rows in (weights.contexts, weights.places, weights.targets):
            for number, row in enumerate(rows):
                rows[number] = worths[start : start + len(row)]
                start += len(row)
        weights.lines = worths[self._lines : self._free_lines]
        weights.free_lines = worths[self._free_lines : self._dense]
        weights.bigs = {number: worths[index] for number, index in self.bigs.items()}
        weights.frees = {number: worths[index] for number, index in self.frees.items()}
        return write(weights)


def weights_of(file: File, majority: bool = False) -> Weights:
    """Return the weights of a file, or hand-picked ones.
    Raises ValueError for what is no such file.
    """
    if file is not None:
        return read(file)
    return with_majority(shipped()) if majority else hand_picked()


def hand_picked() -> Weights:
    """Return what learning begins with, and is measured against."""
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


@cache
def with_majority(weights: Weights) -> Weights:
    """Return what learning for `tiebreak majority` begins with: weights learned without it, but a
    board is worth as much where no line can be made as where one can, and a lead counts.
    """
    changed = Weights()
    changed.places, changed.frees = weights.places, weights.frees
    changed.lines, changed.free_lines = weights.lines, weights.free_lines
    changed.contexts = [weights.contexts[PAIR_NUMBER[max(a, 1), max(b, 1)]] for a, b in PAIRS]
    changed.targets = [
        weights.targets[LEVELS * max(own, 1) + max(other, 1)]
        for own in range(LEVELS)
        for other in range(LEVELS)
    ]
    leads = dict(_worths_of_leads())
    changed.bigs = {
        number: weights.bigs.get(number, 0) + leads.get(number, 0)
        for number in sorted(leads.keys() | weights.bigs.keys())
    }
    return changed


def _worths_of_leads() -> Iterator[tuple[int, int]]:
    """Yield what a lead in boards counts by itself, the more the more lines are dead."""
    for owners in product(range(4), repeat=9):
        own, other, drawn = (
            sum(1 << board for board in range(9) if owners[board] == owner) for owner in (1, 2, 3)
        )
        lead = own.bit_count() - other.bit_count()
        dead = sum(1 for line in LINES if line & drawn or (line & own and line & other))
        if lead and dead and not HAS_LINE[own] and not HAS_LINE[other]:
            number, sign = signed(free_number(own, other, drawn), free_number(other, own, drawn))
            if sign:
                yield number, sign * round(lead * LEAD * dead / len(LINES))


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
