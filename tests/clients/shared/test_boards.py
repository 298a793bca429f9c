"""Boards as lines of text: what stands where, and that it all fits the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from linemate.clients.shared.boards import draw_board
from linemate.clients.shared.notation import show_move
from linemate.engine.core import Game, Position
from linemate.engine.registry import make_game
from tests.variants import VARIANTS, Variant

RandomGame = Callable[[Game], Iterator[Position]]


def drawn(name: str, moves: str = "", position: str | None = None, **options: str) -> list[str]:
    """The board after these moves, in the protocol's notation, without styles."""
    game = make_game(name, options)
    state: Position = game.start() if position is None else game.read_position(position)
    for move in moves.split():
        state.play(game.read_move(state, move))
    return [line.plain.rstrip() for line in draw_board(game, state)]


def test_tictactoe_shows_digits_the_last_move_and_the_winning_line() -> None:
    assert drawn("tictactoe", "b2 a3") == [
        "   [O] │  2  │  3",
        "  ─────┼─────┼─────",
        "    4  │  X  │  6",
        "  ─────┼─────┼─────",
        "    7  │  8  │  9",
    ]
    assert drawn("tictactoe", "a3 a2 b3 b2 c3")[::2] == [
        "   *X* │ *X* │ *X*",
        "    O  │  O  │  ·",
        "    ·  │  ·  │  ·",
    ]


def test_a_larger_rectangle_has_coordinates() -> None:
    assert drawn("mnk", "b1 h2", width="8", height="2", row="3") == [
        "      a  b  c  d  e  f  g  h",
        "   2  ·  ·  ·  ·  ·  ·  · [O] 2",
        "   1  ·  X  ·  ·  ·  ·  ·  ·  1",
        "      a  b  c  d  e  f  g  h",
    ]


def test_qubic_has_its_levels_side_by_side() -> None:
    board = drawn("qubic", "212 000")
    assert board[0].count("level") == 4
    assert board[1].startswith("│ [O] 010 020 030 │ 001 011 ")
    assert board[3] == ("│ 200 210 220 230 │ 201 211 221 231 │ 202  X  222 232 │ 203 213 223 233 │")


def test_the_board_to_play_in_stands_out_by_its_frame_and_its_numbers() -> None:
    board = drawn("nineboard", "59")
    assert board[5:10] == [
        "  ┌─ 4 ────────┐  ┌─ 5 ────────┐  ┌─ 6 ────────┐",
        "  │ ·   ·   ·  │  │ ·   ·   ·  │  │ ·   ·   ·  │",
        "  │ ·   ·   ·  │  │ ·   ·   ·  │  │ ·   ·   ·  │",
        "  │ ·   ·   ·  │  │ ·   ·  [X] │  │ ·   ·   ·  │",
        "  └────────────┘  └────────────┘  └────────────┘",
    ]
    assert [line[34:] for line in board[10:]] == [
        "╔═ 9 ════════╗",
        "║ 91  92  93 ║",
        "║ 94  95  96 ║",
        "║ 97  98  99 ║",
        "╚════════════╝",
    ]


def test_a_won_small_board_is_drawn_large_and_names_a_last_move_in_it() -> None:
    board = drawn("ultimate", "13", "xx7/9/9/9/oo7/9/9/9/9 x 1")
    assert [line[2:16] for line in board[:5]] == [
        "┌─ 1 [13] ───┐",
        "│ XX      XX │",
        "│    XXXX    │",
        "│ XX      XX │",
        "└────────────┘",
    ]


def test_three_boards_in_a_row_are_framed_by_stars() -> None:
    board = drawn("ultimate", position="xxx6/xxx6/xxx6/ooo6/ooo6/9/9/9/oo7 o -")
    assert board[0] == "  ** 1 *********  ** 2 *********  ** 3 *********"
    assert board[1] == "  * XX      XX *  * XX      XX *  * XX      XX *"
    assert board[5].startswith("  ┌─ 4 ────────┐")
    assert board[7].startswith("  │ OO      OO │")


def test_a_board_of_the_winning_line_is_large_even_if_won_boards_stay_open() -> None:
    position = "xxx6/xxx6/xxx6/ooo6/ooo6/9/9/9/oo7 o -"
    board = drawn("ultimate", position=position, won_boards="open")
    assert board[1] == "  * XX      XX *  * XX      XX *  * XX      XX *"
    assert board[6].startswith("  │ O   O   O  │")


def test_marks_differ_in_colour_and_a_winning_line_from_both() -> None:
    game = make_game("tictactoe")
    state = game.start()
    styles: dict[str, str] = {}
    for move in ["a3", "a2", "b3", "b2", "c3"]:
        state.play(game.read_move(state, move))
        for line in draw_board(game, state):
            for span in line.spans:
                styles[line.plain[span.start : span.end]] = str(span.style)
    shown = [styles[text] for text in ("X", "O", "*X*", "[X]", "[O]", "·")]
    assert len(set(shown)) == len(shown)


def test_a_won_board_that_stays_open_shows_its_owner_and_its_cells() -> None:
    board = drawn("ultimate", position="xxx6/9/9/9/oo7/9/9/9/9 o 1", won_boards="open")
    assert [line[2:16] for line in board[:5]] == [
        "╔X 1 XXXXXXXX╗",
        "║ X   X   X  ║",
        "║ 14  15  16 ║",
        "║ 17  18  19 ║",
        "╚XXXXXXXXXXXX╝",
    ]


def test_a_full_board_that_nobody_won_says_so() -> None:
    board = drawn("ultimate", position="xoxxooox1/9/9/9/9/9/9/9/9 x 1", moves="19")
    assert board[0].startswith("  ┌─ 1 full ───┐")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_position_fits_and_shows_each_move_that_can_be_typed(
    variant: Variant, random_game: RandomGame
) -> None:
    game = variant.game
    for position in random_game(game):
        lines = [line.plain for line in draw_board(game, position)]
        assert max(map(len, lines)) <= 80
        text = "\n".join(lines)
        if not lines[0].lstrip().startswith("a"):  # no coordinates
            words = text.replace("│", " ").replace("║", " ").split()
            assert {show_move(game, move) for move in position.legal_moves()} <= set(words)
        if variant.name != "ultimate":
            assert text.count("*X*") + text.count("*O*") == len(position.winning_line())
