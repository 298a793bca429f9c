"""How many long forced wins `auto` finds in gomoku within a second.

    python -m tests.bench wins
    python -m tests.bench.wins FILE --mine 100 --seed 1

The positions were mined from games of `auto` against itself, by the second command: whoever won
in the end was sent back in the game, two plies at a time, as long as a search of many nodes could
still prove a win for him. The first of these positions whose win takes 15 to 23 plies is kept.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from linemate.engine.builds import describe_build
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.registry import make_game, make_searcher

SHIPPED = Path(__file__).parents[1] / "data" / "wins" / "gomoku.txt"
GAME = "gomoku"
SECONDS = 1
LENGTHS = range(15, 24)
OPENING_PLIES = (2, 8)
# Nodes of a move in the games that are mined, and of a proof.
PLAYING, PROVING = 20_000, 10_000_000
OPTIONS = {"Hash": 64}


def run() -> None:
    game = make_game(GAME)
    all_of, found = Counter[int](), Counter[int]()
    limits = Limits(movetime=1000 * SECONDS)
    for line in SHIPPED.read_text().splitlines():
        moves, _, plies = line.partition(" | ")
        all_of[int(plies)] += 1
        found[int(plies)] += win_within(game, after(game, moves), limits) > 0
    build, share = describe_build()[0], found.total() / all_of.total()
    print(f"{build}: {found.total()} of {all_of.total()} wins of {GAME}, {share:.0%} (goal 80 %)")
    lengths = [f"{plies}: {found[plies]} of {all_of[plies]}" for plies in sorted(all_of)]
    print(f"by their plies {', '.join(lengths)}", flush=True)


def after(game: Game, moves: str) -> Position:
    position = game.start()
    for move in moves.split():
        position.play(game.read_move(position, move))
    return position


def win_within(game: Game, position: Position, limits: Limits) -> int:
    """Return in how many plies a win is announced, 0 if none is."""
    searcher = make_searcher("auto", game, OPTIONS)
    *_, last = searcher.search(position, Clock(limits))
    return max(0, last.score.plies or 0)


# -------------------------------------------------------------- mining


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.wins", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", type=Path, help="where to add positions, a line each")
    parser.add_argument("--mine", type=int, default=100, help="how many to look for (100)")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (1)")
    arguments = parser.parse_args()
    game, random = make_game(GAME), Random(arguments.seed)
    count = 0
    with arguments.file.open("a") as file:
        while count < arguments.mine:
            for position, plies in wins_of_a_game(game, random):
                moves = " ".join(map(game.write_move, position.history))
                file.write(f"{moves} | {plies}\n")
                file.flush()
                count += 1
                print(f"{count} of {arguments.mine}: {plies} plies", flush=True)
    return 0


def wins_of_a_game(game: Game, random: Random) -> Iterator[tuple[Position, int]]:
    """Yield the position with a long win of the one who wins a game, if there is one."""
    position = game.start()
    for _ in range(random.randint(*OPENING_PLIES)):
        position.play(random.choice(game.natural_moves(position)))
    searcher = make_searcher("auto", game, OPTIONS)
    first_ply = len(position.history)
    while position.outcome() is None:
        *_, last = searcher.search(position.copy(), Clock(Limits(nodes=PLAYING)))
        if (last.score.plies or 0) > 0:
            break
        position.play(last.pv[0])
    else:
        return
    plies = last.score.plies or 0
    while plies and plies not in LENGTHS:
        if plies > LENGTHS[-1] or len(position.history) - 2 < first_ply:
            return
        position.undo()
        position.undo()
        plies = win_within(game, position.copy(), Limits(nodes=PROVING))
    if plies:
        yield position, plies


if __name__ == "__main__":
    sys.exit(main())
