"""The messages of a page and to it: `read_request` takes one in, an `Outbox` sends them out.

A message is a JSON object with a `type`, and `seq`, the page's own number of it, which the reply
carries. What comes in is checked here, down to the length of every text, so that what is behind
this border has the type that it says. What goes out is in order and never much: a page that reads
slowly gets less.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from linemate.clients.shared.levels import LEVELS
from linemate.clients.shared.pgn import HUMAN, PROGRAM, Participant
from linemate.engine.core import LinemateError, OptionValue
from linemate.protocol.driver import Limits, Score

LARGEST_MESSAGE = 4 * 1024 * 1024  # bytes; a recorded match of some hundred games
LARGEST_NUMBER = 2**53 - 1  # JavaScript's
LARGEST_SCORE = 10**9
PURPOSES = ("play", "hint", "analyse")
# What the page may ask of one search, from 1.
MOST = {"movetime": 600_000, "depth": 1000, "nodes": 1_000_000_000}
MOST_MOVES = 22 * 22
LONGEST_MOVE = 20
LONGEST_WORDS = 200
LONGEST_POSITION = 2000
LONGEST_NAME = 100
MOST_OPTIONS = 200
ROOM = 64  # messages on their way to a page
# Seconds for a message to be on its way: a page that reads nothing for so long is gone, although
# its connection may last for ever.
PATIENCE = 60.0

Fields = dict[str, Any]
Send = Callable[[str], Awaitable[None]]
T = TypeVar("T")


class RequestError(LinemateError):
    """A message that was not understood: why, and its `seq` as far as there is one."""

    def __init__(self, text: str, seq: int = 0) -> None:
        self.seq = seq
        super().__init__(text)


# ------------------------------------------------------------------ what a page may say


@dataclass(frozen=True)
class Request:
    """What a page asks for, in its message number `seq`: one of the classes below."""

    seq: int


@dataclass(frozen=True)
class Open(Request):
    """Look at this record, of which the first `at` moves are on the board."""

    words: str
    start: str | None
    moves: tuple[str, ...]
    at: int


@dataclass(frozen=True)
class Move(Request):
    """Play a move."""

    move: str


@dataclass(frozen=True)
class Goto(Request):
    """Have so many moves on the board."""

    at: int


@dataclass(frozen=True)
class Think(Request):
    """Search this position; `options` are all that differ from the engine's own values."""

    purpose: str
    options: Mapping[str, OptionValue]
    limits: Limits


@dataclass(frozen=True)
class Stop(Request):
    """Think no longer."""


@dataclass(frozen=True)
class Restart(Request):
    """Start another engine."""


@dataclass(frozen=True)
class Read(Request):
    """Read the text of a file or a position string."""

    text: str


@dataclass(frozen=True)
class Write(Request):
    """Write the game as PGN; `evaluations` are those of the position after so many moves, as x
    sees them.
    """

    x: Participant
    o: Participant
    evaluations: tuple[Score | None, ...]


