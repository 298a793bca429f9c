"""The memory of a crew: the same blocks to all members, private ones to who is alone."""

from __future__ import annotations

import mmap
import os
import tempfile
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

import pytest

from linemate.engine.crew import LARGE_PAGE, WORD, Block, Crew, Memory, SharedMemory

SIZES = (WORD * 4, 3 * mmap.PAGESIZE, WORD, 2**21 + WORD)


def member_of(memory: SharedMemory) -> SharedMemory:
    """The same memory, as another process has it that was sent the descriptor."""
    return SharedMemory(os.dup(memory.descriptor))


def blocks(memory: Memory) -> list[Block]:
    made = [memory.block(size) for size in SIZES]
    if isinstance(memory, SharedMemory):
        memory.close()
    return made


def shared_blocks() -> tuple[list[Block], list[Block]]:
    """The blocks of the engine, and those of a helper."""
    memory = SharedMemory()
    engine = [memory.block(size) for size in SIZES]
    helper = blocks(member_of(memory))
    memory.close()
    return engine, helper


def write(made: list[Block], word: int) -> None:
    for number, block in enumerate(made):
        block.words[0] = block.words[len(block.words) - 1] = word + number


def read(made: list[Block]) -> list[tuple[int, int]]:
    return [(block.words[0], block.words[len(block.words) - 1]) for block in made]


WRITTEN = [(word, word) for word in range(7, 7 + len(SIZES))]
ZEROS = [(0, 0)] * len(SIZES)


@pytest.mark.parametrize("kind", [Memory, SharedMemory])
def test_blocks_are_zeros_of_the_size_asked_for(kind: type[Memory]) -> None:
    made = blocks(kind())
    assert [block.words.nbytes for block in made] == list(SIZES)
    assert [block.words.itemsize for block in made] == [WORD] * len(SIZES)
    assert not any(any(block.words) for block in made[:3])
    write(made, 7)
    assert read(made) == WRITTEN


def test_who_asks_in_the_same_order_has_the_same_blocks() -> None:
    engine, helper = shared_blocks()
    write(engine, 7)
    assert read(helper) == WRITTEN
    write(helper, 9)
    assert read(engine) == [(word + 2, word + 2) for word, _ in WRITTEN]


def test_private_blocks_are_nobody_elses() -> None:
    first, second = blocks(Memory()), blocks(Memory())
    write(first, 7)
    assert read(second) == ZEROS


def test_new_memory_has_nothing_of_the_old() -> None:
    engine, _ = shared_blocks()
    write(engine, 7)
    other, _ = shared_blocks()
    assert read(other) == ZEROS


def test_private_blocks_are_zeros_again_when_they_are_cleared() -> None:
    made = blocks(Memory())
    write(made, 7)
    for block in made:
        block.clear()
    assert read(made) == ZEROS
    assert [block.words.nbytes for block in made] == list(SIZES)


@pytest.mark.parametrize("can_remove", [True, False])
def test_the_engine_clears_shared_blocks_for_all_and_where_they_are(
    can_remove: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not can_remove:  # as on systems that cannot give pages back
        monkeypatch.delattr(mmap, "MADV_REMOVE")
    engine, helper = shared_blocks()
    write(engine, 7)
    words = [block.words for block in engine]
    for block in engine:
        block.clear()
    assert [block.words for block in engine] == words
    assert read(engine) == read(helper) == ZEROS


def test_a_helper_clears_nothing_that_is_shared() -> None:
    engine, helper = shared_blocks()
    write(engine, 7)
    for block in helper:
        block.clear()
    assert read(engine) == read(helper) == WRITTEN


def test_a_helper_that_asks_for_more_than_there_is_gets_nothing() -> None:
    """To write there would be the end of its process."""
    memory = SharedMemory()
    memory.block(WORD)
    other = member_of(memory)
    with pytest.raises(ValueError, match="greater than file size"):
        other.block(mmap.PAGESIZE + WORD)
    memory.close()
    other.close()


def test_a_helper_has_the_pages_handed_out_before_they_are_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All but those of a very large block, which would take it seconds."""
    monkeypatch.setattr("linemate.engine.crew.LARGEST_AHEAD", 2**20)
    for size, ahead in ((2**20, True), (2**20 + WORD, False)):
        memory = SharedMemory()
        memory.block(size)
        assert os.fstat(memory.descriptor).st_blocks == 0
        other = member_of(memory)
        other.block(size)
        assert (os.fstat(memory.descriptor).st_blocks * 512 >= size) == ahead
        memory.close()
        other.close()


def test_one_who_is_alone_has_his_large_pages_before_they_are_needed() -> None:
    """In mid-search each took up to five milliseconds, and `go movetime 10` up to fifty."""
    size = 24 * LARGE_PAGE
    words = Block(size).words
    faults = getrusage(RUSAGE_SELF).ru_minflt
    for start in range(0, size, LARGE_PAGE):
        words[start // WORD] = 1
    assert getrusage(RUSAGE_SELF).ru_minflt - faults < 12


def test_without_files_in_memory_a_file_without_a_name_will_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delattr(os, "memfd_create")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    engine, helper = shared_blocks()
    write(engine, 7)
    assert read(helper) == WRITTEN
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", [Memory, SharedMemory])
def test_nothing_is_left_open_of_memory_that_is_dropped(kind: type[Memory]) -> None:
    before = os.listdir("/proc/self/fd")
    made = blocks(kind())
    write(made, 7)
    del made
    assert os.listdir("/proc/self/fd") == before


# -------------------------------------------------------------- orders and counts


def crew_of(size: int) -> list[Crew]:
    memory = SharedMemory()
    engine = Crew(0, size, memory)
    others = []
    for number in range(1, size):
        member = member_of(memory)
        others.append(Crew(number, size, member))
        member.close()
    memory.close()
    return [engine, *others]


def test_a_helper_searches_until_the_engine_ends_that_search() -> None:
    engine, helper = crew_of(2)
    helper.join(engine.begin())
    assert helper.is_searching()
    engine.end()
    assert not helper.is_searching()
    search = engine.begin()
    assert not helper.is_searching(), "it is another one"
    helper.join(search)
    assert helper.is_searching()


def test_an_order_that_comes_late_is_for_a_search_that_is_over() -> None:
    engine, helper = crew_of(2)
    search = engine.begin()
    engine.end()
    helper.join(search)
    assert not helper.is_searching()


def test_nodes_of_helpers_are_added_up_for_the_present_search() -> None:
    engine, first, second = crew_of(3)
    for helper in (first, second):
        helper.join(engine.search + 1)
    engine.begin()
    assert engine.nodes_of_helpers() == 0
    first.count(10**11)
    second.count(7)
    assert engine.nodes_of_helpers() == 10**11 + 7
    engine.end()
    assert engine.nodes_of_helpers() == 10**11 + 7
    engine.begin()
    assert engine.nodes_of_helpers() == 0
    second.count(8)  # it has not looked yet, and counts for the search before
    assert engine.nodes_of_helpers() == 0


def test_who_is_alone_has_no_helpers_to_count() -> None:
    alone = Crew()
    alone.begin()
    assert (alone.number, alone.size, alone.nodes_of_helpers()) == (0, 1, 0)
