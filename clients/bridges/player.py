"""An engine at an arena's table: asked for moves through the protocol, its answers checked.

Any engine of ours or anybody's will do. The rules are those of `engine.games`, so an arena that
plays by others is found out, and so is an engine that does.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType

from linemate.clients.engines import begin_game, start_engine
from linemate.engine.core import Game, LinemateError, Position
from linemate.protocol.driver import Limits


class BridgeError(LinemateError):
    """The game cannot go on: what was said, by whom, and what would have been understood."""


class Player:
    """Use as a context manager: however the block is left, the engine is ended."""

    def __init__(self, game: Game, command: str | None, options: Mapping[str, str]) -> None:
        """Raises EngineError, or OptionError for an option that the engine does not have."""
        self.game = game
        self._engine = start_engine(command)
        try:
            begin_game(self._engine, game)
            self._engine.configure(options)
        except BaseException:
            self._engine.quit()
            raise

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._engine.quit()

    def begin(self) -> None:
        """A new game of the same kind. Raises EngineError."""
        self._engine.newgame()

    def choose(self, position: Position, limits: Limits, start: str | None = None) -> int:
        """The engine's move, which is legal; the position is left as it is.

        `start` is where the moves of the position's history began, None for the start of the
        game. An engine that does not keep to its time is told to stop when that is over.
        Raises EngineError, or BridgeError for an answer that is no legal move.
        """
        game, engine = self.game, self._engine
        engine.position([game.write_move(move) for move in position.history], start)
        allowed = limits.p1time if limits.movetime is None else limits.movetime
        answer = engine.play(limits, timeout=None if allowed is None else allowed / 1000)
        if answer.move is None:
            raise BridgeError(f"{engine.name} has no move in {game.write_position(position)}")
        try:
            return game.read_move(position, answer.move)
        except LinemateError as error:
            raise BridgeError(f"{engine.name} cannot be trusted: {error}") from None
