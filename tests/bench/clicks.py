"""How soon a page is there, and how soon a move is on the screen after the click: with an engine
that scores positions in the background, and without.
"""

from __future__ import annotations

import time
from statistics import median

from playwright.sync_api import Browser

from tests.browsers import launch
from tests.clients.web.pages import DESK, Person, WebServer

GAMES = ("ultimate", "gomoku", "qubic", "nineboard")
OPENINGS = 5
CLICKS = 4  # in each game
PATIENCE = 60_000  # milliseconds
SETTING = "try { localStorage.setItem('linemate.settings', '{\"scores\": \"%s\"}'); } catch {}"
# Click a cell, and return the milliseconds until its piece is drawn.
CLICK = """() => new Promise((resolve) => {
  const cell = document.querySelector(".cell.playable"), before = performance.now();
  const look = () => {
    if (cell.querySelector(".piece:not(.ghost)")) resolve(performance.now() - before);
    else requestAnimationFrame(look);
  };
  cell.querySelector(".tile").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  look();
})"""


def run() -> None:
    """Print the goals with the figures: a second for the page, 100 ms for a move."""
    with WebServer() as server, launch() as browser:
        for scores in ("always", "never"):
            opened, clicked = measure(browser, server.address, scores)
            print(
                f"scores {scores}: a page in {1000 * median(opened):.0f} ms (goal 1000), a move in "
                f"{median(clicked):.0f} ms, at worst {max(clicked):.0f} (goal 100)",
                flush=True,
            )


def measure(browser: Browser, address: str, scores: str) -> tuple[list[float], list[float]]:
    """Return the seconds of each opening and the milliseconds of each click."""
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    context.add_init_script(SETTING % scores)
    person = Person(context, address, PATIENCE)
    opened, clicked = [], []
    for _ in range(OPENINGS):
        began = time.perf_counter()
        person.come(address)
        opened.append(time.perf_counter() - began)
    for game in GAMES:
        person.begin(game)
        for move in range(CLICKS):
            person.see_moves(move)
            person.page.wait_for_selector(".cell.playable")
            clicked.append(float(person.page.evaluate(CLICK)))
    person.leave()
    return opened, clicked
