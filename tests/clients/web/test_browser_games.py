"""Whole games in the browser, click by click."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.clients.web.pages import NEVER_AGAIN, Person, Serve, Sit, level, search
from tests.clients.web.serving import peer

GAMES: dict[str, dict[str, object]] = {
    "tictactoe": {},
    "nineboard": {"full_board": "draw"},
    "ultimate": {"tiebreak": "majority"},
    "qubic": {},
    "gomoku": {"size": 7, "rule": "standard"},
    "mnk": {"width": 5, "height": 4, "row": 4},
}


@pytest.mark.parametrize(
    ("game", "rules"),
    [*GAMES.items(), ("mnk", {"width": 7, "height": 6, "row": 4, "drop": "true"})],
)
def test_a_whole_game_by_clicks(game: str, rules: dict[str, object], person: Person) -> None:
    person.begin(game, rules, o=level(1))
    person.play_to_the_end(Random(game))
    moves = person.moves()
    assert person.pieces() == len(moves) == len(set(moves))
    assert person.page.locator(".seat.turn").count() == 0
    told = person.text("#caption")
    winners = person.page.locator(".seat.winner").count()
    assert (told.startswith("You "), told.startswith("Draw")) == (winners == 1, winners == 0)
    assert person.text("#announcer").endswith(told)
    assert person.page.locator(".cell.playable").count() == 0


def test_a_piece_falls_wherever_in_its_column_one_clicks(person: Person) -> None:
    """Every cell but the lowest free one said that it was disabled, so a screen reader had seven
    cells where others had forty-two.
    """
    person.begin("mnk", {"width": 7, "height": 6, "row": 4, "drop": "true"})
    assert person.text("#title") == "Connect Four"
    person.play("d1")
    for clicked, count in (("d6", 2), ("d2", 3), ("e4", 4)):  # d2 is taken by then
        person.cell(clicked).locator(".tile").click()
        person.see_moves(count)
    assert person.moves() == ["d1", "d2", "d3", "e1"]
    assert person.label("d6") == "d6, empty, plays d4"
    person.cell("g6").press("Enter")
    person.see_moves(5)
    assert person.moves()[-1] == "g1"


def test_both_sides_by_hand(person: Person) -> None:
    person.begin("tictactoe")
    person.play_all("b2 a1 c1 a3 a2 c2 b3 b1")
    person.play("c3")
    assert person.text("#caption").startswith("Draw")
    assert person.moves() == ["b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3"]


def test_a_winning_line_is_shown_with_its_winner(person: Person) -> None:
    person.begin("gomoku", {"size": 8})
    person.play_all("d4 a1 d5 a2 d6 a3 d7 a4 d8")
    person.see("#board .winning-line")
    assert person.see(".cell.won", 5).evaluate_all("all => all.map(each => each.dataset.cell)") == [
        "d8", "d7", "d6", "d5", "d4",
    ]  # fmt: skip
    assert person.label("d8") == "d8, x, last move, winning line"
    assert person.see(".seat.winner").get_attribute("data-player") == "x"


def test_engine_against_engine_with_a_pause(person: Person) -> None:
    quick = search("random", "nodes", 10, Seed=1)
    person.begin("mnk", {"width": 6, "height": 6, "row": 4}, x=quick, o=quick)
    person.page.wait_for_selector("#moves .move")
    person.press("Pause")
    person.page.wait_for_selector("#go-button:text-is('Play on')")
    paused = person.moves()
    person.page.select_option("#pace", "0")
    person.press("Play on")
    person.page.wait_for_selector(".board.finished")
    assert person.moves()[: len(paused)] == paused
    assert person.moves() > paused


def test_switching_sides_in_mid_game_gives_the_turn_to_the_engine(person: Person) -> None:
    person.begin("tictactoe", o=level(1))
    person.play("b2")
    person.see_moves(2)
    person.press("Switch sides")
    person.see_moves(3)
    assert person.text(".seat[data-player=x]").startswith("Linemate, level 1")
    assert person.text(".seat[data-player=o]") == "You"
    person.play_to_the_end(Random(1))


def test_a_board_that_must_be_played_in_is_lit_and_a_won_one_covered(person: Person) -> None:
    person.begin("ultimate")
    person.play("55")
    assert person.see(".small-board.lit").get_attribute("data-board") == "5"
    assert person.text("#caption") == "O must play in board 5."
    assert person.label("51") == "51, empty, legal"
    assert person.label("11") == "11, empty"
    person.play_all("51 15 54 45 57")
    person.see("#board .cover.o")
    person.play_all("77")
    person.see(".small-board.lit", 1)


def test_a_cell_that_may_not_be_played_lights_up_those_that_may(sit: Sit) -> None:
    person = sit(script=NEVER_AGAIN)
    person.begin("ultimate")
    person.play("55")
    person.see(".reminding", 0)
    person.cell("11").locator(".tile").click(force=True)  # it says that it is disabled
    person.see("#caption.reminding")
    person.see(".board.reminding")
    person.see_moves(1)


def test_any_engine_can_sit_at_the_table_also_one_without_levels(
    person: Person, serve: Serve, tmp_path: Path
) -> None:
    server = serve("mnk", "--engine", peer("Honest", tmp_path), "width=4")
    person.come_as_somebody_new(server.address)
    assert person.text("#title").endswith("4\u00d73 \u00b7 3 in a row")
    assert person.text(".seat[data-player=o]") == "Honest Peer, 500 ms a move"
    person.press("New game")
    assert person.page.locator("#o-kind option").all_inner_texts() == ["Person", "Engine"]
    person.press("Cancel")
    person.begin("tictactoe", o=search("mcts", "movetime", 50))
    person.play("b2")
    person.see_moves(2)
    assert person.moves() == ["b2", "a1"]
    person.press("Open & save")
    written = re.compile(r'\[Black "Honest Peer, mcts, 50 ms a move"\]')
    expect(person.page.locator("#pgn-out")).to_have_value(written)


def test_the_end_is_told_to_the_person_who_may_play_again(person: Person) -> None:
    person.begin("mnk", {"width": 5, "height": 2, "row": 2}, o=level(1))
    person.play_to_the_end(Random(1))
    won = person.page.locator(".seat.winner").get_attribute("data-player") == "x"
    assert person.text("#caption").startswith("You win: " if won else "You lose: ")
    person.press("Play again")
    person.see_moves(0)
    person.play_to_the_end(Random(2))
    person.begin("tictactoe")
    person.play_all("a1 b1 a2 b2 a3")
    assert person.text("#caption").startswith("X wins")


def test_a_level_is_explained_where_it_is_chosen(person: Person) -> None:
    assert person.text(".seat[data-player=o]") == "Linemate, level 5 (Regular)"
    person.press("New game")
    person.page.select_option("#o-level", "10")
    told = "It overlooks nothing and looks as far as it can; at most 5 s a move."
    expect(person.page.locator("#o-level-hint")).to_have_text(told)
    person.page.select_option("#o-level", "1")
    told = "It overlooks two moves of three and hardly looks ahead; at most 0.3 s a move."
    expect(person.page.locator("#o-level-hint")).to_have_text(told)
    person.press("Cancel")


def test_an_engine_may_be_what_it_cannot_be_set_to(
    person: Person, serve: Serve, tmp_path: Path
) -> None:
    """An option of this one is by default none of its choices."""
    person.come_as_somebody_new(serve("--engine", peer("Options", tmp_path)).address)
    person.begin("tictactoe", o={"kind": "custom", "limit": "movetime", "amount": "50"})
    person.play("b2")
    person.see_moves(2)


def test_a_wrong_number_keeps_a_game_from_beginning_only_where_it_counts(person: Person) -> None:
    person.press("New game")
    page = person.page
    page.select_option("#x-kind", "custom")
    page.locator(".seat-form:has(#x-kind) summary").click()
    page.fill("#x-Hash", "0")
    page.locator(".seat-form:has(#x-kind) summary").click()
    page.locator("#new-dialog [type=submit]").click()
    expect(page.locator("#x-Hash")).to_be_focused()
    page.select_option("#x-kind", "person")
    page.locator("#new-dialog [type=submit]").click()
    expect(page.locator("#new-dialog")).to_be_hidden()


def test_a_search_is_offered_only_for_the_game_that_it_plays(person: Person) -> None:
    """`cube-2019` could be chosen for ultimate, where the game stood still under a notice."""
    page = person.page
    assert page.locator("#analysis-search option[value=cube-2019]").count() == 0
    person.press("New game")
    page.select_option("#x-kind", "custom")
    page.locator("input[name=game][value=qubic]").check(force=True)
    page.select_option("#x-Search", "cube-2019")
    page.locator("input[name=game][value=ultimate]").check(force=True)
    assert page.input_value("#x-Search") == "auto"
    expect(page.locator("#x-Search option[value=cube-2019]")).to_be_disabled()
    page.locator("input[name=game][value=qubic]").check(force=True)
    expect(page.locator("#x-Search option[value=cube-2019]")).to_be_enabled()
    # Nor for the game that is kept, while another one's tile is chosen.
    page.select_option("#x-Search", "cube-2019")
    person.press("Change players only")
    expect(page.locator("#new-dialog")).to_be_hidden()
    expect(page.locator(".seat[data-player=x]")).to_contain_text("auto")


def test_an_engine_of_ones_own_setting_plays(person: Person) -> None:
    person.begin("qubic", x=search("mcts", "nodes", 30, Exploration=200, Seed=3))
    person.see_moves(1)
    assert person.text(".seat[data-player=x]") == "Linemate, mcts, 30 nodes"
    person.press("New game")
    assert person.page.locator("#x-Exploration").input_value() == "200"
    assert person.page.locator("#x-amount").input_value() == "30"
