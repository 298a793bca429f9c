"""The server of a match's page: two addresses on this machine alone, and nothing to be changed.

    /                   the page
    /state?games=N      what there is to know, with the games from number N on, as JSON

It has threads of its own and hands out bytes that are ready, so that a match is not held up by
those who watch it. A request must name this server (`clients/shared/page/guard.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from linemate.clients.shared.page.guard import Guard
from linemate.engine.core import read_integer

HOST = "127.0.0.1"
REQUEST_SECONDS = 10.0  # that a browser may take to ask and to be told
WATCHED_SECONDS = 5.0  # since somebody has asked, and he is taken to be there still
POLL = 0.05
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
}

# Returns the state with the games from this number on, as JSON.
Tell = Callable[[int], bytes]


class PageServer:
    """Listens from when it is made on; use as a context manager to have it answer."""

    def __init__(self, port: int, page: bytes, tell: Tell) -> None:
        """Port 0 is any that is free. Raises OSError."""
        self._page, self._tell = page, tell
        self._asked = float("-inf")
        self._ending = False
        self._told_end = False
        self._server = _Server((HOST, port), self._make_handler())
        port = self._server.server_address[1]
        self._guard = Guard(HOST, port)
        self.address = f"http://{HOST}:{port}/"

    @property
    def is_watched(self) -> bool:
        """Say whether somebody has asked lately."""
        return time.monotonic() - self._asked < WATCHED_SECONDS

    def __enter__(self) -> PageServer:
        Thread(target=self._server.serve_forever, args=(POLL,), daemon=True).start()
        return self

    def announce_end(self) -> None:
        """Take what is told from now on for the last state."""
        self._ending = True

    def __exit__(self, *_: object) -> None:
        """End; whoever watches has seen the last state before, unless he is slow."""
        self.announce_end()
        deadline = time.monotonic() + WATCHED_SECONDS
        while self.is_watched and not self._told_end and time.monotonic() < deadline:
            time.sleep(POLL)
        self._server.shutdown()
        self._server.server_close()

    def answer(self, host: str, path: str) -> tuple[int, str, bytes]:
        """Return the status, the media type and the content for a request."""
        if not self._guard.knows_host(host):
            return 421, "text/plain", b"This server has another name.\n"
        address = urlsplit(path)
        if address.path == "/":
            self._asked = time.monotonic()
            return 200, "text/html; charset=utf-8", self._page
        if address.path == "/state":
            ending = self._ending
            known = read_integer(parse_qs(address.query).get("games", ["0"])[0], least=0)
            content = self._tell(known or 0)
            self._asked = time.monotonic()
            self._told_end = ending
            return 200, "application/json", content
        return 404, "text/plain", b"There is nothing here.\n"

    def _make_handler(self) -> type[BaseHTTPRequestHandler]:
        page = self

        class Handler(BaseHTTPRequestHandler):
            timeout = REQUEST_SECONDS
            server_version, sys_version = "Linemate", ""

            def do_GET(self) -> None:
                status, media_type, content = page.answer(self.headers.get("Host", ""), self.path)
                self.send_response(status)
                for name, value in HEADERS.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", media_type)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing: the terminal is the match's."""

        return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that has gone away."""
