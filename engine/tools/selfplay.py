"""Games of a core against itself, to learn from; each a line of text.

    40 44:-3 74:5 ... | 1

Moves as cell numbers, from the first searched one on with what the search thought of the
position before, in steps of the weights; then the result to x: 1, 0 or -1. A game ends as soon
as its result is proven.
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
from linemate.engine.tools.fitting import Features, File

MEGABYTES = 16
# The openings are random, so that games differ; a random move now and then keeps the players
# from never seeing what they would never choose.
RANDOM_PLIES = (2, 10)
RANDOM_SHARE = 0.05
# What a proven result counts as, in logits; the chance is as good as certain.
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


def play_games(name: str, weights: File, count: int, depth: int, seed: str) -> list[str]:
    """Play the same games for the same arguments; `name` is one of PUPILS."""
    pupil, random = PUPILS[name], Random(seed)
    game, core = pupil.make_game(), pupil.make_core(weights)
    certain = round(CERTAIN * pupil.steps_per_logit)
    return [play_game(game, core, depth, certain, random) for _ in range(count)]


def play_game(game: Game, core: Core, depth: int, certain: int, random: Random) -> str:
    position = random_opening(game, random)
    words = [str(move) for move in position.history]
    result = 0
    while position.outcome() is None:
        score, move = best_move(core, position, depth)
        if abs(score) > PROVEN:
            result = 1 if (score > 0) == (position.to_move == 0) else -1
            words.append(f"{move}:{certain if score > 0 else -certain}")
            break
        if random.random() < RANDOM_SHARE:
            move = random.choice(game.natural_moves(position))
        words.append(f"{move}:{max(-certain, min(certain, score))}")
        position.play(move)
    return f"{' '.join(words)} | {result}\n"


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
