"""What axe-core finds wrong with the page for those who see, hear or move less well: nothing."""

from __future__ import annotations

import pytest

from tests.axe import find_faults
from tests.clients.web.pages import Person, Sit, level


@pytest.mark.parametrize("game", ["ultimate", "qubic"])
def test_the_page_has_no_serious_fault_in_a_game(game: str, person: Person) -> None:
    person.begin(game, o=level(1))
    person.page.locator(".cell.playable .tile").first.click()
    person.see_moves(2)
    person.page.keyboard.press("Home")
    person.see(".move.ahead", 2)
    assert find_faults(person.page) == []  # in the past, with its frame
    person.page.locator(".cell.playable .tile").last.click()
    person.see("#moves .branch-move", 2)
    person.press("Comment")
    person.press("Analyse")
    person.page.wait_for_selector("#lines .line")
    assert find_faults(person.page) == []


@pytest.mark.parametrize("board", ["classic", "slate", "forest", "contrast"])
def test_the_page_has_no_serious_fault_when_a_game_is_over(board: str, sit: Sit) -> None:
    """The word "won" was too pale on white, and no test had looked at a finished game."""
    settings = f'{{"scores": "never", "board": "{board}"}}'
    person = sit(script=f"localStorage.setItem('linemate.settings', '{settings}')")
    person.page.goto(f"{person.page.url}#game=tictactoe&moves=b2.a2.a3.c1.c3.b3.a1&at=7")
    person.see(".seat.winner .seat-note")
    assert person.page.evaluate("document.documentElement.dataset.board ?? 'classic'") == board
    assert find_faults(person.page) == []


def test_no_dialog_has_a_serious_fault(person: Person) -> None:
    buttons = person.page.locator(".top nav button:not(#theme-button)").all()
    assert len(buttons) >= 3
    for button in buttons:
        button.click()
        person.see("dialog[open]")  # that of the puzzles asks the server first
        assert find_faults(person.page) == [], button.text_content()
        person.page.keyboard.press("Escape")
        person.see("dialog[open]", 0)
