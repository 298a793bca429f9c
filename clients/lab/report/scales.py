"""Where a value stands along an axis, and which values are named there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

MOST_NAMED = 12  # so many values of x are all named at the axis
DECADE = (1, 2, 5)


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high`, laid out from `start` to `end`; `ticks` are named."""

    low: float
    high: float
    start: float
    end: float
    ticks: Sequence[float]
    logarithmic: bool = False

    def place(self, value: float) -> float:
        low, high, at = self.low, self.high, value
        if self.logarithmic:
            low, high, at = log10(low), log10(high), log10(max(value, self.low))
        return self.start + (self.end - self.start) * (at - low) / (high - low)


def make_scale(
    values: Sequence[float], start: float, end: float, logarithmic: bool, named: bool = False
) -> Scale:
    """Make a scale that all values fit on. With `named` its ticks are the values, if those are
    few.
    """
    if logarithmic:
        return _make_logarithmic(values, start, end, named)
    low, high = min(values), max(values)
    step = _round_step((high - low) / 5 or 1)
    few = sorted(set(values)) if named and len(set(values)) <= MOST_NAMED else []
    if not named:
        low, high = floor(low / step) * step, ceil(high / step) * step
    if low == high:
        low, high = low - step, high + step
    ticks = few or [step * n for n in range(ceil(low / step), floor(high / step) + 1)]
    return Scale(low, high, start, end, ticks)


def _make_logarithmic(values: Sequence[float], start: float, end: float, named: bool) -> Scale:
    positive = [value for value in values if value > 0] or [1.0]
    low, high = min(positive), max(positive)
    decades = range(floor(log10(low)), ceil(log10(high)) + 1)
    steps = DECADE if len(decades) <= 3 else DECADE[:1]
    ticks = [step * 10.0**power for power in decades for step in steps]
    few = sorted(set(positive))
    if named and len(few) <= MOST_NAMED:
        ticks = few
    else:
        low = max((tick for tick in ticks if tick <= low), default=low)
        high = min((tick for tick in ticks if tick >= high), default=high)
    if low == high:
        low, high = low / 2, high * 2
    named_ticks = [tick for tick in ticks if low <= tick <= high]
    return Scale(low, high, start, end, named_ticks, logarithmic=True)


def _round_step(rough: float) -> float:
    """Return 1, 2 or 5 times a power of ten, the least that is not below."""
    power = 10.0 ** floor(log10(rough))
    return next(step * power for step in (*DECADE, 10) if step * power >= rough * 0.999)


def write_tick(value: float) -> str:
    """Write a value as short as it is exact: `0.5`, `20,000`, `3 million`."""
    return f"{value / 1_000_000:g} million" if value >= 1_000_000 else f"{value:,.6g}"
