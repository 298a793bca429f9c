"""The conversation of one process, in whichever dialect the driver opens it.

UGI and UCI are one session, told apart by its hand-shake; Gomocup is another. Until a line has
a command of either in it, it can still become both.
"""

from __future__ import annotations

from collections.abc import Callable

from linemate.engine.core import Game, LinemateError
from linemate.protocol.commands import parse_command
from linemate.protocol.messages import MessageError, Unknown
from linemate.protocol.session import Session

GOMOCUP = "gomocup"
PROTOCOLS = ("auto", GOMOCUP)
# The commands of Gomocup, here and not in its module: what nobody speaks is not loaded.
FIRST_WORDS = {
    *("START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "SWAP2BOARD", "DONE", "PLAY"),
    *("TAKEBACK", "YXSTOP", "INFO", "ABOUT", "END"),
}


class Conversation:
    def __init__(
        self, write: Callable[..., None], game: Game | None = None, protocol: str = "auto"
    ) -> None:
        """Raises LinemateError for a game that the protocol cannot be about."""
        self._write = write
        self._game = game
        self._open = True
        self._session = Session(write, game)
        if protocol == GOMOCUP:
            if game is not None and game.name != "gomoku":
                raise LinemateError(f"Gomocup is a protocol for gomoku, not for {game.name}")
            self._speak_gomocup()

    def handle(self, line: str | None) -> bool:
        """As `Session.handle`: False means that the conversation is over."""
        if self._open and line is not None:
            self._choose(line)
        return self._session.handle(line)

    def end_search(self, timeout: float | None = None) -> None:
        self._session.end_search(timeout)

    def _choose(self, line: str) -> None:
        words = line.split()
        if words and words[0].upper() in FIRST_WORDS:
            self._speak_gomocup()
            return
        try:
            self._open = isinstance(parse_command(line), Unknown | None)
        except MessageError:
            self._open = False

    def _speak_gomocup(self) -> None:
        from linemate.protocol.gomocup import GomocupSession

        is_gomoku = self._game is not None and self._game.name == "gomoku"
        self._session = GomocupSession(self._write, self._game if is_gomoku else None)
        self._open = False
