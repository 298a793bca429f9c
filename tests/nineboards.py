"""Random positions of nineboard, for the tests of its core to share."""

from __future__ import annotations

import re
from random import Random

from linemate.engine.core import PositionError
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.games.tictactoe import HAS_LINE


def filled_position(game: NineBoard, free_cells: int, rng: Random) -> NineBoardPosition:
    """Marks anywhere, without a line: closer to a draw than what games come to."""
    while True:
        position = filled_but_for(game, set(rng.sample(range(81), free_cells)), rng)
        if position is not None:
            return position


def position_with_last_cells(game: NineBoard, free_cells: int, rng: Random) -> NineBoardPosition:
    """The same, with three boards in which only the cell is free that sends to that very board."""
    while True:
        boards = rng.sample(range(9), 3)
        others = [cell for cell in range(81) if cell // 9 not in boards]
        free = {10 * board for board in boards} | set(rng.sample(others, free_cells - 3))
        position = filled_but_for(game, free, rng)
        if position is not None:
            return position


def filled_but_for(game: NineBoard, free: set[int], rng: Random) -> NineBoardPosition | None:
    """None if the marks that were tried make no open position."""
    boards = [filled_board(board, free, rng) for board in range(9)]
    marks = "/".join(boards)
    surplus = marks.count("x") - marks.count("o")
    if surplus not in (0, 1):
        return None
    target = rng.choice("123456789-")
    text = re.sub(r"\.+", lambda run: str(len(run[0])), marks)
    try:
        position = game.read_position(f"{text} {'xo'[surplus]} {target}")
    except PositionError:
        return None
    return position if position.outcome() is None else None


def filled_board(board: int, free: set[int], rng: Random) -> str:
    taken = sum(1 << cell for cell in range(9) if 9 * board + cell not in free)
    while True:
        x = rng.getrandbits(9) & taken
        if not HAS_LINE[x] and not HAS_LINE[taken ^ x]:
            return "".join("x" if x >> n & 1 else "o" if taken >> n & 1 else "." for n in range(9))


def safe_position(game: NineBoard, plies: int, rng: Random) -> NineBoardPosition:
    """Play at random, but safely: nobody lets the other win at once if he can help it."""
    while True:
        position = game.start()
        while position.outcome() is None and not winning_moves(position):
            if len(position.history) == plies:
                return position
            moves = position.legal_moves()
            safe = [move for move in moves if is_safe(position, move)]
            position.play(rng.choice(safe or moves))


def winning_moves(position: NineBoardPosition) -> list[int]:
    return [move for move in position.legal_moves() if wins(position, move)]


def wins(position: NineBoardPosition, move: int) -> bool:
    position.play(move)
    outcome = position.outcome()
    position.undo()
    return outcome is not None and outcome.winner is not None


def is_safe(position: NineBoardPosition, move: int) -> bool:
    position.play(move)
    safe = not winning_moves(position)
    position.undo()
    return safe
