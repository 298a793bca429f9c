"""How the weights of an evaluation of small boards are shared: what looks alike has one weight.

A small board means the same turned or mirrored, and the opposite with the colours swapped; its
place on the big board (corner, edge or centre) leaves fewer symmetries, those that keep the
place where it is. `Folds` numbers what remains different. Codes: see games/smallboards.py.
"""

from __future__ import annotations

from functools import cache, cached_property

from linemate.engine.games.grid import grid_symmetries
from linemate.engine.games.smallboards import board_tables

CODES = 3**9
SYMMETRIES = tuple(tuple(symmetry) for symmetry in grid_symmetries(3, 3))
# The boards that stand for a corner, an edge and the centre, and which of them each board is.
PLACES = (0, 1, 4)
PLACE_OF = (0, 1, 0, 1, 2, 1, 0, 1, 0)


def _moved_codes(symmetry: tuple[int, ...], x: int = 1, o: int = 2) -> list[int]:
    """Return every code with its cells moved by a symmetry, and its marks replaced."""
    codes = [0]
    for cell in range(9):
        power = 3 ** symmetry[cell]
        x_step, o_step = x * power, o * power
        codes = [
            *codes,
            *[code + x_step for code in codes],
            *[code + o_step for code in codes],
        ]
    return codes


def _numbered(folded: list[int], open_codes: list[int]) -> tuple[list[int], int]:
    """Return the folded codes that open boards have, as 0, 1, 2...; the others all get the last."""
    distinct = sorted({folded[code] for code in open_codes})
    number = dict.fromkeys(folded, len(distinct))
    for index, code in enumerate(distinct):
        number[code] = index
    return list(map(number.__getitem__, folded)), len(distinct)


class Folds:
    """`shape[code]` numbers boards up to symmetry, `shapes` of them; finished ones get `shapes`.
    `stand_ins[shape]` is the first code of it.
    `placed[board][code]` does so for a board that keeps its place: `placed_counts[place]`.
    `swapped[code]` is the board with the colours swapped.
    """

    def __init__(self) -> None:
        event = board_tables().event
        self._open = [code for code in range(CODES) if not event[code]]
        self._finished = [code for code in range(CODES) if event[code]]
        self._moved = [_moved_codes(symmetry) for symmetry in SYMMETRIES]
        self.swapped = _moved_codes(SYMMETRIES[0], 2, 1)
        self.shape, self.shapes = self._number(self._moved)
        first_codes: dict[int, int] = {}
        for code, shape in enumerate(self.shape):
            first_codes.setdefault(shape, code)
        self.stand_ins = [first_codes[shape] for shape in range(self.shapes)]

    def _number(self, moved: list[list[int]]) -> tuple[list[int], int]:
        """Boards that one of these symmetries takes to each other get the same number."""
        # Not `map(min, ...)`: in one call to C nobody else has a turn for milliseconds.
        folded = [min(codes) for codes in zip(*moved, strict=True)]
        numbers, count = _numbered(folded, self._open)
        for code in self._finished:
            numbers[code] = count
        return numbers, count

    @cached_property
    def placed(self) -> list[list[int]]:
        return self._placed_with_counts[0]

    @cached_property
    def placed_counts(self) -> list[int]:
        return self._placed_with_counts[1]

    @cached_property
    def _placed_with_counts(self) -> tuple[list[list[int]], list[int]]:
        numbers: list[list[int]] = [[] for _ in range(9)]
        counts = []
        for place, stand_in in enumerate(PLACES):
            keeping = [
                codes
                for codes, symmetry in zip(self._moved, SYMMETRIES, strict=True)
                if symmetry[stand_in] == stand_in
            ]
            folded, count = self._number(keeping)
            counts.append(count)
            for board in range(9):
                if PLACE_OF[board] == place:
                    turn = next(
                        codes
                        for codes, symmetry in zip(self._moved, SYMMETRIES, strict=True)
                        if symmetry[board] == stand_in
                    )
                    numbers[board] = list(map(folded.__getitem__, turn))
        return numbers, counts


def signed(number: int, swapped: int) -> tuple[int, int]:
    """Return which of two opposites has the weight, and the sign, 0 for its own opposite."""
    return min(number, swapped), (number < swapped) - (number > swapped)


@cache
def folds() -> Folds:
    return Folds()
