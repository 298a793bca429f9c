"""Words that users write: `NAME=VALUE`, and a game with its options."""

from __future__ import annotations

from collections.abc import Sequence

from linemate.engine.core import Game, LinemateError, OptionError
from linemate.engine.registry import make_game


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
