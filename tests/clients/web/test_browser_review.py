"""Scores in the background, and the review of a game, as a person sees them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from linemate.clients.shared.game_files import read_text
from tests.clients.web.pages import PHONE, Person, level, search


def review(person: Person) -> None:
    person.press("Review")
    expect(person.page.locator(".accuracy")).to_be_visible()


def test_a_blunder_is_marked_with_what_was_better_which_is_shown_on_the_board(
    person: Person,
) -> None:
    """o answers the corner beside it, and x finds the win: three moves that leave nothing open."""
    person.begin("tictactoe")
    person.play_all("a1 a2 b2 c3")
    review(person)
    blunder = person.page.locator("#moves .move[data-at='2']")
    expect(blunder.locator(".symbol")).to_have_text("??")
    expect(person.page.locator("#graph .mistake[data-mark=blunder]").first).to_be_attached()
    person.page.keyboard.press("m")
    person.see("#moves .move[data-at='2'][aria-current=step]")
    sentence = person.page.locator(".verdict-text")
    expect(sentence).to_contain_text("Blunder: x wins in 5 plies. Better:")
    person.press("Show it")
    person.page.wait_for_selector(".cell.previewed")
    assert person.pieces() == 1
    person.press("Back to the move")
    person.see("#moves .move[data-at='2'][aria-current=step]")
    person.page.reload()
    person.see_board()
    expect(blunder.locator(".symbol")).to_have_text("??")
    expect(person.page.locator(".accuracy")).to_contain_text("%")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_a_review_is_in_sight_together_with_the_board(
    person: Person, size: tuple[int, int]
) -> None:
    """On a phone "Mistake" changed a board that was scrolled away, and at a desk the verdict was
    under the edge of the window while an empty list of lines had the place beside the board.
    """
    page = person.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    person.begin("tictactoe")
    person.play_all("a1 a2 b2 c3 b1 c1")
    review(person)
    for name in ("Mistake \u203a", "Show it", "Back to the move"):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_selector(".verdict:not([hidden])")
        for part in ("#board", ".verdict", ".review-row", ".accuracy"):
            expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".accuracy")).to_contain_text("Accuracy of X")


def test_a_review_of_the_cube_is_in_sight_together_with_it_on_a_phone(person: Person) -> None:
    """The cube is higher than wide, its buttons took two rows: the verdict was below the edge."""
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    person.begin("qubic")
    person.play_all("000 111 300 333 003 121 012 210")
    review(person)
    page.keyboard.press("m")
    page.wait_for_selector(".verdict:not([hidden])")
    for part in ("#board", "#view-tools", ".verdict", ".review-row", ".accuracy"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


def test_a_review_can_be_cancelled(person: Person) -> None:
    person.begin("gomoku")
    person.play_all("h8 h9 i8 i9")
    person.press("Review")
    person.press("Cancel")
    expect(person.page.get_by_role("button", name="Review", exact=True)).to_be_enabled()
    expect(person.page.locator(".accuracy")).to_be_hidden()


def test_the_bar_and_the_graph_show_full_strength_alone_whatever_the_opponent_thinks(
    person: Person,
) -> None:
    """An opponent who looks one ply ahead finds the lost position even; the bar knows better."""
    person.show_scores()
    person.begin("tictactoe", o=search("minimax", "depth", 1))
    bar = person.page.locator("#evaluation")
    person.play("a1")
    person.see_moves(2)
    expect(bar).not_to_have_class("evaluation unknown")
    expect(person.page.locator("#graph svg")).to_be_visible()
    expect(person.page.locator("#moves .move .score:empty")).to_have_count(0)


def test_moves_of_a_variation_have_their_scores_in_the_list(person: Person) -> None:
    person.show_scores()
    person.begin("tictactoe")
    person.play_all("b2 a1")
    person.see("#moves .score:not(:empty)", 2)
    person.page.keyboard.press("Home")
    person.play_all("a1 b2")
    person.see("#moves .branch-move .score:not(:empty)", 2)
    person.page.reload()
    person.see_board()
    person.see("#moves .score:not(:empty)", 4)


def test_scores_may_be_kept_for_after_the_game(person: Person) -> None:
    """When they came, the board of a phone jumped: the bar is above it there."""
    person.page.set_viewport_size(PHONE)
    person.show_scores("after")
    person.begin("tictactoe", o=level(1))
    person.play("b2")
    person.see_moves(2)
    before = person.page.locator("#board").bounding_box()
    expect(person.page.locator("#evaluation")).to_be_hidden()
    expect(person.page.locator("#graph")).to_be_hidden()
    person.press("Resign")
    person.press("Really?")
    expect(person.page.locator("#evaluation")).to_be_visible()
    assert person.page.locator("#board").bounding_box() == before
    expect(person.page.locator("#graph svg")).to_be_visible()
    person.page.reload()
    person.see_board()
    assert person.page.locator("#scores").input_value() == "after"


DRAWN = """[Variant "tictactoe"]
[Result "1-0"]

1. a1 {opening} a2 {opening} 2. b2 {0.100s} c1 {0.100s} 3. c3 {0.100s} 1-0
"""


def test_the_opening_of_a_match_is_not_judged_and_is_saved_as_one(person: Person) -> None:
    """The draw of lots put o beside the corner, and it was his blunder; saved here, the game told
    of no opening any more.
    """
    page = person.page
    person.press("Open & save")
    page.fill("#text-in", DRAWN)
    person.press("Open this text")
    person.see("#moves .move", 5)
    expect(page.locator("#moves .remark", has_text="opening")).to_have_count(0)
    review(person)
    expect(page.locator("#moves .move[data-at='2'] .symbol")).to_have_text("")
    assert "Opening" in (page.locator("#moves .move[data-at='2']").get_attribute("title") or "")
    expect(page.locator(".accuracy")).to_contain_text("no choice")  # o was lost from his first one
    expect(page.locator(".accuracy [data-mark=blunder]").last).to_have_text("?? 0")
    person.press("Open & save")
    expect(page.locator("#pgn-out")).to_have_value(re.compile("opening"))
    (saved,) = read_text(page.locator("#pgn-out").input_value())
    assert saved.opening_plies == 2
