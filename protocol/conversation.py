"""The conversation of one process: lines in, lines out, and the dialect that it is held in.

UGI and UCI are one session, told apart by its hand-shake; Gomocup is another. Until a line has
a command of either in it, the conversation can still become both.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from threading import Lock

from linemate.engine.core import Game, LinemateError
from linemate.protocol.commands import parse_command
from linemate.protocol.messages import LONGEST_LINE, MessageError, Unknown
from linemate.protocol.session import Session, Write
from linemate.protocol.session_ugi import UgiSession

GOMOCUP = "gomocup"
PROTOCOLS = ("auto", GOMOCUP)
# The commands of Gomocup, here and not in its module: what nobody speaks is not loaded.
FIRST_WORDS = {
    *("START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "SWAP2BOARD", "DONE", "PLAY"),
    *("TAKEBACK", "INFO", "ABOUT", "END"),
    *("YXSHOWINFO", "YXBOARD", "YXNBEST", "YXSTOP", "YXHASHCLEAR", "YXSHOWFORBID"),
}


class Conversation:
    """One session, of the dialect that the command line or the first command decides."""

    def __init__(self, write: Write, game: Game | None = None, protocol: str = "auto") -> None:
        """Open it. Raises LinemateError for a game that the protocol cannot be about."""
        self._write = write
        self._game = game
        self._open = True
        self._session: Session = UgiSession(write, game)
        if protocol == GOMOCUP:
            if game is not None and game.name != "gomoku":
                raise LinemateError(f"Gomocup is a protocol for gomoku, not for {game.name}")
            self._speak_gomocup()

    def handle(self, line: str | None) -> bool:
        """Act on one line, see Session.handle; False means that the conversation is over."""
        if self._open and line is not None:
            self._choose(line)
        return self._session.handle(line)

    def close(self, timeout: float | None = None) -> None:
        """See Session.close."""
        self._session.close(timeout)

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
        from linemate.protocol.session_gomocup import GomocupSession

        is_gomoku = self._game is not None and self._game.name == "gomoku"
        self._session = GomocupSession(self._write, self._game if is_gomoku else None)
        self._open = False


# ------------------------------------------------------------------ the pipes


def read_lines(descriptor: int) -> Iterator[str | None]:
    """Yield each line as text until the end of input, the last even without its line end.

    A line longer than LONGEST_LINE is dropped and comes as None, so that no input can fill
    the memory. Bytes that are no UTF-8 come as replacement characters.
    """
    pending = b""
    too_long = False
    while block := _read(descriptor):
        *lines, pending = (pending + block).split(b"\n")
        for line in lines:
            yield None if too_long or len(line) > LONGEST_LINE else _decode(line)
            too_long = False
        if len(pending) > LONGEST_LINE:
            pending, too_long = b"", True
    if pending or too_long:
        yield None if too_long else _decode(pending)


def _read(descriptor: int) -> bytes:
    """Return what has arrived, nothing at the end; a closed or broken input is an ended one."""
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:
        return b""


def _decode(line: bytes) -> str:
    return line.decode(errors="replace")


class LineWriter:
    """Writes whole lines at once, one thread at a time.

    When the other end is gone, `on_closed` is called, once, by whichever thread notices it;
    nothing is written from then on.
    """

    def __init__(self, descriptor: int, on_closed: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._on_closed = on_closed
        self._lock = Lock()
        self._closed = False

    def __call__(self, *lines: str) -> None:
        """Write these lines, with no other between them."""
        data = "".join(f"{line}\n" for line in lines).encode(errors="replace")
        with self._lock:
            try:
                while data and not self._closed:
                    data = data[os.write(self._descriptor, data) :]
            except OSError:
                self._closed = True
                self._on_closed()
