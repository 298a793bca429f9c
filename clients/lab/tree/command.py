"""`linemate lab tree POSITION`: one page with the search trees of a small position.

The searching is done by `engine.tools.trace`, in a process of its own; `page.py` makes
the page.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from linemate.clients.lab.tools import ask_tool
from linemate.clients.lab.tree.page import make_page
from linemate.clients.shared import arguments
from linemate.clients.shared.command import OVER, refuse
from linemate.clients.shared.files import explain, write_whole
from linemate.clients.shared.harmless import say
from linemate.clients.shared.page.browser import open_file
from linemate.clients.shared.values import read_game, read_number
from linemate.engine.core import Game, LinemateError
from linemate.engine.registry import GAMES

EPILOG = """\
examples:
  %(prog)s "x1o/1x1/2o x"
  %(prog)s --moves "b2 a1 c3" --depth 3 --open
  %(prog)s "xo2/1x2/2o1/4 x" --game mnk width=4 height=4 row=3 --depth 2
"""


def main(words: Sequence[str]) -> int:
    """Write the page, and return the exit status."""
    parser = make_parser()
    options = parser.parse_intermixed_args(words)
    try:
        if not read_game_and_position(options)[1] and options.moves is None:
            parser.error('no position: expected one, as in "x1o/1x1/2o x", or --moves')
        document = run_trace(options)
        out = Path(options.out)
        write_whole(out, make_page(document))
    except LinemateError as error:
        return refuse("lab tree", error)
    except OSError as error:
        return refuse("lab tree", f"cannot write {options.out}: {explain(error)}")
    say(
        f"minimax {document['minimax']['positions']:,} positions, "
        f"alpha-beta {document['alphabeta']['positions']:,}: "
        f"{document['alphabeta']['value']['words']}, best {document['alphabeta']['best']}"
    )
    say(f"The page is {out}")
    if options.open:
        open_file(out)
    return OVER


def read_game_and_position(options: argparse.Namespace) -> tuple[Game, str]:
    """Return the game, and the position, among whose words argparse has put the options that stand
    behind the game. Raises OptionError.
    """
    names = {option.name for option in read_game(options.game.split()[:1]).OPTIONS}
    settings: list[str] = options.game.split()
    position: list[str] = []
    words = iter(options.position)
    for word in words:
        if word in names:
            settings += [word, next(words, "")]
        else:
            (settings if "=" in word else position).append(word)
    return read_game(settings), " ".join(position)


def run_trace(options: argparse.Namespace) -> dict[str, Any]:
    """Have the trees searched by the engine's tool; return its document. Raises LinemateError."""
    game, position = read_game_and_position(options)
    settings = [f"--option={name}={value}" for name, value in game.settings.items()]
    asked = [f"--game={game.name}", *settings]
    if position:
        asked.append(f"--position={position}")
    for name in ("moves", "depth", "samples", "seed", "most-nodes"):
        value = getattr(options, name.replace("-", "_"))
        if value is not None:
            asked.append(f"--{name}={value}")
    return ask_tool("trace", asked)


def make_parser() -> arguments.Parser:
    parser = arguments.make_parser(
        "lab tree",
        "Write a page with the alpha-beta, minimax and Monte Carlo trees of a small\n"
        "position: values, windows, cuts and why; visits, means, UCB.",
        EPILOG,
    )
    add = parser.add_argument
    add("position", nargs="*", metavar="POSITION", help='as the game writes it: "x1o/1x1/2o x"')
    add("--game", default="tictactoe", metavar="GAME [OPTION=VALUE]", help=", ".join(GAMES))
    add("--moves", metavar="TEXT", help="played from the position, or from the start without one")
    add("--depth", type=read_number, metavar="N", help="plies to look ahead (to the end)")
    add("--samples", type=read_number, metavar="N", help="games of the Monte Carlo search (500)")
    add("--seed", type=read_number, metavar="N", help="of the Monte Carlo search (1)")
    add("--most-nodes", type=read_number, metavar="N", help="the largest tree to draw (2000)")
    add("--out", default="tree.html", metavar="FILE", help="where the page goes (tree.html)")
    add("--open", action="store_true", help="show it in the browser")
    return parser
