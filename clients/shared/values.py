"""What users write, read: `NAME=VALUE`, a game with its options, numbers, one of several words.

A value is a word of a command line, or what TOML has in its place. Every reader raises WordError
with the text and what would be accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from linemate.engine.core import Game, LinemateError, OptionError
from linemate.engine.registry import make_game

LARGEST = 10**9


class WordError(LinemateError):
    """Words that do not mean anything."""


def read_pair(word: str) -> tuple[str, str]:
    """`NAME=VALUE`. Raises WordError."""
    name, sign, value = word.partition("=")
    if not (name and sign and value):
        raise WordError(f"cannot read {word!r}: expected NAME=VALUE")
    return name.strip(), value.strip()


def read_game(words: Sequence[str]) -> Game:
    """`gomoku size=8`, as words or as one text. Raises OptionError."""
    name, *settings = " ".join(words).split() or [""]
    if not name:
        raise OptionError("no game")
    try:
        return make_game(name, dict(map(read_pair, settings)))
    except WordError as error:
        raise OptionError(f"bad option of {name}: {error}") from None


def describe_game(game: Game) -> str:
    """The words that `read_game` reads."""
    return " ".join([game.name, *(f"{name}={value}" for name, value in game.options.items())])


def to_text(value: Any) -> str:
    """TOML has numbers and truth values where a command line has words."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int, float)):
        return str(value)
    raise WordError(f"cannot read {value!r}: expected text or a number")


def to_words(value: Any) -> list[str]:
    """Words of a command line, or one text that has them all."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return list(map(to_text, value))
    return to_text(value).split()


def read_fields(value: Any, readers: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """`NAME=VALUE` words, or a table of TOML, with the values read."""
    pairs = value if isinstance(value, Mapping) else dict(map(read_pair, to_words(value)))
    fields = {}
    for name, text in pairs.items():
        if name not in readers:
            raise WordError(f"unknown {name!r}: expected one of {', '.join(readers)}")
        fields[name] = readers[name](to_text(text))
    return fields


def read_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < LARGEST):
        raise WordError(f"cannot read {text!r}: expected a whole number of 1 or more")
    return int(text)


def read_number(text: str) -> int:
    """A count that may be 0."""
    return 0 if text == "0" else read_count(text)


def read_float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise WordError(f"cannot read {text!r}: expected a number") from None


def read_flag(text: str) -> bool:
    return one_of(("true", "false"))(text) == "true"


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise WordError(f"cannot read {text!r}: expected one of {', '.join(words)}")
        return text

    return read
