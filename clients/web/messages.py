"""What a page may say, as data: `read_request` makes a Request of a message, or refuses it.

Everything is checked here, down to the length of every text, so that what comes behind this
border has the type that it says. A message is a JSON object with a `type`, and `seq`, the page's
own number of it, which the reply carries.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from linemate.engine.core import LinemateError, OptionValue
from linemate.protocol.driver import Limits, Score

LARGEST_MESSAGE = 4 * 1024 * 1024  # bytes; a recorded match of some hundred games
LARGEST_NUMBER = 2**53 - 1  # JavaScript's
PURPOSES = ("play", "hint", "analyse")
# What the page may ask of one search, from 1.
MOST = {"movetime": 600_000, "depth": 1000, "nodes": 1_000_000_000}
MOST_MOVES = 22 * 22
LONGEST_MOVE = 20
LONGEST_WORDS = 200
LONGEST_POSITION = 2000
LONGEST_NAME = 100
MOST_OPTIONS = 200

T = TypeVar("T")


class RequestError(LinemateError):
    """A message that was not understood: why, and its `seq` as far as there is one."""

    def __init__(self, text: str, seq: int = 0) -> None:
        self.seq = seq
        super().__init__(text)


@dataclass(frozen=True)
class Open:
    """A whole record, of which the first `at` moves are on the board."""

    seq: int
    words: str
    start: str | None
    moves: tuple[str, ...]
    at: int


@dataclass(frozen=True)
class Move:
    seq: int
    move: str


@dataclass(frozen=True)
class Goto:
    seq: int
    at: int


@dataclass(frozen=True)
class Think:
    """`options` are all that differ from the engine's own values."""

    seq: int
    purpose: str
    options: Mapping[str, OptionValue]
    limits: Limits


@dataclass(frozen=True)
class Stop:
    seq: int


@dataclass(frozen=True)
class Restart:
    seq: int


@dataclass(frozen=True)
class Read:
    """The text of a file or a position string."""

    seq: int
    text: str


@dataclass(frozen=True)
class Write:
    """`evaluations` are those of the position after so many moves, as x sees them."""

    seq: int
    x: str
    o: str
    evaluations: tuple[Score | None, ...]


Request = Open | Move | Goto | Think | Stop | Restart | Read | Write


