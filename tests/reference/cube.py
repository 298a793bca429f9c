"""Qubic by sets of cells and nothing else: who wins within so many plies, tried out in full."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from random import Random

ALL = (1 << 64) - 1


def _lines() -> list[int]:
    found = set()
    for start in product(range(4), repeat=3):
        for step in product((-1, 0, 1), repeat=3):
            cells = [[s + n * d for s, d in zip(start, step, strict=True)] for n in range(4)]
            if any(step) and all(0 <= c <= 3 for cell in cells for c in cell):
                found.add(sum(1 << 16 * x + 4 * y + z for x, y, z in cells))
    return sorted(found)


LINES = _lines()
assert len(LINES) == 76


def bits(cells: int) -> Iterator[int]:
    while cells:
        bit = cells & -cells
        cells ^= bit
        yield bit


@lru_cache(maxsize=100_000)
def finishing(own: int, other: int) -> int:
    """The free cells that would give the owner of `own` a line."""
    cells = 0
    for line in LINES:
        if not line & other and (line & own).bit_count() == 3:
            cells |= line & ~own
    return cells


@lru_cache(maxsize=300_000)
def wins_within(own: int, other: int, plies: int) -> bool:
    """Tell whether the owner of `own`, to move, wins within so many plies, whatever is played."""
    if plies >= 1 and finishing(own, other):
        return True
    if plies < 3:
        return False
    moves = finishing(other, own) or ALL ^ own ^ other
    refutation = 0  # tried first, as it is likely to refute the next move as well
    for move in bits(moves):
        mine, free = own | move, ALL ^ own ^ other ^ move
        if finishing(other, mine) or not free:
            continue
        likely = refutation & free
        for reply in (*bits(likely), *bits(free ^ likely)):
            if not wins_within(mine, other | reply, plies - 2):
                refutation = reply
                break
        else:
            return True
    return False


def loses_within(own: int, other: int, plies: int) -> bool:
    """Tell whether the owner of `own`, to move, loses within so many plies, whatever he plays."""
    return not finishing(own, other) and all(
        wins_within(other, own | move, plies - 1) for move in bits(ALL ^ own ^ other)
    )


def random_game(random: Random, plies: int) -> list[int]:
    """Moves such that nobody overlooks a line; fewer than `plies` if the game has an end.

    The others are near one another, so that many lines have marks of one player only.
    """
    marks = [0, 0]
    moves: list[int] = []
    while len(moves) < plies:
        side = len(moves) % 2
        own, other = marks[side], marks[1 - side]
        must = finishing(own, other) or finishing(other, own)
        choice = list(bits(must or ALL ^ own ^ other))
        sample = random.sample(choice, min(4, len(choice)))
        move = max(sample, key=lambda cell: _live_lines(own, other, cell))
        if finishing(own, other):
            return moves
        marks[side] |= move
        moves.append(move.bit_length() - 1)
    return moves


def _live_lines(own: int, other: int, cell: int) -> int:
    return sum(
        1 + (line & own).bit_count() ** 2 for line in LINES if line & cell and not line & other
    )
