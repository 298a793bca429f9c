"""`python3 -m engine.tools.trace`: the search trees of one position, as JSON on stdout.

`linemate lab tree` draws them. What is refused ends with status 2 and one line on stderr. The
document is plain lists and dicts:

    {"game", "options", "position", "to_move", "width", "height", "diagram", "depth", "estimates",
     "minimax":   {"positions", "value", "best", "line", "tree"},
     "alphabeta": {"positions", "value", "best", "line", "tree"},
     "mcts":      {"samples", "seed", "exploration", "positions", "best", "line", "tree",
                   "first"}}

Every value is told from x's side, in `number` and in `words`: x wants it high, o low. So alpha is
what x is sure of already, beta what o is sure of, at every node alike, as in the textbooks. The
n of "x wins in n" counts the moves from the root. `width` and `height` are null for games
that are no small grid, and so are then the `cells` of the nodes.

Start reading at `trace`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from linemate.engine.core import PLAYERS, Game, LinemateError, Position
from linemate.engine.games import notation
from linemate.engine.games.grid import GridGame
from linemate.engine.tools import command
from linemate.engine.tools.trace_mcts import trace_mcts
from linemate.engine.tools.trace_trees import (
    MOST_COUNTED,
    Json,
    RecordedAlphaBeta,
    RecordedMinimax,
    TraceStep,
    Writer,
    is_estimate,
)

MOST_NODES = 2_000
LARGEST_PAGE = 50_000
MOST_SAMPLES = 1_000_000
# Two calls for each ply, and the largest board has 484 cells.
DEEPEST_RECURSION = 3_000


class TreeTooLargeError(LinemateError):
    """The tree would not fit on a page."""


def trace(
    game: Game,
    position: Position,
    depth: int = 0,
    samples: int = 500,
    seed: int = 1,
    most_nodes: int = MOST_NODES,
) -> Json:
    """Search the position in three ways;
    depth 0 is to the end of the game. The position is left as it was.

    Raises LinemateError: the game is over, a number is out of range, the tree is too large.
    """
    if (outcome := position.outcome()) is not None:
        over = notation.status(outcome, position.to_move)
        raise LinemateError(f"the game is over ({over}): there is nothing to search")
    for name, number, least, most in (
        ("depth", depth, 0, 484),
        ("samples", samples, 1, MOST_SAMPLES),
        ("seed", seed, 1, 2**31 - 1),
        ("most-nodes", most_nodes, 2, LARGEST_PAGE),
    ):
        if not least <= number <= most:
            raise LinemateError(
                f"bad {name} {number}: expected a whole number from {least} to {most}"
            )
    empty = position.cells().count(".")
    depth = min(depth, empty) or empty
    minimax = RecordedMinimax(game, depth, most_nodes)
    whole = minimax.run(position.copy())
    if minimax.visited > most_nodes:
        raise TreeTooLargeError(_too_large(game, position, minimax.visited, most_nodes))
    pruned = RecordedAlphaBeta(game, depth, most_nodes).run(position.copy())
    writer = Writer(game, estimates=any(is_estimate(step) for step in _walk(whole[0])))
    grid = game if isinstance(game, GridGame) and writer.drawn else None
    return {
        "game": game.name,
        "options": dict(game.options),
        "position": game.write_position(position),
        "to_move": PLAYERS[position.to_move],
        "width": grid and grid.width,
        "height": grid and grid.height,
        "diagram": game.diagram(position),
        "depth": depth,
        "estimates": writer.estimates,
        "minimax": {
            "positions": whole[1].nodes,
            **writer.result(whole[0], whole[1].pv[0]),
            "tree": writer.minimax(whole[0]),
        },
        "alphabeta": {
            "positions": pruned[1].nodes,
            **writer.result(pruned[0], pruned[1].pv[0]),
            "tree": writer.alphabeta(pruned[0]),
        },
        "mcts": trace_mcts(writer, position.copy(), samples, seed),
    }


def _too_large(game: Game, position: Position, visited: int, most: int) -> str:
    """Say how large, with the greatest depth that would do."""
    size = f"at least {visited:,}" if visited >= MOST_COUNTED else f"{visited:,}"
    fitting = ""
    for depth in range(1, position.cells().count(".")):
        search = RecordedMinimax(game, depth, 1)
        search.run(position.copy())
        if search.visited > most:
            break
        fitting = f"--depth {depth} ({search.visited:,} positions) or "
    return (
        f"the tree has {size} positions, and a page holds {most:,}: take {fitting}a later position"
    )


def _walk(step: TraceStep) -> Iterator[TraceStep]:
    yield step
    for child in step.children:
        yield from _walk(child)


# -------------------------------------------------------------- the command


def main() -> int:
    sys.setrecursionlimit(DEEPEST_RECURSION)
    arguments = make_parser().parse_args()
    return command.answer(lambda: make_document(arguments))


def make_document(arguments: argparse.Namespace) -> Json:
    """Return the document that the arguments ask for. Raises LinemateError."""
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
    """Return the position with the moves played on it;
    without one, on the start. Raises LinemateError.
    """
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