def read_request(message: str) -> Request:
    """Raises RequestError."""
    try:
        found = json.loads(message, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise RequestError("a message that is no JSON") from None
    if not isinstance(found, dict):
        raise RequestError("a message that is no object")
    number = found.get("seq", 0)
    seq = number if _is_number(number, 0, LARGEST_NUMBER) else 0
    kind = found.get("type")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        expected = ", ".join(_READERS)
        raise RequestError(f"unknown message {_quote(kind)}: expected one of {expected}", seq)
    return read(_Fields(found, seq))


class _Fields:
    """The fields of a message by name, each with a type and a size, or RequestError."""

    def __init__(self, fields: Mapping[str, Any], seq: int) -> None:
        self._fields = fields
        self.seq = seq

    def refuse(self, name: str, value: object, expected: str) -> NoReturn:
        raise RequestError(f"bad {name} {_quote(value)}: expected {expected}", self.seq)

    def text(self, name: str, longest: int) -> str:
        value = self._fields.get(name)
        if not isinstance(value, str) or len(value) > longest:
            self.refuse(name, value, f"a text of at most {longest} characters")
        return value

    def optional_text(self, name: str, longest: int) -> str | None:
        return None if self._fields.get(name) is None else self.text(name, longest)

    def number(self, name: str, least: int, most: int) -> int:
        value = self._fields.get(name)
        if not _is_number(value, least, most):
            self.refuse(name, value, f"a whole number from {least} to {most}")
        return int(value)  # type: ignore[arg-type]

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        value = self._fields.get(name)
        if not isinstance(value, str) or value not in choices:
            self.refuse(name, value, f"one of {', '.join(choices)}")
        return value

    def list_of(self, name: str, most: int, read: Callable[[object], T | None]) -> tuple[T, ...]:
        """`read` returns None for what it does not take."""
        values = self._fields.get(name)
        if not isinstance(values, list) or len(values) > most:
            self.refuse(name, values, f"a list of at most {most}")
        items = []
        for value in values:
            item = read(value)
            if item is None:
                self.refuse(name, value, "something else")
            items.append(item)
        return tuple(items)

    def mapping(self, name: str, most: int) -> Mapping[str, Any]:
        value = self._fields.get(name)
        if not isinstance(value, dict) or len(value) > most:
            self.refuse(name, value, f"an object of at most {most} fields")
        return value


def _read_open(fields: _Fields) -> Open:
    moves = fields.list_of("moves", MOST_MOVES, _move_text)
    return Open(
        fields.seq,
        fields.text("words", LONGEST_WORDS),
        fields.optional_text("start", LONGEST_POSITION),
        moves,
        fields.number("at", 0, len(moves)),
    )


def _read_think(fields: _Fields) -> Think:
    purpose = fields.choice("purpose", PURPOSES)
    options = fields.mapping("options", MOST_OPTIONS)
    for name, value in options.items():
        if not isinstance(value, bool | int | str) or len(str(name)) > LONGEST_NAME:
            fields.refuse(f"value of option {_quote(name)}", value, "a text, number or truth")
        if isinstance(value, str) and len(value) > LONGEST_NAME:
            fields.refuse(f"value of option {_quote(name)}", value, "a shorter text")
    asked = fields.mapping("limits", len(MOST) + 1)
    limits = _Fields(asked, fields.seq)
    if not asked or asked.keys() - {*MOST, "infinite"}:
        fields.refuse("limits", dict(asked), f"some of {', '.join(MOST)}, infinite")
    if "infinite" in asked and asked["infinite"] is not True:
        fields.refuse("infinite", asked["infinite"], "true")
    numbers = {name: limits.number(name, 1, most) for name, most in MOST.items() if name in asked}
    return Think(fields.seq, purpose, options, Limits(**numbers, infinite="infinite" in asked))


def _read_write(fields: _Fields) -> Write:
    x, o = fields.text("x", LONGEST_NAME), fields.text("o", LONGEST_NAME)
    found = fields.list_of("evaluations", MOST_MOVES + 1, _evaluation)
    return Write(fields.seq, x, o, tuple(score for (score,) in found))


def _move_text(value: object) -> str | None:
    return value if isinstance(value, str) and len(value) <= LONGEST_MOVE else None


def _evaluation(value: object) -> tuple[Score | None] | None:
    """In a tuple, since None is an evaluation as well."""
    if value is None:
        return (None,)
    if not isinstance(value, dict) or len(value) != 1:
        return None
    ((kind, number),) = value.items()
    if kind not in ("cp", "mate") or not _is_number(number, -(10**9), 10**9):
        return None
    return (Score(cp=number) if kind == "cp" else Score(plies=number),)


_READERS: dict[str, Callable[[_Fields], Request]] = {
    "open": _read_open,
    "move": lambda fields: Move(fields.seq, fields.text("move", LONGEST_MOVE)),
    "goto": lambda fields: Goto(fields.seq, fields.number("at", 0, MOST_MOVES)),
    "think": _read_think,
    "stop": lambda fields: Stop(fields.seq),
    "restart": lambda fields: Restart(fields.seq),
    "read": lambda fields: Read(fields.seq, fields.text("text", LARGEST_MESSAGE)),
    "write": _read_write,
}


def _is_number(value: object, least: int, most: int) -> bool:
    """A truth is no number, though Python takes it for one."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _quote(value: object) -> str:
    if isinstance(value, list | dict):
        return "list" if isinstance(value, list) else "object"
    return shorten(repr(value), 80)


def shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}..."
