"""A page without a server, written as its user would, and a host of files that offers it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tests.needs import lack, need_program

ROOT = Path(__file__).parents[3]
PLACE = "school/games"  # where at the host the page is
PATIENCE = 300_000  # milliseconds: two Pythons take a while to start where all cores are busy
# What a host may send along, so that the workers of a page can share memory.
ISOLATED = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
# As where there is no https: nothing is kept by the browser.
NO_SERVICE = "Object.defineProperty(navigator, 'serviceWorker', {value: undefined});"


def write_page(host: Path, *arguments: str) -> Path:
    """Write the page below the folder of a host, from a folder that is not the checkout."""
    need_program("npm")
    page = host / PLACE
    done = subprocess.run(
        [sys.executable, "-m", "clients", "web", "--static", str(page), *arguments],
        cwd=host,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
    )
    if "npm pack failed" in done.stderr:
        lack(done.stderr)
    assert done.returncode == 0, done.stderr
    return page


class Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: object, headers: Mapping[str, str], directory: str) -> None:
        self._headers = headers
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def end_headers(self) -> None:
        for name, value in self._headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Say nothing of a browser that has left in the middle of a file."""


class FileHost:
    """Use as a context manager; after `cut` nothing can be loaded any more."""

    def __init__(self, host: Path, headers: Mapping[str, str] = {}) -> None:
        handler = partial(Handler, headers=headers, directory=str(host))
        self._server = Server(("127.0.0.1", 0), handler)
        self._thread = Thread(target=self._server.serve_forever)
        self.address = f"http://127.0.0.1:{self._server.server_port}/{PLACE}/"

    def __enter__(self) -> FileHost:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def cut(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