def read_request(message: str) -> Request:
    """Return what a message asks for. Raises RequestError."""
    try:
        found = json.loads(message, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise RequestError("a message that is no JSON") from None
    if not isinstance(found, dict):
        raise RequestError("a message that is no object")
    number = found.get("seq", 0)
    seq = number if _is_integer(number, 0, LARGEST_NUMBER) else 0
    kind = found.get("type")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        expected = ", ".join(_READERS)
        raise RequestError(f"unknown message {_quote(kind)}: expected one of {expected}", seq)
    return read(_Reader(found, seq))


class _Reader:
    """Reads the fields of a message by name, each with a type and a size. Raises RequestError."""

    def __init__(self, fields: Fields, seq: int) -> None:
        self.fields = fields
        self.seq = seq

    def refuse(self, name: str, value: object, expected: str) -> NoReturn:
        raise RequestError(f"bad {name} {_quote(value)}: expected {expected}", self.seq)

    def take(self, name: str, kind: type[T], fits: Callable[[T], bool], expected: str) -> T:
        """Return the field if it is exactly of this kind, where a truth is no number, and fits."""
        value = self.fields.get(name)
        if type(value) is not kind or not fits(value):
            self.refuse(name, value, expected)
        return value

    def text(self, name: str, longest: int) -> str:
        expected = f"a text of at most {longest} characters"
        return self.take(name, str, lambda text: len(text) <= longest, expected)

    def optional_text(self, name: str, longest: int) -> str | None:
        return None if self.fields.get(name) is None else self.text(name, longest)

    def integer(self, name: str, least: int, most: int) -> int:
        expected = f"a whole number from {least} to {most}"
        return self.take(name, int, lambda number: least <= number <= most, expected)

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        return self.take(name, str, choices.__contains__, f"one of {', '.join(choices)}")

    def mapping(self, name: str, most: int) -> Fields:
        expected = f"an object of at most {most} fields"
        return self.take(name, dict, lambda fields: len(fields) <= most, expected)

    def list_of(self, name: str, most: int, read: Callable[[object], T | None]) -> tuple[T, ...]:
        """Return the items of a list; `read` returns None for what it does not take."""
        expected = f"a list of at most {most}"
        items = []
        for value in self.take(name, list, lambda values: len(values) <= most, expected):
            item = read(value)
            if item is None:
                self.refuse(name, value, "something else")
            items.append(item)
        return tuple(items)


def _read_open(reader: _Reader) -> Open:
    moves = reader.list_of("moves", MOST_MOVES, _read_move)
    return Open(
        reader.seq,
        reader.text("words", LONGEST_WORDS),
        reader.optional_text("start", LONGEST_POSITION),
        moves,
        reader.integer("at", 0, len(moves)),
    )


def _read_think(reader: _Reader) -> Think:
    purpose = reader.choice("purpose", PURPOSES)
    options = reader.mapping("options", MOST_OPTIONS)
    for name, value in options.items():
        if not isinstance(value, bool | int | str) or len(name) > LONGEST_NAME:
            reader.refuse(f"value of option {_quote(name)}", value, "a text, number or truth")
        if isinstance(value, str) and len(value) > LONGEST_NAME:
            reader.refuse(f"value of option {_quote(name)}", value, "a shorter text")
    asked = reader.mapping("limits", len(MOST) + 1)
    if not asked or asked.keys() - {*MOST, "infinite"}:
        reader.refuse("limits", asked, f"some of {', '.join(MOST)}, infinite")
    if "infinite" in asked and asked["infinite"] is not True:
        reader.refuse("infinite", asked["infinite"], "true")
    limits = _Reader(asked, reader.seq)
    numbers = {name: limits.integer(name, 1, most) for name, most in MOST.items() if name in asked}
    return Think(reader.seq, purpose, options, Limits(**numbers, infinite="infinite" in asked))


def _read_write(reader: _Reader) -> Write:
    x, o = _read_participant(reader, "x"), _read_participant(reader, "o")
    found = reader.list_of("evaluations", MOST_MOVES + 1, _read_evaluation)
    return Write(reader.seq, x, o, tuple(score for (score,) in found))


def _read_participant(reader: _Reader, side: str) -> Participant:
    """Read who plays a side; a kind or a level that is null is not known."""
    who = _Reader(reader.mapping(side, 3), reader.seq)
    kind = None if who.fields.get("kind") is None else who.choice("kind", (HUMAN, PROGRAM))
    level = None if who.fields.get("level") is None else who.integer("level", 1, max(LEVELS))
    return Participant(who.text("name", LONGEST_NAME), kind, level)


def _read_move(value: object) -> str | None:
    return value if isinstance(value, str) and len(value) <= LONGEST_MOVE else None


def _read_evaluation(value: object) -> tuple[Score | None] | None:
    """Return it in a tuple, since None is an evaluation as well."""
    if value is None:
        return (None,)
    if not isinstance(value, dict) or len(value) != 1:
        return None
    ((kind, number),) = value.items()
    if kind not in ("cp", "mate") or not _is_integer(number, -LARGEST_SCORE, LARGEST_SCORE):
        return None
    return (Score(cp=number) if kind == "cp" else Score(plies=number),)


_READERS: dict[str, Callable[[_Reader], Request]] = {
    "open": _read_open,
    "move": lambda reader: Move(reader.seq, reader.text("move", LONGEST_MOVE)),
    "goto": lambda reader: Goto(reader.seq, reader.integer("at", 0, MOST_MOVES)),
    "think": _read_think,
    "stop": lambda reader: Stop(reader.seq),
    "restart": lambda reader: Restart(reader.seq),
    "read": lambda reader: Read(reader.seq, reader.text("text", LARGEST_MESSAGE)),
    "write": _read_write,
}


def _is_integer(value: object, least: int, most: int) -> bool:
    """A truth is no number, though Python takes it for one."""
    return type(value) is int and least <= value <= most


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _quote(value: object) -> str:
    if isinstance(value, list | dict):
        return "list" if isinstance(value, list) else "object"
    return shorten(repr(value), 80)


def shorten(text: str, most: int) -> str:
    """Return the first `most` characters, with dots where that is not all."""
    return text if len(text) <= most else f"{text[:most]}..."


# ------------------------------------------------------------------ what a page is told


def write_message(kind: str, **fields: Any) -> str:
    """Write it in ASCII, so that there is no text that cannot be sent."""
    return json.dumps({"type": kind, **fields}, separators=(",", ":"))


class Outbox:
    """What is on its way to a page.

    A message may have a key: it then takes the place of one with the same key that has not been
    sent yet. Any other waits for room, and whoever says it waits as well.
    """

    def __init__(self) -> None:
        self._messages: dict[Hashable, str] = {}
        self._some = asyncio.Event()
        self._room = asyncio.Condition()

    def __len__(self) -> int:
        return len(self._messages)

    async def put(self, kind: str, **fields: Any) -> None:
        """Add a message behind all others. Waits for room."""
        async with self._room:
            await self._room.wait_for(lambda: len(self._messages) < ROOM)
            self._add(object(), write_message(kind, **fields))

    def replace(self, key: Hashable, kind: str, **fields: Any) -> None:
        """Put a message in place of the one with this key, behind all others if there is none."""
        self._add(key, write_message(kind, **fields))

    def _add(self, key: Hashable, message: str) -> None:
        self._messages[key] = message
        self._some.set()

    async def deliver(self, send: Send, patience: float = PATIENCE) -> None:
        """Send all there is until one is not taken in so many seconds, or `send` raises."""
        while True:
            await self._some.wait()
            self._some.clear()
            async with self._room:
                batch, self._messages = self._messages, {}
                self._room.notify_all()
            for message in batch.values():
                try:
                    async with asyncio.timeout(patience):
                        await send(message)
                except TimeoutError:
                    return
