"""Debian's Firefox, driven by WebDriver BiDi: JSON over a WebSocket, which it speaks by itself.

Playwright drives only a Firefox of its own making. What is here is the little that our tests ask of
another browser: open an address, evaluate, press a mouse where something is.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.needs import lack
from tests.waiting import PATIENCE, wait_until

NAMES = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = 'user_pref("ui.prefersReducedMotion", 1);'
MIDDLE = """(() => {
  const {x, y, width, height} = document.querySelector(%s).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()"""


class Firefox:
    """One tab of a running Firefox; `complaints` are the errors and warnings of its pages."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._sent = 0
        self.complaints: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        (first, *_) = self._ask("browsingContext.getTree")["contexts"]
        self._tab: str = first["context"]

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its result; what is logged meanwhile is noted."""
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(timeout=PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] != "info":
                self.complaints.append(told["params"]["text"])
            if told.get("id") == self._sent:
                assert told["type"] == "success", f"{method}: {told}"
                result: dict[str, Any] = told["result"]
                return result

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._tab, viewport=viewport)

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def reload(self) -> None:
        self._ask("browsingContext.reload", context=self._tab, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript that JSON can tell."""
        told = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        text = told["result"].get("value")
        return None if text is None else json.loads(text)

    def see(self, selector: str) -> None:
        """Wait until there is such an element on the page."""
        found = f"document.querySelector({json.dumps(selector)}) !== null"
        wait_until(lambda: self.evaluate(found), selector)

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of an element, once it is there."""
        self.see(selector)
        self.click_at(*self.evaluate(MIDDLE % json.dumps(selector)))

    def click_at(self, x: float, y: float) -> None:
        presses = [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)}, *presses]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves}
        self._ask("input.performActions", context=self._tab, actions=[mouse])


@contextmanager
def launch_firefox() -> Iterator[Firefox]:
    """Run Firefox without a window, with a profile of its own; without it the test is skipped."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        lack("Firefox is not installed: apt-get install firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        Path(profile, "user.js").write_text(PREFERENCES)
        options = ["--headless", "--no-remote", "--remote-debugging-port", "0"]
        process = subprocess.Popen(
            [path, *options, "--profile", profile],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stderr is not None
            found = next(filter(None, map(LISTENING.search, process.stderr)), None)
            assert found is not None, "Firefox does not listen"
            with connect(f"{found[1]}/session", max_size=None, open_timeout=PATIENCE) as socket:
                yield Firefox(socket)
        finally:
            process.kill()
            process.communicate(timeout=PATIENCE)
