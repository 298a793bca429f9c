"""`python3 -m engine.workshop.trace`: the search trees of one position, as JSON on stdout.

`linemate lab tree` draws them. What is refused ends with status 2 and one line on stderr.
"""

from __future__ import annotations

import argparse
import sys

from linemate.engine.core import Game, Position
from linemate.engine.workshop import command
from linemate.engine.workshop.trace_document import MOST_NODES, trace
from linemate.engine.workshop.trace_writer import Json

# Two calls for each ply, and the largest board has 484 cells.
DEEPEST_RECURSION = 3_000


def main() -> int:
    sys.setrecursionlimit(DEEPEST_RECURSION)
    arguments = make_parser().parse_args()
    return command.answer(lambda: make_document(arguments))


def make_document(arguments: argparse.Namespace) -> Json:
    """Raises LinemateError."""
    game = command.named_game(arguments)
    return trace(
        game,
        read_position(game, arguments.position, arguments.moves),
        depth=arguments.depth,
        samples=arguments.samples,
        seed=arguments.seed,
        most_nodes=arguments.most_nodes,
    )


def read_position(game: Game, text: str | None, moves: str) -> Position:
    """The position with the moves played on it; without one, on the start. LinemateError."""
    position = game.start() if text is None else game.read_position(text)
    for move in moves.split():
        position.play(game.read_move(position, move))
    return position


def make_parser() -> argparse.ArgumentParser:
    parser = command.make_parser(
        "trace", "Print the minimax, alpha-beta and mcts trees of a small position as JSON."
    )
    add = parser.add_argument
    add("--position", metavar="TEXT", help="the position; the start if it is not given")
    add("--moves", default="", help="to be played on it, with spaces between them")
    add("--depth", type=int, default=0, help="plies to look ahead; 0, the default, is to the end")
    add("--samples", type=int, default=500, help="of mcts (500)")
    add("--seed", type=int, default=1, help="of mcts (1)")
    add("--most-nodes", type=int, default=MOST_NODES, help=f"of a tree ({MOST_NODES})")
    return parser


if __name__ == "__main__":
    sys.exit(main())
