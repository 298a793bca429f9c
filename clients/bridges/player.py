"""An engine at an arena's table: asked for moves through the protocol, its answers checked.

Any engine of ours or anybody's will do. The rules are those of `engine.games`, so an arena that
plays by others is found out, and so is an engine that does.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType

from linemate.clients.shared.player import EngineSetting, Question, UgiPlayer
from linemate.engine.core import Game, LinemateError, Position
from linemate.protocol.driver import Limits


class BridgeError(LinemateError):
    """The game cannot go on: what was said, by whom, and what would have been understood."""


class Player:
    """Use as a context manager: however the block is left, the engine is ended."""

    def __init__(self, game: Game, command: str | None, options: Mapping[str, str]) -> None:
        """Raises EngineError, or OptionError for an option that the engine does not have."""
        self.game = game
        self._player = UgiPlayer.start(EngineSetting(command=command))
        try:
            self._player.begin(game, options)
        except BaseException:
            self._player.close()
            raise

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._player.close()

    def begin(self) -> None:
        """A new game of the same kind. Raises EngineError."""
        self._player.new_game()

    def choose(self, position: Position, limits: Limits, start: str | None = None) -> int:
        """The engine's move, which is legal; the position is left as it is.

        `start` is where the moves of the position's history began, None for the start of the
        game. An engine that does not keep to its time is told to stop when that is over.
        Raises EngineError, or BridgeError for an answer that is no legal move.
        """
        game, name = self.game, self._player.name
        moves = [game.write_move(move) for move in position.history]
        allowed = limits.p1time if limits.movetime is None else limits.movetime
        timeout = None if allowed is None else allowed / 1000
        answer = self._player.think(Question(start, moves, limits, timeout))
        if answer.move is None:
            raise BridgeError(f"{name} has no move in {game.write_position(position)}")
        try:
            return game.read_move(position, answer.move)
        except LinemateError as error:
            raise BridgeError(f"{name} cannot be trusted: {error}") from None
