"""The page without a server: how large it is, how soon it plays, how fast it searches and stops."""

from __future__ import annotations

import gzip
import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from linemate import Engine, Limits
from linemate.clients.web.browser.folder import SETTINGS
from tests.browsers import launch
from tests.clients.web.pages import DESK, RESTING, Person, level, search
from tests.clients.web.static_page import ISOLATED, NO_SERVICE, PATIENCE, FileHost, write_page

GAMES = {"ultimate": "55", "nineboard": "55", "gomoku": "h8", "mnk": "d3"}
RULES: dict[str, dict[str, object]] = {"mnk": {"width": 7, "height": 6, "row": 4}}
NODES = {"ultimate": 50_000, "nineboard": 100_000, "gomoku": 10_000, "mnk": 20_000}
ROUNDS = 3
STOPS = 10
# Click "Move now", and return the milliseconds until there is another move in the list.
STOP = """() => new Promise((resolve) => {
  const list = document.querySelector("#moves"), before = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    resolve(performance.now() - before);
  });
  seen.observe(list, { childList: true, subtree: true });
  document.querySelector("#go-button").click();
})"""


class Processor:
    """The processor time of the browser's pages, as the browser tells it."""

    def __init__(self, browser: Browser) -> None:
        self._session = browser.new_browser_cdp_session()

    def seconds(self) -> float:
        told = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(float(each["cpuTime"]) for each in told if each["type"] == "renderer")


def come(browser: Browser, address: str) -> Person:
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    context.add_init_script(NO_SERVICE)
    context.add_init_script(RESTING)
    return Person(context, address, PATIENCE)


def speed_in_page(person: Person, processor: Processor, game: str) -> tuple[list[str], float]:
    """Return the moves of a game that has begun, and the nodes of the search for the last of them
    by each second of processor time that the page took: the one before has made the tables.
    """
    person.begin(game, RULES.get(game, {}), o=search("auto", "nodes", NODES[game]))
    person.play(GAMES[game])
    person.see_moves(2)
    before = processor.seconds()
    person.play(person.page.locator(".cell.playable").first.get_attribute("data-cell") or "")
    person.see_moves(4)
    return person.moves(), NODES[game] / (processor.seconds() - before)


def speed_in_process(engine: Engine, game: str, moves: list[str]) -> float:
    """Return the same of an engine process that is asked the same."""
    engine.configure({"Hash": int(SETTINGS["Hash"])})
    engine.newgame(game, RULES.get(game, {}))
    engine.position(moves[:1])
    engine.play(Limits(nodes=NODES[game]))
    engine.position(moves[:3])
    before = processor_seconds(engine.process.pid)
    engine.play(Limits(nodes=NODES[game]))
    return NODES[game] / (processor_seconds(engine.process.pid) - before)


def processor_seconds(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def stops(person: Person) -> list[float]:
    """Return how long each of several searches takes to be stopped, in milliseconds."""
    taken = []
    for _ in range(STOPS):
        person.begin("gomoku", o=search("auto", "movetime", 600_000))
        person.play("h8")
        person.page.wait_for_selector("#lines[data-at='1'] .line")
        person.page.wait_for_timeout(1000)
        taken.append(float(person.page.evaluate(STOP)))
        person.see_moves(2)
    return sorted(taken)


def tell_size(page: Path) -> None:
    files = [path for path in page.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    packed = sum(len(gzip.compress(path.read_bytes())) for path in files)
    print(f"{len(files)} files, {size / 1e6:.1f} MB, {packed / 1e6:.1f} MB as hosts compress them")


def run() -> None:
    with TemporaryDirectory() as host, launch() as browser, Engine.start() as engine:
        processor = Processor(browser)
        began = time.perf_counter()
        page = write_page(Path(host))
        print(f"written in {time.perf_counter() - began:.1f} s")
        tell_size(page)
        for name, headers in (("isolated", ISOLATED), ("not isolated", {})):
            with FileHost(Path(host), headers) as served:
                before, began = processor.seconds(), time.perf_counter()
                person = come(browser, served.address)
                ready, spent = time.perf_counter() - began, processor.seconds() - before
                person.begin("ultimate", o=level(1))
                person.play("55")
                person.see_moves(2)
                moved = time.perf_counter() - began
                print(f"{name}: the board is there after {ready:.1f} s, {spent:.1f} of a processor")
                print(f"  the first move, of level 1 after a new game and a click, {moved:.1f} s")
                taken = stops(person)
                print(f"  {STOPS} stops: median {taken[STOPS // 2]:.0f} ms, worst {taken[-1]:.0f}")
                if headers:
                    tell_speed(person, processor, engine)
                person.leave()


def tell_speed(person: Person, processor: Processor, engine: Engine) -> None:
    """Print nodes a second of processor time, the best of several rounds that alternate."""
    for game in GAMES:
        inside = outside = 0.0
        for _ in range(ROUNDS):
            moves, speed = speed_in_page(person, processor, game)
            inside = max(inside, speed)
            outside = max(outside, speed_in_process(engine, game, moves))
        print(
            f"  {game}: {inside:.0f} nodes/s, the process has {outside:.0f}: {inside / outside:.2f}"
        )
