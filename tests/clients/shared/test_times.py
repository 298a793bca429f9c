"""Times as users write them."""

from __future__ import annotations

import pytest

from linemate.clients.shared.times import read_clock, read_time, write_duration, write_time
from linemate.clients.shared.values import WordError


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [("100ms", 100), ("1.5s", 1500), ("2min", 120_000), ("1h", 3_600_000), (" 10 ms ", 10)],
)
def test_a_time_has_a_unit(text: str, milliseconds: int) -> None:
    assert read_time(text) == milliseconds
    assert read_time(write_time(milliseconds)) == milliseconds


@pytest.mark.parametrize("text", ["100", "", "ms", "-1s", "1e3s", "1s 5", "fast", "1,5s"])
def test_anything_else_is_refused_with_what_would_be_accepted(text: str) -> None:
    with pytest.raises(WordError, match="expected a time with its unit, as in 100ms"):
        read_time(text)


def test_a_clock_may_have_an_increment() -> None:
    assert read_clock("60s+500ms") == (60_000, 500)
    assert read_clock("1min") == (60_000, 0)
    with pytest.raises(WordError, match="as in 60s"):
        read_clock("60+0.5")


def test_durations_are_for_people() -> None:
    assert [write_duration(each) for each in (12.4, 200, 3720)] == [
        "12 s",
        "3 min 20 s",
        "1 h 02 min",
    ]
