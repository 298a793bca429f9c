"""Gomoku's rule `renju`: what is forbidden to x, by the rules of the international federation."""

from __future__ import annotations

import random

import pytest

from linemate.engine.core import IllegalMoveError, Outcome
from linemate.engine.games.grid import GridGame
from linemate.engine.games.renju import Line, RenjuPosition, renju_tables
from linemate.engine.registry import make_game
from tests.reference.five import is_forbidden

SIZE = 11


def board(drawn: str) -> tuple[GridGame, RenjuPosition, list[int]]:
    """The board that is drawn, with as many o's added in the corners as x has more; and the cells
    that are marked with a `*`, which are free.
    """
    rows = [row.strip() for row in drawn.split("\n") if row.strip()]
    cells = "".join(row.ljust(SIZE, ".") for row in rows).ljust(SIZE * SIZE, ".")
    marked = [cell for cell, mark in enumerate(cells) if mark == "*"]
    marks = list(cells.replace("*", "."))
    corner = [SIZE * SIZE - 1 - 2 * number for number in range(12)]
    for cell in corner[: marks.count("x") - marks.count("o")]:
        marks[cell] = "o"
    game = make_game("gomoku", {"size": str(SIZE), "rule": "renju"})
    assert isinstance(game, GridGame)
    position = game.from_cells("".join(marks))
    assert isinstance(position, RenjuPosition)
    assert position.to_move == 0
    return game, position, marked


FORBIDDEN = {
    "two threes": (
        """
        ...........
        ....x......
        ....x......
        ..xx*......
        """,
        "a double-three",
    ),
    "two threes with gaps": (
        """
        ...........
        ...........
        ....x......
        ...........
        ....x......
        .x.x*......
        """,
        "a double-three",
    ),
    "two fours": (
        """
        ...........
        ....x......
        ....x......
        ....x......
        oxxx*......
        """,
        "a double-four",
    ),
    "two fours in one line": ("...........\n..x.*xx.x..", "a double-four"),
    "two fours in one line, two and two and two": ("...........\n.xx.*x.xx..", "a double-four"),
    "two fours in one line, three apart": ("...........\nxxx.*.xxx..", "a double-four"),
    "a straight four is one four": ("...........\n...xxx*....", None),
    "an overline": ("...........\n.xxx*xx....", "an overline"),
    "four and three": (
        """
        ...........
        .....x.....
        .....x.....
        .oxxx*.....
        """,
        None,
    ),
    "four, three and three": (
        """
        ...........
        .....x.x...
        .....xx....
        .oxxx*.....
        ...........
        """,
        "a double-three",
    ),
    "five, and two fours": (
        """
        .x...x.....
        ..x..x.....
        ...x.x.....
        .....*xxxx.
        """,
        None,
    ),
    "five, and six": (
        """
        .....x.....
        .....x.....
        .....x.....
        .....*xxxx.
        .....x.....
        .....x.....
        """,
        None,
    ),
    "a four that becomes six is none": (
        """
        ...........
        ....x......
        ....x......
        ....x......
        oxxx*.x....
        """,
        None,
    ),
    "a three that one side of the board is too near to": (
        """
        ....x......
        ....x......
        ..xx*......
        ....o......
        """,
        None,
    ),
    "a three of which the straight four would be an overline": (
        """
        ...........
        ........x..
        ........x..
        ...x.x.x*..
        """,
        None,
    ),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_what_is_forbidden(name: str) -> None:
    drawn, reason = FORBIDDEN[name]
    game, position, marked = board(drawn)
    rows = [list(position.cells()[n : n + SIZE]) for n in range(0, SIZE * SIZE, SIZE)]
    for cell in marked:
        assert position.why_forbidden(cell) == reason
        assert is_forbidden(rows, *divmod(cell, SIZE)) == (reason is not None)
        assert (cell in position.legal_moves()) == (reason is None)
        if reason is not None:
            with pytest.raises(IllegalMoveError, match=f"{reason}, which is forbidden to x"):
                game.read_move(position, game.write_move(cell))
    for symmetry in game.symmetries():
        turned = game.transform(position, symmetry)
        assert isinstance(turned, RenjuPosition)
        assert [turned.is_forbidden(symmetry[cell]) for cell in marked] == [
            reason is not None for _ in marked
        ]


def test_two_threes_are_allowed_if_one_of_them_cannot_become_a_straight_four() -> None:
    """Among random positions are many where that decides; the plain rules say the same of each."""
    rng, tables, allowed = random.Random(3), renju_tables(9), 0
    for _ in range(1200):
        cells = bytearray(rng.choices(b".xo", (5, 2, 1), k=81))
        stones = sum(1 << cell for cell, mark in enumerate(cells) if mark == ord("x"))
        rows = [[chr(mark) for mark in cells[n : n + 9]] for n in range(0, 81, 9)]
        for cell in range(81):
            lines = [Line(read(cells + b"#")) for read, _ in tables.lines[cell]]
            if cells[cell] != ord(".") or sum(bool(line.extensions) for line in lines) < 2:
                continue
            forbidden = tables.is_forbidden(cell, cells, stones)
            assert forbidden == is_forbidden(rows, *divmod(cell, 9))
            allowed += not forbidden and not any(line.five for line in lines)
    assert allowed > 10


def test_o_may_make_everything_and_wins_with_six() -> None:
    game = make_game("gomoku", {"size": "10", "rule": "renju"})
    position = game.read_position("10/x1x1x1x1x1/10/x1x7/10/10/10/10/10/ooo1ooo3 o")
    position.play(game.read_move(position, "d1"))
    assert position.outcome() is Outcome.O_WINS
    assert len(position.winning_line()) == 7


def test_x_who_has_only_forbidden_cells_left_has_lost() -> None:
    """d7 would join seven. Whether o has just moved or the position is read, it is over."""
    game = make_game("gomoku", {"size": "7", "rule": "renju"})
    text = "xxx1xxx/xxoxooo/oxoooox/ooooxxx/oxxxooo/xoooxxx/oxooxx1 o"
    position = game.read_position(text)
    assert position.outcome() is None
    position.play(game.read_move(position, "g1"))
    assert position.outcome() is Outcome.O_WINS
    assert position.legal_moves() == []
    assert position.winning_line() == ()
    assert game.read_position(game.write_position(position)).outcome() is Outcome.O_WINS
    position.undo()
    assert position.outcome() is None


def test_the_cells_that_are_forbidden_are_told_whoever_is_to_move() -> None:
    _, position, marked = board(FORBIDDEN["two threes"][0])
    assert position.forbidden_moves() == marked
    position.play(position.legal_moves()[-1])
    assert position.forbidden_moves() == marked
    assert set(position.legal_moves()) >= set(marked)


def test_a_random_game_is_played_out_by_the_rules() -> None:
    game = make_game("gomoku", {"size": "6", "rule": "renju"})
    rng = random.Random(1)
    assert {game.start().playout(rng) for _ in range(300)} == set(Outcome)
