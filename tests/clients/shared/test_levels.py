"""Levels: from a beginner's to full strength, on whatever scale an engine has."""

from __future__ import annotations

from itertools import pairwise

import pytest

from linemate.clients.shared.levels import LEVELS, read_level, scale_skill
from linemate.clients.shared.values import WordError
from linemate.engine.core import FULL_SKILL
from linemate.protocol.driver import Option


def test_stronger_levels_are_stronger_from_no_skill_to_all_of_it() -> None:
    levels = list(LEVELS.values())
    assert [level.skill for level in levels] == sorted({level.skill for level in levels})
    assert (levels[0].skill, levels[-1].skill) == (0, 20)
    assert all(a.movetime <= b.movetime for a, b in pairwise(levels))


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
