"""`linemate check`: is this engine correct? Its protocol, and its moves in random positions."""

from __future__ import annotations

import argparse
import logging
import shlex
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib import import_module
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
    CheckView,
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
from linemate.clients.shared import arguments
from linemate.clients.shared.command import (
    FAILED,
    INTERRUPTED,
    OVER,
    fail,
    offer,
    program,
    refuse,
)
from linemate.clients.shared.files import require_writable
from linemate.clients.shared.harmless import say
from linemate.clients.shared.times import read_some_time
from linemate.clients.shared.values import read_count, read_game, read_number, split_game
from linemate.engine.core import Game, LinemateError
from linemate.protocol.driver import Dialect, EngineStartError

THOROUGH = "10min"
EPILOG = """\
COMMAND is one quoted text, or words after `--`. It is put to the numbered steps (--list), first
those of the conversation, then, for each game that it claims, those of random positions. A failure
is shown with the engine's own lines, and its game is shrunk until no move can be left out.
What the engine does not claim is not tried, and not passed either.

exit status: 0 nothing failed, 1 something did; 2 and 130 as `{program} --help` says

examples:
  %(prog)s ./mybot
  %(prog)s ./mybot --game gomoku size=9 --only legal --only win
  %(prog)s --thorough 1h --json report.json -- java -jar MyBot.jar --quiet
"""


def main(words: Sequence[str]) -> int:
    """Make the check, and return the exit status: 1 if something failed."""
    # What the process layer would log, such as bytes that are no text, the report shows in its way.
    logging.getLogger("linemate.protocol").addHandler(logging.NullHandler())
    at = words.index("--") if "--" in words else len(words)
    options = make_parser().parse_args(words[:at])
    if options.list:
        for number, step in _all_steps():
            say(f"{number:>3} {step.name:<16}{step.title}")
        return OVER
    try:
        import_module("linemate.clients.check.properties.property_runner")
        command = read_command(options, words[at + 1 :])
        games = list(map(read_game, options.game))
        only = [read_step(text) for text in options.only]
        for path in filter(None, (options.json, options.junit)):
            require_writable(path)
        engine = EngineUnderTest(command, options.timeout / 1000, dict(options.set))
        return run(engine, options, only, games)
    except (LinemateError, EngineStartError) as error:
        return refuse("check", error)
    except OSError as error:
        return fail("check", error)


def run(
    engine: EngineUnderTest, options: argparse.Namespace, only: Sequence[int], games: Sequence[Game]
) -> int:
    """Make the whole check, show and write it as it was asked for, and return the exit status.

    Raises LinemateError, EngineStartError.
    """
    began = time.monotonic()
    plan = Plan(
        games=games,
        seed=options.seed,
        examples=options.examples,
        go=options.go,
        seconds=None if options.thorough is None else options.thorough / 1000,
        only=only,
        pace=Pace(options.movetime),
    )
    coming: Iterable[Result]
    try:
        engine = get_acquainted(engine, options.dialect and Dialect(options.dialect))
    except Fault as fault:
        untried = fail_the_handshake(fault, plan)
        view, coming = CheckView(len(untried)), untried
    else:
        plan = replace(plan, games=choose_games(engine, games))
        view = CheckView(plan.count)
        view.say(f"checking {describe_engine(engine)}")
        coming = check(engine, plan, view.update)
    results: list[Result] = []
    interrupted = False
    with view:
        try:
            for result in coming:
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
    """Return those that the user names, or all that the engine claims. Raises LinemateError."""
    for name in engine.options:
        if name.lower() not in engine.declared:
            known = ", ".join(option.name for option in engine.declared.values()) or "none"
            raise LinemateError(f"{engine.name} has no option {name!r}: it has {known}")
    for game in wanted:
        if objection := find_objection(engine, game):
            raise LinemateError(f"{engine.name} does not play {game.name}: {objection}")
    games = wanted or find_games(engine)
    if not games:
        raise LinemateError(
            f"{describe_engine(engine)}, does not say which games it plays: "
            "name one, as in --game gomoku size=15"
        )
    return games


# ---------------------------------------------------------------- what the user says


def read_command(options: argparse.Namespace, words: Sequence[str]) -> str | Sequence[str]:
    """Return the one command there is: a text, perhaps the last word of a game that is no option of
    it, as in `--game gomoku ./mybot`, or the words after `--`. Raises LinemateError.
    """
    text: str | None = options.command
    if text is None and not words:
        # The words before it are the name of the game, names of options and their values.
        odd = (game for game in options.game if len(split_game(game[:-1])) % 2)
        text = next((game.pop() for game in odd if "=" not in game[-1]), None)
    if text is not None and words:
        raise LinemateError(f"two commands: {text!r} and, after --, {shlex.join(words)!r}")
    if not text and not words:
        raise LinemateError(f"no command: expected one, as in {program('check')} ./mybot")
    return words or text or ""


def read_step(text: str) -> int:
    """Return the number of a step, by its number or name. Raises LinemateError."""
    for number, step in _all_steps():
        if text in (str(number), step.name):
            return number
    raise LinemateError(f"no step {text!r}: expected 1 to {len(NAMES)} or a name (see --list)")


def _all_steps() -> list[tuple[int, Any]]:
    return [*numbered_steps(), *numbered_properties()]


def _limits(text: str) -> str:
    if not text.split() or {"infinite", "ponder"} & set(text.split()):
        raise argparse.ArgumentTypeError(f"{text!r} never ends: expected a limit, as in depth 3")
    return text


def make_parser() -> argparse.ArgumentParser:
    parser = arguments.make_parser(
        "check",
        "Find out whether an engine is correct: protocol, moves, announcements.",
        EPILOG.format(program=program()),
        usage="%(prog)s COMMAND [OPTION]...\n       %(prog)s [OPTION]... -- COMMAND WORD...",
        allow_abbrev=False,
    )
    add = parser.add_argument
    repeated: dict[str, Any] = {"action": "append", "default": []}
    add("command", nargs="?", metavar="COMMAND", help="how the engine is started")
    add(
        "--game",
        help="a game to play, may be repeated (default: all that it claims)",
        **arguments.GAME_WORDS,
        **repeated,
    )
    step = "a step by number or name, may be repeated"
    offer(add("--only", metavar="STEP", help=step, **repeated), NAMES)
    add("--list", action="store_true", help="list the steps and leave")
    add(
        "--thorough",
        nargs="?",
        type=read_some_time,
        const=read_some_time(THOROUGH),
        metavar="TIME",
        help=f"look at random positions for so long, as in 1h (default: {THOROUGH})",
    )
    examples = "random positions of each game (default: %(default)s)"
    add("--examples", type=read_count, default=200, metavar="N", help=examples)
    asked = "how it is asked for a move in them (default: %(default)r)"
    add("--go", type=_limits, default="movetime 50", metavar="WORDS", help=asked)
    steps = "of searches in the steps of the conversation (default: %(default)s)"
    add("--movetime", type=read_some_time, default="100ms", metavar="TIME", help=steps)
    add("--seed", type=read_number, default=0, metavar="N", help="of what is random (default: 0)")
    arguments.add_settings(parser)
    spoken = "what to speak (default: what it knows, both if it can)"
    add("--dialect", choices=[dialect.value for dialect in Dialect], help=spoken)
    answers = "how long any answer may take (default: %(default)s)"
    add("--timeout", type=read_some_time, default="10s", metavar="TIME", help=answers)
    add("--json", type=Path, metavar="FILE", help="write the report as JSON")
    add("--junit", type=Path, metavar="FILE", help="write the report as JUnit XML")
    return parser
