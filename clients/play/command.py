"""`linemate play`: the command line, the questions that it leaves open, and then the session.

To read on: `session.py` is the game with all who take part, `prompt.py` what one can say in it,
`opponent.py` the engine, `played.py` the game and its file, `captions.py` what is said around the
board, which is drawn by `clients/shared/boards.py`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from rich.text import Text

from linemate import __version__
from linemate.clients.play.captions import announce_start, report_error
from linemate.clients.play.opponent import (
    LIMITS,
    STRENGTH,
    GivenUpError,
    Opponent,
    is_textbook,
    make_setting,
    read_words,
)
from linemate.clients.play.played import SIDES, PlayedGame, SavedGame, load, read_sides
from linemate.clients.play.prompt import ALIASES, run
from linemate.clients.play.session import PlaySession
from linemate.clients.shared.arguments import Parser, add_engine, add_game, named_game
from linemate.clients.shared.command import (
    FAILED,
    INTERRUPTED,
    MISUSED,
    OVER,
    complain,
    fail,
    program,
    silence_output,
)
from linemate.clients.shared.files import explain
from linemate.clients.shared.guide import describe_in_menu, list_options
from linemate.clients.shared.harmless import say
from linemate.clients.shared.levels import DEFAULT_LEVEL, explain_levels, read_level
from linemate.clients.shared.screen import EndOfInput, Screen
from linemate.clients.shared.terminal.view import PLAIN_HELP, open_view
from linemate.clients.shared.times import read_time
from linemate.clients.shared.values import read_count, read_game
from linemate.engine.core import Game, LinemateError
from linemate.engine.registry import GAMES
from linemate.protocol.driver import EngineError

EPILOG = """\
games: {games}; the options are
{options}

levels: what each sees, by the option Skill, and how long it thinks at most:
  {levels}
  An engine without that option plays as strong as it can in this time.

times: a number with its unit, as in 200ms, 1.5s or 2min

watching: A and B are settings or the command of an engine, for example
  %(prog)s ultimate --watch "search=hminimax movetime=200ms" "level=3"
  %(prog)s gomoku --watch "./mybot" "engine='./mybot -v2' nodes=5000"
  Names: engine, level, movetime, nodes, depth; any other is an option of
  the engine (search, skill, seed, hash ...). Empty text is our engine as it
  is. What is given outside of --watch holds for both.

examples:
  %(prog)s                       asks what it has to know
  %(prog)s ultimate --as o       you move second
  %(prog)s gomoku size=9 --level 3 --as x
  %(prog)s qubic --engine "./mybot" --movetime 2s
  %(prog)s --load game.pgn       goes on with what `save game.pgn` wrote
