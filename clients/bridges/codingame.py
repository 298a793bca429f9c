"""CodinGame's arena: ultimate, where most boards win if nobody has three in a row.

Each turn the arena writes, and waits for one line `row col`:

    4 4           the opponent's move, row and column of the 9x9 grid; -1 -1 if we begin
    2             how many moves are legal
    3 3           and which
    3 4
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from linemate.clients.bridges.arena import (
    ArenaLine,
    BridgeError,
    answer,
    choose_move,
    from_grid,
    quote,
    to_grid,
)
from linemate.clients.shared.player import UgiPlayer
from linemate.engine.core import Game, Position
from linemate.protocol.driver import Limits

FIRST_TURN = 1000  # ms
OTHER_TURNS = 100
# The first turn's time runs while Python starts, which we cannot measure from inside.
STARTING = 300
# A line that takes longer to come was not there when we began to read.
A_MOMENT = 0.02  # s
NOTHING = (-1, -1)
SIDE = 9


def play(
    player: UgiPlayer, game: Game, lines: Iterator[ArenaLine], margin: int, began: float
) -> None:
    """Answer until the arena has no more to say. Raises BridgeError, EngineError.

    `began` is when this program did: the time of the first turn runs from there, unless it
    begins later, with the opponent's move.
    """
    position = game.start()
    ready = time.monotonic()
    allowed, since = FIRST_TURN - STARTING, began
    for line in lines:
        if not line.text:
            continue
        if allowed == OTHER_TURNS:
            since = line.arrived
        elif line.arrived > ready + A_MOMENT:
            allowed, since = FIRST_TURN, line.arrived
        take_opponents_move(game, position, line.text)
        check_moves(position, read_moves(lines))
        spent = round(1000 * (time.monotonic() - since))
        limits = Limits(movetime=max(1, allowed - margin - spent))
        move = choose_move(player, game, position, limits)
        position.play(move)
        answer(" ".join(map(str, to_grid(move))))
        allowed = OTHER_TURNS


def take_opponents_move(game: Game, position: Position, text: str) -> None:
    """Play what the arena says the opponent has played. Raises BridgeError."""
    row, column = read_pair(text)
    if (row, column) == NOTHING:
        if position.history:
            raise BridgeError("the arena says that the opponent has not moved, in mid-game")
        return
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        raise BridgeError(f"cannot read {quote(text)}: expected a row and a column from 0 to 8")
    move = from_grid(row, column)
    if move not in position.legal_moves():
        reason = game.why_illegal(position, move)
        raise BridgeError(f"the opponent's move {quote(text)} is illegal: {reason}")
    position.play(move)


def read_moves(lines: Iterator[ArenaLine]) -> set[int]:
    """Read the legal moves, after the line with their number. Raises BridgeError."""
    count = read_next(lines)
    if not re.fullmatch(r"[0-9]{1,2}", count):
        raise BridgeError(f"cannot read {quote(count)}: expected the number of legal moves")
    return {from_grid(*read_pair(read_next(lines))) for _ in range(int(count))}


def read_next(lines: Iterator[ArenaLine]) -> str:
    line = next(lines, None)
    if line is None:
        raise BridgeError("the input ended in the middle of a turn")
    return line.text


def read_pair(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(-?[0-9]{1,3})\s+(-?[0-9]{1,3})", text)
    if found is None:
        raise BridgeError(f"cannot read {quote(text)}: expected a row and a column, as in '4 8'")
    return int(found[1]), int(found[2])


def check_moves(position: Position, told: set[int]) -> None:
    """Compare the arena's legal moves with ours. Raises BridgeError if it has other rules."""
    legal = set(position.legal_moves())
    if told != legal:
        raise BridgeError(
            f"the arena has {len(told)} legal moves, the rules of ultimate {len(legal)}: "
            "this is another game, or another league of it"
        )
