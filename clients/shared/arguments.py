"""The command line of every command: how its help looks, and that its refusals do no harm."""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter, Namespace, RawDescriptionHelpFormatter
from typing import Any, NoReturn

from linemate.clients.shared.command import program
from linemate.clients.shared.harmless import harmless
from linemate.clients.shared.values import read_pair


class Parser(ArgumentParser):
    """Keeps the lines of its description and epilog as they are."""

    def __init__(
        self, *, formatter_class: type[HelpFormatter] = RawDescriptionHelpFormatter, **settings: Any
    ) -> None:
        super().__init__(formatter_class=formatter_class, **settings)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line; the message may echo a file's text."""
        super().error(harmless(message))


def make_parser(command: str, description: str, epilog: str, **settings: Any) -> Parser:
    """Return the parser of a command, which has no arguments yet."""
    return Parser(prog=program(command), description=description, epilog=epilog, **settings)


GAME_WORDS: dict[str, Any] = {"nargs": "+", "metavar": ("GAME", "OPTION=VALUE")}


def add_game(parser: ArgumentParser, meaning: str, behind: str = "the same") -> None:
    """Let a game be named as it is, or behind --game as where something else is named so;
    `named_game` has it.
    """
    parser.add_argument("game", nargs="*", metavar="GAME [OPTION=VALUE]", help=meaning)
    parser.add_argument("--game", dest="named", default=[], help=behind, **GAME_WORDS)


def named_game(options: Namespace) -> list[str]:
    """Return the words of the game of `add_game`; there are none if it is not named."""
    return [*options.game, *options.named]


def add_engine(parser: ArgumentParser) -> None:
    """Let an engine be named by the command that starts it, and be set; by default it is ours."""
    command = "the command of any UGI or UCI engine (ours)"
    parser.add_argument("--engine", metavar="CMD", help=command)
    add_settings(parser)


def add_settings(parser: ArgumentParser) -> None:
    """Let options of an engine be set: `options.set` has the pairs of names and values."""
    meaning = "any option of the engine, may be repeated"
    pairs: dict[str, Any] = {"type": read_pair, "action": "append", "default": []}
    parser.add_argument("--set", metavar="NAME=VALUE", help=meaning, **pairs)
