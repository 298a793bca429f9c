"""`python3 -m engine.workshop.trace`: the search trees of one position, as JSON on stdout.

`linemate lab tree` draws them. What is refused ends with status 2 and one line on stderr.
"""

from __future__ import annotations

import argparse
import json
import sys

from engine.core import Game, LinemateError, OptionError, Position
from engine.registry import GAMES, make_game
from engine.workshop.trace_document import MOST_NODES, trace

# Two calls for each ply, and the largest board has 484 cells.
DEEPEST_RECURSION = 3_000


def main() -> int:
    sys.setrecursionlimit(DEEPEST_RECURSION)
    arguments = make_parser().parse_args()
    try:
        game = make_game(arguments.game, dict(map(read_option, arguments.option)))
        position = read_position(game, arguments.position, arguments.moves)
        document = trace(
            game,
            position,
            depth=arguments.depth,
            samples=arguments.samples,
            seed=arguments.seed,
            most_nodes=arguments.most_nodes,
        )
    except LinemateError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(json.dumps(document) + "\n")
    return 0


def read_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"bad option {text!r}: expected name=value")
    return name.strip(), value.strip()


def read_position(game: Game, text: str | None, moves: str) -> Position:
    """The position with the moves played on it; without one, on the start. LinemateError."""
    position = game.start() if text is None else game.read_position(text)
    for move in moves.split():
        position.play(game.read_move(position, move))
    return position


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m engine.workshop.trace",
        description="Print the minimax, alpha-beta and mcts trees of a small position as JSON.",
    )
    add = parser.add_argument
    add("--game", default="tictactoe", help=", ".join(GAMES))
    add("--option", metavar="NAME=VALUE", action="append", default=[], help="of the game")
    add("--position", metavar="TEXT", help="the position; the start if it is not given")
    add("--moves", default="", help="to be played on it, with spaces between them")
    add("--depth", type=int, default=0, help="plies to look ahead; 0, the default, is to the end")
    add("--samples", type=int, default=500, help="of mcts (500)")
    add("--seed", type=int, default=1, help="of mcts (1)")
    add("--most-nodes", type=int, default=MOST_NODES, help=f"of a tree ({MOST_NODES})")
    return parser


if __name__ == "__main__":
    sys.exit(main())
