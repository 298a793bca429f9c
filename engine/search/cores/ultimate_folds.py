"""How the weights of ultimate's evaluation are shared: what looks alike has one weight.

A small board means the same turned or mirrored, and the opposite with the colours swapped; its
place on the big board (corner, edge or centre) leaves fewer symmetries, those that keep the
place where it is. `Folds` numbers what remains different. Codes: see games/smallboards.py.
"""

from __future__ import annotations

from functools import cache

from engine.games.grid import grid_symmetries
from engine.games.smallboards import board_tables
from engine.games.tictactoe import LINES

CODES = 3**9
SYMMETRIES = tuple(tuple(symmetry) for symmetry in grid_symmetries(3, 3))
# The boards that stand for a corner, an edge and the centre, and which of them each board is.
PLACES = (0, 1, 4)
PLACE_OF = (0, 1, 0, 1, 2, 1, 0, 1, 0)

# How much a small board can mean to a player on the big one: see `levels`.
LEVELS = 5
LINES_THROUGH = tuple(tuple(line for line in LINES if line >> board & 1) for board in range(9))


@cache
def levels(own: int, others: int) -> tuple[int, ...]:
    """What each board would do for a player: `own` are his boards, `others` lost to him.

    0: no line through it can be his; 1: some line can; 2: one of them has one board of his;
    3: two or more such; 4: it would win the game.
    """
    found = []
    for lines in LINES_THROUGH:
        level = 0
        for line in lines:
            if line & others:
                continue
            count = (line & own).bit_count()
            if count == 2:
                level = 4
                break
            level = max(level, 1) if count == 0 else min(max(level, 1) + 1, 3)
        found.append(level)
    return tuple(found)


def _moved_codes(symmetry: tuple[int, ...], x: int = 1, o: int = 2) -> list[int]:
    """Every code with its cells moved by a symmetry, and its marks replaced."""
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
    """The folded codes that open boards have, as 0, 1, 2...; the others all get the last."""
    distinct = sorted({folded[code] for code in open_codes})
    number = dict.fromkeys(folded, len(distinct))
    for index, code in enumerate(distinct):
        number[code] = index
    return list(map(number.__getitem__, folded)), len(distinct)


class Folds:
    """`shape[code]` numbers boards up to symmetry, `shapes` of them; finished ones get `shapes`.

    `placed[board][code]` does so for a board that keeps its place: `placed_counts[place]`.
    `swapped[code]` is the board with the colours swapped.
    """

    def __init__(self) -> None:
        event = board_tables().event
        open_codes = [code for code in range(CODES) if not event[code]]
        moved = [_moved_codes(symmetry) for symmetry in SYMMETRIES]
        self.swapped = _moved_codes(SYMMETRIES[0], 2, 1)
        finished = [code for code in range(CODES) if event[code]]
        self.shape, self.shapes = _numbered(list(map(min, *moved)), open_codes)
        _set_all(self.shape, finished, self.shapes)
        self.placed: list[list[int]] = [[] for _ in range(9)]
        self.placed_counts = []
        for place, stand_in in enumerate(PLACES):
            keeping = [
                codes
                for codes, symmetry in zip(moved, SYMMETRIES, strict=True)
                if symmetry[stand_in] == stand_in
            ]
            folded, count = _numbered(list(map(min, *keeping)), open_codes)
            _set_all(folded, finished, count)
            self.placed_counts.append(count)
            for board in range(9):
                if PLACE_OF[board] == place:
                    turn = next(
                        codes
                        for codes, symmetry in zip(moved, SYMMETRIES, strict=True)
                        if symmetry[board] == stand_in
                    )
                    self.placed[board] = list(map(folded.__getitem__, turn))


def _set_all(numbers: list[int], codes: list[int], value: int) -> None:
    for code in codes:
        numbers[code] = value


@cache
def folds() -> Folds:
    return Folds()
