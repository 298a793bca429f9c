"""The command line of `linemate match`, and its TOML file: both become the same dictionary."""

from __future__ import annotations

import argparse
import shlex
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from linemate.clients.match.settings import GAMES, LOGS, NAMES, SettingsError
from linemate.clients.match.tournament.formats import FORMATS
from linemate.clients.shared import arguments
from linemate.clients.shared.command import offer, program
from linemate.clients.shared.files import explain
from linemate.clients.shared.values import WordError, read_number, read_pair

LARGEST_PORT = 65535

EPILOG = """\
An engine is given by words, in quotation marks where they have blanks:
  cmd="python3 -m engine"  what runs it; without cmd it is Linemate's own engine
  name=A                   in tables and records; by default the command
  dir=PATH                 where it runs; by default here
  protocol=auto            ugi, uci or (for gomoku) gomocup; auto: ugi or uci
  option.NAME=VALUE        an option of the engine
  movetime=, clock=, depth=, nodes=   limits of its own, in place of the match's

Times have units: 100ms, 1.5s, 2min. A search that takes longer than its
movetime, or than its clock has left, plus the margin, forfeits the game. What
an engine that was ready to run waited for a processor, while nothing else of it
ran, is not counted against it, where the system tells (Linux). A game that the
referee cannot judge fairly is played again, four times at most.

A file in TOML has the same names, with a table [[engine]] for each engine:
  game = "ultimate"
  games = 200
  movetime = "100ms"
  [[engine]]
  cmd = "./mybot"
  option.Hash = 16

Every match has a directory: games.pgn; games.jsonl, one line a game, for
programs; match.json, which --resume needs; standing.txt; log/; with --page,
page.html. `{replay} DIR` shows the games.

exit status: 0 if all games were played or the SPRT has come to its decision, 1 if a
pairing was stopped because an engine died twice in a row, if games could not be
judged or if the match could not go on; 2 and 130 as `{program} --help` says.

examples:
  %(prog)s --game tictactoe --nodes 1 --games 10 --first-moves \\
      --engine name=A --engine name=B option.Search=random
  %(prog)s --game ultimate --movetime 100ms --games 200 --concurrency 2 \\
      --random-plies 4 --engine cmd="./mybot" name=B \\
      --engine name=A option.Search=mcts
  %(prog)s class.toml --format swiss --page
  %(prog)s --page class.html --from linemate-match-20250601-120000
  %(prog)s --resume linemate-match-20250601-120000
"""