"""
SIDES_HELP = "your side, of which x moves first; both: two people play; none: you watch"
GREETING = "Enter takes what is in [ ]; or type help."
UNKNOWN = (None, None)  # levels

Answer = TypeVar("Answer")


def main(words: Sequence[str]) -> int:
    """Hold a session, and return the exit status. Raises KeyboardInterrupt where no game has begun
    yet.
    """
    if sys.stderr is None:
        # `input` insists on it, and what has to be said has to be said somewhere.
        os.open(os.devnull, os.O_WRONLY)  # or an engine's pipe gets its number
        sys.stderr = sys.stdout
    try:
        return run_command(words)
    except KeyboardInterrupt:
        say("\nGoodbye.")
        raise


def run_command(words: Sequence[str]) -> int:
    """Do what `main` does."""
    parser = make_parser()
    options = parser.parse_intermixed_args(words)
    try:
        plan = read_plan(options)
    except LinemateError as error:
        parser.error(str(error))
    if sys.stdin is None or sys.stdout is None:
        return fail("play", "standard input or output is closed")
    try:
        screen = Screen()
        with screen.interrupts.noted():
            return hold_session(screen, plan)
    except OSError as error:
        silence_output()
        if not isinstance(error, BrokenPipeError):  # or nobody reads on, and nobody has to be told
            complain("play", f"cannot go on: {explain(error)}")
        return FAILED


def hold_session(screen: Screen, plan: GamePlan) -> int:
    """Ask what is missing, play, and leave no engine behind; return the exit status."""
    opponents = [Opponent(make_setting(values), screen.interrupts) for values in plan.engines]
    with ExitStack() as stack:
        for opponent in opponents:
            stack.callback(opponent.close)
        try:
            start_before_questions(screen, opponents)
            saved = ask_what_is_open(screen, plan)
            session = seat(screen, saved, plan, opponents)
            stack.callback(session.close)
            begin(session, saved, plan)
        except EndOfInput:
            screen.show("End of input. Goodbye.")
            return OVER
        except Leaving:
            screen.show("Goodbye.")
            return OVER
        except (EngineError, LinemateError) as error:
            report_error(screen, error, "No game: ")
            return INTERRUPTED if isinstance(error, GivenUpError) else MISUSED
        return OVER


def begin(session: PlaySession, saved: SavedGame, plan: GamePlan) -> None:
    """Play, with the board in its place if the terminal can do that. Raises EngineError and
    LinemateError if the game cannot begin, when the terminal is again as it was.
    """
    with open_view(session.screen, plain=plan.plain) as session.screen:
        session.resume(saved)
        run(session, plan.pace / 1000)


def start_before_questions(screen: Screen, opponents: Sequence[Opponent]) -> None:
    """Start what is not just our engine as it is: it may not exist, or not take an option.

    Raises EngineError, OptionError.
    """
    for opponent in opponents:
        if opponent.setting.command is not None or opponent.setting.options:
            announce_start(screen, opponent)
            opponent.start()


def seat(
    screen: Screen, saved: SavedGame, plan: GamePlan, opponents: Sequence[Opponent]
) -> PlaySession:
    """Return the session in which this game is to be played, by engines that are set as the plan
    says when all has been asked.
    """
    for opponent, values in zip(opponents, plan.engines, strict=True):
        opponent.setting = make_setting(values)
    humans = saved.humans or frozenset()
    session = PlaySession(screen, saved.played, humans, [opponents[0], opponents[-1]])
    session.details = plan.details
    return session


# ------------------------------------------------------------------ the command line


@dataclass
class GamePlan:
    """What the command line has told; None is still to be asked.

    `engines` are one, or two to be watched, as values for `make_setting`; `levels` are those of
    a game from a file, by side; `pace` is in milliseconds.
    """

    played: PlayedGame | None
    humans: frozenset[int] | None
    engines: list[dict[str, str]]
    levels: tuple[int | None, int | None]
    pace: int
    plain: bool = False
    details: bool = False

    @property
    def level_is_open(self) -> bool:
        """Tell whether nobody has said how strong the engine is to play."""
        humans = self.humans or frozenset()
        told = all(self.levels[side] is not None for side in (0, 1) if side not in humans)
        # Two people need no level: all that the engine does for them are hints. And a search of the
        # textbook is to be seen as it is.
        settled = told or len(self.engines) == 2 or is_textbook(self.engines[0])
        return not settled and not STRENGTH.keys() & self.engines[0].keys()


def read_plan(options: argparse.Namespace) -> GamePlan:
    """Return what a command line says. Raises LinemateError."""
    played, humans, levels = read_start(options)
    if options.side is not None:
        humans = SIDES[options.side]
    if options.watch:
        if options.side is not None and humans:
            raise LinemateError("--watch is for two engines: leave --as out")
        humans = frozenset()
        refuse_games(options.watch)
    shared = {name.lower(): text for name, text in options.set}
    for name in ("engine", "search", "level", *LIMITS):
        value = getattr(options, name)
        if value is not None:
            shared[name] = value
    engines = [{**shared, **read_words(text)} for text in options.watch or [""]]
    for values in engines:
        make_setting(values)
    if options.watch or STRENGTH.keys() & shared.keys():
        levels = UNKNOWN  # what is said now goes before what was saved
    return GamePlan(played, humans, engines, levels, options.pace, options.plain, options.details)


def read_start(options: argparse.Namespace) -> SavedGame | tuple[None, None, tuple[None, None]]:
    """Return the game that the command line names, and the seats if it was saved."""
    if options.load is not None:
        if options.game:
            raise LinemateError(f"--load has a game of its own: leave {options.game[0]!r} out")
        return load(options.load, read_count(" ".join(options.named)) if options.named else None)
    if any(map(str.isdecimal, options.named[:1])):
        raise LinemateError("--game is the number of a game in a file: --load FILE names the file")
    if words := named_game(options):
        return SavedGame(PlayedGame(read_game(words)), None, UNKNOWN)
    return None, None, UNKNOWN


def refuse_games(watched: Sequence[str]) -> None:
    """Raise LinemateError for `--watch gomoku level=3`: that starts no engine called gomoku."""
    for text in watched:
        name = text.partition(" ")[0]
        if name in GAMES:
            raise LinemateError(
                f"--watch takes two engines or settings, and {name!r} is a game: put the game "
                f"before --watch, or write engine={name} for a command of that name"
            )


class PlayParser(Parser):
    """Describes the games only to those who ask for help: that loads all of them."""

    def format_help(self) -> str:
        self.epilog = EPILOG.format(
            games=", ".join(GAMES),
            options="\n".join(list_options()),
            levels="\n  ".join(explain_levels()),
        )
        return super().format_help()


def make_parser() -> argparse.ArgumentParser:
    about = "Play n-in-a-row games in the terminal; type help at any prompt."
    parser = PlayParser(prog=program("play"), description=about)
    behind = "the same; with --load a number: of a FILE with several games, this one"
    add_game(parser, "asked for if it is not given", behind)
    add = parser.add_argument
    add("--as", dest="side", type=str.lower, choices=SIDES, help=SIDES_HELP)
    add("--level", metavar="N", help="how strong, 1 to 10")
    add("--movetime", metavar="TIME", help="time for a move of the engine, as in 500ms or 2s")
    add("--nodes", metavar="N", help="positions it may look at for a move")
    add("--depth", metavar="N", help="plies it may look ahead")
    add("--search", metavar="NAME", help="the engine's option Search: auto, hminimax, random ...")
    add_engine(parser)
    add(
        "--load",
        type=Path,
        metavar="FILE",
        help="go on with a saved game (PGN), on the side you had",
    )
    add("--watch", nargs=2, metavar=("A", "B"), help="two engines or settings, A is x")
    between = "the least time between watched moves (%(default)s)"
    add("--pace", type=read_time, default="1s", metavar="TIME", help=between)
    add("--plain", action="store_true", help=PLAIN_HELP)
    add("--details", action="store_true", help="also say how deep and how far the engine looks")
    add("--version", action="version", version=f"Linemate {__version__}")
    return parser


# ------------------------------------------------------------------ the questions

ABOUT_GAMES = (
    "Type the number or the name of a game, and behind it any of its options, as in gomoku "
    "size=9. These have options:"
)
ABOUT_SIDES = (
    "x or o: you play this side and the engine the other. both: two people play, and the engine "
    "gives hints. none: the engine plays itself, and you watch."
)


class Leaving(Exception):  # noqa: N818 - an event, not an error
    """Somebody answered `quit`."""


def ask_what_is_open(screen: Screen, plan: GamePlan) -> SavedGame:
    """Complete the plan, and return the game with everybody in their seats.

    Raises EndOfInput and Leaving.
    """
    if plan.played is None or plan.humans is None or plan.level_is_open:
        screen.show(Text.assemble(("Linemate", "bold"), f": {name_seats(plan)}. {GREETING}"))
    played = plan.played or PlayedGame(ask_game(screen))
    if plan.humans is None:
        plan.humans = ask_sides(screen)
    if plan.level_is_open:
        plan.engines[0]["level"] = ask_level(screen)
    return SavedGame(played, plan.humans, plan.levels)


def name_seats(plan: GamePlan) -> str:
    """Say who plays whom, as far as that is settled."""
    if plan.humans is None:
        return "games of n in a row"
    if not plan.humans:
        return "two engines" if len(plan.engines) == 2 else "the engine against itself"
    return "two people" if len(plan.humans) == 2 else "you against the engine"


def ask_until(
    screen: Screen,
    prompt: str,
    default: str,
    explain: Callable[[], list[str]],
    read: Callable[[str], Answer],
) -> Answer:
    """Return the first answer that can be read; `help` explains the question.

    Raises EndOfInput and Leaving.
    """
    while True:
        answer = screen.ask(f"{prompt} [{default}]: ") or default
        command = ALIASES.get(answer.lower(), answer.lower())
        if command == "quit":
            raise Leaving
        if command == "help":
            screen.show(*explain(), f"Enter is {default}, and quit leaves.")
            continue
        try:
            return read(answer)
        except LinemateError as error:
            screen.warn(str(error))


def ask_game(screen: Screen) -> Game:
    screen.show("")
    for number, name in enumerate(GAMES, start=1):
        screen.show_entry(f"{number} {name}", 13, describe_in_menu(name))
    screen.show("")
    return ask_until(screen, "Which game", "1", lambda: [ABOUT_GAMES, *list_options()], read_menu)


def read_menu(text: str) -> Game:
    """Read `3`, `ultimate` or `gomoku size=9`. Raises OptionError."""
    word, *options = text.lower().split()
    numbered = {str(number): name for number, name in enumerate(GAMES, start=1)}
    return read_game([numbered.get(word, word), *options])


def ask_sides(screen: Screen) -> frozenset[int]:
    prompt = "Play x (moves first), o, both or none"
    return ask_until(screen, prompt, "x", lambda: [ABOUT_SIDES], read_sides)


def ask_level(screen: Screen) -> str:
    prompt = "How strong, from 1 (a beginner) to 10"
    level = ask_until(screen, prompt, str(DEFAULT_LEVEL), explain_levels, read_level)
    return str(level)
