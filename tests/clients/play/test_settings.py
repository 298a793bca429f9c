"""The words that describe an engine."""

from __future__ import annotations

from itertools import pairwise

import pytest

from clients.play.settings import LEVELS, make_setting, read_words
from clients.play.thinking import describe_score
from clients.words import WordError
from engine.core import Limits, Score


def test_no_words_are_our_engine_as_it_is() -> None:
    setting = make_setting(read_words(""))
    assert (setting.command, setting.options) == (None, {})
    assert setting.limits == Limits(movetime=1000)


def test_a_level_sets_skill_and_time() -> None:
    for number, level in LEVELS.items():
        setting = make_setting({"level": str(number)})
        assert setting.options == {"Skill": str(level.skill)}
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


def test_words_are_settings_or_a_command() -> None:
    assert read_words("search=random Movetime=5") == {"search": "random", "Movetime": "5"}
    assert read_words("./mybot --fast x=1") == {"engine": "./mybot --fast x=1"}
    assert read_words("engine='./mybot --fast' nodes=9") == {
        "engine": "./mybot --fast",
        "nodes": "9",
    }


@pytest.mark.parametrize("text", ["level=", "=5", "level=5 fast", "level='5"])
def test_words_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(WordError, match="cannot read"):
        read_words(text)


@pytest.mark.parametrize("words", [{"level": "0"}, {"depth": "x"}, {"NODES": "0"}])
def test_numbers_out_of_range_are_refused(words: dict[str, str]) -> None:
    with pytest.raises(WordError, match="whole number"):
        make_setting(words)


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(cp=35), "+0.35"),
        (Score(cp=-150), "-1.50"),
        (Score(plies=1), "win in 1 ply"),
        (Score(plies=5), "win in 5 plies"),
        (Score(plies=-4), "loss in 4 plies"),
    ],
)
def test_a_score_in_words(score: Score, text: str) -> None:
    assert describe_score(score) == text
