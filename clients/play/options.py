"""The command line of `linemate play`, and the plan for a visit that it makes."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from linemate.clients.play import savefile
from linemate.clients.play.match import Match
from linemate.clients.play.settings import LIMITS, make_setting, read_pairs, read_words
from linemate.clients.play.sides import read_sides
from linemate.clients.shared.guide import list_options
from linemate.clients.shared.levels import LEVELS
from linemate.clients.shared.values import read_game
from linemate.engine.core import LinemateError
from linemate.engine.registry import GAMES

EPILOG = """\
games: {games}; the options are
{options}

levels: the engine's option Skill and the longest time for a move, in ms:
  {levels}
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
  linemate play --load game.txt       goes on with what `save game.txt` wrote
"""


@dataclass
class Plan:
    """What the command line has told; None is still to be asked."""

    match: Match | None
    humans: frozenset[int] | None
    engines: list[dict[str, str]]  # one, or two to be watched, as words for `make_setting`
    pace: float


def read_plan(options: argparse.Namespace) -> Plan:
    """Raises LinemateError."""
    match, humans = None, None
    if options.load is not None:
        if options.game:
            raise LinemateError(f"--load has a game of its own: leave {options.game[0]!r} out")
        match, humans = savefile.load(Path(options.load))
    elif options.game:
        match = Match(read_game(options.game))
    if options.side is not None:
        humans = read_sides(options.side)
    if options.watch:
        if options.side is not None and humans:
            raise LinemateError("--watch is for two engines: leave --as out")
        humans = frozenset()
        refuse_games(options.watch)
    shared = read_pairs(options.set)
    for name in ("engine", "search", "level", *LIMITS):
        value = getattr(options, name)
        if value is not None:
            shared[name] = value
    engines = [{**shared, **read_words(text)} for text in options.watch or [""]]
    for words in engines:
        make_setting(words)
    return Plan(match, humans, engines, options.pace)


def refuse_games(watched: Sequence[str]) -> None:
    """`--watch gomoku level=3` starts no engine by the name of gomoku. Raises LinemateError."""
    for text in watched:
        name = text.partition(" ")[0]
        if name in GAMES:
            raise LinemateError(
                f"--watch takes two engines or settings, and {name!r} is a game: put the game "
                f"before --watch, or write engine={name} for a command of that name"
            )


class Parser(argparse.ArgumentParser):
    """Describes the games only to those who ask for help: that loads all of them."""

    def format_help(self) -> str:
        levels = [f"{n}={level.skill}/{level.movetime}" for n, level in LEVELS.items()]
        half = len(levels) // 2
        self.epilog = EPILOG.format(
            games=", ".join(GAMES),
            options="\n".join(list_options()),
            levels="\n  ".join([" ".join(levels[:half]), " ".join(levels[half:])]),
        )
        return super().format_help()


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="linemate play",
        description="Play n-in-a-row games in the terminal; type help at any prompt.",
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
    add("--load", metavar="FILE", help="go on with a saved game, on the side you had")
    add("--watch", nargs=2, metavar=("A", "B"), help="two engines or settings, A is x")
    add("--pace", type=float, default=1.0, metavar="SECONDS", help="between watched moves (1)")
    add("--version", action="store_true", help="show the version and leave")
    return parser
