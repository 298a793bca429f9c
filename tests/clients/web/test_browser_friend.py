"""Two browsers play a whole game by a link, and a game against the engine by the clock."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.axe import find_faults
from tests.clients.web.pages import Person, Sit, level


def test_two_browsers_play_a_whole_game_with_a_reload_in_the_middle(
    person: Person, sit: Sit
) -> None:
    link = person.invite("tictactoe", clock="5+5")
    assert link == person.page.url
    guest = sit(link)
    person.play("b2")
    guest.see_moves(1)
    guest.play("a1")
    token = guest.page.evaluate("sessionStorage.getItem('linemate.seats')")
    assert token not in link
    guest.page.reload()
    guest.see_board()
    guest.see_moves(2)
    guest.see("#moves .move[data-at='2'][aria-current]")
    person.play("a2")
    guest.play("c1")
    watcher = sit(link)
    assert "You are watching" in watcher.text("#presence")
    watcher.see(".cell.playable", 0)
    person.play("c2")
    for each in (person, guest, watcher):
        each.page.wait_for_selector(".board.finished")
        each.see_moves(5)
    assert person.text("#caption") == "You win: the line a2 b2 c2."
    assert guest.text("#caption") == "You lose: the line a2 b2 c2."
    person.press("Rematch")
    guest.press("Play again")
    expect(guest.page.locator("#caption")).to_have_text("Your turn.")
    guest.play("b2")
    person.see_moves(1)


def test_a_game_is_resigned_and_opened_at_ones_own_table(person: Person, sit: Sit) -> None:
    """Who had offered a draw was not told that it was declined, but at his next offer, and that
    stood there when the game was over.
    """
    guest = sit(person.invite("tictactoe", side="o"))
    guest.play("b2")
    person.play("a1")
    guest.press("Offer a draw")
    person.see(".offer")
    person.see("#moves .move[data-at='2'][aria-current]")
    assert find_faults(person.page) == []
    person.press("Decline")
    expect(guest.page.locator("#offers")).to_have_text(
        "Your friend has declined the draw. You may ask again after your next move."
    )
    expect(guest.page.get_by_role("button", name="Offer a draw")).to_be_disabled()
    guest.press("Ask to take back")
    person.press("Allow it")
    person.see_moves(0)
    guest.play("c3")
    expect(guest.page.locator("#offers")).to_be_hidden()
    person.press("Resign")
    person.press("Really?")
    expect(guest.page.locator("#caption")).to_have_text("You win: O resigned.")
    expect(guest.page.locator("#moves .result")).to_have_text("X wins: O resigned.")
    expect(person.page.locator("#caption")).to_have_text("You lose: you resigned.")
    person.press("Analyse this game")
    person.see_board()
    expect(person.page.locator("#caption")).to_have_text("X wins: O resigned.")
    person.see("#moves .result")
    person.press("Open & save")
    expect(person.page.locator("#pgn-out")).to_have_value(re.compile('Termination "resignation"'))


def test_a_game_against_the_engine_by_the_clock(sit: Sit) -> None:
    """The time of the page is ours from the first move on: it stands until we let it pass."""
    person = sit()
    page = person.page
    person.begin("tictactoe", o=level(1), clock="3+2")
    faces = page.locator(".seat-clock")
    expect(faces).to_have_text(["3:00", "3:00"])
    person.play("b2")
    person.see_moves(2)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.clock.install()
    page.clock.fast_forward(60_000)
    expect(faces.first).to_have_text(re.compile(r"^[12]:\d\d$"))
    page.reload()
    person.see_board()
    expect(faces.first).to_have_text(re.compile(r"^[12]:\d\d$"))
    page.clock.fast_forward(120_000)
    expect(page.locator("#caption")).to_have_text("You lose: you ran out of time.")
    person.see("[data-player=o].winner")
    page.reload()
    person.see_board()
    expect(page.locator("#caption")).to_have_text("You lose: you ran out of time.")
    page.clock.resume()
    person.press("Play again")
    expect(faces).to_have_text(["3:00", "3:00"])
