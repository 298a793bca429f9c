"""Constants are read by name, and what is unknown or unreadable is refused with what is known."""

from __future__ import annotations

import pytest

from linemate.engine.core import OptionError
from linemate.engine.textbook.constants import settle_constants

KNOWN = {"one": 1, "two": 10}


def test_what_is_given_replaces_what_is_known() -> None:
    assert settle_constants(KNOWN, "two=12, one=-3", "it") == {"one": -3, "two": 12}
    assert settle_constants(KNOWN, "", "it") == KNOWN


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("six=1", "unknown constant 'six' of it: it has one, two"),
        ("one", "bad constant 'one': expected name=number, as in 'two=12'"),
        ("one=1.5", "bad constant 'one=1.5'"),
    ],
)
def test_what_cannot_be_used_is_told(text: str, problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        settle_constants(KNOWN, text, "it")
