"""Where one is in a game: lines, variations, and the moves that are blamed."""

from __future__ import annotations

import pytest

from linemate.clients.replay.game_tree import GameTree
from linemate.clients.shared.game_files import read_text
from linemate.engine.core import LinemateError


def tree(moves: str, variant: str = "gomoku size=8") -> GameTree:
    [stored] = read_text(f'[Variant "{variant}"]\n\n{moves} *\n')
    return GameTree(stored)


def test_alternatives_come_in_turn_and_by_number() -> None:
    place = tree("1. a1 b1 (1... b2 2. c2) (1... b3) 2. c1")
    place.go_to(2)
    seen = []
    for _ in range(3):
        place.enter_variation()
        seen.append((place.node.move, len(place.line), place.is_main_line))
    assert seen == [("b2", 3, False), ("b3", 2, False), ("b1", 3, True)]
    place.enter_variation(2)
    assert place.node.move == "b3"
    with pytest.raises(LinemateError, match="there are the variations 1 to 2"):
        place.enter_variation(3)
    assert place.node.move == "b3"


def test_the_position_is_that_of_the_line_that_one_is_in() -> None:
    place = tree("1. a1 b1 (1... b2 2. c2 d2) 2. c1")
    place.go_to(2)
    place.enter_variation()
    place.go_to(4)
    game = place.stored.game
    assert [game.write_move(move) for move in place.position.history] == ["a1", "b2", "c2", "d2"]
    place.leave_variation()
    assert [game.write_move(move) for move in place.position.history] == ["a1", "b1"]


def test_a_place_that_is_not_there_leaves_one_where_one_is() -> None:
    place = tree("1. a1 b1")
    for ply in (-1, 3):
        with pytest.raises(LinemateError, match="plies 0 to 2"):
            place.go_to(ply)
    for go in (place.enter_variation, place.leave_variation, lambda: place.find_mistake(1)):
        with pytest.raises(LinemateError):
            go()
    assert place.ply == 0


def test_mistakes_are_found_by_the_scores_that_engines_have_left() -> None:
    """o says that x has nothing, x that he wins: o's second move has thrown the game away."""
    scored = "1. d4 {+0.10/5 0.1s} e5 {-0.10/5 0.1s} 2. d5 {+0.12/5 0.1s} h8 {+0.00/5 0.1s}"
    place = tree(f"{scored} 3. d6 {{+9.00/5 0.1s}} a1 {{-9.10/5 0.1s}}")
    assert place.signs == ["", "", "", "??", "", ""]
    place.find_mistake(1)
    assert place.node.move == "h8"
    with pytest.raises(LinemateError, match="no mistake is known after"):
        place.find_mistake(1)
    place.go_to(6)
    place.find_mistake(-1)
    assert place.ply == 4


def test_where_somebody_has_judged_the_moves_scores_blame_no_other() -> None:
    place = tree("1. d4 {+5.00/5 0.1s} h8 $6 {+5.00/5 0.1s} 2. d5! 2... a1")
    assert place.signs == ["", "?!", "!", ""]
    scored = "1. d4 {+5.00/5 0.1s} h8 {+5.00/5 0.1s} 2. d5! 2... a1"
    assert tree(scored).signs == ["??", "", "!", ""]
    place = tree(scored)
    place.reviewed = True
    assert place.signs == ["", "", "!", ""]


def test_mistakes_are_found_by_an_analysis_of_the_positions() -> None:
    """Scores are x's, after each move: o's second move has thrown the game away."""
    scored = "1. d4 {[%eval 0.10]} e5 {[%eval 0.10] so} 2. d5 {[%eval 0.12]} h8 {[%eval #3]}"
    assert tree(f"{scored} 3. d6 {{[%eval #2]}} a1").signs == ["", "", "", "??", "", ""]


def test_scores_blame_no_move_that_was_forced() -> None:
    """An analysis takes the last position for a win of x, and then sees the draw: the only move got
    `??`, though a review calls it forced.

        o x o
        o x x
        x o .  <- c1
    """
    forced = "1. b3 a3 2. b2 b1 3. a1 c3 4. c2 a2 {[%eval 3.00]} 5. c1 {[%eval 0.00]}"
    assert tree(forced, "tictactoe").signs == [""] * 9


def test_an_analysis_blames_no_move_that_the_referee_has_made() -> None:
    """It was the draw that put o into a lost position, and `m` went to it as his blunder."""
    drawn = "1. d4 {[%eval 0.10] opening} h8 {[%eval 9.00] opening} 2. d5 {[%eval 9.00]}"
    place = tree(f"{drawn} h7 {{[%eval #3]}} (2... a1) 3. a8 {{[%eval -9.00]}}")
    assert place.signs == ["", "", "", "", "??"]
    place = tree(drawn.replace(" opening", "", 1))
    assert place.signs == ["", "??", ""]  # it is chosen, so that what follows is no opening
