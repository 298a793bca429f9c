"""The table of words keeps what cost most, and no more than it may."""

from __future__ import annotations

from random import Random

import pytest
from linemate.engine.search.words import BYTES_PER_BUCKET, RANK_SHIFT, WordTable


def ranked(rank: int, word: int = 1) -> int:
    return word | rank << RANK_SHIFT


@pytest.mark.parametrize("megabytes", [0.001, 0.5, 1, 3])
def test_it_stays_within_its_megabytes_and_uses_half_of_them_at_least(megabytes: float) -> None:
    table = WordTable(megabytes)
    assert megabytes * 2**19 < len(table.words) * 8 <= megabytes * 2**20
    assert len(table.words) * 8 % BYTES_PER_BUCKET == 0


def test_what_is_found_is_what_was_stored_last_under_the_key() -> None:
    table, stored, rng = WordTable(0.001), {}, Random(1)
    for _ in range(5000):
        key, word = rng.randrange(1, 1000), ranked(rng.randrange(1, 30), rng.randrange(1000))
        table.store(key, word)
        stored[key] = word
        assert table.probe(key) == word
        other = rng.randrange(1, 1000)
        assert table.probe(other) in (0, stored.get(other))


def test_of_a_bucket_the_costliest_stays_and_the_newest_of_the_others() -> None:
    table = WordTable(0)
    table.store(1, ranked(9))
    table.store(2, ranked(3))
    table.store(3, ranked(2))
    assert [table.probe(key) for key in (1, 2, 3)] == [ranked(9), 0, ranked(2)]
    table.store(4, ranked(9))
    assert [table.probe(key) for key in (1, 3, 4)] == [ranked(9), 0, ranked(9)]


def test_fullness_goes_from_nothing_to_everything() -> None:
    table = WordTable(0.01)
    assert table.fullness() == 0
    for key in range(1, 5000):
        table.store(key, ranked(1))
    assert table.fullness() > 990
    table.clear()
    assert table.fullness() == 0
    assert table.probe(4999) == 0
