"""Games of ultimate's core against itself, to learn from; each a line of text.

    40 44:-3 74:5 ... | 1

Moves as cell numbers, from the first searched one on with what the search thought of the
position before, in steps of the weights; then the result to x: 1, 0 or -1. A game ends as soon
as its result is proven.
"""

from __future__ import annotations

from random import Random

from engine.clock import Clock
from engine.core import Limits
from engine.games.ultimate import Ultimate, UltimatePosition
from engine.search.cores.ultimate import UltimateCore
from engine.search.cores.ultimate_weights import Weights
from engine.search.scores import PROVEN, WIN

# The openings are random, so that games differ; a random move now and then keeps the players
# from never seeing what they would never choose.
RANDOM_PLIES = (2, 10)
RANDOM_SHARE = 0.05
MEGABYTES = 16
# What a proven result counts as; the chance is as good as certain.
CERTAIN = 400


def play_games(weights: Weights, count: int, depth: int, seed: str) -> list[str]:
    """The same games for the same arguments."""
    game, random = Ultimate(), Random(seed)
    core = UltimateCore(game, MEGABYTES, weights, exhaustive=True)
    return [play_game(game, core, depth, random) for _ in range(count)]


def play_game(game: Ultimate, core: UltimateCore, depth: int, random: Random) -> str:
    position = game.start()
    for _ in range(random.randint(*RANDOM_PLIES)):
        position.play(random.choice(position.legal_moves()))
    words = [str(move) for move in position.history]
    result = 0
    while position.outcome() is None:
        score, move = best_move(core, position, depth)
        if abs(score) > PROVEN:
            result = 1 if (score > 0) == (position.to_move == 0) else -1
            words.append(f"{move}:{CERTAIN if score > 0 else -CERTAIN}")
            break
        if random.random() < RANDOM_SHARE:
            move = random.choice(position.legal_moves())
        words.append(f"{move}:{score}")
        position.play(move)
    return f"{' '.join(words)} | {result}\n"


def best_move(core: UltimateCore, position: UltimatePosition, depth: int) -> tuple[int, int]:
    """The score of a search to this depth, and the move that has it."""
    core.begin(position, Clock(Limits(infinite=True)))
    moves = position.legal_moves()
    core.order(moves)
    best = 0
    for reached in range(1, depth + 1):
        best = core.search_move(moves[0], reached, -WIN, WIN)
        for move in moves[1:]:
            score = core.search_move(move, reached, best, best + 1)
            if score > best:
                best = core.search_move(move, reached, best, WIN)
                moves.remove(move)
                moves.insert(0, move)
        if abs(best) > PROVEN:
            break
    return best, moves[0]
