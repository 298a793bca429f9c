"""One game as it is played at this table: the start, the moves, what was taken back, the end."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from clients.play.moves import show_move
from clients.play.nineboards import winning_boards
from engine.core import PLAYERS, Game, Position
from engine.games.smallboards import BoardsPosition
from engine.games.ultimate import UltimatePosition

MOVE_LIST_WIDTH = 78


class Ending(NamedTuple):
    """How a game ended and why; `winner` is None for a draw."""

    winner: int | None
    reason: str

    def __str__(self) -> str:
        if self.winner is None:
            return f"Draw: {self.reason}."
        return f"{PLAYERS[self.winner].upper()} wins: {self.reason}."


class Match:
    """Moves are checked by whoever reads them; `play` trusts its caller, as Position does."""

    def __init__(self, game: Game, start: str | None = None) -> None:
        """`start` is a position string, None the start of the game. Raises PositionError."""
        self.game = game
        self.start = start
        self.position: Position = game.start() if start is None else game.read_position(start)
        self._undone: list[int] = []
        self._given_up: Ending | None = None
        self.resigned: int | None = None

    @property
    def moves(self) -> list[str]:
        """From the start, in the protocol's notation."""
        return [self.game.write_move(move) for move in self.position.history]

    @property
    def ending(self) -> Ending | None:
        """None while the game goes on."""
        outcome = self.position.outcome()
        if outcome is not None:
            return Ending(outcome.winner, describe_end(self.game, self.position))
        return self._given_up

    def play(self, move: int) -> None:
        """What was taken back before can no longer be redone, unless this is it again."""
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        self.position.play(move)

    def undo(self, movers: Collection[int]) -> bool:
        """Take back to the last turn of one of these players, or what ended the game there.

        False, and nothing is changed, if they had no turn before.
        """
        history, to_move = self.position.history, self.position.to_move
        fewest = 0 if self._given_up is not None else 1
        for plies in range(fewest, len(history) + 1):
            if (to_move + plies) % 2 in movers:
                self._given_up = self.resigned = None
                for _ in range(plies):
                    self._undone.append(history[-1])
                    self.position.undo()
                return True
        return False

    def redo(self, movers: Collection[int]) -> bool:
        """Play again what was taken back, to the next turn of one of these players.

        False if there is nothing to play again.
        """
        if not self._undone or self.ending is not None:
            return False
        self.position.play(self._undone.pop())
        while self._undone and self.position.to_move not in movers:
            self.position.play(self._undone.pop())
        return True

    def resign(self, side: int) -> None:
        self.resigned = side
        self._given_up = Ending(1 - side, f"{PLAYERS[side].upper()} resigned")

    def forfeit(self, side: int, reason: str) -> None:
        """The player cannot go on; `reason` says why."""
        self._given_up = Ending(1 - side, reason)


def describe_end(game: Game, position: Position) -> str:
    """Why a finished game is finished."""
    outcome = position.outcome()
    assert outcome is not None
    if outcome.winner is not None:
        if isinstance(position, BoardsPosition) and (boards := winning_boards(position)):
            return f"boards {' '.join(str(board + 1) for board in sorted(boards))} in a row"
        if line := position.winning_line():
            return f"the line {' '.join(show_move(game, cell) for cell in line)}"
        assert isinstance(position, UltimatePosition)
        won = sorted((owned.bit_count() for owned in position.owned), reverse=True)
        return f"no moves are left, and {won[0]} small boards to {won[1]}"
    if isinstance(position, UltimatePosition):
        return "no moves are left, and nobody has three boards in a row"
    if "." in position.cells():
        return "a player was sent to a full board"
    return "the board is full"


def list_moves(game: Game, position: Position) -> list[str]:
    """The moves of a game, numbered by pairs, in lines that fit into MOVE_LIST_WIDTH columns.

    `...` stands for a first move that x did not make.
    """
    texts = [show_move(game, move) for move in position.history]
    if (len(texts) + position.to_move) % 2:
        texts.insert(0, "...")
    pairs = [" ".join(texts[start : start + 2]) for start in range(0, len(texts), 2)]
    width = max(map(len, pairs), default=0)
    entries = [f"{number:>3}. {pair:<{width}}" for number, pair in enumerate(pairs, start=1)]
    columns = MOVE_LIST_WIDTH // (width + 5)
    return [
        "".join(entries[start : start + columns]).rstrip()
        for start in range(0, len(entries), columns)
    ]
