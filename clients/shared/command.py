"""What all commands of `linemate` have in common: which there are, exit statuses, their own name.

A command is a room of `clients` whose `command.py` has `main(words) -> exit status` and
`make_parser()`, and a line in COMMANDS. It is imported only when it is asked for.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from signal import SIGINT
from typing import TYPE_CHECKING, NamedTuple, Protocol

from linemate.clients.shared.harmless import say
from linemate.protocol.ours import ROOT, command_as_started, status_of_signal

if TYPE_CHECKING:
    from argparse import Action, ArgumentParser

# The exit statuses of every command; EXIT_STATUSES tells them to users.
OVER, FAILED, MISUSED = 0, 1, 2
INTERRUPTED = status_of_signal(SIGINT)
EXIT_STATUSES = f"""\
exit status of every command:
  {OVER}    it has done what was asked, or was told to leave
  {FAILED}    it began, and failed or found a failure
  {MISUSED}    refused, nothing was begun: the command line cannot be read, or names a file, a game,
       an engine or an option that is not there
  {INTERRUPTED}  ended by Ctrl-C (143: by SIGTERM)"""

MAKE_TARGETS = ("play", "web")  # the commands that `make` prepares and starts


class CommandModule(Protocol):
    """Has what every module of a command has."""

    def main(self, words: Sequence[str]) -> int:
        """Run it and return the exit status."""

    def make_parser(self) -> ArgumentParser: ...


class Command(NamedTuple):
    """Describes a command; `extra` is what of pyproject.toml has to be installed for it, if
    anything, and `room` is its folder where that is not its name.
    """

    help: str
    extra: str = ""
    room: str = ""


COMMANDS = {
    "play": Command("play in the terminal, or watch two engines play"),
    "web": Command("play and analyse in the browser", "web"),
    "match": Command("matches and tournaments between engines"),
    "replay": Command("step through games that were recorded or saved"),
    "puzzle": Command("solve puzzles: win in so many moves"),
    "check": Command("find out whether an engine is correct", "check"),
    "bridge": Command("play in other people's arenas", room="bridges"),
    "lab": Command("experiments of reports, exercises, tuning, search trees"),
    "prove": Command("prove qubic, and positions of nineboard; check certificates"),
    "completion": Command("print what makes a shell complete these commands"),
}


def load_command(name: str) -> CommandModule:
    """Import the module of a command. Raises ModuleNotFoundError if a package is missing."""
    module: CommandModule = import_module(f"linemate.clients.{COMMANDS[name].room or name}.command")
    return module


def offer(argument: Action, words: Iterable[str]) -> None:
    """Have shells offer these words for an argument that refuses others in its own way."""
    vars(argument)["offered"] = tuple(words)


def complain(command: str, problem: str) -> None:
    """Tell the user what went wrong, and which command says so."""
    say(f"{program(command)}: {problem}", file=sys.stderr)


def refuse(command: str, problem: object) -> int:
    """Tell the user why a command is not begun, and return its exit status."""
    complain(command, str(problem))
    return MISUSED


def fail(command: str, problem: object) -> int:
    """Tell the user why a command that was begun cannot go on, and return its exit status."""
    complain(command, str(problem))
    return FAILED


def silence_output() -> None:
    """Lead standard output nowhere, since nobody reads on: the interpreter would complain when it
    flushes.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def how_to_install(extra: str) -> str:
    """Say what installs the packages of an extra; without one, those of every command."""
    # The pip that a shell finds may be another Python's.
    pip = f"{sys.executable} -m pip install"
    if is_checkout():
        package = f"'.[{extra}]'" if extra else "."
        # A copy would not follow the checkout.
        return f"`{pip} -e {package}` in the checkout installs it"
    return f"`{pip} {' '.join(packages_of(extra))}` installs it"


def is_checkout() -> bool:
    return os.path.exists(os.path.join(ROOT, "pyproject.toml"))


def packages_of(extra: str) -> list[str]:
    """Return the packages of an extra, as the installed linemate lists them; without one, those of
    every command.
    """
    from importlib.metadata import requires

    listed = [line.partition(";") for line in requires("linemate") or ()]
    condition = f'extra == "{extra}"' if extra else ""
    return [
        shlex.quote(name.strip())
        for name, _, marker in listed
        if marker.strip().replace("'", '"') == condition
    ]


def complain_of_package(command: str, error: ModuleNotFoundError) -> None:
    """Tell the user which package a command needs, and what installs it; one of ours is a fault."""
    package = (error.name or "linemate").partition(".")[0]
    if package == "linemate":
        raise error
    prepared = os.path.join(ROOT, ".venv", "bin", "linemate")  # by make, with what all need
    if package == "rich" and os.path.exists(prepared):
        remedy = f"`{os.path.relpath(prepared)} {command}` has it"
    else:
        remedy = how_to_install(COMMANDS[command].extra)
        if command in MAKE_TARGETS and is_checkout():
            remedy += f", and `make {command}` does so by itself"
    say(f"{program(command)} needs the package {package}: {remedy}", file=sys.stderr)


def program(command: str = "") -> str:
    """Name a command of ours as it was started: `linemate play`, `python3 -m clients play`."""
    return f"{command_as_started('clients', 'linemate')} {command}".strip()