def make_parser() -> argparse.ArgumentParser:
    """Return a parser whose options are there only if they were given."""
    parser = arguments.make_parser(
        "match",
        "Matches between engines: fair pairs, a referee's clock, records, statistics.",
        EPILOG.format(replay=program("replay"), program=program()),
        usage="%(prog)s [FILE.toml] --game GAME --engine WORDS --engine WORDS ...\n"
        "       %(prog)s --resume DIR\n"
        "       %(prog)s --page FILE.html --from GAMES",
        argument_default=argparse.SUPPRESS,
    )
    add = parser.add_argument
    add(
        "file",
        nargs="?",
        type=Path,
        default=None,
        metavar="FILE.toml",
        help="settings, by the names below",
    )
    what = parser.add_argument_group("what is played")
    add = what.add_argument
    add("--game", help="a game and its options, as in gomoku size=8", **arguments.GAME_WORDS)
    add("--engine", nargs="+", action="append", metavar="WORD", help="an engine, see below")
    add("--games", metavar="N", help=f"games of each pairing ({GAMES}); an even number")
    offer(add("--format", metavar="NAME", help=f"{', '.join(FORMATS)} ({FORMATS[0]})"), FORMATS)
    add("--rounds", metavar="N", help="how many a swiss tournament has")
    add("--seed", metavar="N", help="draws lots for pairings and openings")
    limits = parser.add_argument_group("limits of every engine that has none of its own")
    add = limits.add_argument
    add("--movetime", metavar="TIME", help="for each move, as in 100ms")
    add("--clock", metavar="TIME", help="for the game and for each move, as in 60s+500ms")
    add("--depth", metavar="N", help="plies for each move")
    add("--nodes", metavar="N", help="positions for each move")
    add("--margin", metavar="TIME", help="what an engine may be late (10ms)")
    add("--patience", metavar="TIME", help="for a move without a time limit; then a stall (60s)")
    openings = parser.add_argument_group("openings, each played twice with colours swapped")
    add = openings.add_argument
    add("--openings", metavar="FILE", help="position strings or moves, one opening a line")
    add("--random-plies", metavar="N", help="so many random moves")
    add("--first-moves", action="store_const", const="true", help="every first move in turn")
    ends = parser.add_argument_group("ending games, and the match, early")
    add = ends.add_argument
    add("--draw", nargs="+", metavar="WORD", help="score=10 plies=8 after=20: both say so little")
    add("--win", nargs="+", metavar="WORD", help="score=900 plies=6: both say that one wins")
    add("--max-plies", metavar="N", help="then the game is drawn")
    add(
        "--sprt",
        nargs="*",
        metavar="WORD",
        help="elo0=0 elo1=20 alpha=0.05 beta=0.05 model=logistic",
    )
    run = parser.add_argument_group("how it is run")
    add = run.add_argument
    add("--concurrency", metavar="N", help="games at a time (1; on a cluster, what it has)")
    add("--affinity", metavar="N", help="so many processors of its own for each game (Linux)")
    add("--out", type=Path, metavar="DIR", help="for the records (linemate-match-DATE-TIME)")
    add("--resume", type=Path, metavar="DIR", help="go on with the match in this directory")
    add("--log", metavar="WHICH", help=f"keep dialogues of games: {', '.join(LOGS)} ({LOGS[0]})")
    add("--dask", metavar="ADDRESS", help="play on a Dask cluster (needs the extra `cluster`)")
    page = parser.add_argument_group("a page to watch, on this machine")
    add = page.add_argument
    add(
        "--page",
        nargs="?",
        const="",
        metavar="FILE.html",
        help="serve standing, boards and finished games while it is played, and write the page "
        "into one file (page.html, with the records)",
    )
    add("--page-port", metavar="N", help="where it is served (any port that is free)")
    add("--page-open", action="store_true", help="open a browser there")
    add("--page-stay", action="store_true", help="serve it after the end until Ctrl-C")
    add(
        "--from",
        dest="page_from",
        type=Path,
        metavar="GAMES",
        help="play nothing: write --page FILE.html of a match's directory, PGN or games.jsonl",
    )
    return parser


class PageRequest(NamedTuple):
    """A page that is wanted; without a file it goes into the match's directory."""

    file: Path | None
    port: int
    opens: bool
    stays: bool


def read_page_request(options: argparse.Namespace) -> PageRequest | None:
    """Return what the command line says of a page, None if nothing. Raises WordError."""
    given: str | None = getattr(options, "page", None)
    if given is None:
        for name in ("page_port", "page_open", "page_stay", "page_from"):
            if hasattr(options, name):
                option = "--from" if name == "page_from" else f"--{name.replace('_', '-')}"
                raise WordError(f"{option} is for a page: say --page as well")
        return None
    if given and not given.lower().endswith((".html", ".htm")):
        raise WordError(
            f"--page {given}: expected a name that ends in .html, or none; another file comes first"
        )
    if hasattr(options, "page_from") and not given:
        raise WordError("--from needs a file to write: --page FILE.html")
    return PageRequest(
        Path(given) if given else None,
        read_number(getattr(options, "page_port", "0"), most=LARGEST_PORT),
        getattr(options, "page_open", False),
        getattr(options, "page_stay", False),
    )


def collect(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of the file, and over them those of the command line; engines add up.

    Raises LinemateError.
    """
    given = {name.replace("_", "-"): value for name, value in vars(options).items()}
    raw = {} if options.file is None else read_toml(options.file)
    engines = [*raw.get("engine", []), *map(read_engine_words, given.pop("engine", []))]
    raw |= {name: value for name, value in given.items() if name in NAMES}
    return raw | ({"engine": engines} if engines else {})


def read_engine_words(words: Sequence[str]) -> dict[str, Any]:
    """Return `cmd=./mybot option.Hash=16` as TOML has it. Raises WordError."""
    engine: dict[str, Any] = {}
    if bare := [word for word in words if "=" not in word]:
        command = [word[len("cmd=") :] for word in words if word.startswith("cmd=")] + bare
        raise WordError(
            f"cannot read {bare[0]!r} of --engine: expected NAME=VALUE; if it starts the engine, "
            f"write cmd={shlex.quote(' '.join(command))}"
        )
    for name, value in map(read_pair, words):
        if name.lower().startswith("option."):
            engine.setdefault("option", {})[name[len("option.") :]] = value
        else:
            engine[name] = value
    return engine


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a file of TOML says. Raises SettingsError."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"cannot read {str(path)!r}: {explain(error)}") from None
