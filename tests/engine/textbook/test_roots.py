"""What helpers publish of their roots is read whole, as it was at one moment, or not at all."""

from __future__ import annotations

import os

import pytest

from linemate.engine.crew import Crew, SharedMemory
from linemate.engine.textbook.roots import SharedRoots

CELLS = 9
FIRST = [(0, 10, 2.5), (4, 30, 20.0)]
SECOND = [(0, 11, 2.5), (4, 33, 22.5), (8, 1, 1.0)]


def as_tally(published: list[tuple[int, int, float]]) -> dict[int, tuple[int, float]]:
    return {move: (visits, wins) for move, visits, wins in published}


@pytest.fixture
def members() -> list[SharedRoots]:
    """The engine's and those of two helpers, in a search that has begun."""
    memory = SharedMemory()
    crews = [Crew(0, 3, memory)]
    roots = [SharedRoots(crews[0], CELLS)]
    for number in (1, 2):
        other = SharedMemory(os.dup(memory.descriptor))
        crews.append(Crew(number, 3, other))
        roots.append(SharedRoots(crews[-1], CELLS))
        other.close()
    memory.close()
    begin(roots)
    return roots


def begin(members: list[SharedRoots]) -> None:
    search = members[0]._crew.begin()
    for helper in members[1:]:
        helper._crew.join(search)


def test_what_helpers_publish_is_read_by_the_engine(members: list[SharedRoots]) -> None:
    engine, first, second = members
    assert engine.of_helpers() == [{}, {}]
    first.publish(FIRST)
    assert engine.of_helpers() == [as_tally(FIRST), {}]
    second.publish(FIRST)
    first.publish(SECOND)
    assert engine.of_helpers() == [as_tally(SECOND), as_tally(FIRST)]


def test_what_was_published_for_another_search_is_not_read(members: list[SharedRoots]) -> None:
    engine, first, second = members
    first.publish(SECOND)
    begin(members)
    assert engine.of_helpers() == [{}, {}]
    second.publish(FIRST)
    assert engine.of_helpers() == [{}, as_tally(FIRST)]


def words_of(publisher: SharedRoots, published: list[tuple[int, int, float]]) -> list[int]:
    publisher.publish(published)
    return publisher._parts[1].tolist()


@pytest.mark.parametrize("order", [1, -1])
def test_in_the_middle_of_a_writing_what_was_read_before_holds(
    members: list[SharedRoots], order: int
) -> None:
    """Words arrive one by one, whichever first; the engine looks after each of them."""
    engine, helper, _ = members
    after, before = words_of(helper, SECOND), words_of(helper, FIRST)
    assert engine.of_helpers()[0] == as_tally(FIRST)
    changed = [index for index in range(len(after)) if after[index] != before[index]][::order]
    for index in changed[:-1]:
        helper._parts[1][index] = after[index]
        assert engine.of_helpers()[0] == as_tally(FIRST)
    helper._parts[1][changed[-1]] = after[changed[-1]]
    assert engine.of_helpers()[0] == as_tally(SECOND)


def test_the_first_of_a_search_is_not_mixed_with_the_last_of_the_one_before(
    members: list[SharedRoots],
) -> None:
    """Visits fall between searches: the sum is taken away before any of them is written."""
    engine, helper, _ = members
    seen: list[int] = []

    class Watched:
        def __init__(self, part: memoryview) -> None:
            self.part = part

        def __getitem__(self, index: int) -> int:
            return int(self.part[index])

        def __setitem__(self, index: int | slice, words: object) -> None:
            seen.append(self.part[-1])
            self.part[index] = words  # type: ignore[call-overload]

    helper.publish(SECOND)
    begin(members)
    helper._parts[1] = Watched(helper._parts[1])  # type: ignore[call-overload]
    helper.publish(FIRST)
    assert seen[1:] == [0, 0], "the sum, when the words are written and when their sum is"
    assert engine.of_helpers()[0] == as_tally(FIRST)
