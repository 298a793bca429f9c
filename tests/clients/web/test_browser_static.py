"""The page without a server, in a browser that loads it once and then has no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.clients.web.pages import DESK, RESTING, Person, level, search
from tests.clients.web.static_page import ISOLATED, NO_SERVICE, PATIENCE, FileHost, write_page

GAMES: dict[str, dict[str, object]] = {
    "tictactoe": {},
    "nineboard": {},
    "ultimate": {},
    "qubic": {},
    "gomoku": {"size": 7},
    "mnk": {"width": 4, "height": 4, "row": 3},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    host = tmp_path_factory.mktemp("host")
    write_page(host, "mnk", "width=4")
    return host


def come(window: Browser, address: str, script: str) -> Person:
    context = window.new_context(viewport=DESK, reduced_motion="reduce")
    context.add_init_script(script)
    context.add_init_script(RESTING)
    return Person(context, address, PATIENCE)


@pytest.fixture(scope="module")
def stranded(window: Browser, folder: Path) -> Iterator[Person]:
    """Let somebody load the page from a host with all headers; then there is no host any more."""
    with FileHost(folder, ISOLATED) as host:
        person = come(window, host.address, NO_SERVICE)
        host.cut()
        assert person.page.evaluate("crossOriginIsolated")
        yield person
        person.leave()
    assert person.complaints == []


def test_it_begins_with_the_game_that_it_was_written_for(stranded: Person) -> None:
    assert stranded.text("#title").endswith("4\u00d73 \u00b7 3 in a row")
    assert stranded.text(".seat[data-player=o]") == "Linemate, level 5 (Regular)"


def test_it_plays_by_the_clock_and_offers_no_friend_since_there_is_no_server(
    stranded: Person,
) -> None:
    stranded.page.locator("#new-button").click()
    stranded.see("#new-dialog #clock")
    stranded.see("#new-dialog input[value=friend]", 0)
    stranded.page.keyboard.press("Escape")
    stranded.begin("tictactoe", o=level(10), clock="1+0")
    stranded.play("a1")
    stranded.see_moves(2)
    stranded.press("Resign")
    stranded.press("Really?")
    expect(stranded.page.locator("#caption")).to_have_text("You lose: you resigned.")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks_without_a_network(game: str, stranded: Person) -> None:
    stranded.begin(game, GAMES[game], o=level(1))
    stranded.play_to_the_end(Random(game))
    moves = stranded.moves()
    assert stranded.pieces() == len(moves) == len(set(moves))


def test_a_link_is_opened_and_goes_on_in_a_variation_without_a_network(stranded: Person) -> None:
    # Chromium asks for the icon again when the address changes, and complains that there is none.
    stranded.page.route("**/icon.svg", lambda route: route.fulfill(content_type="image/svg+xml"))
    stranded.page.evaluate("location.hash = 'game=tictactoe&moves=b2(a1.c1).a1&at=1'")
    stranded.page.wait_for_selector("body[data-game=tictactoe]")
    stranded.see("#moves .branch-move", 2)
    stranded.play("c3")
    stranded.see("#moves .branch-move", 3)
    assert stranded.moves() == ["b2", "a1"]
    stranded.press("Open & save")
    expect(stranded.page.locator("#pgn-out")).to_have_value(re.compile(r"\(1\.\.\. c3\)"))
    stranded.page.keyboard.press("Escape")


def test_hints_analyses_and_records_without_a_network(stranded: Person) -> None:
    stranded.begin("tictactoe")
    stranded.play_all("b2 a1 c1 c3")
    stranded.page.keyboard.press("h")
    expect(stranded.page.locator(".cell.hint")).to_have_attribute("data-cell", "a3")
    stranded.press("Analyse")
    stranded.page.wait_for_selector(".line .score:text-is('+M1')")
    stranded.press("Open & save")  # while it thinks
    pgn = stranded.page.locator("#pgn-out")
    expect(pgn).to_have_value(re.compile("c3"))
    text = pgn.input_value()
    stranded.page.keyboard.press("Escape")
    stranded.press("Analyse")
    stranded.begin("gomoku", {"size": 9})
    stranded.press("Open & save")
    stranded.page.fill("#text-in", text)
    stranded.press("Open this text")
    stranded.see_moves(4)


def test_a_search_is_stopped_in_place(stranded: Person) -> None:
    """By the memory that the workers share: another worker could not be loaded."""
    stranded.begin("gomoku", o=search("auto", "movetime", 600_000))
    stranded.play("h8")
    stranded.page.wait_for_selector("#lines .line")
    stranded.press("Move now")
    stranded.see_moves(2)
    stranded.play("a1")
    stranded.page.wait_for_selector("#lines .line")
    stranded.press("Move now")
    stranded.see_moves(4)
    assert stranded.page.locator("#banner").is_hidden()


def test_where_nothing_is_shared_a_search_ends_with_its_worker(
    window: Browser, folder: Path
) -> None:
    with FileHost(folder) as host:
        person = come(window, host.address, NO_SERVICE)
        assert not person.page.evaluate("crossOriginIsolated")
        engines: list[str] = []
        person.page.on("worker", lambda worker: engines.append(worker.url))
        person.press("Details")
        person.begin("gomoku", o=search("auto", "movetime", 600_000))
        for number, move in enumerate(["h8", "a1", "a15", "o1", "o15"]):
            person.play(move)
            # From here on a depth takes longer than a search is waited for; one that happens to
            # be found in that time is no end of a worker, and another move is.
            deep = person.page.locator(f"#lines[data-at='{2 * number + 1}'] .line")
            deep.first.wait_for()
            figures = person.page.locator("#figures")
            expect(figures).to_contain_text(re.compile("depth [5-9]"), timeout=PATIENCE)
            person.press("Move now")
            person.see_moves(2 * number + 2)
            if engines:
                break
        assert engines
        assert all(url.endswith("engine.js") for url in engines)
        person.play("b1")
        person.page.wait_for_selector("#lines .line")
        person.press("Move now")
        person.see_moves(2 * number + 4)
        person.leave()
    assert person.complaints == []


def test_the_browser_keeps_it_and_isolates_it_from_the_second_visit_on(
    window: Browser, folder: Path
) -> None:
    with FileHost(folder) as host:
        person = come(window, host.address, "")
        person.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        host.cut()
        person.page.reload()
        person.see_board()
        assert person.page.evaluate("crossOriginIsolated")
        person.begin("tictactoe", o=level(1))
        person.play_to_the_end(Random(1))
        person.leave()
    assert person.complaints == []
