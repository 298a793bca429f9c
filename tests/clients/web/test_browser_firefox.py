"""The page in Firefox: a whole game on every kind of board, the cube's targets, and a reload."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest

from tests.clients.web.pages import DESK, FILL, Person, WebServer
from tests.clients.web.test_browser_cube import MISSED
from tests.firefox import Firefox, launch_firefox

FORGET = "(() => { sessionStorage.clear(); localStorage.clear(); })()"


@pytest.fixture(scope="module")
def browser() -> Iterator[Firefox]:
    with launch_firefox() as browser:
        browser.resize(DESK["width"], DESK["height"])
        yield browser


@pytest.fixture
def firefox(browser: Firefox, server: WebServer) -> Iterator[Firefox]:
    """Show the page to somebody new; at the end it has not complained."""
    browser.open(server.address)
    browser.evaluate(FORGET)
    browser.reload()
    browser.see("body[data-ready=true] .board .cell")
    yield browser
    browser.evaluate(FORGET)
    complaints, browser.complaints = browser.complaints, []
    assert complaints == []


def begin(firefox: Firefox, game: str, rules: Mapping[str, object]) -> None:
    firefox.click("#new-button")
    firefox.click(f"#new-dialog input[value={game}]")
    fields = [(f"rule-{name}", str(value)) for name, value in rules.items()]
    fields += [(f"{player}-kind", "person") for player in "xo"]
    firefox.evaluate(f"({FILL})({json.dumps(fields)}) ?? 0")
    firefox.click("#new-dialog [type=submit]")
    firefox.see(f"body[data-ready=true][data-game^={game}] .cell.playable")


def play_all(firefox: Firefox, moves: str) -> None:
    for move in moves.split():
        firefox.click(f".cell.playable[data-cell='{move}'] .tile")
        firefox.see(f".cell[data-cell='{move}'] .piece:not(.ghost)")


@pytest.mark.parametrize(
    ("game", "rules", "moves"),
    [
        ("tictactoe", {}, "a1 a2 b1 b2 c1"),
        ("nineboard", {}, "39 93 37 73 38"),
        ("gomoku", {"size": 9}, "e5 a1 e4 a2 e6 a3 e7 a4 e8"),
        ("qubic", {}, "003 000 103 100 203 200 303"),
    ],
)
def test_a_game_is_played_to_its_end(
    game: str, rules: dict[str, object], moves: str, firefox: Firefox
) -> None:
    begin(firefox, game, rules)
    play_all(firefox, moves)
    firefox.see(".board.finished .winning-line")


def test_what_is_seen_of_a_cell_of_the_cube_is_what_a_click_hits(firefox: Firefox) -> None:
    begin(firefox, "qubic", {})
    play_all(firefox, "113 223 120 213 103 330")
    for turn in ("Turn left", "Look from higher", "Turn left", "Look from lower"):
        assert firefox.evaluate(f"({MISSED})().missed") == []
        firefox.click(f"[aria-label^='{turn}']")


def test_a_game_outlasts_a_reload(firefox: Firefox) -> None:
    begin(firefox, "tictactoe", {})
    play_all(firefox, "b2 a1")
    firefox.reload()
    firefox.see("body[data-ready=true] .cell[data-cell=a1] .piece:not(.ghost)")
    play_all(firefox, "c3")


def test_a_friend_in_another_kind_of_browser(firefox: Firefox, person: Person) -> None:
    firefox.open(person.invite("tictactoe"))
    for own, answer in (("b2", "a1"), ("a2", "c1")):
        person.play(own)
        play_all(firefox, answer)
    firefox.reload()
    person.play("c2")
    firefox.see(".board.finished")
    firefox.see("[data-player=x].winner")
