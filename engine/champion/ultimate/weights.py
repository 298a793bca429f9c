"""The weights of ultimate's evaluation: what they are, how they add up, and their file.

Everything counts in steps of 1/32 of a logit, so 32 is a chance of 73 % to win. The worth of a
position to the mover is

    the sum over open boards of  contexts[what it can mean][shape] + places[corner...][shape]
    + the big board:             bigs[all of it] + lines[each of its eight lines]
    + where he must play:        targets[what it can mean to him][shape]
      or, if he may choose:      frees[all of the big board] + free_lines[each of its lines]

Shapes are boards up to symmetry, see `folds.py`. Boards and big board are worth the
opposite to the other player, so of each pair of opposites only one has a weight. There are two
sets, since with `tiebreak majority` a board counts though no line can be made of it. How the files
that are shipped were made is told in docs/strength.md.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from struct import pack, unpack

from linemate.engine.champion.folds import SYMMETRIES, Folds, folds, signed
from linemate.engine.champion.ultimate.levels import LEVELS
from linemate.engine.core import LinemateError

DATA = files("linemate.engine") / "data"
# Of the files, without and with `tiebreak majority`.
NAMES = ("ultimate", "ultimate-majority")
STEPS_PER_LOGIT = 32
MOST = 127  # a weight is one signed byte in the file

# What x and what o can make of a board, see `levels`; pairs that only swap the players are one.
PAIRS = tuple((a, b) for a in range(LEVELS) for b in range(a + 1))
PAIR_NUMBER = {pair: number for number, pair in enumerate(PAIRS)}
# The lines of the big board and their kind: a side, a middle one or a diagonal.
LINE_KINDS = (
    (0, 0, 1, 2), (1, 3, 4, 5), (0, 6, 7, 8), (0, 0, 3, 6), (1, 1, 4, 7), (0, 2, 5, 8),
    (2, 0, 4, 8), (2, 2, 4, 6),
)  # fmt: skip
LINE_PATTERNS = 3 * 64
_MOVED_MASKS = tuple(
    tuple(sum(1 << symmetry[n] for n in range(9) if mask >> n & 1) for mask in range(512))
    for symmetry in SYMMETRIES
)


class Weights:
    """Plain lists of numbers, in the file as whole steps; `bigs` and `frees` are sparse."""

    def __init__(self) -> None:
        counts = folds()
        self.contexts = [[0] * counts.shapes for _ in PAIRS]
        self.places = [[0] * count for count in counts.placed_counts]
        self.targets = [[0] * counts.shapes for _ in range(LEVELS * LEVELS)]
        self.lines = [0] * LINE_PATTERNS
        self.free_lines = [0] * LINE_PATTERNS
        self.bigs: dict[int, int] = {}
        self.frees: dict[int, int] = {}

    def judge(self, x: int, o: int, drawn: int) -> tuple[int, int, int]:
        """Return the worth of the big board to x, and of a free choice to x and to o."""
        seen_by_x, seen_by_o = free_number(x, o, drawn), free_number(o, x, drawn)
        number, sign = signed(seen_by_x, seen_by_o)
        big = sign * self.bigs.get(number, 0)
        free_to_x, free_to_o = self.frees.get(seen_by_x, 0), self.frees.get(seen_by_o, 0)
        for pattern in patterns(x, o, drawn):
            swapped = SWAPPED_PATTERNS[pattern]
            number, sign = signed(pattern, swapped)
            big += sign * self.lines[number]
            free_to_x += self.free_lines[pattern]
            free_to_o += self.free_lines[swapped]
        return big, free_to_x, free_to_o


# -------------------------------------------------------------- numbers of the features


def free_number(own: int, other: int, drawn: int) -> int:
    """Return one number for big boards that are the same up to symmetry,
    with the mover's as `own`.
    """
    return min(moved[own] << 18 | moved[other] << 9 | moved[drawn] for moved in _MOVED_MASKS)


def patterns(own: int, other: int, drawn: int) -> list[int]:
    """Return the number of each line's pattern; the same read from either end."""
    found = []
    for kind, a, b, c in LINE_KINDS:
        first = (own >> a & 1) + 2 * (other >> a & 1) + 3 * (drawn >> a & 1)
        middle = (own >> b & 1) + 2 * (other >> b & 1) + 3 * (drawn >> b & 1)
        last = (own >> c & 1) + 2 * (other >> c & 1) + 3 * (drawn >> c & 1)
        if first > last:
            first, last = last, first
        found.append(64 * kind + 16 * first + 4 * middle + last)
    return found


