"""The checker by itself: what it must not take for a position, a move or a win."""

from __future__ import annotations

import pytest

from linemate.engine.games.qubic import cube_symmetries
from linemate.engine.tools.prove_check import (
    LINES,
    Checker,
    GapError,
    canonical,
    move_cells,
    wins,
)


def bits(*cells: int) -> int:
    return sum(1 << cell for cell in cells)


# Two pairs in a line, 0 1 and 32 33, and another that crosses the second line in 34.
ATTACK = bits(0, 1, 32, 33, 38, 42)
WIN = (2, 3, 34, 35, 46)


def test_every_symmetry_keeps_all_the_lines() -> None:
    """One that did not would let the checker take a position for another."""
    assert len(LINES) == 76
    for symmetry in cube_symmetries():
        assert sorted(move_cells(line, symmetry) for line in LINES) == LINES


def test_a_win_by_fours_is_played_through() -> None:
    assert wins(ATTACK, bits(60), WIN)
    assert wins(ATTACK, bits(60), WIN[2:])


def test_a_line_of_moves_that_o_need_not_follow_is_no_win() -> None:
    assert not wins(bits(0, 1), bits(60), (2, 20, 3))
    assert not wins(ATTACK, bits(60), (2, 20, 34, 35, 46))
    assert not wins(ATTACK, bits(60), (20, 3, 34, 35, 46))


def test_a_line_of_moves_that_ends_too_early_or_on_a_taken_cell_is_no_win() -> None:
    assert not wins(ATTACK, bits(60), ())
    assert not wins(ATTACK, bits(60), WIN[:3])
    assert not wins(ATTACK, bits(60), WIN[:4])
    for cell in WIN:
        assert not wins(ATTACK, bits(cell), WIN)


def test_x_does_not_win_by_fours_while_o_could_finish_a_line() -> None:
    before = bits(16, 17, 18)
    assert not wins(ATTACK, before, WIN)
    # The reply 3 gives o three of 3 7 11 15.
    on_the_way = bits(7, 11)
    assert not wins(ATTACK, on_the_way, WIN)
    assert wins(ATTACK, on_the_way, WIN[2:])


def test_a_move_that_lets_o_finish_a_line_is_a_fault() -> None:
    marks = canonical(bits(5, 22, 43), bits(0, 1, 2))
    [line] = [line for line in LINES if line & marks[1] == marks[1]]
    taken = marks[0] | line
    move = next(cell for cell in range(64) if not taken >> cell & 1)
    with pytest.raises(GapError, match="o has won"):
        Checker({marks: (move, 5)}).check_position(marks)


@pytest.mark.parametrize(
    ("xs", "os"),
    [
        (bits(0), bits(0)),
        (bits(0, 1), bits(0, 2)),
        (bits(0), 0),
        (0, bits(0)),
        (bits(0, 1, 2, 3), bits(16, 17, 18, 20)),
        (bits(16, 17, 18, 20), bits(0, 1, 2, 3)),
    ],
)
def test_only_a_position_with_x_to_move_can_be_stored(xs: int, os: int) -> None:
    marks = canonical(xs, os)
    with pytest.raises(GapError, match="no position with x to move"):
        Checker({marks: (40, 5)}).check_position(marks)


@pytest.mark.parametrize("marks", [(bits(63), bits(62)), (bits(0, 64), bits(1, 65)), (-1, -1)])
def test_only_the_smallest_image_can_be_stored(marks: tuple[int, int]) -> None:
    with pytest.raises(GapError, match="smallest image"):
        Checker({marks: (40, 5)}).check_position(marks)
