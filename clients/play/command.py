"""`linemate play`: the command line, the questions, and then the table.

To read on: `options.py` is the command line, `loop.py` the game, `table.py` what it is played at,
`commands.py` what one can say, `boards.py` what one sees.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from linemate.clients.play.loop import run
from linemate.clients.play.match import Match
from linemate.clients.play.opponent import Opponent
from linemate.clients.play.options import Plan, make_parser, read_plan
from linemate.clients.play.questions import Leaving, ask_game, ask_level, ask_sides
from linemate.clients.play.settings import STRENGTH, make_setting
from linemate.clients.play.sides import SIDES
from linemate.clients.play.table import Table
from linemate.clients.shared.screen import EndOfInput, Screen
from linemate.engine.core import LinemateError
from linemate.protocol.driver import EngineError
from rich.text import Text

from linemate import __version__

INTERRUPTED = 130
GREETING = "Enter takes what is in [ ]; or type help."


def main(arguments: Sequence[str]) -> int:
    """0 after a visit to the table, 1 if it could not be held, 2 for a bad command line."""
    if sys.stderr is None:
        # `input` insists on it, and what has to be said has to be said somewhere.
        os.open(os.devnull, os.O_WRONLY)  # or an engine's pipe gets its number
        sys.stderr = sys.stdout
    try:
        return run_command(arguments)
    except KeyboardInterrupt:
        print("\nGoodbye.")
        return INTERRUPTED


def run_command(arguments: Sequence[str]) -> int:
    """Raises KeyboardInterrupt wherever nobody is at the table yet."""
    parser = make_parser()
    options = parser.parse_intermixed_args(arguments)
    if options.version:
        print(f"Linemate {__version__}")
        return 0
    try:
        plan = read_plan(options)
    except LinemateError as error:
        parser.error(str(error))
    if sys.stdin is None or sys.stdout is None:
        return complain("standard input or output is closed")
    try:
        screen = Screen()
        with screen.interrupts.noted():
            return visit(screen, plan)
    except OSError as error:
        # Without this the interpreter would complain again, when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 1  # nobody reads on, so nobody has to be told
        return complain(f"cannot go on: {error.strerror or error}")


def complain(problem: str) -> int:
    """Where the screen cannot be used; the exit status."""
    print(f"linemate play: {problem}", file=sys.stderr)
    return 1


def visit(screen: Screen, plan: Plan) -> int:
    """Ask what is missing, play, and leave no engine behind; the exit status."""
    try:
        table = sit_down(screen, plan)
    except EndOfInput:
        screen.show("End of input. Goodbye.")
        return 0
    except Leaving:
        screen.show("Goodbye.")
        return 0
    try:
        table.begin(table.match)
    except (EngineError, LinemateError) as error:
        table.report(error, "No game: ")
        return 1
    else:
        run(table, plan.pace)
        return 0
    finally:
        table.close()


def sit_down(screen: Screen, plan: Plan) -> Table:
    """Raises EndOfInput and Leaving."""
    match, humans, engines = plan.match, plan.humans, plan.engines
    level_is_open = len(engines) == 1 and not STRENGTH & engines[0].keys()
    if match is None or humans is None or level_is_open:
        screen.show(Text.assemble(("Linemate", "bold"), f": {name_seats(plan)}. {GREETING}"))
    match = match or Match(ask_game(screen))
    if humans is None:
        humans = ask_sides(screen)
    # Two people need no level: all that the engine does for them are hints.
    if level_is_open and humans != SIDES["both"]:
        engines[0]["level"] = ask_level(screen)
    opponents = [Opponent(make_setting(words), screen.interrupts) for words in engines]
    return Table(screen, match, humans, opponents * 2 if len(opponents) == 1 else opponents)


def name_seats(plan: Plan) -> str:
    """Who plays whom, as far as that is settled."""
    if plan.humans is None:
        return "games of n in a row"
    if not plan.humans:
        return "two engines" if len(plan.engines) == 2 else "the engine against itself"
    return "two people" if len(plan.humans) == 2 else "you against the engine"
