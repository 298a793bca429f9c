"""The nine-board server of the University of New South Wales: a line over TCP for every event.

    init.                    start(x).            a game begins, we are x
    second_move(K,L).        x was made to play board K, cell L: our move, in board L
    third_move(K,L,M).       and o has answered M in board L: our move, in board M
    next_move(M).            the opponent has answered M: our move, in board M
    last_move(M).            likewise, and the game is over
    win(triple).             loss(timeout).       draw(full_board).        end.

An answer is a digit from 1 to 9 and a line end. Who is sent to a full board has drawn the game.
"""

from __future__ import annotations

import re
import select
import socket
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from linemate.clients.bridges.arena import ArenaLine, BridgeError, answer, choose_move, note, quote
from linemate.clients.shared.player import UgiPlayer
from linemate.engine.core import Game, Position
from linemate.protocol.driver import Limits

LONGEST_MESSAGE = 4096  # bytes without a full stop
QUESTIONS = ("second_move", "third_move", "next_move")
RESULTS = ("win", "loss", "draw")
_MESSAGE = re.compile(r"\s*([a-z_]+)\s*(?:\(([^()]*)\))?\s*")


class GameClock(NamedTuple):
    """Has the milliseconds for the game, and those that every move adds."""

    base: int
    increment: int


def play(
    player: UgiPlayer, game: Game, connection: socket.socket, clock: GameClock, margin: int
) -> None:
    """Answer until the server says `end`. Raises BridgeError, EngineError, OSError."""
    seat = UnswSeat(player, game, clock, margin)
    finished = False
    for message in read_messages(connection):
        found = _MESSAGE.fullmatch(message.text)
        if found is None:
            note(f"ignored {quote(message.text)}: expected a word, or a word and its arguments")
            continue
        name, arguments = found[1], [word.strip() for word in (found[2] or "").split(",")]
        if name == "end":
            finished = True
            break
        if name in RESULTS:
            finished = True
            seat.playing = False
            answer(f"{name}: {', '.join(arguments)}")
        elif name == "start":
            seat.begin()
        elif name in QUESTIONS:
            digit = seat.reply(name, arguments, message.arrived)
            if has_news(connection):
                note(f"the server did not wait for our answer to {message.text}")
            else:
                connection.sendall(f"{digit}\n".encode())
        elif name == "last_move":
            seat.take("last_move", arguments)
        elif name != "init":
            note(f"ignored {quote(message.text)}: no message that this bridge knows")
    if seat.playing:
        raise BridgeError("the server has left in mid-game")
    if not finished:
        raise BridgeError("the server has left before a game")


def has_news(connection: socket.socket) -> bool:
    """Tell whether the server has spoken: while it waits for us it says nothing, unless our time
    is up or it is gone.
    """
    return bool(select.select([connection], [], [], 0)[0])


def read_messages(connection: socket.socket) -> Iterator[ArenaLine]:
    """Yield what stands before each full stop, until the server closes the connection."""
    pending = b""
    while block := connection.recv(4096):
        arrived = time.monotonic()
        *messages, pending = (pending + block).split(b".")
        for message in messages:
            yield ArenaLine(message.decode(errors="replace").strip(), arrived)
        if len(pending) > LONGEST_MESSAGE:
            raise BridgeError(f"cannot read {quote_bytes(pending)}: no full stop")
    if pending.strip():
        note(f"ignored {quote_bytes(pending)}: no full stop")


def quote_bytes(data: bytes) -> str:
    return quote(data.decode(errors="replace"))


class UnswSeat:
    """Plays one game after another, and keeps what is left of the time."""

    def __init__(self, player: UgiPlayer, game: Game, clock: GameClock, margin: int) -> None:
        self.playing = False
        self._player = player
        self._game = game
        self._clock = clock
        self._margin = margin
        self._left = clock.base
        self._position: Position = game.start()

    def begin(self) -> None:
        self._player.new_game()
        self._position = self._game.start()
        self._left = self._clock.base
        self.playing = True

    def take(self, name: str, arguments: list[str]) -> None:
        """Play the moves that a message tells of. Raises BridgeError."""
        expected = {"second_move": 2, "third_move": 3}.get(name, 1)
        told = f"{name}({','.join(arguments)})"
        if len(arguments) != expected or not all(re.fullmatch("[1-9]", a) for a in arguments):
            raise BridgeError(f"cannot read {quote(told)}: expected {expected} digits from 1 to 9")
        digits = [int(argument) - 1 for argument in arguments]
        if expected == 1:
            if not self._position.history:
                raise BridgeError(f"{told} before second_move or third_move")
            digits.insert(0, self._position.history[-1] % 9)
        else:
            self._position = self._game.start()
        for board, cell in pairwise(digits):
            move = 9 * board + cell
            if move not in self._position.legal_moves():
                reason = self._game.why_illegal(self._position, move)
                raise BridgeError(f"{told} is illegal: {reason}")
            self._position.play(move)

    def reply(self, name: str, arguments: list[str], arrived: float) -> int:
        """Return the digit of our move after the moves that a message tells of. Raises EngineError,
        BridgeError.
        """
        self.take(name, arguments)
        if self._position.outcome() is not None:
            raise BridgeError(f"{name} asks for a move, but the game is over")
        self.playing = True
        left = max(1, self._left - self._margin)
        increment = self._clock.increment
        limits = Limits(p1time=left, p2time=left, p1inc=increment, p2inc=increment)
        move = choose_move(self._player, self._game, self._position, limits)
        self._position.play(move)
        spent = round(1000 * (time.monotonic() - arrived))
        self._left = max(0, self._left - spent) + increment
        return move % 9 + 1
