"""Report 004: the rules of its heuristic, transcribed, against the fast version."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from linemate.engine.core import Game, Position
from linemate.engine.games.smallboards import ANY, BoardsPosition
from linemate.engine.games.ultimate import UltimatePosition
from linemate.engine.registry import make_game
from linemate.engine.textbook.heuristics.base import Heuristic

OpenPositions = Callable[[Game, int], Iterator[Position]]
Make = Callable[..., Heuristic]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def board_score(board: str, bot: str, user: str) -> int:
    score = 0
    for line in LINES:
        marks = [board[cell] for cell in line]
        if user not in marks:
            score += 2 ** marks.count(bot)
        if bot not in marks:
            score -= 2 ** marks.count(user)
    return score


def state_score(position: BoardsPosition, bot: str, user: str) -> int:
    cells = position.cells()
    score = sum(board_score(cells[start : start + 9], bot, user) for start in range(0, 81, 9))
    if isinstance(position, UltimatePosition):
        global_board = "".join(
            "x" if position.owned[0] >> board & 1
            else "o" if position.owned[1] >> board & 1
            else "."
            for board in range(9)
        )  # fmt: skip
        score += 100 * board_score(global_board, bot, user)
    boards = {move // 9 for move in position.legal_moves()}
    free_plays = len(boards) if position.target == ANY else 0
    return score + 2 * free_plays * (1 if "xo"[position.to_move] == bot else -1)


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
    heuristic = make(game, "powers-of-two")
    for position in open_positions(game, 40):
        assert isinstance(position, BoardsPosition)
        mover = ("x", "o") if position.to_move == 0 else ("o", "x")
        assert heuristic.evaluate(position) == state_score(position, *mover)
        # Good for the max player is equally bad for the min player.
        assert heuristic.evaluate(position) == -state_score(position, *reversed(mover))


def test_the_reports_example_is_worth_two_to_x(make: Make) -> None:
    """
    x x .      2**2 + 2**1 for the row and the left column of x,
    . o .      2**1 + 2**1 for the middle row and a diagonal of o
    . . .
    """
    game = make_game("nineboard")
    position = game.read_position("xx2o4/9/9/9/9/9/9/9/9 o 9")
    assert make(game, "powers-of-two").evaluate(position) == -(2**2 + 2**1 - 2**1 - 2**1) == -2


def test_free_plays_are_the_boards_open_to_a_mover_who_may_choose(make: Make) -> None:
    """The empty boards let x choose among nine; sent to one of them, o has no free play."""
    game = make_game("nineboard")
    position = game.start()
    assert make(game, "powers-of-two").evaluate(position) == 2 * 9
    assert make(game, "powers-of-two", "free=5").evaluate(position) == 5 * 9
    position.play(40)
    assert make(game, "powers-of-two").evaluate(position) == -4 * 2


def test_the_big_board_counts_a_hundred_times(make: Make) -> None:
    """x has won board 1, and with it three lines of the big board; o may choose among 8.

    X . .      Of the won board itself count the finished row, 8, and what else has one mark:
    . . .      three columns and two diagonals. o's two corners have three lines each.
    . . .
    """
    game = make_game("ultimate")
    position = game.read_position("xxx6/9/9/9/o8/o8/9/9/9 o -")
    small = 8 + (3 + 2) * 2 - (3 + 3) * 2
    worth = 100 * (3 * 2) + small
    assert make(game, "powers-of-two").evaluate(position) == -worth + 2 * 8
