"""The game that a tab looks at: a start, moves, and how many of them are on the board.

The page owns the record and sends it again whenever it connects; this is the copy that the rules
are asked about.
"""

from __future__ import annotations

from collections.abc import Sequence

from linemate.clients.shared.values import read_game
from linemate.engine.core import Game, LinemateError, Position
from linemate.engine.registry import make_game

FIRST_GAME = "tictactoe"


class Table:
    """Every change raises LinemateError where the rules forbid it, and then nothing changed."""

    def __init__(self) -> None:
        self.opened = 0  # how many games there were
        self._set(make_game(FIRST_GAME), None, [], 0)

    def _set(self, game: Game, start: str | None, moves: list[int], at: int) -> None:
        self.game = game
        self.start = start
        self.moves = moves
        self.at = at
        self.position = set_up(game, start, moves[:at])

    @property
    def move_texts(self) -> list[str]:
        return [self.game.write_move(move) for move in self.moves]

    def open(self, words: str, start: str | None, moves: Sequence[str], at: int) -> None:
        """Another game. The error names the first bad move."""
        game = read_game(words.split())
        position = set_up(game, start)
        start = None if start is None else game.write_position(position)
        for number, text in enumerate(moves, start=1):
            try:
                position.play(game.read_move(position, text))
            except LinemateError as error:
                raise LinemateError(f"move {number}: {error}") from None
        self._set(game, start, position.history, at)
        self.opened += 1

    def move(self, text: str) -> None:
        """Play it; the moves that were taken back are gone."""
        move = self.game.read_move(self.position, text)
        self.moves[self.at :] = [move]
        self.position.play(move)
        self.at += 1

    def goto(self, at: int) -> None:
        if at > len(self.moves):
            raise LinemateError(f"bad place {at}: the game has {len(self.moves)} moves")
        self._set(self.game, self.start, self.moves, at)


def set_up(game: Game, start: str | None, moves: Sequence[int] = ()) -> Position:
    """The position after these moves, which are legal. Raises PositionError for a bad start."""
    position = game.start() if start is None else game.read_position(start)
    for move in moves:
        position.play(move)
    return position
