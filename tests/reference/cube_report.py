"""What source report 001 has in print: the lines of the cube in its numbering, and a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from linemate.engine.core import Game
from linemate.engine.games.lines import LinePosition


def winning_lines() -> list[list[int]]:
    """The report's table of 76 lines of four, in its flat numbering."""
    lines = []
    for start in product(range(4), repeat=3):
        for step in product((-1, 0, 1), repeat=3):
            points = [[s + n * d for s, d in zip(start, step, strict=True)] for n in range(4)]
            if step > (0, 0, 0) and all(0 <= c < 4 for point in points for c in point):
                lines.append([16 * x + 4 * y + z for x, y, z in points])
    return lines


LINES = winning_lines()

# The printed game, with what the program printed before each move: its evaluation for the
# player to move (once left out) and, where it did not search, why.
PRINTED = """
    212 0 core      221 -7 core     012 0           112 -12         010 2
    003 -12         330 -64 force   111 102         000 -80         001 112
    331 -148 force  110 231         113 -224 force  002 345         013 -321
    011 375 force   030 -210        020 285 force   130 ?           230 196 force
    303 52          121 101 force   213 160         313 51 force    033 292
    123 -60 force   132 453         231 -144 force  202 564         101 -215 force
    131 594 force   133 -193 force  211 718         210 -275 force  122 845
    300 -357 force  302 969         032 -433 force  332 1101        333 -525 force
    322 1198        312 -554 force  222 1309        022 -733 force  232 1474 win
"""


def printed_plies(game: Game) -> Iterator[tuple[LinePosition, int, str, str]]:
    """Each position of the printed game, the move made, the evaluation and the reason."""
    position = game.start()
    words = iter([*PRINTED.split(), ""])
    word = next(words)
    while word:
        move, value, reason = game.read_move(position, word), next(words), ""
        word = next(words)
        if word.isalpha():
            reason, word = word, next(words)
        assert isinstance(position, LinePosition)
        yield position, move, value, reason
        position.play(move)
