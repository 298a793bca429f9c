"""What users write, read: `NAME=VALUE`, a game with its options, numbers, one of several words.

A value is a word of a command line, or what TOML has in its place. Every reader raises WordError
with the text and what would be accepted, and can be the `type` of an argument of argparse.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from linemate.engine.core import Game, LinemateError, OptionError
from linemate.engine.registry import make_game

LARGEST = 10**9 - 1


class WordError(LinemateError, ArgumentTypeError):
    """Words that do not mean anything. (Of other errors, argparse would not show the text.)"""


def read_pair(word: str) -> tuple[str, str]:
    """Return name and value of `NAME=VALUE`. Raises WordError."""
    name, sign, value = word.partition("=")
    if not (name and sign and value):
        raise WordError(f"cannot read {word!r}: expected NAME=VALUE")
    return name.strip(), value.strip()


def read_game(words: Sequence[str]) -> Game:
    """Make the game of `gomoku size=8`, or as the protocol has it of `gomoku size 8`; in words or
    in one text. Raises OptionError.
    """
    name, *settings = split_game(words) or [""]
    if not name:
        raise OptionError("no game")
    if len(settings) % 2:
        raise OptionError(
            f"cannot read {settings[-1]!r} as an option of {name}: expected NAME=VALUE"
        )
    return make_game(name, dict(zip(settings[::2], settings[1::2], strict=True)))


def split_game(words: Sequence[str]) -> list[str]:
    """Return the name of a game, and then the names of options and their values in turn."""
    return " ".join(words).replace("=", " ").split()


def describe_game(game: Game) -> str:
    """Write the words that `read_game` reads."""
    return " ".join([game.name, *(f"{name}={value}" for name, value in game.settings.items())])


def to_text(value: Any) -> str:
    """Write a value of TOML, which may be a number or a truth value, as a command line has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int, float)):
        return str(value)
    raise WordError(f"cannot read {value!r}: expected text or a number")


def to_words(value: Any) -> list[str]:
    """Return the words of a command line, or of one text that has them all."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return list(map(to_text, value))
    return to_text(value).split()


def read_fields(value: Any, readers: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """Read `NAME=VALUE` words, or a table of TOML, each value by the reader of its name."""
    pairs = value if isinstance(value, Mapping) else dict(map(read_pair, to_words(value)))
    fields = {}
    for name, text in pairs.items():
        if name not in readers:
            raise WordError(f"unknown {name!r}: expected one of {', '.join(readers)}")
        fields[name] = readers[name](to_text(text))
    return fields


def read_number(text: str, least: int = 0, most: int = LARGEST) -> int:
    """Return a whole number within these bounds. Raises WordError."""
    if text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most:
        return int(text)
    bounds = f"of {least} or more" if most == LARGEST else f"from {least} to {most}"
    raise WordError(f"cannot read {text!r}: expected a whole number {bounds}")


def read_count(text: str) -> int:
    """Return a whole number of 1 or more. Raises WordError."""
    return read_number(text, least=1)


def read_float(text: str) -> float:
    """Return a number with or without a fraction. Raises WordError."""
    try:
        return float(text)
    except ValueError:
        raise WordError(f"cannot read {text!r}: expected a number") from None


def read_flag(text: str) -> bool:
    """Say whether the text is `true`; it may be `false`. Raises WordError for any other."""
    return one_of(("true", "false"))(text) == "true"


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    """Return a reader that takes these words and no other."""

    def read(text: str) -> str:
        if text not in words:
            raise WordError(f"cannot read {text!r}: expected one of {', '.join(words)}")
        return text

    return read
