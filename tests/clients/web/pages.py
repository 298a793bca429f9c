"""`linemate web` as a process of its own, and a person at a page of it.

Nothing here sleeps: every wait is for something to be seen, with Playwright's deadline.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, ViewportSize, expect

from tests.waiting import wait_until

ROOT = Path(__file__).parents[3]
PATIENCE = 60_000  # milliseconds
ATTEMPTS = 20  # to play a move, in which that time may pass
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
DESK: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 360, "height": 740}
# The page waits a tenth of its time, as for the next attempt to reach the server.
IN_HASTE = """const wait = window.setTimeout;
window.setTimeout = (act, delay, ...more) => wait(act, delay / 10, ...more);"""
# The page waits for ever where it would wait for half a second or more.
NEVER_AGAIN = """const wait = window.setTimeout;
window.setTimeout = (act, delay, ...more) => delay < 500 ? wait(act, delay, ...more) : 0;"""
# The page keeps nothing, and from now on it cannot.
FORGET = """sessionStorage.clear();
localStorage.clear();
Storage.prototype.setItem = () => {};"""
# The engine in the background rests, until somebody wants to see scores: it would take the time of
# those that are waited for.
RESTING = """try {
  if (!localStorage.getItem('linemate.settings'))
    localStorage.setItem('linemate.settings', '{"scores": "never"}');
} catch { /* a page that may keep nothing */ }"""
# Fill in fields of a form, in this order, as a person who leaves each of them.
FILL = """fields => fields.forEach(([id, value]) => {
  const field = document.getElementById(id);
  const isBox = field.type === 'checkbox';
  if (isBox) field.checked = value === 'true';
  else field.value = value;
  const shown = isBox ? String(field.checked) : field.value;
  if (field.disabled || shown !== value) throw new Error(`${id} cannot be ${value}`);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, {bubbles: true}));
})"""


class WebServer:
    """Use as a context manager; `stop` and `start` are for those who pull the plug."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self.port = 0

    def __enter__(self) -> WebServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Start it, at the port that it had before, if it had one."""
        command = [sys.executable, "-m", "clients", "web", "--no-open", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, *self._arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        found = ADDRESS.search(self._process.stdout.readline())
        assert found is not None, "the server did not start"
        self.port = int(found[1])

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE / 1000)

    def engines(self, count: int) -> list[int]:
        """Wait until it has so many engines, as those of closed pages may still be about to leave,
        and return their processes.
        """
        wait_until(lambda: len(self._engines()) == count, f"{count} engines")
        return self._engines()

    def _engines(self) -> list[int]:
        listed = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self._process.pid)],
            capture_output=True,
            text=True,
        )
        lines = listed.stdout.splitlines()
        return [int(line.split()[0]) for line in lines if line.endswith("-m linemate.engine")]


def level(number: int) -> dict[str, Any]:
    return {"kind": "level", "level": str(number)}


def search(name: str, limit: str, amount: int, **options: object) -> dict[str, Any]:
    """Return the fields of an engine with this search; `options` by their names."""
    fields = {"kind": "custom", "Search": name, "limit": limit, "amount": str(amount)}
    return fields | {name: str(value) for name, value in options.items()}


class Person:
    """Somebody at a page: what he does, and what he sees."""

    def __init__(self, context: BrowserContext, address: str, patience: float = PATIENCE) -> None:
        """Open the page, which may take so many milliseconds, as may whatever comes of a click."""
        context.set_default_timeout(patience)
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.come(address)

    def come(self, address: str) -> None:
        """Open the page, and see the board."""
        self.page.goto(address)
        self.see_board()

    def come_as_somebody_new(self, address: str) -> None:
        """Leave no trace of what was, and open the page again: here or at another server."""
        self.page.evaluate(FORGET)
        self.page.set_viewport_size(DESK)
        self.page.emulate_media(color_scheme="null", reduced_motion="reduce")
        self.page.mouse.move(0, 0)
        self.come(address)

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def leave(self) -> None:
        """Close the window, as before a server ends that is not to be missed."""
        self.page.context.close()

    # What is to be seen.

    def see_board(self) -> None:
        self.page.wait_for_selector("body[data-ready=true] .board .cell")

    def see(self, selector: str, count: int = 1) -> Locator:
        """Wait until so many of these are there."""
        found = self.page.locator(selector)
        expect(found).to_have_count(count)
        return found

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()

    def cell(self, name: str) -> Locator:
        return self.page.locator(f".cell[data-cell='{name}']")

    def label(self, name: str) -> str:
        return self.cell(name).get_attribute("aria-label") or ""

    def moves(self) -> list[str]:
        return self.page.locator("#moves .move span").all_inner_texts()

    def playable(self) -> list[str]:
        names = "cells => cells.map(cell => cell.dataset.cell)"
        found: list[str] = self.page.locator(".cell.playable").evaluate_all(names)
        return found

    def pieces(self) -> int:
        return self.page.locator(".cell .piece:not(.ghost):not(.previewing)").count()

    def see_moves(self, count: int) -> None:
        self.see("#moves .move", count)

    # What is done.

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def show_scores(self, when: str = "always") -> None:
        """Have an engine score the game in the background."""
        self.page.select_option("#scores", when)

    def play(self, name: str) -> None:
        """Click a cell, and see it taken.

        The page ignores a click while another position is on its way, as right after the beginning
        of a game: then it is clicked again.
        """
        tile = self.page.locator(f".cell.playable[data-cell='{name}'] .tile")
        piece = self.page.locator(f".cell[data-cell='{name}'] .piece:not(.ghost)")
        for _ in range(ATTEMPTS):
            with suppress(TimeoutError):
                tile.click(timeout=PATIENCE / ATTEMPTS)
                piece.wait_for(timeout=PATIENCE / ATTEMPTS)
            if piece.count():
                return
        raise AssertionError(f"{name} cannot be played")

    def play_all(self, names: str) -> None:
        for name in names.split():
            self.play(name)

    def begin(
        self,
        game: str,
        rules: Mapping[str, object] = {},
        x: Mapping[str, Any] = {"kind": "person"},
        o: Mapping[str, Any] = {"kind": "person"},
        opener: str = "#new-button",
        clock: str = "none",
    ) -> None:
        """Begin a game by the dialog "New game", which this button opens."""
        page = self.page
        page.locator(opener).click()
        page.locator(f"#new-dialog input[value={game}]").check()
        fields = [(f"rule-{name}", str(value)) for name, value in rules.items()]
        fields.append(("clock", clock))
        for player, seat in (("x", x), ("o", o)):
            fields += [(f"{player}-{name}", value) for name, value in seat.items()]
        page.evaluate(FILL, fields)
        page.locator("#new-dialog [type=submit]").click()
        page.wait_for_selector("#new-dialog", state="hidden")
        # The game before may be the same one, over, and still on the board.
        page.wait_for_selector(f"body[data-game^={game}] .board:not(.finished)")

    def invite(self, game: str, side: str = "x", clock: str = "none") -> str:
        """Begin a game with a friend by the dialog "New game", and return the link for him."""
        page = self.page
        page.locator("#new-button").click()
        page.locator(f"#new-dialog input[value={game}]").check()
        page.locator("#new-dialog input[value=friend]").check()
        page.locator("#friend-side").select_option(side)
        page.locator("#clock").select_option(clock)
        page.locator("#new-dialog [type=submit]").click()
        return page.locator("#link").input_value()

    def play_to_the_end(self, random: Random, most: int = 300) -> None:
        """Click some cell whenever it is a person's turn, until the game is over."""
        for _ in range(most):
            self.page.wait_for_selector(".cell.playable .tile, .board.finished")
            if self.page.locator(".board.finished").count():
                return
            self.play(random.choice(self.playable()))
        raise AssertionError("the game does not end")


Sit = Callable[..., Person]
Serve = Callable[..., WebServer]
