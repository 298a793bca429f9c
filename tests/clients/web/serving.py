"""The server on a free port of the loopback, and tabs that talk to it over a real WebSocket."""

from __future__ import annotations

import json
import logging
import shlex
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import uvicorn
from websockets.sync.client import ClientConnection, connect

from linemate.clients.shared.page.guard import Guard
from linemate.clients.web.application import make_application
from linemate.clients.web.command import listen
from linemate.clients.web.engines import ServerState
from linemate.clients.web.server import make_config
from tests.waiting import PATIENCE, wait_until

PEER = Path(__file__).parent / "peers" / "peer.py"
HOST = "127.0.0.1"


class Errors(logging.Handler):
    """What goes wrong in a task of the server is only logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))


class Served:
    """Use as a context manager, which insists that nothing went wrong behind the scenes."""

    def __init__(self, state: ServerState, **settings: Any) -> None:
        self._listener = listen(HOST, 0)
        self.port: int = self._listener.getsockname()[1]
        self.host = f"{HOST}:{self.port}"
        self.origin = f"http://{self.host}"
        config = make_config(make_application(state, Guard(HOST, self.port)))
        for name, value in settings.items():
            setattr(config, name, value)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))
        self._errors = Errors()

    def __enter__(self) -> Served:
        logging.getLogger().addHandler(self._errors)
        self._thread.start()
        wait_until(lambda: self._server.started, "the server")
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._listener.close()
        logging.getLogger().removeHandler(self._errors)
        assert not self._errors.texts, self._errors.texts[0]

    def tab(self, path: str = "/game") -> Tab:
        return Tab(self.host, path)


class Tab:
    """A page as the server sees it; every wait has a deadline."""

    def __init__(self, host: str, path: str = "/game", **settings: Any) -> None:
        settings = {"origin": f"http://{host}", "max_size": None} | settings
        self._stack = ExitStack()
        self.connection: ClientConnection = self._stack.enter_context(
            connect(f"ws://{host}{path}", **settings)
        )
        self.heard: list[dict[str, Any]] = []
        self._seq = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def say(self, kind: str, **fields: Any) -> int:
        self._seq += 1
        self.connection.send(json.dumps({"type": kind, "seq": self._seq, **fields}))
        return self._seq

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Wait for a message of one of these types; `heard` has everything since the last."""
        self.heard.clear()
        while True:
            message: dict[str, Any] = json.loads(self.connection.recv(PATIENCE))
            self.heard.append(message)
            if message["type"] in kinds:
                return message

    def ask(self, kind: str, expected: str, **fields: Any) -> dict[str, Any]:
        seq = self.say(kind, **fields)
        reply = self.hear(expected, "error")
        assert reply["type"] == expected, reply
        assert reply["seq"] == seq
        return reply

    def open(self, words: str = "tictactoe", moves: str = "", **fields: Any) -> dict[str, Any]:
        """Look at a game with all its moves on the board."""
        played = moves.split()
        record = {"words": words, "start": None, "moves": played, "at": len(played)}
        return self.ask("open", "state", **record | fields)

    def refused(self, kind: str, **fields: Any) -> str:
        """Say it, and return what is said against it."""
        seq = self.say(kind, **fields)
        reply = self.hear("error")
        assert reply["about"] == seq
        return str(reply["text"])

    def think(self, purpose: str = "play", **fields: Any) -> dict[str, Any]:
        """Ask, and wait until the search is announced, not until it is answered."""
        asked = {"purpose": purpose, "options": {}, "limits": {"nodes": 100}}
        return self.ask("think", "searching", **asked | fields)


def peer(kind: str, directory: Path) -> str:
    """Return the command of an engine of peers/peer.py, whose process `pids` knows."""
    # -S -E: half the time to start.
    return shlex.join([sys.executable, "-S", "-E", str(PEER), kind, str(directory / "pids")])


def open_gate(directory: Path) -> None:
    """Let one engine of the kind `Gated` say hello."""
    (directory / "gate").touch()


def pids(directory: Path) -> list[int]:
    """Return the processes of the peers that were started in this directory, the oldest first."""
    file = directory / "pids"
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []
