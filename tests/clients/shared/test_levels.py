"""Levels: from a beginner's to full strength, on whatever scale an engine has."""

from __future__ import annotations

from itertools import pairwise

import pytest

from linemate.clients.shared.levels import LEVELS, describe_level, read_level, scale_skill
from linemate.clients.shared.values import WordError
from linemate.engine.core import FULL_SKILL
from linemate.engine.skill import oversight_rate
from linemate.protocol.driver import Option


def test_stronger_levels_are_stronger_from_no_skill_to_all_of_it() -> None:
    levels = list(LEVELS.values())
    assert [level.skill for level in levels] == sorted({level.skill for level in levels})
    assert (levels[0].skill, levels[-1].skill) == (0, 20)
    assert all(a.movetime <= b.movetime for a, b in pairwise(levels))


def test_a_level_overlooks_as_much_as_it_says() -> None:
    """`two moves of three` and `every second` are shares that the engine's Skill has."""
    shares = {"more than every second move": 1 / 1.75, "every second move": 1 / 2, "nothing": 0.0}
    numbers = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "seven": 7, "fifty": 50}
    numbers["seventeen"] = 17
    for level in LEVELS.values():
        told = level.sees.removeprefix("overlooks ").split(" and ")[0].split(",")[0]
        few, _, many = told.partition(" move")
        share = shares.get(told)
        if share is None:
            share = numbers[few] / numbers[many.split(" of ")[1]]
        assert oversight_rate(level.skill) == pytest.approx(share, rel=0.1, abs=0.002), told
    assert len({level.name for level in LEVELS.values()}) == len(LEVELS)
    assert describe_level(3) == "level 3, Learner"


@pytest.mark.parametrize(
    ("least", "most", "skill", "value"),
    [(0, 20, 9, 9), (1, 11, 0, 1), (1, 11, FULL_SKILL, 11), (0, 100, 5, 25), (-5, 5, 10, 0)],
)
def test_a_skill_is_scaled_to_the_range_of_an_engine(
    least: int, most: int, skill: int, value: int
) -> None:
    assert scale_skill(Option("Skill", "spin", least, least, most), skill) == value


def test_a_level_is_a_number_from_1_to_10() -> None:
    assert [read_level(str(level)) for level in LEVELS] == list(LEVELS)
    for text in ("0", "11", "", "five", "\u0665", "9" * 5000):
        with pytest.raises(WordError, match="expected a whole number from 1 to 10"):
            read_level(text)
