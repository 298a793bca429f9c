"""`linemate check`: is this engine correct? Its protocol, and its moves in random positions."""

from __future__ import annotations

import argparse
import logging
import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from linemate.clients.check.engine_under_test import (
    EngineUnderTest,
    find_games,
    find_objection,
    get_acquainted,
)
from linemate.clients.check.raw_connection import Fault
from linemate.clients.check.report import (
    View,
    describe_engine,
    describe_sum,
    write_json,
    write_junit,
)
from linemate.clients.check.runner import (
    NAMES,
    Plan,
    Result,
    Verdict,
    check,
    fail_the_handshake,
    numbered_properties,
    numbered_steps,
)
from linemate.clients.check.steps.fixture import Pace
from linemate.clients.shared.arguments import Parser
from linemate.clients.shared.command import FAILED, INTERRUPTED, MISUSED, OVER, complain, program
from linemate.clients.shared.harmless import say
from linemate.clients.shared.times import read_some_time
from linemate.clients.shared.values import read_count, read_game, read_number, read_pair
from linemate.engine.core import Game, LinemateError
from linemate.protocol.driver import Dialect, EngineStartError

THOROUGH = "10min"
EPILOG = """\
COMMAND is one quoted text, or words after `--`. It is put to the numbered steps (--list), first
those of the conversation, then, for each game that it claims, those of random positions. A failure
is shown with the engine's own lines, and its game is shrunk until no move can be left out.
What the engine does not claim is not tried, and not passed either.

exit status: 0 nothing failed, 1 something did, 2 it could not be begun, 130 after Ctrl-C

examples:
  %(prog)s ./mybot
  %(prog)s ./mybot --game gomoku size=9 --only legal --only win
  %(prog)s --thorough 1h --json report.json -- java -jar MyBot.jar --quiet
"""


class UsageError(LinemateError):
    """What the user asks for cannot be done."""


def main(arguments: Sequence[str]) -> int:
    """Return 0 if nothing failed, 1 if something did, 2 for what is refused, 130 after Ctrl-C."""
    # What the process layer would log, such as bytes that are no text, the report shows in its way.
    logging.getLogger("linemate.protocol").addHandler(logging.NullHandler())
    words, command = split_command(arguments)
    options = make_parser().parse_args(words)
    if options.list:
        say("\n".join(f"{number:>3} {step.name:<16}{step.title}" for number, step in _all_steps()))
        return 0
    try:
        if options.command is None and not command:
            options.command = take_command(options.game)
        games = [read_game_words(words) for words in options.game]
        only = [read_step(text) for text in options.only]
        engine = EngineUnderTest(
            read_command(options.command, command),
            options.timeout / 1000,
            dict(options.option),
        )
        _try_files(options.json, options.junit)
        return run(engine, options, only, games)
    except (LinemateError, EngineStartError, OSError) as error:
        complain("check", str(error))
        return MISUSED
    except KeyboardInterrupt:
        return INTERRUPTED


def run(
    engine: EngineUnderTest, options: argparse.Namespace, only: Sequence[int], games: Sequence[Game]
) -> int:
    """Make the whole check, show and write it as it was asked for, and return the exit status.

    Raises UsageError, EngineStartError.
    """
    began = time.monotonic()
    results: list[Result] = []
    interrupted = False
    try:
        engine = get_acquainted(engine, options.dialect and Dialect(options.dialect))
    except Fault as fault:
        results = fail_the_handshake(fault)
        with View(len(results)) as view:
            for result in results:
                view.show(result)
    else:
        plan = Plan(
            games=choose_games(engine, games),
            seed=options.seed,
            examples=options.examples,
            go=options.go,
            seconds=None if options.thorough is None else options.thorough / 1000,
            only=only,
            pace=Pace(options.movetime),
        )
        with View(plan.count) as view:
            view.say(f"checking {describe_engine(engine)}")
            try:
                for result in check(engine, plan, view.update):
                    results.append(result)
                    view.show(result)
            except KeyboardInterrupt:
                interrupted = True
    say(f"\n{describe_sum(results, time.monotonic() - began, interrupted)}")
    if options.json is not None:
        options.json.write_text(write_json(engine, results, options.seed, interrupted), "utf-8")
    if options.junit is not None:
        options.junit.write_text(write_junit(results), "utf-8")
    if interrupted:
        return INTERRUPTED
    return FAILED if any(result.verdict is Verdict.FAILED for result in results) else OVER


