"""The tables forget, but never lie and never outgrow their bound."""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest

from linemate.engine.crew import SharedMemory
from linemate.engine.scores import WIN
from linemate.engine.transposition import (
    AT_LEAST,
    AT_MOST,
    BYTES_PER_BUCKET,
    BYTES_PER_ENTRY,
    DROPPED_AT_ONCE,
    EXACT,
    MOST_TOGETHER,
    RANK_SHIFT,
    Entry,
    PackedTable,
    TranspositionTable,
    certain,
    holds_at_any_depth,
)


def test_what_was_stored_is_found_again() -> None:
    table = TranspositionTable(1)
    table.store(5, (3, -20, EXACT, 7))
    assert table.probe(5) == (3, -20, EXACT, 7)
    assert table.probe(6) is None
    table.clear()
    assert table.probe(5) is None


@pytest.fixture(params=[100_000, 500], ids=["one part", "several parts"])
def parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put as many entries in a part as in play, or so few that there are several."""
    monkeypatch.setattr("linemate.engine.transposition.MOST_TOGETHER", request.param)


@pytest.mark.usefixtures("parts")
def test_the_newest_entries_survive_when_it_is_full() -> None:
    table = TranspositionTable(1)
    for key in range(100_000):
        table.store(key, (1, key, EXACT, 0))
    assert table.probe(99_999) == (1, 99_999, EXACT, 0)
    assert table.probe(0) is None
    assert 500 <= table.fullness() <= 1000
    assert all(table.probe(key) for key in range(98_000, 100_000))


@pytest.mark.parametrize("megabytes", [0.1, 64, 256, 4096])
def test_a_dict_of_it_never_has_more_entries_than_can_be_moved_in_time(megabytes: float) -> None:
    """That holds at any size, and all of them are as many as the megabytes allow."""
    table = TranspositionTable(megabytes)
    assert table._capacity <= 2 * MOST_TOGETHER
    entries = 2 * table._capacity * len(table.young)
    assert 0.98 < entries * BYTES_PER_ENTRY / (megabytes * 2**20) <= 1


@pytest.mark.usefixtures("parts")
def test_no_store_drops_a_whole_generation_at_once() -> None:
    """It took a tenth of a second in a table of a gigabyte, and the answer came too late."""
    table = TranspositionTable(0.5)
    for key in range(20_000):
        before = sum(map(len, table.young + table.old + table._dropped))
        table.store(key, (1, key, EXACT, 0))
        assert (
            sum(map(len, table.young + table.old + table._dropped)) >= before + 1 - DROPPED_AT_ONCE
        )


@pytest.mark.usefixtures("parts")
@pytest.mark.parametrize("megabytes", [2, 1.275], ids=["dicts full", "dicts just grown"])
def test_memory_stays_within_the_megabytes_asked_for(megabytes: float) -> None:
    tracemalloc.start()
    try:
        table = TranspositionTable(megabytes)
        for number in range(30_000):
            # Keys and scores as in play: too large for the interpreter to share.
            table.store(number * 0x9E3779B97F4A7C15 % 2**60, (5, 1_000_000 + number, EXACT, 40))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= megabytes * 2**20


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
