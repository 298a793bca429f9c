"""Times as users write them: `100ms`, `1.5s`, `2min`; always with a unit, so nothing is guessed.

Inside, times are whole milliseconds, as in the protocol.
"""

from __future__ import annotations

import re

from linemate.clients.shared.values import WordError

UNITS = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000}
EXPECTED = "a time with its unit, as in 100ms, 1.5s or 2min"
_TIME = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*(ms|s|min|h)")


def read_time(text: str) -> int:
    """Return milliseconds. Raises WordError."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise WordError(f"cannot read {text!r}: expected {EXPECTED}")
    return round(float(found[1]) * UNITS[found[2]])


def read_some_time(text: str) -> int:
    """Return milliseconds, more than 0. Raises WordError."""
    time = read_time(text)
    if time == 0:
        raise WordError(f"cannot take {text!r}: expected 1ms or more")
    return time


def read_clock(text: str) -> tuple[int, int]:
    """Return milliseconds for the game and for each move, of `60s+500ms` or `60s`.

    Raises WordError.
    """
    base, sign, increment = text.partition("+")
    try:
        clock = read_time(base), read_time(increment) if sign else 0
    except WordError:
        raise WordError(
            f"cannot read {text!r}: expected a time for the game and, if you like, one for each "
            "move, with their units, as in 60s+500ms"
        ) from None
    if clock[0] == 0:
        raise WordError(f"cannot take {text!r}: expected 1ms or more for the game")
    return clock


def write_time(milliseconds: int) -> str:
    """Write what `read_time` reads, in the largest unit that needs no fraction."""
    for unit, size in reversed(UNITS.items()):
        if milliseconds and milliseconds % size == 0:
            return f"{milliseconds // size}{unit}"
    return f"{milliseconds}ms"


def write_duration(seconds: float) -> str:
    """Write a time for people, as in `1 h 02 min`, `3 min 20 s` or `12 s`."""
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60:02} min"
    if whole >= 60:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole} s"
