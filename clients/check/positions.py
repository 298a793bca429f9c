"""Positions of a game that tell whether an engine has read them, and the lines that set them up.

Legality and wins in one are all that the rules know of a good move. So a position tells most where
few moves are legal, and where both players could win at once: random games in which nobody wins
come to both, on every board.
"""

from __future__ import annotations

from collections.abc import Sequence

from linemate.engine.core import Game, Position


def position_line(moves: Sequence[str]) -> str:
    """Return the command that sets up the position after these moves."""
    return " ".join(["position startpos", *(["moves", *moves] if moves else [])])


def position_after(game: Game, moves: Sequence[str]) -> Position:
    """Return the position after these moves. Raises LinemateError."""
    position = game.start()
    for text in moves:
        position.play(game.read_move(position, text))
    return position


def play_quietly(position: Position, number: int) -> bool:
    """Play a legal move that does not end the game, by `number`, or the next one that does not.

    Return False, and play none, where each of them does.
    """
    moves = position.legal_moves()
    for place in range(len(moves)):
        position.play(moves[(number + place) % len(moves)])
        if position.outcome() is None:
            return True
        position.undo()
    return False


def occupy(game: Game, cells: Sequence[int]) -> list[str]:
    """Return the moves of an open game from its start that takes these cells, or what it can of
    them: what may be played on them elsewhere is not legal behind it.
    """
    position = game.start()
    while left := set(cells).difference(position.history):
        quiet = [move for move in position.legal_moves() if _leads_to(position, move, set())]
        # Where the rules say in which board to play, the way to a cell leads through others.
        ways = [move for move in quiet if move in left]
        ways = ways or [move for move in quiet if _leads_to(position, move, left)]
        if not ways:
            break
        position.play(ways[0])
    return [game.write_move(move) for move in position.history]


def _leads_to(position: Position, move: int, cells: set[int]) -> bool:
    """Tell whether the game goes on after this move, and one of the cells, if any, can be taken."""
    position.play(move)
    going_on = position.outcome() is None
    found = going_on and (not cells or not cells.isdisjoint(position.legal_moves()))
    position.undo()
    return found
