"""Report 002: its paragraphs on the heuristic, transcribed, against the fast version."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from linemate.engine.core import Game, Position
from linemate.engine.games.ultimate import UltimatePosition
from linemate.engine.registry import make_game
from linemate.engine.textbook.heuristics.base import Heuristic

OpenPositions = Callable[[Game, int], Iterator[Position]]
Make = Callable[..., Heuristic]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won_by(position: Position, side: int) -> list[tuple[int, int]]:
    """Row and column of the boards that a player has won."""
    if not isinstance(position, UltimatePosition):
        return []
    return [divmod(board, 3) for board in range(9) if position.owned[side] >> board & 1]


def heuristic_value(position: Position, computer: int) -> int:
    """Positive for the computer; the two players' marks are treated alike."""
    cells, value = position.cells(), 0
    for board in range(9):
        row, column = divmod(board, 3)
        for side, sign in ((computer, 1), (1 - computer, -1)):
            own, other = "xo"[side], "ox"[side]
            near = any(
                max(abs(row - won_row), abs(column - won_column)) == 1
                for won_row, won_column in won_by(position, side)
            )
            for line in LINES:
                marks = [cells[9 * board + cell] for cell in line]
                if marks.count(own) == 2 and other not in marks:
                    value += sign * (4 if near else 2)
                if marks.count(own) == 3:
                    value += sign * (200 if near else 100)
    return value


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("nineboard", {"full_board": "free"}),
        ("nineboard", {"full_board": "draw"}),
        ("ultimate", {"won_boards": "closed"}),
        ("ultimate", {"won_boards": "open"}),
    ],
)
def test_it_is_what_the_report_describes(
    open_positions: OpenPositions, make: Make, name: str, options: dict[str, str]
) -> None:
    game = make_game(name, options)
    heuristic = make(game, "adjacent-boards")
    for position in open_positions(game, 40):
        assert heuristic.evaluate(position) == heuristic_value(position, position.to_move)


def test_a_two_in_line_counts_two_while_it_is_free_of_the_other(make: Make) -> None:
    """
    x x .    o o x    . . .      x: the row of board 1.
    . . .    . . .    . o .      o: nothing in board 2, whose row is cut.
    . . .    . . .    . . .
    """
    game = make_game("nineboard")
    position = game.read_position("xx7/oox6/4o4/9/9/9/9/9/9 x -")
    assert make(game, "adjacent-boards").evaluate(position) == 2
    assert make(game, "adjacent-boards", "two=9").evaluate(position) == 9


@pytest.mark.parametrize("board", range(2, 10))
def test_boards_beside_a_won_one_count_double_to_its_owner(make: Make, board: int) -> None:
    """x has won board 1, beside which are 2, 4 and 5, and has a two in line in another board."""
    game = make_game("ultimate")
    boards = ["xxx6", *["9"] * 8]
    boards[board - 1] = "xx7"
    # o's marks stand alone, each in a board of its own.
    for alone in [n for n in range(1, 9) if n != board - 1][:4]:
        boards[alone] = "o8"
    position = game.read_position(f"{'/'.join(boards)} o -")
    beside = board in (2, 4, 5)
    assert make(game, "adjacent-boards").evaluate(position) == -(100 + (4 if beside else 2))
    assert make(game, "adjacent-boards", "adjacent=5").evaluate(position) == -(
        100 + (10 if beside else 2)
    )


def test_what_one_player_won_doubles_nothing_for_the_other(make: Make) -> None:
    """x has won board 1; o's two in line in board 2 stay worth 2."""
    game = make_game("ultimate")
    position = game.read_position("xxx6/oo7/9/9/9/9/9/9/o8 x -")
    assert make(game, "adjacent-boards").evaluate(position) == 100 - 2


def test_two_won_boards_side_by_side_count_double(make: Make) -> None:
    """x has won boards 1 and 2, o boards 7 and 9: x's support each other, o's do not."""
    game = make_game("ultimate")
    position = game.read_position("xxx6/xxx6/9/9/9/9/ooo6/9/ooo6 x -")
    assert make(game, "adjacent-boards").evaluate(position) == 200 + 200 - 100 - 100
    assert make(game, "adjacent-boards", "adjacent=1").evaluate(position) == 0


def test_every_line_of_a_won_board_counts(make: Make) -> None:
    """
    x x x    x x x    Board 1: two lines finished with one mark, 200; o has no line to himself.
    x o .    o o .    Board 9: one line, 100; o's two in line were left behind, 2.
    x o o    . . .
    """
    game = make_game("ultimate")
    position = game.read_position("xxxxo1xoo/9/9/9/o8/9/o8/o8/xxxoo4 x -")
    assert make(game, "adjacent-boards").evaluate(position) == 200 + 100 - 2
