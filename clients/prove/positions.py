"""The positions whose values are wanted: after random safe play, or given ones.

Positions that are symmetric to each other are one: the first of their position strings, in
alphabetical order, stands for all.
"""

from __future__ import annotations

from random import Random

from linemate.engine.core import Game, Position

# So many random games in a row that gave nothing new, and there is thought to be nothing new.
MOST_TRIES = 1000


def safe_positions(game: Game, plies: int, count: int, seed: int) -> list[str]:
    """Return different positions after so many plies of random safe play; fewer if there are not
    as many. The same arguments give the same ones, and a larger count the same and more.
    """
    random = Random(f"{seed} {plies}")
    found: dict[str, None] = {}
    tries = 0
    while len(found) < count and tries < MOST_TRIES:
        text = standard_text(game, play_safely(game, plies, random))
        tries = tries + 1 if text in found else 0
        found[text] = None
    return list(found)


def play_safely(game: Game, plies: int, random: Random) -> Position:
    """Return a position in which nobody has let the other win at once if he could help it; it is
    not over, and nobody wins with the next move.
    """
    while True:
        position = game.start()
        while position.outcome() is None and len(position.history) < plies:
            moves = position.legal_moves()
            safe = [move for move in moves if is_safe(position, move)]
            position.play(random.choice(safe or moves))
        if position.outcome() is None and not can_win(position):
            return position


def is_safe(position: Position, move: int) -> bool:
    """Return whether the opponent cannot win at once after a move."""
    position.play(move)
    safe = not can_win(position)
    position.undo()
    return safe


def can_win(position: Position) -> bool:
    return any(map(position.wins_at_once, position.legal_moves()))


def standard_text(game: Game, position: Position) -> str:
    """Return the position string that stands for a position and all that are symmetric to it."""
    images = (game.transform(position, symmetry) for symmetry in game.symmetries())
    return min(map(game.write_position, images))
