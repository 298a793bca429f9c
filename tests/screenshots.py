"""The pictures of `linemate web` in the README: each game, light or dark, one on a phone, and one
of a game with a friend.

    python -m tests.screenshots            all of them, some two minutes
    python -m tests.screenshots qubic      one

They are of a real page with a real engine: it is stepped through a game while the engine thinks
about every position, so that the graph and the lines are what anybody gets.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browsers import NoBrowserError, launch
from tests.clients.web.pages import PHONE, Person, WebServer

DIRECTORY = Path(__file__).parent.parent / "clients" / "web" / "screenshots"
DESK: ViewportSize = {"width": 1180, "height": 800}
COLOURS = 256  # of the picture's palette: enough for the balls, and a third of the size
PONDERED = 2500  # milliseconds that the engine thinks about the last position
PERSON = {"kind": "person"}
ENGINE = {"kind": "engine", "level": 6, "options": {}, "limits": {}}
RECORD = """([record, settings]) => {
  if (sessionStorage.length) return;
  sessionStorage.setItem('linemate.record', record);
  localStorage.setItem('linemate.settings', settings);
}"""


@dataclass(frozen=True)
class Shot:
    words: str
    moves: str
    scheme: Literal["light", "dark"] = "light"
    viewport: ViewportSize = field(default_factory=lambda: DESK)
    settings: Mapping[str, Any] = field(default_factory=dict)
    press: tuple[str, ...] = ()  # keys, at the end
    pinned: bool = False  # whether the best line is shown on the board


ULTIMATE = "55 58 86 62 24 44 47 73 33 37 72 29 91 19 92 21 16 61 15 57 78 82 26 63 32 27 77 74"
SHOTS = {
    "ultimate": Shot("ultimate", ULTIMATE),
    "qubic": Shot(
        "qubic", "111 000 112 110 121 130 330 100 120 300 200 003 122 123 102",
        scheme="dark", settings={"threes": True},
    ),
    "gomoku": Shot(
        "gomoku", "h8 g9 h10 g8 g7 i9 h9 h7 g10 h11 e10 f10 e9 i8 e12 e11", pinned=True
    ),
    "nineboard": Shot(
        "nineboard", "55 51 11 13 33 37 79 99 97 72 22 26 64 49 91 16 67",
        scheme="dark", settings={"search": "mcts", "heat": "visits"},
    ),
    "mnk": Shot("mnk width=7 height=6 row=4", "d3 c4 c3 b3 e3 f3 e4 d5 d4 e6"),
    "tictactoe": Shot("tictactoe", "a1 b2 b3 c2", scheme="dark", press=("h",)),
    "phone": Shot("ultimate", ULTIMATE, viewport=PHONE),
}  # fmt: skip


FRIEND, MATCH = "friend", "match"
SEARCHES = {"Ada": "pvs", "Bela": "mcts", "Caesar": "alphabeta", "Dora": "random"}


def main(names: list[str]) -> int:
    pictures = [*SHOTS, FRIEND, MATCH]
    unknown = [name for name in names if name not in pictures]
    if unknown:
        print(f"no picture {unknown[0]!r}: there are {', '.join(pictures)}", file=sys.stderr)
        return 2
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    try:
        with launch() as browser, WebServer() as server:
            for name in names or pictures:
                if name == FRIEND:
                    picture = squeeze(take_friend(browser, server.address))
                elif name == MATCH:
                    picture = squeeze(take_match(browser))
                else:
                    picture = squeeze(take(browser, server.address, SHOTS[name]))
                (DIRECTORY / f"{name}.png").write_bytes(picture)
                print(f"{name}.png: {len(picture) / 1000:.0f} KB")
    except NoBrowserError as error:
        print(f"{error}: apt-get install chromium", file=sys.stderr)
        return 2
    return 0


def take(browser: Browser, address: str, shot: Shot) -> bytes:
    """A picture of the page when the engine has thought about every position of the game."""
    context = browser.new_context(
        viewport=shot.viewport, color_scheme=shot.scheme, reduced_motion="reduce"
    )
    moves = shot.moves.split()
    record = {
        "words": shot.words, "start": None, "moves": moves, "at": 0,
        "seats": {"x": PERSON, "o": ENGINE}, "names": None, "evaluations": [], "paused": True,
    }  # fmt: skip
    texts = json.dumps([json.dumps(record), json.dumps(shot.settings)])
    context.add_init_script(f"({RECORD})({texts})")
    person = Person(context, address)
    step_through(person, len(moves))
    if shot.pinned:
        person.page.locator("#lines .line").first.click()
    for key in shot.press:
        person.page.keyboard.press(key)
        person.page.wait_for_selector(".cell.hint")
        expect(person.page.locator("#lines .line").first).to_be_visible()
    person.page.mouse.move(0, 0)
    picture = person.page.screenshot()
    context.close()
    return picture


def take_friend(browser: Browser, address: str) -> bytes:
    """A picture of a game with a friend, who offers a draw."""
    contexts = [browser.new_context(viewport=DESK, reduced_motion="reduce") for _ in range(2)]
    host = Person(contexts[0], address)
    guest = Person(contexts[1], host.invite("gomoku", clock="5+5"))
    moves = SHOTS["gomoku"].moves.split()
    for index, move in enumerate(moves):
        (host, guest)[index % 2].play(move)
        (guest, host)[index % 2].see_moves(index + 1)
    guest.press("Offer a draw")
    host.see(".offer")
    picture = host.page.screenshot()
    for context in contexts:
        context.close()
    return picture


def take_match(browser: Browser) -> bytes:
    """A picture of the page of a match, in the middle of it."""
    engines = [
        word
        for name, search in SEARCHES.items()
        for word in ("--engine", f"name={name}", f"option.Search={search}")
    ]
    with TemporaryDirectory() as place:
        match = subprocess.Popen(
            [
                *(sys.executable, "-m", "clients", "match", "--game", "ultimate", "--page"),
                *("--clock", "6s+200ms", "--margin", "5s", "--games", "4", "--random-plies", "4"),
                *("--concurrency", "2", "--out", f"{place}/match", *engines),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert match.stdout is not None
        found = (re.search(r"The page is at (\S+)", line) for line in match.stdout)
        address = next(each[1] for each in found if each)
        context = browser.new_context(viewport=DESK, reduced_motion="reduce")
        page = context.new_page()
        page.goto(address)
        page.wait_for_function(
            """() => document.querySelectorAll('.games-list a').length >= 12
              && [...document.querySelectorAll('.live')].length === 2
              && [...document.querySelectorAll('.live')].every(
                (board) => board.querySelectorAll('.piece').length >= 16)""",
            timeout=600_000,
        )
        picture = page.screenshot()
        context.close()
        match.terminate()
        match.communicate()
    return picture


def step_through(person: Person, count: int) -> None:
    press = person.page.keyboard.press
    press("a")
    for at in range(count + 1):
        if at:
            press(".")
            person.see(f".move[data-at='{at}'][aria-current]")
        thinking = person.page.locator(f"#lines[data-at='{at}'] .line, .board.finished")
        expect(thinking.first).to_be_visible()
    person.page.wait_for_timeout(PONDERED)


def squeeze(picture: bytes) -> bytes:
    """The same with a palette that covers all its colours: of the most frequent ones alone a
    ramp would be steps.
    """
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    cover = Image.Quantize.MAXCOVERAGE
    written = io.BytesIO()
    image.quantize(COLOURS, cover, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
