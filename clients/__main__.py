"""`linemate COMMAND ...`, also `python3 -m clients COMMAND ...`: one program for each command.

A command is a module with `main(arguments) -> exit status`, imported only when it is asked for,
and a line in COMMANDS.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

from linemate import __version__

INTERRUPTED = 130  # as a shell says of a program that Ctrl-C ended
MAKE_TARGETS = ("play", "web")  # the commands that `make` prepares and starts


class Command(NamedTuple):
    """`extra` is what of pyproject.toml has to be installed for it, if anything."""

    module: str
    help: str
    extra: str = ""


COMMANDS = {
    "play": Command(
        "linemate.clients.play.command", "play in the terminal, or watch two engines play"
    ),
    "web": Command("linemate.clients.web.command", "play and analyse in the browser", "web"),
    "match": Command("linemate.clients.match.command", "matches and tournaments between engines"),
    "replay": Command("linemate.clients.replay.command", "step through the games of a match"),
    "check": Command(
        "linemate.clients.check.command", "find out whether an engine is correct", "check"
    ),
    "bridge": Command("linemate.clients.bridges.command", "play in other people's arenas"),
    "lab": Command(
        "linemate.clients.lab.command", "run the experiments of the reports; tune; draw trees"
    ),
    "prove": Command(
        "linemate.clients.prove.command", "prove that x wins qubic; check the certificate"
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the first argument names; the exit status."""
    name, *rest = (sys.argv[1:] if arguments is None else list(arguments)) or [""]
    if name in ("-h", "--help", "help"):
        print(usage())
        return 0
    if name == "--version":
        print(f"Linemate {__version__}")
        return 0
    if name not in COMMANDS:
        problem = f"unknown command {name!r}" if name else "no command"
        print(f"linemate: {problem}: expected one of {', '.join(COMMANDS)}\n", file=sys.stderr)
        print(usage(), file=sys.stderr)
        return 2
    try:
        module = import_module(COMMANDS[name].module)
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "linemate":
            raise
        print(f"linemate {name} needs the package {error.name}: {_remedy(name)}", file=sys.stderr)
        return 2
    status: int = module.main(rest)
    return status


def _remedy(name: str) -> str:
    extra = COMMANDS[name].extra
    package = f"'.[{extra}]'" if extra else "."
    remedy = f"`pip install {package}` in the checkout installs it"
    return f"{remedy}, and `make {name}` does so by itself" if name in MAKE_TARGETS else remedy


def usage() -> str:
    lines = [
        "usage: linemate COMMAND ...",
        "       linemate COMMAND --help | --help | --version",
        "",
        "Tic-tac-toe, nine-board, ultimate, qubic, gomoku and any m,n,k game.",
        "",
        *(f"  {name:<8}{command.help}" for name, command in COMMANDS.items()),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
