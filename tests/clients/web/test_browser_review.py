"""Scores in the background, and the review of a game, as a person sees them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.clients.web.pages import Person, level, search


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


def test_scores_may_be_kept_for_after_the_game(person: Person) -> None:
    person.show_scores("after")
    person.begin("tictactoe", o=level(1))
    person.play("b2")
    person.see_moves(2)
    expect(person.page.locator("#evaluation")).to_be_hidden()
    expect(person.page.locator("#graph")).to_be_hidden()
    person.press("Resign")
    person.press("Really?")
    expect(person.page.locator("#evaluation")).to_be_visible()
    expect(person.page.locator("#graph svg")).to_be_visible()
    person.page.reload()
    person.see_board()
    assert person.page.locator("#scores").input_value() == "after"
