"""Which sides people play, in a word: `x`, `o`, `both` or `none`. Engines play the others."""

from __future__ import annotations

from linemate.engine.core import LinemateError

SIDES = {
    "x": frozenset({0}),
    "o": frozenset({1}),
    "both": frozenset({0, 1}),
    "none": frozenset(),
}


def read_sides(text: str) -> frozenset[int]:
    """Raises LinemateError."""
    if text.lower() not in SIDES:
        raise LinemateError(f"bad side {text!r}: expected one of {', '.join(SIDES)}")
    return SIDES[text.lower()]


def write_sides(humans: frozenset[int]) -> str:
    """The inverse of `read_sides`."""
    return next(word for word, sides in SIDES.items() if sides == humans)
