"""What may stand on a command line in place of its last word.

It is asked of the parsers of the commands themselves, so that it is always what they accept: an
option, one of its `choices`, a word of the next subcommand. What an argument without `choices`
takes is told by its metavar, or else by its name (KINDS): a game, an option of an engine, a file.

Parsers have no public list of their arguments; the attributes with an underscore that are used here
have been what they are since argparse was written.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import inf
from pathlib import Path
from typing import NamedTuple

from linemate.clients.shared.arguments import Parser
from linemate.clients.shared.command import COMMANDS, load_command
from linemate.clients.shared.player import PROTOCOLS
from linemate.clients.shared.time_control import LIMITS
from linemate.engine.core import Option
from linemate.engine.registry import GAMES, make_game
from linemate.protocol.driver import Engine, EngineError

ENGINE = "linemate-engine"  # as the first word, for what stands behind that program instead
CHOOSE_THE_GAME = ("Game", "UCI_Variant")  # which clients do by themselves


class Candidate(NamedTuple):
    """A word, and for shells that show it what it means."""

    word: str
    meaning: str = ""


FILES = Candidate(":files")  # the shell knows better which there are


def complete(words: Sequence[str]) -> Iterator[Candidate]:
    """Yield what the last of the words after `linemate` may become: words that begin with it; or of
    the words after `linemate-engine`, if that is the first of them.

    FILES stands for the names of files, which the shell completes by itself.
    """
    *before, current = words
    for candidate in _complete(before, current):
        if candidate is FILES or candidate.word.startswith(current):
            yield candidate


def _complete(before: Sequence[str], current: str) -> Iterator[Candidate]:
    if not before:
        yield from (Candidate(name, command.help) for name, command in COMMANDS.items())
        yield from map(Candidate, ("--help", "--version"))
    elif before[0] == ENGINE:
        yield from complete_arguments(_engine_parser(), before[1:], current)
    elif before[0] in COMMANDS:
        try:
            parser = load_command(before[0]).make_parser()
        except ModuleNotFoundError:
            return  # an extra that is not installed
        yield from complete_arguments(parser, before[1:], current)


def _engine_parser() -> argparse.ArgumentParser:
    """Return what the engine takes, which reads its few arguments itself, and so starts sooner."""
    parser = Parser()
    parser.add_argument("game", nargs="*", metavar="GAME")
    parser.add_argument("--protocol", choices=("auto", "gomocup"), help="what it speaks")
    parser.add_argument("--version", action="version")
    return parser


def complete_arguments(
    parser: argparse.ArgumentParser, before: Sequence[str], current: str
) -> Iterator[Candidate]:
    """Yield what may follow the words before, by this parser and those of its subcommands.

    `current` is what is there of the next word; not all that is yielded begins with it.
    """
    if "--" in before:  # the words of another program's command
        yield FILES
        return
    parser, option, positional = _read(parser, before)
    flag, sign, _ = current.partition("=")
    if current.startswith("-"):
        joined = parser._option_string_actions.get(flag)
        if sign and joined is not None:
            for value in _values(joined, before, current):
                yield value if value is FILES else Candidate(f"{flag}={value.word}", value.meaning)
        else:
            yield from _flags(parser)
    elif option is not None:
        yield from _values(option, before, current)
        if option.nargs == argparse.OPTIONAL and positional is not None:
            yield from _values(positional, before, current)
    elif positional is not None:
        yield from _values(positional, before, current)


def _read(
    parser: argparse.ArgumentParser, words: Sequence[str]
) -> tuple[argparse.ArgumentParser, argparse.Action | None, argparse.Action | None]:
    """Return whose arguments come next, the option that awaits a value, and the next positional."""
    option, awaited = None, 0.0
    positionals = _positionals(parser)
    for word in words:
        if word.startswith("-"):
            flag, sign, _ = word.partition("=")
            option = parser._option_string_actions.get(flag)
            awaited = 0 if option is None or sign else _most(option)
        elif awaited > 0:
            awaited -= 1
        elif positionals:
            subcommand = _subparsers(positionals[0]).get(word)
            if subcommand is not None:
                parser, positionals = subcommand, _positionals(subcommand)
            elif _most(positionals[0]) == 1:
                del positionals[0]
    return parser, option if awaited > 0 else None, positionals[0] if positionals else None


def _positionals(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if not action.option_strings]


def _subparsers(action: argparse.Action) -> dict[str, argparse.ArgumentParser]:
    return dict(action.choices) if isinstance(action, argparse._SubParsersAction) else {}


def _most(action: argparse.Action) -> float:
    """Return how many words it takes at most."""
    if action.nargs in (None, argparse.OPTIONAL):
        return 1
    return action.nargs if isinstance(action.nargs, int) else inf


def _flags(parser: argparse.ArgumentParser) -> Iterator[Candidate]:
    for action in parser._actions:
        for flag in action.option_strings:
            yield Candidate(flag, _meaning(parser, action))


def _meaning(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return parser._get_formatter()._expand_help(action) if action.help else ""


# ---------------------------------------------------------------- the values of an argument


def _values(action: argparse.Action, before: Sequence[str], current: str) -> Iterator[Candidate]:
    if isinstance(action, argparse._SubParsersAction):
        for choice in action._choices_actions:
            yield Candidate(choice.dest, choice.help or "")
    elif words := action.choices or vars(action).get("offered"):
        yield from (Candidate(str(word)) for word in words)
    elif action.type is Path:
        yield FILES
    else:
        metavar = action.metavar[0] if isinstance(action.metavar, tuple) else action.metavar
        called = (metavar or "").partition(" ")[0]
        kind = None if called in NUMBERS else KINDS.get(called, KINDS.get(action.dest))
        if isinstance(kind, Candidate):
            yield kind
        elif kind is not None:
            yield from kind(before, current)


def _games(before: Sequence[str], current: str) -> Iterator[Candidate]:
    """Yield the options of the game that was named last, then every game."""
    yield from _game_options(before, current)
    yield from map(Candidate, GAMES)


def _game_options(before: Sequence[str], current: str) -> Iterator[Candidate]:
    for name in [word for word in before if word in GAMES][-1:]:
        yield from chain.from_iterable(map(_settings, make_game(name).OPTIONS))


def _engine_options(before: Sequence[str], current: str) -> Iterator[Candidate]:
    """Yield what our own engine declares, with the values that it lists."""
    try:
        with Engine.start() as engine:
            for name in engine.options:
                if name not in CHOOSE_THE_GAME:
                    yield from _settings(engine.options[name])
    except EngineError:
        return


def _settings(option: Option) -> Iterator[Candidate]:
    """Yield `NAME=VALUE` for each value that there is, or `NAME=` where they are too many."""
    values = ("true", "false") if option.kind == "check" else option.choices
    if option.kind == "spin":
        yield Candidate(f"{option.name}=", f"{option.minimum} to {option.maximum}")
    elif option.kind != "button":
        yield from (Candidate(f"{option.name}={value}") for value in values or ("",))


def _searches(before: Sequence[str], current: str) -> Iterator[Candidate]:
    for candidate in _engine_options(before, current):
        name, _, value = candidate.word.partition("=")
        if name == "Search":
            yield Candidate(value)


def _engine_words(before: Sequence[str], current: str) -> Iterator[Candidate]:
    """Yield the words that describe an engine of a match."""
    if current.startswith(("cmd=", "dir=")):
        yield FILES
    yield from (Candidate(f"{name}=") for name in ("cmd", "name", "dir", *LIMITS))
    yield from (Candidate(f"protocol={protocol}") for protocol in PROTOCOLS)
    for word, meaning in _engine_options(before, current):
        yield Candidate(f"option.{word}", meaning)


NUMBERS = ("N", "TIME", "PORT")
KINDS: dict[str, Candidate | Callable[[Sequence[str], str], Iterator[Candidate]]] = {
    "GAME": _games,
    "game": _games,
    "OPTION=VALUE": _game_options,
    "NAME=VALUE": _engine_options,
    "search": _searches,
    **dict.fromkeys(("CMD", "COMMAND", "FILE", "DIR"), FILES),
    "engine": _engine_words,
}
