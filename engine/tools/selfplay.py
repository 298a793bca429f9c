"""Games of a core against itself, to learn from; each a line of text.

    40 44:-3 74:5 ... | 1 | 3 17 20:-8 | 9 61 80 72:12 ...

Moves as cell numbers, from the first searched one on with what the search thought of the
position before, in steps of the weights; then the result to x: 1, 0 or -1. A game ends as soon
as its result is proven, or as good as: see CERTAIN.

Behind it are asides: how many plies of the game are kept, moves that leave it there, and the move
that a search finds then, with what it thinks. Most of what a search has to judge is not what good
players let happen, and an evaluation that has learned from their games alone judges it badly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from linemate.engine.champion.core import Core
from linemate.engine.champion.gomoku.core import GomokuCore
from linemate.engine.champion.nineboard import weights as nineboard_weights
from linemate.engine.champion.nineboard.core import NineBoardCore
from linemate.engine.champion.ultimate import weights as ultimate_weights
from linemate.engine.champion.ultimate.core import UltimateCore
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.games.gomoku import Gomoku
from linemate.engine.games.nineboard import NineBoard
from linemate.engine.games.ultimate import Ultimate
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.tools import gomoku_learning, nineboard_learning, ultimate_learning
from linemate.engine.tools.fitting import Features, File, position_after

MEGABYTES = 16
# An aside leaves a game by so many moves. They are among the first in the order, fewer than so
# many, and the earlier ones are played more often.
ASIDE_PLIES = (1, 4)
ASIDE_WIDTH = 10
# The openings are random, so that games differ; a random move now and then keeps the players
# from never seeing what they would never choose.
RANDOM_PLIES = (2, 10)
RANDOM_SHARE = 0.05
# What a proven result counts as, in logits, and any other score at most: one in 270,000 is wrong.
CERTAIN = 12.5


@dataclass(frozen=True)
class Pupil:
    """A game whose evaluation is learned: what learning has to know of it."""

    make_game: Callable[[], Game]
    make_core: Callable[[File], Core]  # a player with such weights
    make_features: Callable[[], Features]
    steps_per_logit: int  # of the search's scores


def _ultimate(majority: bool) -> Pupil:
    def make_core(file: File) -> Core:
        return UltimateCore(make_game(), MEGABYTES, ultimate_learning.weights_of(file, majority))

    make_game = partial(Ultimate, {"tiebreak": "majority" if majority else "draw"})
    make_features = partial(ultimate_learning.UltimateFeatures, majority)
    return Pupil(make_game, make_core, make_features, ultimate_weights.STEPS_PER_LOGIT)


def _make_nineboard_core(file: File) -> Core:
    return NineBoardCore(NineBoard(), MEGABYTES, nineboard_learning.weights_of(file))


def _make_gomoku_core(file: File) -> Core:
    return GomokuCore(Gomoku(), MEGABYTES, gomoku_learning.weights_of(file))


PUPILS = {
    **{name: _ultimate(bool(majority)) for majority, name in enumerate(ultimate_weights.NAMES)},
    "nineboard": Pupil(
        NineBoard,
        _make_nineboard_core,
        nineboard_learning.NineBoardFeatures,
        nineboard_weights.STEPS_PER_LOGIT,
    ),
    "gomoku": Pupil(
        Gomoku,
        _make_gomoku_core,
        gomoku_learning.GomokuFeatures,
        gomoku_learning.POINTS_PER_LOGIT,
    ),
}


def play_games(
    name: str, weights: File, count: int, depth: int, asides: int, seed: str
) -> list[str]:
    """Play the same games for the same arguments; `name` is one of PUPILS. So many asides are tried
    in each; those that end the game, or where a search never judges, are left out.
    """
    pupil, random = PUPILS[name], Random(seed)
    game, core, features = pupil.make_game(), pupil.make_core(weights), pupil.make_features()
    certain = round(CERTAIN * pupil.steps_per_logit)
    lines = []
    for _ in range(count):
        position = random_opening(game, random)
        opening = len(position.history)
        parts = [play_game(game, core, position, depth, certain, random)]
        for _ in range(asides):
            kept = random.randint(opening, len(position.history))
            aside = position_after(game, position.history[:kept])
            if leave_game(core, aside, random) and features.of(aside):
                left_by = aside.history[kept:]
                move, thought = think(core, aside, depth, certain)
                parts.append(" ".join([*map(str, (kept, *left_by)), f"{move}:{thought}"]))
        lines.append(" | ".join(parts) + "\n")
    return lines


def play_game(
    game: Game, core: Core, position: Position, depth: int, certain: int, random: Random
) -> str:
    """Play on from a position; it is left at the end of the game."""
    words = [str(move) for move in position.history]
    result = 0
    while position.outcome() is None:
        move, thought = think(core, position, depth, certain)
        if abs(thought) == certain:
            words.append(f"{move}:{thought}")
            result = 1 if (thought > 0) == (position.to_move == 0) else -1
            break
        if random.random() < RANDOM_SHARE:
            move = random.choice(game.natural_moves(position))
        words.append(f"{move}:{thought}")
        position.play(move)
    return f"{' '.join(words)} | {result}"


def leave_game(core: Core, position: Position, random: Random) -> bool:
    """Play a few moves that look good, or not too bad; return whether the game is still open."""
    for _ in range(random.randint(*ASIDE_PLIES)):
        if position.outcome() is not None:
            return False
        moves = ordered_moves(core, position)
        position.play(moves[min(int(ASIDE_WIDTH ** random.random()), len(moves)) - 1])
    return position.outcome() is None


def think(core: Core, position: Position, depth: int, certain: int) -> tuple[int, int]:
    """Return the best move and what it is worth, `certain` at most, as if it is proven."""
    score, move = best_move(core, position, depth)
    return move, max(-certain, min(certain, score))


def random_opening(game: Game, random: Random) -> Position:
    """Return a position after random moves in which the game is not over."""
    while True:
        position = game.start()
        for _ in range(random.randint(*RANDOM_PLIES)):
            position.play(random.choice(game.natural_moves(position)))
            if position.outcome() is not None:
                break
        else:
            return position


def best_move(core: Core, position: Position, depth: int) -> tuple[int, int]:
    """Return the score of a search to this depth, and the move that has it."""
    moves = ordered_moves(core, position)
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


def ordered_moves(core: Core, position: Position) -> list[int]:
    """Begin with a position; return its moves, by what they promise."""
    core.begin(position, Clock(Limits(infinite=True)))
    moves = position.legal_moves()
    core.order(moves)
    return moves
