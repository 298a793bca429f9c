"""JSON from outside: each field has its type and its size, or it is refused in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.shared.fields import FieldError, Fields, quote, read_object

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


def test_fields_of_the_right_type_and_size_are_returned() -> None:
    text = (
        '{"word": "b2", "count": 3, "seconds": 1, "who": {"x": "me"}, "moves": ["a1"], "no": null}'
    )
    fields = read_object(text)
    assert fields.text("word", 2) == "b2"
    assert fields.choice("word", ("a1", "b2")) == "b2"
    assert fields.integer("count", 0, 3) == fields.optional_integer("count", 0, 3) == 3
    assert fields.optional_integer("no", 0, 3) is None
    assert fields.number("seconds") == 1.0
    assert fields.object("who", 1).text("x", 2) == "me"
    assert fields.list_of("moves", 1, lambda item, name: item.text(name, 2)) == ("a1",)
    assert fields.has("word")
    assert not fields.has("no")
    assert not fields.has("missing")


@pytest.mark.parametrize("text", ["", "{", "NaN", '{"a": Infinity}', '{"a":' * 100_000, "1" * 9999])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(FieldError, match="it is no JSON"):
        read_object(text)


@pytest.mark.parametrize("text", ["[]", "null", "5", '"{}"'])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(FieldError, match="it is no object"):
        read_object(text)


@pytest.mark.parametrize("value", ["1e999", "-1e999", "true", "-1", '"1"', "null", "1" + "0" * 400])
def test_only_a_finite_number_is_a_number(value: str) -> None:
    with pytest.raises(FieldError, match=r"bad seconds .*: expected a number of 0 or more"):
        read_object(f'{{"seconds": {value}}}').number("seconds")


@given(JSON)
def test_no_value_gets_past_the_type_that_is_asked_for(value: Any) -> None:
    fields = Fields({"it": value})
    readers: dict[type, Callable[[], object]] = {
        str: lambda: fields.text("it", 3),
        int: lambda: fields.integer("it", -5, 5),
        float: lambda: fields.number("it"),
        tuple: lambda: fields.list_of("it", 3, lambda item, name: item.text(name, 3)),
        Fields: lambda: fields.object("it", 2),
    }
    for kind, read in readers.items():
        try:
            assert type(read()) is kind
        except FieldError as error:
            assert len(str(error)) < 200  # noqa: PT017 - some values are taken


def test_a_value_is_quoted_in_a_few_words_however_large_it_is() -> None:
    assert quote("a" * 10**6) == "'" + "a" * 79 + "..."
    assert (quote([1] * 10**6), quote(json.loads('{"a": 1}'))) == ("list", "object")
