"""The words that describe an engine."""

from __future__ import annotations

from itertools import pairwise

import pytest

from clients.play.settings import LEVELS, make_setting, read_words
from clients.words import WordError
from engine.core import Limits


def test_no_words_are_our_engine_as_it_is() -> None:
    setting = make_setting(read_words(""))
    assert (setting.command, setting.options) == (None, {})
    assert setting.limits == Limits(movetime=1000)


def test_a_level_sets_skill_and_time() -> None:
    for number, level in LEVELS.items():
        setting = make_setting({"level": str(number)})
        assert setting.options == {"skill": str(level.skill)}
        assert setting.limits == Limits(movetime=level.movetime)


def test_stronger_levels_are_stronger_from_no_skill_to_all_of_it() -> None:
    levels = list(LEVELS.values())
    assert [level.skill for level in levels] == sorted({level.skill for level in levels})
    assert (levels[0].skill, levels[-1].skill) == (0, 20)
    assert all(a.movetime <= b.movetime for a, b in pairwise(levels))


def test_what_is_said_outright_goes_before_the_level() -> None:
    setting = make_setting({"level": "3", "nodes": "50", "skill": "20"})
    assert setting.options == {"skill": "20"}
    assert setting.limits == Limits(nodes=50)


def test_the_case_of_a_name_does_not_matter() -> None:
    assert make_setting(read_words("LEVEL=3 Nodes=50 SKILL=20")) == make_setting(
        {"level": "3", "nodes": "50", "skill": "20"}
    )


def test_words_are_settings_or_a_command() -> None:
    assert read_words("search=random Movetime=5") == {"search": "random", "movetime": "5"}
    assert read_words("./mybot --fast x=1") == {"engine": "./mybot --fast x=1"}
    assert read_words("engine='./mybot --fast' nodes=9") == {
        "engine": "./mybot --fast",
        "nodes": "9",
    }


@pytest.mark.parametrize("text", ["level=", "=5", "level=5 fast", "level='5"])
def test_words_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(WordError, match="cannot read"):
        read_words(text)


@pytest.mark.parametrize("words", [{"level": "0"}, {"depth": "x"}, {"nodes": "0"}])
def test_numbers_out_of_range_are_refused(words: dict[str, str]) -> None:
    with pytest.raises(WordError, match="whole number"):
        make_setting(words)
