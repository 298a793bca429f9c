"""Perfect matchings, against trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from linemate.clients.match.tournament.matching import Matching


def can_be_matched(acquaintances: list[set[int]], people: frozenset[int]) -> bool:
    if not people:
        return True
    first = min(people)
    return any(
        can_be_matched(acquaintances, people - {first, other})
        for other in acquaintances[first] & people
    )


def graphs() -> Iterator[list[set[int]]]:
    """Yield 1500 of 4 to 10 people, with about as many acquaintances as just suffice."""
    random = Random(1)
    for _ in range(1500):
        count = 2 * random.randint(2, 5)
        acquaintances: list[set[int]] = [set() for _ in range(count)]
        for _ in range(random.randint(count, 2 * count)):
            one, other = random.sample(range(count), 2)
            acquaintances[one].add(other)
            acquaintances[other].add(one)
        yield acquaintances


def test_a_matching_is_found_where_there_is_one() -> None:
    found = 0
    for acquaintances in graphs():
        if can_be_matched(acquaintances, frozenset(range(len(acquaintances)))):
            Matching(acquaintances)
            found += 1
        else:
            with pytest.raises(ValueError, match="no perfect matching"):
                Matching(acquaintances)
    assert 500 < found < 1000


def test_a_couple_is_settled_just_if_the_others_can_be_matched() -> None:
    random = Random(2)
    for acquaintances in graphs():
        left = frozenset(range(len(acquaintances)))
        if not can_be_matched(acquaintances, left):
            continue
        matching = Matching(acquaintances)
        while left:
            one, other = random.sample(sorted(left), 2)
            possible = other in acquaintances[one] and can_be_matched(
                acquaintances, left - {one, other}
            )
            assert matching.settle(one, other) == possible
            if possible:
                left -= {one, other}


def test_a_blossom() -> None:
    """Two triangles joined by a line: 0-1-2 and 3-4-5 with 2-3, matched only through that line.

    0           4
    | \\       / |
    |  2 --- 3  |
    | /       \\ |
    1           5
    """
    triangles: list[set[int]] = [{1, 2}, {0, 2}, {0, 1, 3}, {2, 4, 5}, {3, 5}, {3, 4}]
    matching = Matching(triangles)
    assert not matching.settle(0, 2)
    assert matching.settle(2, 3)
    assert matching.settle(0, 1)
    assert matching.settle(5, 4)
