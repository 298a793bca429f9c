"""What Gomocup's words mean, without a session."""

from __future__ import annotations

import pytest

from linemate.engine.core import Limits
from linemate.protocol import gomocup


@pytest.mark.parametrize("size", range(4, 23))
def test_the_opening_fits_every_board(size: int) -> None:
    cells = gomocup.opening(size)
    assert len(set(cells)) == 3
    assert all(0 <= cell < size * size for cell in cells)
    rows = [cell // size for cell in cells]
    assert max(rows) - min(rows) <= 2  # nothing went around the edge


def times(*words: str) -> gomocup.Times:
    """Return those after START and these: `turn=5`, `match=5`, `left=5`, `spend=5`, `game`."""
    times = gomocup.Times()
    for word in words:
        name, _, number = word.partition("=")
        if name == "game":
            times.begin_game()
        elif name == "spend":
            times.spend(int(number))
        else:
            getattr(times, f"set_{name}")(int(number))
    return times


@pytest.mark.parametrize(
    ("words", "limits", "turn"),
    [
        ("", Limits(movetime=5000), 5000),
        ("turn=700", Limits(movetime=700), 700),
        ("turn=0 left=9000", Limits(movetime=0), 0),
        ("turn=-5", Limits(movetime=0), 0),
        ("turn=2147483647", Limits(movetime=5000), None),
        ("turn=700 match=0 left=2147483647", Limits(movetime=700), 700),
        ("turn=700 match=9000", Limits(p1time=9000, p2time=9000), 700),
        ("match=9000 left=8000", Limits(p1time=8000, p2time=8000), 5000),
        ("left=8000 match=9000", Limits(p1time=8000, p2time=8000), 5000),
        ("match=9000 spend=400", Limits(p1time=8600, p2time=8600), 5000),
        ("match=9000 left=8000 spend=400 left=7700", Limits(p1time=7700, p2time=7700), 5000),
        ("match=9000 left=10 game", Limits(p1time=9000, p2time=9000), 5000),
        ("left=-3", Limits(p1time=0, p2time=0), 5000),
        ("left=300 spend=900", Limits(p1time=0, p2time=0), 5000),
    ],
)
def test_what_the_judge_says_about_time_becomes_limits(
    words: str, limits: Limits, turn: int | None
) -> None:
    told = times(*words.split())
    assert told.limits() == limits
    assert told.turn == turn
