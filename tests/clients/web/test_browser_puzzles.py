"""Puzzles on the page, click by click."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from linemate.clients.shared.puzzles import load_puzzles
from linemate.engine.puzzle import Puzzle
from tests.clients.web.pages import Person


def begin(person: Person, game: str, grade: int) -> Puzzle:
    """Choose in the dialog, and return the puzzle that is on the table then."""
    person.page.locator("#puzzles-button").click()
    person.page.locator(f"#puzzles-dialog input[value='{game}']").check()
    person.page.locator("#puzzle-grade").select_option(str(grade))
    person.page.locator("#puzzles-dialog [type=submit]").click()
    person.page.wait_for_selector("#puzzles-dialog", state="hidden")
    person.page.wait_for_selector("#puzzle[data-verdict=begin]")
    return current(person)


def current(person: Person) -> Puzzle:
    kept = json.loads(person.page.evaluate("localStorage.getItem('linemate.puzzles')"))
    (puzzle,) = (each for each in load_puzzles() if each.identity == kept["current"])
    return puzzle


def status(person: Person) -> str:
    return person.text(".puzzle-status")


@pytest.mark.parametrize("game", ["nineboard", "mnk"])
def test_a_puzzle_is_solved_move_by_move_and_the_next_one_comes(game: str, person: Person) -> None:
    puzzle = begin(person, game, 3)
    assert "to play and win in 3 moves" in person.text("#puzzle h2")
    assert status(person) == "Only one move wins."
    for number, move in enumerate(puzzle.line[::2], start=1):
        person.play(move)
        if number < puzzle.moves:
            person.see_moves(2 * number)  # with the reply
    expect(person.page.locator("#puzzle")).to_have_attribute("data-verdict", "solved")
    assert status(person) == "Solved!"
    assert "Streak 1, best 1" in person.text("#puzzle")
    person.press("Next puzzle")
    person.page.wait_for_selector("#puzzle[data-verdict=begin]")
    assert current(person).identity != puzzle.identity


def test_a_wrong_move_is_refuted_on_the_board_and_can_be_tried_again(person: Person) -> None:
    puzzle = begin(person, "tictactoe", 2)
    wrong = next(move for move in person.playable() if move != puzzle.line[0])
    person.play(wrong)
    expect(person.page.locator(".puzzle-status")).to_contain_text("answers")
    assert status(person).startswith(f"Wrong: {wrong} does not win: ")
    person.press("Try again")
    person.page.wait_for_selector("#puzzle[data-verdict=begin]")
    person.play(puzzle.line[0])
    expect(person.page.locator(".puzzle-status")).to_have_text("Right so far. Go on.")


def test_hints_come_one_by_one_and_the_solution_is_played_through(person: Person) -> None:
    puzzle = begin(person, "qubic", 2)
    person.page.keyboard.press("h")
    expect(person.page.locator(".puzzle-status")).to_contain_text("Look at level")
    assert not person.page.locator(".cell.hint, .hinted").count()
    person.press("Hint")
    expect(person.page.locator(".puzzle-status")).to_have_text(f"The move: {puzzle.line[0]}.")
    person.press("Show the solution")
    expect(person.page.locator(".puzzle-status")).to_have_text(
        f"The solution: {' '.join(puzzle.line)}."
    )
    person.page.wait_for_selector(".board.finished")
    assert "solved 0" in person.text("#puzzle")


def test_a_reload_keeps_the_puzzle_and_the_game_before_it_can_be_gone_back_to(
    person: Person,
) -> None:
    person.begin("tictactoe")
    person.play("b2")
    puzzle = begin(person, "gomoku", 3)
    person.page.reload()
    person.page.wait_for_selector("#puzzle[data-verdict=begin]")
    assert current(person).identity == puzzle.identity
    person.press("Next puzzle")
    person.see_moves(0)
    person.press("Back to my game")
    person.page.wait_for_selector("#puzzle", state="hidden")
    person.see_moves(1)
    assert person.moves() == ["b2"]


def test_the_dialog_stays_away_when_another_was_opened_before_the_puzzles_came(
    person: Person,
) -> None:
    """The new game is on the board only after the server has answered both."""
    press = "key => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"
    person.page.evaluate(f"['z', 'n'].forEach({press})")
    person.page.locator("#new-dialog input[value=qubic]").check()
    person.page.locator("#new-dialog [type=submit]").click()
    person.page.wait_for_selector("body[data-game^=qubic]")
    assert not person.page.locator("dialog[open]").count()
