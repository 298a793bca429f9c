"""JSON from outside, read field by field: each has its type and a size, or FieldError says why not.

What is behind this border has the type that it says. Numbers are of JSON and finite; a truth is no
number, though Python takes it for one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from linemate.engine.core import LinemateError

LARGEST_NUMBER = 2**53 - 1  # JavaScript's

T = TypeVar("T")


class FieldError(LinemateError):
    """A value that is not what it should be."""


def read_object(text: str) -> Fields:
    """Return the fields of a JSON object. Raises FieldError."""
    try:
        found = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise FieldError("it is no JSON") from None
    if not isinstance(found, dict):
        raise FieldError("it is no object")
    return Fields(found)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


class Fields:
    """The fields of an object by name, each with a type and a size. Every reader raises FieldError
    for what it does not take.
    """

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def has(self, name: str) -> bool:
        """Say whether the field is there and not null."""
        return self.values.get(name) is not None

    def take(self, name: str, kind: type[T], fits: Callable[[T], bool], expected: str) -> T:
        """Return the field if it is exactly of this kind, where a truth is no number, and fits."""
        value = self.values.get(name)
        if type(value) is not kind or not fits(value):
            refuse(name, value, expected)
        return value

    def text(self, name: str, longest: int) -> str:
        expected = f"a text of at most {longest} characters"
        return self.take(name, str, lambda text: len(text) <= longest, expected)

    def integer(self, name: str, least: int, most: int) -> int:
        expected = f"a whole number from {least} to {most}"
        return self.take(name, int, lambda number: least <= number <= most, expected)

    def optional_integer(self, name: str, least: int, most: int) -> int | None:
        return self.integer(name, least, most) if self.has(name) else None

    def number(self, name: str) -> float:
        """Return a finite number, with or without a fraction, that is not negative."""
        value: Any = self.values.get(name)
        if type(value) not in (int, float) or not 0 <= value <= LARGEST_NUMBER:
            refuse(name, value, "a number of 0 or more")
        return float(value)

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        return self.take(name, str, choices.__contains__, f"one of {', '.join(choices)}")

    def object(self, name: str, most: int) -> Fields:
        expected = f"an object of at most {most} fields"
        return Fields(self.take(name, dict, lambda fields: len(fields) <= most, expected))

    def list_of(self, name: str, most: int, read: Callable[[Fields, str], T]) -> tuple[T, ...]:
        """Return the items of a list, each read as if it were the field of this name."""
        expected = f"a list of at most {most}"
        items = self.take(name, list, lambda values: len(values) <= most, expected)
        return tuple(read(Fields({name: item}), name) for item in items)


def refuse(name: str, value: object, expected: str) -> NoReturn:
    """Raise the FieldError of a value that is not what was expected."""
    raise FieldError(f"bad {name} {quote(value)}: expected {expected}")


def quote(value: object) -> str:
    """Show a value of JSON, however large it is, in a few words."""
    if isinstance(value, list | dict):
        return "list" if isinstance(value, list) else "object"
    return shorten(repr(value), 80)


def shorten(text: str, most: int) -> str:
    """Return the first `most` characters, with dots where that is not all."""
    return text if len(text) <= most else f"{text[:most]}..."