def choose_games(engine: EngineUnderTest, wanted: Sequence[Game]) -> Sequence[Game]:
    """Return those that the user names, or all that the engine claims. Raises UsageError."""
    for name in engine.options:
        if name.lower() not in engine.declared:
            known = ", ".join(option.name for option in engine.declared.values()) or "none"
            raise UsageError(f"{engine.name} has no option {name!r}: it has {known}")
    for game in wanted:
        if objection := find_objection(engine, game):
            raise UsageError(f"{engine.name} does not play {game.name}: {objection}")
    games = wanted or find_games(engine)
    if not games:
        raise UsageError(
            f"{describe_engine(engine)}, does not say which games it plays: "
            "name one, as in --game gomoku size=15"
        )
    return games


# ---------------------------------------------------------------- what the user says


def split_command(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what is for us, and the words after `--`."""
    words = list(arguments)
    if "--" not in words:
        return words, []
    at = words.index("--")
    return words[:at], words[at + 1 :]


def read_command(text: str | None, words: Sequence[str]) -> str | Sequence[str]:
    """Return the one command there is, in either form. Raises UsageError."""
    if text is not None and words:
        raise UsageError(f"two commands: {text!r} and, after --, {shlex.join(words)!r}")
    if not text and not words:
        raise UsageError(f"no command: expected one, as in {program('check')} ./mybot")
    return words or text or ""


def take_command(games: Sequence[list[str]]) -> str | None:
    """Take out what stands behind a game and is no option of it, as in `--game gomoku ./mybot`."""
    for words in games:
        if len(words) > 1 and "=" not in words[-1]:
            return words.pop()
    return None


def read_game_words(words: Sequence[str]) -> Game:
    """Return the game with its options. Raises LinemateError."""
    for word in words[1:]:
        if "=" not in word:
            raise UsageError(
                f"cannot read {word!r} as an option of {words[0]}: expected NAME=VALUE "
                "(a command comes before --game, or after --)"
            )
    return read_game(words)


def read_step(text: str) -> int:
    """Return the number of a step, by its number or name. Raises UsageError."""
    for number, step in _all_steps():
        if text in (str(number), step.name):
            return number
    raise UsageError(f"no step {text!r}: expected 1 to {len(NAMES)} or a name (see --list)")


def _all_steps() -> list[tuple[int, Any]]:
    return [*numbered_steps(), *numbered_properties()]


def _try_files(*paths: Path | None) -> None:
    """Find out now, and not in an hour, that a report cannot be written. Raises OSError."""
    for path in paths:
        if path is not None:
            path.open("a").close()


def _limits(text: str) -> str:
    if not text.split() or {"infinite", "ponder"} & set(text.split()):
        raise argparse.ArgumentTypeError(f"{text!r} never ends: expected a limit, as in depth 3")
    return text


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=program("check"),
        usage="%(prog)s COMMAND [OPTION]...\n       %(prog)s [OPTION]... -- COMMAND WORD...",
        description="Find out whether an engine is correct: protocol, moves, announcements.",
        epilog=EPILOG,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("command", nargs="?", metavar="COMMAND", help="how the engine is started")
    add(
        "--game",
        action="append",
        nargs="+",
        default=[],
        metavar=("GAME", "OPTION=VALUE"),
        help="a game to play, may be repeated (default: all that it claims)",
    )
    add("--only", action="append", default=[], metavar="STEP", help="a step by number or name")
    add("--list", action="store_true", help="list the steps and leave")
    add(
        "--thorough",
        nargs="?",
        type=read_some_time,
        const=read_some_time(THOROUGH),
        metavar="TIME",
        help=f"look at random positions for so long, as in 1h (default: {THOROUGH})",
    )
    add("--examples", type=read_count, default=200, metavar="N", help="positions (default: 200)")
    add(
        "--go",
        type=_limits,
        default="movetime 50",
        metavar="WORDS",
        help="how it is asked for a move in them (default: %(default)r)",
    )
    add(
        "--movetime",
        type=read_some_time,
        default="100ms",
        metavar="TIME",
        help="of steps (default: %(default)s)",
    )
    add("--seed", type=read_number, default=0, metavar="N", help="of what is random (default: 0)")
    add(
        "--option",
        action="append",
        default=[],
        type=read_pair,
        metavar="NAME=VALUE",
        help="set an option of the engine, may be repeated",
    )
    add(
        "--dialect",
        choices=[dialect.value for dialect in Dialect],
        help="what to speak (default: what it knows, both if it can)",
    )
    add(
        "--timeout",
        type=read_some_time,
        default="10s",
        metavar="TIME",
        help="for every answer (default: 10s)",
    )
    add("--json", type=Path, metavar="FILE", help="write the report as JSON")
    add("--junit", type=Path, metavar="FILE", help="write the report as JUnit XML")
    return parser
