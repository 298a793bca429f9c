"""`nearness` adds a bonus to the bound of a move near a mark, and changes nothing else."""

from __future__ import annotations

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Info, Limits, OptionError, OptionValue, UnsuitableGameError
from linemate.engine.registry import make_game, make_searcher
from linemate.engine.textbook.nearness import distance_to_marks

GAME = make_game("gomoku", {"size": "8"})


def search(constants: str) -> Info:
    position = GAME.read_position("8/8/8/3x4/8/8/8/8 o")
    options: dict[str, OptionValue] = {
        "Seed": 5,
        "TreeConstants": constants,
        "Visits": True,
        "Samples": 600,
    }
    searcher = make_searcher("mcts", GAME, options)
    return list(searcher.search(position, Clock(Limits())))[-1]


def test_the_distance_is_the_larger_of_rows_and_columns() -> None:
    cells = "x" + "." * 63
    assert [distance_to_marks(cells, cell, 8) for cell in (1, 9, 10, 17, 63)] == [1, 1, 2, 2, 7]
    assert distance_to_marks("." * 64, 0, 8) == 0


def test_near_cells_get_more_of_the_visits_and_their_bounds_have_the_bonus() -> None:
    near, plain = search("nearness=300"), search("")
    around = {row * 8 + column for row in (2, 3, 4) for column in (2, 3, 4)}

    def share(info: Info) -> float:
        return sum(visit.visits for visit in info.visits if visit.move in around) / 600

    assert share(near) > 0.6 > 0.3 > share(plain)


def test_it_is_for_boards_of_rows_and_columns_alone() -> None:
    with pytest.raises(
        UnsuitableGameError, match="nearness is made for gomoku and mnk, not for qubic"
    ):
        make_searcher("mcts", make_game("qubic"), {"TreeConstants": "nearness=10"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kept=0", "1 or more"),
        ("scale=0", "1 or more"),
        ("kept_early=-1", "1 or more"),
        ("rollouts=0", "1 to 100"),
        ("rollouts=999999999", "1 to 100"),
        ("blend=101", "0 to 100"),
    ],
)
def test_constants_that_leave_nothing_to_do_or_no_end_are_refused(text: str, expected: str) -> None:
    """With a thousand million random games for a sample, neither the time nor `stop` ended it."""
    with pytest.raises(OptionError, match=f"bad constant {text}: expected {expected}"):
        make_searcher("mcts", GAME, {"TreeConstants": text})
