"""A position as the exercises see it: simple, and never changed.

It counts how many positions were looked at: every `play` is one.
"""

from __future__ import annotations

from random import Random

from linemate.clients.shared.values import read_game
from linemate.engine.core import PLAYERS, Game, Outcome, Position
from linemate.engine.games.grid import GridGame

DRAW = "draw"


class Counter:
    """How many positions were looked at."""

    plays = 0


class State:
    """A position. Moves are cell numbers, row by row from the top left."""

    __slots__ = ("_game", "_position", "counter")

    def __init__(self, game: Game, position: Position, counter: Counter) -> None:
        self._game, self._position, self.counter = game, position, counter

    @property
    def player(self) -> str:
        """Return whose turn it is, `x` or `o`."""
        return PLAYERS[self._position.to_move]

    @property
    def cells(self) -> str:
        """Return the board, row by row, as `x`, `o` and `.`."""
        return self._position.cells()

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """Return every line that would win, as the numbers of its cells."""
        return lines_of(self._game)

    def moves(self) -> list[int]:
        """Return the cells that may be played; none if the game is over."""
        return self._position.legal_moves()

    def winner(self) -> str | None:
        """Return `x`, `o` or `draw`; None while the game goes on."""
        return _name(self._position.outcome())

    def play(self, move: int) -> State:
        """Return the state after a move. Raises ValueError for one that is not allowed."""
        position = self._position.copy()
        if move not in position.legal_moves():
            raise ValueError(f"{move!r} cannot be played here: moves() has {self.moves()}")
        position.play(move)
        self.counter.plays += 1
        return State(self._game, position, self.counter)

    def playout(self, random: Random) -> str | None:
        """Return who wins if both play on at random; a finished game is what it is."""
        return _name(self._position.playout(random))

    def write_move(self, move: int) -> str:
        return self._game.write_move(move)


def read_state(
    game_text: str, position: str | None = None, moves: list[str] | None = None
) -> State:
    """Return the state of a position string, or of the start, after these moves."""
    game = read_game(game_text.split())
    there = game.start() if position is None else game.read_position(position)
    for move in moves or ():
        there.play(game.read_move(there, move))
    return State(game, there, Counter())


def lines_of(game: Game) -> list[tuple[int, ...]]:
    """Return the winning lines of a board with rows of `row`, or of three."""
    assert isinstance(game, GridGame)
    length = int(game.options.get("row", 3))
    found = []
    for row in range(game.height):
        for column in range(game.width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last = row + down * (length - 1), column + right * (length - 1)
                if last_row < game.height and 0 <= last < game.width:
                    step = down * game.width + right
                    first = row * game.width + column
                    found.append(tuple(first + step * n for n in range(length)))
    return found


def _name(outcome: Outcome | None) -> str | None:
    if outcome is None:
        return None
    return DRAW if outcome.winner is None else PLAYERS[outcome.winner]
