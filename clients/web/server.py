"""The server of the page: in this process, at a socket that listens already, until Ctrl-C.

`application.py` is what it serves.
"""

from __future__ import annotations

import socket
import sys
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from linemate.clients.shared.harmless import say
from linemate.clients.shared.page.browser import open_browser
from linemate.clients.shared.page.guard import (
    LOOPBACK,
    Guard,
    is_loopback,
    is_wildcard,
    show_host,
)
from linemate.clients.web.application import make_application
from linemate.clients.web.engines import ServerState
from linemate.clients.web.friends.lobby import Lobby
from linemate.clients.web.messages import LARGEST_MESSAGE

LARGEST_HEAD = 1 << 16  # bytes of a request before its end, more than any browser sends
PING_SECONDS = 20.0  # a tab that does not answer one for as long is gone
SHUTDOWN_SECONDS = 10
# Addresses that are nobody's: those of documentation.
ELSEWHERE: dict[int, str] = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def serve(listener: socket.socket, server: ServerState, host: str, opens: bool) -> None:
    """Serve pages until Ctrl-C, which uvicorn raises again when every engine is gone."""
    port = listener.getsockname()[1]
    others = find_address(listener.family) if is_wildcard(host) else None
    reach = None if others is None else f"http://{show_host(others)}:{port}/"
    config = make_config(make_application(server, Guard(host, port), Lobby(others=reach)))
    address = f"http://{show_host(LOOPBACK[0] if is_wildcard(host) else host)}:{port}/"
    Server(config, address, opens, not is_loopback(host), reach).run(sockets=[listener])


def find_address(family: int) -> str | None:
    """Return the address by which other machines most likely reach this one; None if there is
    none. Nothing is sent: it is the one that a message to somewhere else would leave from.
    """
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE[family], 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if is_loopback(found) or is_wildcard(found) else found


def make_config(application: ASGIApp) -> uvicorn.Config:
    """Say how it is served: bounded messages, quietly, and to nobody who has gone."""
    return uvicorn.Config(
        application,
        lifespan="off",
        http="h11",  # which refuses a request whose head is too large; httptools takes any
        h11_max_incomplete_event_size=LARGEST_HEAD,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


class Server(uvicorn.Server):
    """Says where it is, once it is there."""

    def __init__(
        self,
        config: uvicorn.Config,
        address: str,
        opens: bool,
        exposed: bool,
        others: str | None = None,
    ) -> None:
        super().__init__(config)
        self._others = others
        self._address = address
        self._opens = opens
        self._exposed = exposed

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Let the first signal count: the end has its deadline, and is no sooner for a second."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say where it is and open a browser there."""
        await super().startup(sockets)
        say(f"Linemate is at {self._address} (Ctrl-C ends it).")
        if self._others is not None:
            say(f"Others reach it at {self._others}", file=sys.stderr)
        if self._exposed:
            say("Everybody who can reach this machine can use it.", file=sys.stderr)
        if self._opens:
            open_browser(self._address)
