"""How `mcts` judges the position that a sample ends with: the option Rollout.

    random        a game played out at random; the mean of several with the constant `rollouts`
    whole-board   the same, the end of it looked for on the whole board after every move
    heuristic     the heuristic's estimate, as a chance to win
    blend         the estimate for `blend` parts of a hundred, a random game for the rest

`whole-board` is how the authors of source report 003 began: they count hundreds of simulations with
it, and over ten thousand once only the lines through the last move are looked at. The last two
are what report 000 would have tried next. An estimate of `scale` is read as a chance of 73 %.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp

from linemate.engine.core import WINS, Game, Outcome, Position, UnsuitableGameError
from linemate.engine.games.gomoku import FREESTYLE, ROW, WORTH, Gomoku
from linemate.engine.games.lines import line_tables
from linemate.engine.textbook.heuristics.base import Heuristic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

X_WINS, O_WINS = WINS

Simulation = Callable[[Position], float]


def worth_to_x(outcome: Outcome) -> float:
    """Return 1, 0 or a half, compared by identity: a dict would hash the member, which is slow."""
    return 1.0 if outcome is X_WINS else 0.0 if outcome is O_WINS else 0.5


def make_simulation(
    game: Game,
    rollout: str,
    heuristic: Heuristic | None,
    constants: Mapping[str, int],
    random: Random,
) -> Simulation:
    """Return what says how much a position is worth to x, from 0 to 1.

    Raises UnsuitableGameError.
    """
    play_out = make_playing_out(game, rollout == "whole-board", constants["rollouts"], random)
    if heuristic is None:
        return play_out
    scale, share = constants["scale"], constants["blend"] / 100 if rollout == "blend" else 1.0

    def estimate(position: Position) -> float:
        if position.outcome() is not None:
            return play_out(position)
        chance = chance_of(heuristic.evaluate(position) / scale)
        worth = 1 - chance if position.to_move else chance
        return worth if share == 1 else share * worth + (1 - share) * play_out(position)

    return estimate


def chance_of(estimate: float) -> float:
    """Return the chance to win that an estimate is read as, by the logistic curve."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, estimate))))


def make_playing_out(game: Game, whole_board: bool, games: int, random: Random) -> Simulation:
    if whole_board:
        if not isinstance(game, Gomoku) or game.rule != FREESTYLE:
            raise UnsuitableGameError(
                f"Rollout whole-board is made for gomoku, freestyle, not for {game.name}"
            )
        windows = line_tables((game.height, game.width), ROW, False, WORTH).windows
        lines = [line for line in windows if line]
        return lambda position: worth_to_x(play_out_slowly(position, lines, random))
    if games == 1:
        return lambda position: worth_to_x(position.playout(random))
    return lambda position: sum(worth_to_x(position.playout(random)) for _ in range(games)) / games


def play_out_slowly(position: Position, lines: list[tuple[int, ...]], random: Random) -> Outcome:
    """Return the end of a random game, for which all lines are looked at after every move."""
    outcome = position.outcome()
    cells = list(position.cells())
    free = position.legal_moves()
    side = position.to_move
    while outcome is None:
        pick = int(random.random() * len(free))
        move, free[pick] = free[pick], free[-1]
        free.pop()
        cells[move] = "xo"[side]
        outcome = _look(cells, lines) or (None if free else Outcome.DRAW)
        side ^= 1
    return outcome


def _look(cells: list[str], lines: list[tuple[int, ...]]) -> Outcome | None:
    """Return who has a whole line anywhere on the board."""
    for line in lines:
        first = cells[line[0]]
        if first != "." and all(cells[cell] == first for cell in line):
            return WINS["xo".index(first)]
    return None
