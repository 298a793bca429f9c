"""The words that describe an engine; `test_engines.py` has what it does in a game."""

from __future__ import annotations

import pytest

from linemate.clients.play.opponent import make_setting, read_words
from linemate.clients.shared.levels import LEVELS
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.shared.values import WordError


def test_no_words_are_our_engine_as_it_is() -> None:
    setting = make_setting(read_words(""))
    assert (setting.command, setting.options) == (None, {})
    assert setting.time_control == TimeControl(movetime=1000)


def test_a_level_sets_skill_and_time() -> None:
    for number, level in LEVELS.items():
        setting = make_setting({"level": str(number)})
        assert (setting.skill, setting.options) == (level.skill, {})
        assert setting.time_control == TimeControl(movetime=level.movetime)


def test_what_is_said_outright_goes_before_the_level() -> None:
    setting = make_setting({"level": "3", "nodes": "50", "skill": "20"})
    assert (setting.skill, setting.options) == (None, {"skill": "20"})
    assert setting.time_control == TimeControl(nodes=50)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "full strength, 1s a move"),
        ("search=pvs", "search=pvs, 1s a move"),
        ("level=3", "level 3, Learner"),
        ("engine=./mybot nodes=5", "nodes=5"),
    ],
)
def test_it_is_told_how_strong_an_engine_is(words: str, told: str) -> None:
    assert make_setting(read_words(words)).description == told


@pytest.mark.parametrize(
    ("words", "movetime"),
    [
        ("search=minimax", None),
        ("search=alphabeta", None),
        ("search=random", None),
        ("search=mcts samples=10000", None),
        ("search=mcts", 1000),
        ("search=mcts samples=0", 1000),
        ("search=hminimax", 1000),
        ("search=cube-2019", 1000),
        ("search=pvs", 1000),
        ("engine=./mybot search=minimax", 1000),
        ("search=minimax level=3", 300),
    ],
)
def test_a_search_of_the_textbook_that_ends_by_itself_is_given_no_time(
    words: str, movetime: int | None
) -> None:
    """`play tictactoe --search minimax` had a second for what takes longer, and 10,000 samples
    were cut off as well: what was seen was no minimax.
    """
    assert make_setting(read_words(words)).time_control == TimeControl(movetime=movetime)


def test_the_case_of_a_name_does_not_matter() -> None:
    assert make_setting(read_words("LEVEL=3 Nodes=50 SKILL=20")) == make_setting(
        {"level": "3", "nodes": "50", "skill": "20"}
    )


def test_words_are_settings_or_a_command() -> None:
    assert read_words("search=random Movetime=5s") == {"search": "random", "movetime": "5s"}
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


@pytest.mark.parametrize(
    ("text", "milliseconds"), [("200ms", 200), ("1.5s", 1500), ("2min", 120_000)]
)
def test_a_time_has_a_unit(text: str, milliseconds: int) -> None:
    assert make_setting({"movetime": text}).time_control == TimeControl(movetime=milliseconds)


@pytest.mark.parametrize("text", ["500", "0ms", "soon", "1 year"])
def test_a_time_without_a_unit_is_refused_with_how_to_write_one(text: str) -> None:
    """A bare number was milliseconds here and seconds elsewhere."""
    with pytest.raises(WordError, match=f"bad movetime: .*'{text}': expected .*1?ms"):
        make_setting({"movetime": text})


def test_a_setting_is_changed_by_its_words() -> None:
    setting = make_setting(read_words("seed=1 level=3"))
    assert setting.but(level="7") == make_setting({"seed": "1", "level": "7"})
    assert setting.but(engine="./mybot").command == "./mybot"
