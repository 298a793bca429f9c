"""`linemate play`: the command line, the questions, and then the table.

To read on: `loop.py` is the game, `table.py` what it is played at, `commands.py` what one can
say, `boards.py` what one sees.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from clients.play.loop import run
from clients.play.match import Match
from clients.play.opponent import Opponent
from clients.play.questions import SIDES, Leaving, ask_game, ask_level, ask_side, read_side
from clients.play.screen import EndOfInput, Screen
from clients.play.settings import LEVELS, LIMITS, make_setting, read_words
from clients.play.table import Table, explain
from clients.words import read_game, read_pair
from engine.core import Game, LinemateError
from engine.registry import GAMES
from protocol.driver import EngineError

INTERRUPTED = 130
GREETING = ": you against the engine. Enter takes what is in [ ]; or type help."
# A word that says how strong an engine is to play.
STRENGTH = {"level", *LIMITS}
EPILOG = f"""\
games: {", ".join(GAMES)}
  options: nineboard full_board=free|draw; ultimate won_boards=closed|open
  tiebreak=draw|majority; gomoku size=4..22 rule=freestyle|standard;
  mnk width=1..22 height=1..22 row=1..22

levels: the engine's option Skill and the longest time for a move, in ms:
  {" ".join(f"{n}={level.skill}/{level.movetime}" for n, level in list(LEVELS.items())[:5])}
  {" ".join(f"{n}={level.skill}/{level.movetime}" for n, level in list(LEVELS.items())[5:])}
  An engine without that option plays as strong as it can in this time.

watching: A and B are settings or the command of an engine, for example
  linemate play ultimate --watch "search=hminimax movetime=200" "level=3"
  linemate play gomoku --watch "./mybot" "engine='./mybot -v2' nodes=5000"
  Names: engine, level, movetime, nodes, depth; any other is an option of
  the engine (search, skill, seed, hash ...). Empty text is our engine as it
  is. What is given outside of --watch holds for both.

examples:
  linemate play                       asks what it has to know
  linemate play ultimate --as o       you move second
  linemate play gomoku size=9 --level 3 --as x
  linemate play qubic --engine "./mybot" --movetime 2000
"""


def main(arguments: Sequence[str]) -> int:
    """0 after a visit to the table, 1 if the engine could not be had, 2 for a bad command line."""
    parser = make_parser()
    options = parser.parse_intermixed_args(arguments)
    if options.version:
        from clients.__main__ import version  # which imports this module

        print(f"Linemate {version()}")
        return 0
    try:
        plan = read_plan(options)
    except LinemateError as error:
        parser.error(str(error))
    try:
        return visit(Screen(), plan)
    except KeyboardInterrupt:
        print("\nGoodbye.")
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads on; without this the interpreter would complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


@dataclass
class Plan:
    """What the command line has told; None is still to be asked."""

    game: Game | None
    humans: frozenset[int] | None
    engines: list[dict[str, str]]  # one, or two to be watched, as words for `make_setting`
    pace: float


def read_plan(options: argparse.Namespace) -> Plan:
    """Raises LinemateError."""
    humans = None if options.side is None else read_side(options.side)
    if options.watch:
        if humans:
            raise LinemateError("--watch is for two engines: leave --as out")
        humans = frozenset()
        refuse_games(options.watch)
    shared = dict(map(read_pair, options.set))
    for name in ("engine", "search", "level", *LIMITS):
        value = getattr(options, name)
        if value is not None:
            shared[name] = value
    engines = [{**shared, **read_words(text)} for text in options.watch or [""]]
    for words in engines:
        make_setting(words)
    game = read_game(options.game) if options.game else None
    return Plan(game, humans, engines, options.pace)


def refuse_games(watched: Sequence[str]) -> None:
    """`--watch gomoku level=3` starts no engine by the name of gomoku. Raises LinemateError."""
    for text in watched:
        name = text.partition(" ")[0]
        if name in GAMES:
            raise LinemateError(
                f"--watch takes two engines or settings, and {name!r} is a game: put the game "
                f"before --watch, or write engine={name} for a command of that name"
            )


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
        run(table, plan.pace)
    except (EngineError, LinemateError) as error:
        message, *dialogue = explain(error)
        screen.warn(f"No game: {message}")
        screen.show(*dialogue)
        return 1
    finally:
        table.close()
    return 0


def sit_down(screen: Screen, plan: Plan) -> Table:
    """Raises EndOfInput and Leaving."""
    game, humans, engines = plan.game, plan.humans, plan.engines
    level_is_open = len(engines) == 1 and not STRENGTH & engines[0].keys()
    if game is None or humans is None or level_is_open:
        screen.show(Text.assemble(("Linemate", "bold"), GREETING))
    game = game or ask_game(screen)
    if humans is None:
        humans = ask_side(screen)
    # Two people need no level: all that the engine does for them are hints.
    if level_is_open and humans != SIDES["both"]:
        engines[0]["level"] = ask_level(screen)
    opponents = [Opponent(make_setting(words)) for words in engines]
    return Table(screen, Match(game), humans, opponents * 2 if len(opponents) == 1 else opponents)


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="linemate play",
        description="Play n-in-a-row games in the terminal; type help at any prompt.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("game", nargs="*", metavar="GAME [OPTION=VALUE]", help="asked for if it is not given")
    add("--as", dest="side", metavar="SIDE", help="x (moves first), o, both or none")
    add("--level", metavar="N", help="how strong, 1 to 10")
    add("--movetime", metavar="MS", help="milliseconds for a move of the engine")
    add("--nodes", metavar="N", help="positions it may look at for a move")
    add("--depth", metavar="N", help="plies it may look ahead")
    add("--search", metavar="NAME", help="the engine's option Search: auto, hminimax, random ...")
    add("--set", metavar="NAME=VALUE", action="append", default=[], help="any option of the engine")
    add("--engine", metavar="CMD", help="the command of any UGI or UCI engine")
    add("--watch", nargs=2, metavar=("A", "B"), help="two engines or settings, A is x")
    add("--pace", type=float, default=1.0, metavar="SECONDS", help="between watched moves (1)")
    add("--version", action="store_true", help="show the version and leave")
    return parser
