"""What the tools have in common: a game is named, a document comes back, a file is written.

The document is JSON on stdout. What is refused ends with status 2 and one line on stderr.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from linemate.engine.core import Game, LinemateError, OptionError
from linemate.engine.registry import GAMES, make_game


def make_parser(module: str, description: str) -> argparse.ArgumentParser:
    """Return a parser with the options that `named_game` reads."""
    parser = argparse.ArgumentParser(
        prog=f"python3 -m engine.tools.{module}", description=description
    )
    add = parser.add_argument
    add("--game", default="tictactoe", help=", ".join(GAMES))
    add("--option", metavar="NAME=VALUE", action="append", default=[], help="of the game")
    return parser


def named_game(arguments: argparse.Namespace) -> Game:
    """Return the game that the arguments name. Raises OptionError."""
    return make_game(arguments.game, dict(map(_read_option, arguments.option)))


def answer(make_document: Callable[[], object]) -> int:
    """Print the document, or why there is none; return the exit status."""
    try:
        document = make_document()
    except LinemateError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(json.dumps(document) + "\n")
    return 0


def replace_file(path: Path, data: bytes) -> None:
    """Write a file as a whole: whatever happens, the old one or the new one is there."""
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _read_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"bad option {text!r}: expected name=value")
    return name.strip(), value.strip()