def _swap_pattern(pattern: int) -> int:
    kind, first, middle, last = pattern >> 6, pattern >> 4 & 3, pattern >> 2 & 3, pattern & 3
    first, middle, last = (0, 2, 1, 3)[first], (0, 2, 1, 3)[middle], (0, 2, 1, 3)[last]
    return 64 * kind + 16 * min(first, last) + 4 * middle + max(first, last)


SWAPPED_PATTERNS = tuple(map(_swap_pattern, range(LINE_PATTERNS)))


@cache
def swapped_shapes() -> list[int]:
    """Return, by shape, the shape with the colours swapped."""
    counts = folds()
    return _swapped(counts, counts.shape, counts.shapes)


@cache
def swapped_places(place: int) -> list[int]:
    counts = folds()
    return _swapped(counts, counts.placed[(0, 1, 4)[place]], counts.placed_counts[place])


def _swapped(counts: Folds, numbers: list[int], count: int) -> list[int]:
    stand_ins = dict(zip(numbers, counts.swapped, strict=True))
    return [numbers[stand_ins[number]] for number in range(count + 1)]


# -------------------------------------------------------------- worth by code


def context_worth(weights: Weights, own: int, other: int) -> list[int]:
    """Return, by shape, what a board is worth to a player to whom it is of level `own`,
    and `other` to his opponent.

    The shapes are those of boards whose x are that player's. Finished boards are worth nothing.
    """
    swapped = swapped_shapes()
    shapes = range(folds().shapes)
    if own > other:
        return [*weights.contexts[PAIR_NUMBER[own, other]], 0]
    row = weights.contexts[PAIR_NUMBER[other, own]]
    if own < other:
        return [*(-row[swapped[shape]] for shape in shapes), 0]
    return [*_antisymmetric(row, swapped), 0]


def place_worth(weights: Weights, place: int) -> list[int]:
    return [*_antisymmetric(weights.places[place], swapped_places(place)), 0]


def _antisymmetric(row: list[int], swapped: list[int]) -> list[int]:
    return [
        row[shape] if shape < opposite else -row[opposite] if shape > opposite else 0
        for shape, opposite in zip(range(len(row)), swapped, strict=False)
    ]


# -------------------------------------------------------------- the file


def write(weights: Weights) -> bytes:
    """Return the bytes of a file, with the weights rounded to whole steps."""
    blocks = [*weights.contexts, *weights.places, *weights.targets, weights.lines]
    blocks += [weights.free_lines]
    parts = [_to_bytes(block) for block in blocks]
    for sparse in (weights.bigs, weights.frees):
        kept = {number: worth for number, worth in sparse.items() if round(worth)}
        numbers = sorted(kept)
        parts.append(len(numbers).to_bytes(4, "little"))
        # Differences between neighbours are small numbers, which compress well.
        steps = [b - a for a, b in zip([0, *numbers], numbers, strict=False)]
        parts += [pack(f"<{len(steps)}I", *steps), _to_bytes([kept[n] for n in numbers])]
    return zlib.compress(b"".join(parts), 9)


def _to_bytes(worths: list[int]) -> bytes:
    return pack(f"{len(worths)}b", *[max(-MOST, min(MOST, round(worth))) for worth in worths])


def read(data: bytes) -> Weights:
    """Return the weights of a file. Raises ValueError for anything but what `write` makes."""
    try:
        rest = zlib.decompress(data)
    except zlib.error as error:
        raise ValueError(f"damaged weights: {error}") from None
    weights = Weights()

    def take(count: int, kind: str = "b", size: int = 1) -> list[int]:
        nonlocal rest
        part, rest = rest[: count * size], rest[count * size :]
        if len(part) < count * size:
            raise ValueError(f"{count * size - len(part)} bytes too few in the weights")
        return list(unpack(f"<{count}{kind}", part))

    weights.contexts = [take(len(row)) for row in weights.contexts]
    weights.places = [take(len(row)) for row in weights.places]
    weights.targets = [take(len(row)) for row in weights.targets]
    weights.lines, weights.free_lines = take(LINE_PATTERNS), take(LINE_PATTERNS)
    for sparse in (weights.bigs, weights.frees):
        (count,) = take(1, "I", 4)
        number = 0
        steps = take(count, "I", 4)
        for step, worth in zip(steps, take(count), strict=True):
            number += step
            sparse[number] = worth
    if rest:
        raise ValueError(f"{len(rest)} bytes too many in the weights")
    return weights


@cache
def shipped(majority: bool = False) -> Weights:
    """Return the weights that play uses. Raises LinemateError if the file is missing or damaged."""
    try:
        return read((DATA / f"{NAMES[majority]}.bin").read_bytes())
    except (OSError, ValueError) as error:
        raise LinemateError(
            f"no weights for ultimate: {error}: install again, or set Search to hminimax"
        ) from None
