"""`linemate COMMAND ...`, also `python3 -m clients COMMAND ...`: one program for each command.

The commands are in the table of `shared/command.py`; only the one that is asked for is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from os.path import abspath, dirname

if not __package__:  # run as a folder: it is this checkout that Python has to find
    sys.path.insert(0, dirname(dirname(abspath(__file__))))

from linemate import __version__
from linemate.clients.shared.command import (
    COMMANDS,
    EXIT_STATUSES,
    FAILED,
    INTERRUPTED,
    MISUSED,
    OVER,
    complain,
    complain_of_package,
    load_command,
    program,
    silence_output,
)
from linemate.clients.shared.harmless import say


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the first argument names, and return its exit status."""
    name, *rest = (sys.argv[1:] if arguments is None else list(arguments)) or [""]
    try:
        return load_command(name).main(rest) if name in COMMANDS else answer(name)
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as error:
        complain_of_package(name, error)
        return MISUSED
    except BrokenPipeError:  # whoever read it, `head` say, has had enough
        silence_output()
        return FAILED


def answer(word: str) -> int:
    """Answer whoever names no command, and return the exit status."""
    if word in ("-h", "--help", "help"):
        say(usage())
        return OVER
    if word == "--version":
        say(f"Linemate {__version__}")
        return OVER
    problem = f"unknown command {word!r}" if word else "no command"
    complain("", f"{problem}: expected one of {', '.join(COMMANDS)}\n")
    say(usage(), file=sys.stderr)
    return MISUSED


def usage() -> str:
    """Return what `--help` says: every command in a line."""
    started = program()
    lines = [
        f"usage: {started} COMMAND ...",
        f"       {started} COMMAND --help | --help | --version",
        "",
        "Tic-tac-toe, nine-board, ultimate, qubic, gomoku and any m,n,k game.",
        "",
        *(f"  {name:<12}{command.help}" for name, command in COMMANDS.items()),
        "",
        EXIT_STATUSES,
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
