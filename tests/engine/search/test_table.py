"""The table forgets, but never lies and never outgrows its bound."""

from __future__ import annotations

import tracemalloc

import pytest

from engine.search.scores import WIN
from engine.search.table import AT_LEAST, AT_MOST, EXACT, Entry, Table, certain, holds_at_any_depth


def test_what_was_stored_is_found_again() -> None:
    table = Table(1)
    table.store(5, (3, -20, EXACT, 7))
    assert table.probe(5) == (3, -20, EXACT, 7)
    assert table.probe(6) is None
    table.clear()
    assert table.probe(5) is None


def test_the_newest_entries_survive_when_it_is_full() -> None:
    table = Table(1)
    for key in range(100_000):
        table.store(key, (1, key, EXACT, 0))
    assert table.probe(99_999) == (1, 99_999, EXACT, 0)
    assert table.probe(0) is None
    assert 500 <= table.fullness() <= 1000


def test_memory_stays_within_the_megabytes_asked_for() -> None:
    megabytes = 8
    tracemalloc.start()
    try:
        table = Table(megabytes)
        for number in range(120_000):
            # Keys and scores as in play: too large for the interpreter to share.
            table.store(number * 0x9E3779B97F4A7C15 % 2**60, (5, 1_000_000 + number, EXACT, 40))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= megabytes << 20


@pytest.mark.parametrize(
    ("entry", "holds"),
    [
        ((4, WIN - 9, AT_LEAST, 0), True),
        ((4, WIN - 9, AT_MOST, 0), False),
        ((4, WIN - 9, EXACT, 0), False),
        ((9, WIN - 9, AT_MOST, 0), True),
        ((9, WIN - 9, EXACT, 0), True),
        ((4, 8 - WIN, AT_MOST, 0), True),
        ((4, 8 - WIN, AT_LEAST, 0), False),
        ((4, 8 - WIN, EXACT, 0), False),
        ((8, 8 - WIN, AT_LEAST, 0), True),
        ((8, 8 - WIN, EXACT, 0), True),
        ((9, 0, EXACT, 0), False),
        ((9, 120, AT_LEAST, 0), False),
    ],
)
def test_of_a_result_beyond_the_depth_only_that_it_is_one_holds_at_any_depth(
    entry: Entry, holds: bool
) -> None:
    assert holds_at_any_depth(entry) == holds


@pytest.mark.parametrize(
    ("entry", "bound"),
    [
        ((4, WIN - 9, EXACT, 0), AT_LEAST),
        ((4, 8 - WIN, EXACT, 0), AT_MOST),
        ((9, WIN - 9, EXACT, 0), EXACT),
        ((8, 8 - WIN, EXACT, 0), EXACT),
        ((4, WIN - 9, AT_MOST, 0), AT_MOST),
        ((4, 120, EXACT, 0), EXACT),
    ],
)
def test_an_exact_result_beyond_the_depth_is_kept_as_the_bound_that_is_certain(
    entry: Entry, bound: int
) -> None:
    assert certain(entry) == (*entry[:2], bound, entry[3])
