"""Ultimate for the tests of its core to share: positions, and the plain counterparts of it all."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.folds import PLACE_OF, folds
from linemate.engine.champion.ultimate.core import UltimateCore
from linemate.engine.champion.ultimate.levels import LEVELS
from linemate.engine.champion.ultimate.weights import PAIR_NUMBER, Weights, shipped
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.smallboards import ANY
from linemate.engine.games.ultimate import Ultimate, UltimatePosition
from linemate.engine.scores import WIN, terminal_score

VARIANTS = [
    {"won_boards": won_boards, "tiebreak": tiebreak}
    for won_boards in ("closed", "open")
    for tiebreak in ("draw", "majority")
]
IDS = ["-".join(options.values()) for options in VARIANTS]
EVERY_VARIANT = pytest.mark.parametrize("options", VARIANTS, ids=IDS)


def random_position(game: Ultimate, random: Random, plies: int) -> UltimatePosition:
    """Play at random for so many plies, to a game that is still open."""
    while True:
        position = game.start()
        for _ in range(plies):
            moves = position.legal_moves()
            if not moves:
                break
            position.play(random.choice(moves))
        if position.outcome() is None:
            return position


def playable_cells(position: UltimatePosition) -> int:
    return sum(
        1
        for move, mark in enumerate(position.cells())
        if mark == "." and not position.closed >> move // 9 & 1
    )


def late_position(game: Ultimate, random: Random, cells: int) -> UltimatePosition:
    """Play at random until so many cells are left to play in, or a few less, in an open game."""
    while True:
        position = game.start()
        while playable_cells(position) > cells and position.outcome() is None:
            position.play(random.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


def begun(
    game: Ultimate, position: UltimatePosition, exhaustive: bool = False, megabytes: float = 8
) -> UltimateCore:
    core = UltimateCore(game, megabytes=megabytes, exhaustive=exhaustive)
    core.begin(position.copy(), Clock(Limits(infinite=True)))
    return core


# -------------------------------------------------------------- the plain counterparts


def level(position: UltimatePosition, board: int, side: int) -> int:
    """What the board can do for a player, worked out line by line."""
    owners = [
        "x" if position.owned[0] >> n & 1
        else "o" if position.owned[1] >> n & 1
        else "=" if position.closed >> n & 1
        else "."
        for n in range(9)
    ]  # fmt: skip
    own, counts = "xo"[side], []
    for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
        boards = [int(digit) for digit in line]
        if board in boards and all(owners[n] in (own, ".") for n in boards):
            counts.append(sum(owners[n] == own for n in boards))
    if not counts:
        return 0
    if 2 in counts:
        return 4
    return min(1 + counts.count(1), 3)


def plain_worth(weights: Weights, position: UltimatePosition) -> int:
    """The evaluation, summed from scratch straight from the weights."""
    side = position.to_move
    own, other = position.owned[side], position.owned[1 - side]
    decided = own | other | position.closed
    drawn = position.closed & ~(own | other)
    worth, free, _ = weights.judge(own, other, drawn)
    for board in range(9):
        if decided >> board & 1:
            continue
        code = position.codes[board]
        x_level = level(position, board, 0)
        o_level = level(position, board, 1)
        to_x = board_worth(weights, board, code, x_level, o_level)
        worth += -to_x if side else to_x
    if position.target == ANY:
        return worth + free
    if decided >> position.target & 1:
        return worth
    code = position.codes[position.target]
    own_level = level(position, position.target, side)
    other_level = level(position, position.target, 1 - side)
    shape = folds().shape[folds().swapped[code] if side else code]
    return worth + weights.targets[LEVELS * own_level + other_level][shape]


def board_worth(weights: Weights, board: int, code: int, x_level: int, o_level: int) -> int:
    """Return what it is worth to x. Opposite boards share a weight: that of the smaller number."""
    swapped = folds().swapped[code]
    shape, opposite = folds().shape[code], folds().shape[swapped]
    if x_level > o_level:
        worth = weights.contexts[PAIR_NUMBER[x_level, o_level]][shape]
    elif x_level < o_level:
        worth = -weights.contexts[PAIR_NUMBER[o_level, x_level]][opposite]
    elif shape < opposite:
        worth = weights.contexts[PAIR_NUMBER[x_level, o_level]][shape]
    elif shape > opposite:
        worth = -weights.contexts[PAIR_NUMBER[x_level, o_level]][opposite]
    else:
        worth = 0
    shape, opposite = folds().placed[board][code], folds().placed[board][swapped]
    row = weights.places[PLACE_OF[board]]
    if shape != opposite:
        worth += row[shape] if shape < opposite else -row[opposite]
    return worth


def plain_value(
    game: Ultimate, position: UltimatePosition, depth: int, ply: int, alpha: int, beta: int
) -> int:
    """Alpha-beta in its plainest form. Who can make no line any more cannot be better than even."""
    outcome = position.outcome()
    if outcome is not None:
        return terminal_score(outcome, position.to_move, ply)
    if depth == 0:
        return plain_worth(shipped(game.majority), position)
    best = -WIN
    for move in position.legal_moves():
        position.play(move)
        value = -plain_value(game, position, depth - 1, ply + 1, -beta, -max(alpha, best))
        position.undo()
        best = max(best, value)
        if best >= beta:
            break
    if best and not game.majority:
        winner = position.to_move if best > 0 else 1 - position.to_move
        if not any(level(position, board, winner) for board in range(9)):
            return 0
    return best


def plain_win(position: UltimatePosition, side: int, plies: int) -> bool:
    """Tell whether a player can force a win within so many plies, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner == side
    if plies == 0:
        return False
    answers = []
    for move in position.legal_moves():
        position.play(move)
        answers.append(plain_win(position, side, plies - 1))
        position.undo()
        if answers[-1] == (position.to_move == side):
            break
    return answers[-1]
