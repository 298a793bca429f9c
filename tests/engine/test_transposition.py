"""The tables forget, but never lie and never outgrow their bound."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.engine.crew import SharedMemory
from linemate.engine.scores import WIN
from linemate.engine.transposition import (
    AT_LEAST,
    AT_MOST,
    BYTES_PER_BUCKET,
    EXACT,
    RANK_SHIFT,
    Entry,
    PackedTable,
    TranspositionTable,
    certain,
    holds_at_any_depth,
)


@given(
    st.integers(1, 2**64 - 1),
    st.integers(0, 484),
    st.integers(-WIN, WIN),
    st.sampled_from([EXACT, AT_LEAST, AT_MOST]),
    st.integers(0, 483),
)
def test_an_entry_is_found_again_as_it_was_stored(
    key: int, depth: int, score: int, bound: int, move: int
) -> None:
    table = TranspositionTable(0.001)
    table.store(key, (depth, score, bound, move))
    assert table.probe(key) == (depth, score, bound, move)
    assert table.probe(key ^ 1 << 40) is None
    assert table.fullness() > 0
    table.clear()
    assert table.probe(key) is None
    assert table.fullness() == 0


def test_the_deepest_entry_of_a_bucket_survives_when_it_is_full() -> None:
    table = TranspositionTable(0)
    table.store(1, (9, 50, EXACT, 7))
    for key in range(2, 100):
        table.store(key, (1, key, EXACT, 0))
    assert table.probe(1) == (9, 50, EXACT, 7)
    assert table.probe(99) == (1, 99, EXACT, 0)
    assert table.probe(98) is None


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


# -------------------------------------------------------------- the packed table


def ranked(rank: int, word: int = 1) -> int:
    return word | rank << RANK_SHIFT


@pytest.mark.parametrize("megabytes", [0.001, 0.5, 1, 3])
def test_a_packed_table_fills_its_megabytes_by_half_at_least(
    megabytes: float,
) -> None:
    table = PackedTable(megabytes)
    assert megabytes * 2**19 < len(table.words) * 8 <= megabytes * 2**20
    assert len(table.words) * 8 % BYTES_PER_BUCKET == 0


def test_in_a_packed_table_what_is_found_is_what_was_stored_last_under_the_key() -> None:
    table, stored, rng = PackedTable(0.001), {}, Random(1)
    for _ in range(5000):
        key, word = rng.randrange(1, 1000), ranked(rng.randrange(1, 30), rng.randrange(1000))
        table.store(key, word)
        stored[key] = word
        assert table.probe(key) == word
        other = rng.randrange(1, 1000)
        assert table.probe(other) in (0, stored.get(other))


def test_of_a_bucket_the_costliest_stays_and_the_newest_of_the_others() -> None:
    table = PackedTable(0)
    table.store(1, ranked(9))
    table.store(2, ranked(3))
    table.store(3, ranked(2))
    assert [table.probe(key) for key in (1, 2, 3)] == [ranked(9), 0, ranked(2)]
    table.store(4, ranked(9))
    assert [table.probe(key) for key in (1, 3, 4)] == [ranked(9), 0, ranked(9)]


def test_packed_tables_in_the_same_memory_are_one() -> None:
    memory = SharedMemory()
    ours = PackedTable(0.1, memory)
    theirs = PackedTable(0.1, SharedMemory(memory.descriptor))
    memory.close()
    ours.store(5, ranked(1))
    assert theirs.probe(5) == ranked(1)
    theirs.clear()
    assert ours.probe(5) == ranked(1), "that is for who has made the memory"
    ours.clear()
    assert theirs.probe(5) == 0


def test_fullness_of_a_packed_table_goes_from_nothing_to_everything() -> None:
    table = PackedTable(0.01)
    assert table.fullness() == 0
    for key in range(1, 5000):
        table.store(key, ranked(1))
    assert table.fullness() > 990
    table.clear()
    assert table.fullness() == 0
    assert table.probe(4999) == 0
