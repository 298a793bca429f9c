"""The command line of every command: how its help looks, and that its refusals do no harm."""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter, RawDescriptionHelpFormatter
from typing import Any, NoReturn

from linemate.clients.shared.command import program
from linemate.clients.shared.harmless import harmless


class Parser(ArgumentParser):
    """Keeps the lines of its description and epilog as they are."""

    def __init__(
        self, *, formatter_class: type[HelpFormatter] = RawDescriptionHelpFormatter, **settings: Any
    ) -> None:
        super().__init__(formatter_class=formatter_class, **settings)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line; the message may echo a file's text."""
        super().error(harmless(message))


def make_parser(command: str, description: str, epilog: str) -> Parser:
    """Return the parser of a command, which has no arguments yet."""
    return Parser(prog=program(command), description=description, epilog=epilog)
