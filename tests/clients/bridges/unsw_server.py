"""A nine-board server that follows the documented exchange, with rules of its own.

Like the real one it chooses x's first move at random, plays a side that nobody has taken by
itself, and takes too long an answer for a loss.
"""

from __future__ import annotations

import socket
from random import Random

from tests.reference import plain
from tests.reference.nine_boards import NineboardPosition
from tests.waiting import PATIENCE

MARKS = "xo"


class Client:
    """One connection: messages out, a digit in."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.sent: list[str] = []

    def send(self, message: str) -> None:
        self.sent.append(message)
        self.connection.sendall(f"{message}.\n".encode())

    def receive(self, seconds: float) -> int | None:
        """A digit; None if it does not come in time."""
        self.connection.settimeout(seconds)
        data = b""
        try:
            while not data.endswith(b"\n"):
                block = self.connection.recv(64)
                assert block, "the client has left"
                data += block
        except TimeoutError:
            return None
        assert data.strip().isdigit(), data
        return int(data)


class Server:
    """Use as a context manager; `port` is where it listens."""

    def __init__(self, seed: int = 1) -> None:
        self._random = Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(PATIENCE)
        self.port: int = self._listener.getsockname()[1]
        self.clients: list[Client] = []

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self.clients:
            client.connection.close()
        self._listener.close()

    def accept(self) -> Client:
        self.clients.append(Client(self._listener.accept()[0]))
        return self.clients[-1]

    def play(self, x: Client | None, o: Client | None, seconds: float = PATIENCE) -> str:
        """A whole game: `x`, `o` or `draw`, and `timeout` if that was why."""
        players = (x, o)
        for mark, client in zip(MARKS, players, strict=True):
            if client is not None:
                client.send("init")
                client.send(f"start({mark})")
        position = plain.start("nineboard", {"full_board": "draw"})
        assert isinstance(position, NineboardPosition)
        first = self._random.choice(position.legal_moves())
        board, cell = divmod(first, 9)
        told = [board + 1, cell + 1]
        position = position.play(first)
        while position.outcome() is None:
            side = position.to_move
            client = players[side]
            if client is None:
                move = self._random.choice(position.legal_moves())
            else:
                digit = self._ask(client, told, seconds)
                if digit is None:
                    self._finish(players, 1 - side, "timeout")
                    return "timeout"
                move = 9 * (told[-1] - 1) + digit - 1
                assert move in position.legal_moves(), f"illegal: {digit} after {told}"
            position = position.play(move)
            told.append(move % 9 + 1)
        loser = players[position.to_move]
        if loser is not None:
            loser.send(f"last_move({told[-1]})")
        winner = None if position.outcome() == "draw" else 1 - position.to_move
        self._finish(players, winner, "full_board" if winner is None else "triple")
        return str(position.outcome())

    def _ask(self, client: Client, told: list[int], seconds: float) -> int | None:
        if len(told) == 2:
            client.send(f"second_move({told[0]},{told[1]})")
        elif len(told) == 3:
            client.send(f"third_move({told[0]},{told[1]},{told[2]})")
        else:
            client.send(f"next_move({told[-1]})")
        return client.receive(seconds)

    def _finish(
        self, players: tuple[Client | None, Client | None], winner: int | None, reason: str
    ) -> None:
        for side, client in enumerate(players):
            if client is not None:
                word = "draw" if winner is None else "win" if winner == side else "loss"
                client.send(f"{word}({reason})")
