"""One game as it is played at this table: the start, the moves, what was taken back, the end."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from linemate.clients.shared.endings import Ending, describe_end
from linemate.engine.core import PLAYERS, Game, Position


class Forfeit(NamedTuple):
    """Somebody lost a game that the board had not decided."""

    loser: int
    reason: str


class Match:
    """Moves are checked by whoever reads them; `play` trusts its caller, as Position does."""

    def __init__(self, game: Game, start: str | None = None) -> None:
        """`start` is a position string, None the start of the game. Raises PositionError."""
        self.game = game
        self.position: Position = game.start() if start is None else game.read_position(start)
        # In our words: a person may put anything that passes for a blank between the fields.
        self.start = None if start is None else game.write_position(self.position)
        self.forfeited: Forfeit | None = None
        self._undone: list[int] = []

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
        if self.forfeited is not None:
            return Ending(1 - self.forfeited.loser, self.forfeited.reason)
        return None

    def play(self, move: int) -> None:
        """What was taken back before can no longer be redone, unless this is it again."""
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        self.position.play(move)

    def undo(self, movers: Collection[int]) -> bool:
        """Take back to the last turn of one of these players; from a game that was given up,
        only that.

        False, and nothing is changed, if they had no turn before.
        """
        if self.forfeited is not None:
            self.forfeited = None
            return True
        history, to_move = self.position.history, self.position.to_move
        for plies in range(1, len(history) + 1):
            if (to_move + plies) % 2 in movers:
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
        self.forfeit(side, f"{PLAYERS[side].upper()} resigned")

    def forfeit(self, side: int, reason: str) -> None:
        """The player has lost, whatever the board says; `reason` says why."""
        self.forfeited = Forfeit(side, reason)
