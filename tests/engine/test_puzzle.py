"""What a puzzle is as a line of text."""

from __future__ import annotations

import pytest

from linemate.engine.puzzle import Puzzle, PuzzleError, read_puzzles

LINE = "tictactoe | only | 3 | x1o/1x1/2o x | a1 c2=c3 b2=b3"


def test_a_line_is_read_and_written() -> None:
    """The comment and the empty line around it are no puzzles."""
    (puzzle,) = read_puzzles(["# made by hand\n", "\n", f"{LINE}\n"])
    assert puzzle.steps == (("a1",), ("c2", "c3"), ("b2", "b3"))
    assert puzzle.line == ("a1", "c2", "b2")
    assert puzzle.write() == LINE


def test_the_number_of_moves_and_the_grade_follow_from_the_plies() -> None:
    def make(plies: int) -> Puzzle:
        return Puzzle("tictactoe", "only", plies, "x1o/1x1/2o x", ())

    assert [make(plies).moves for plies in (1, 3, 5, 7, 9, 11)] == [1, 2, 3, 4, 5, 6]
    assert [make(plies).grade for plies in (1, 3, 5, 7, 9, 11)] == [1, 2, 3, 4, 5, 5]


def test_puzzles_are_told_apart_by_game_and_position_alone() -> None:
    (puzzle,) = read_puzzles([LINE])
    assert puzzle.identity == puzzle.replace(claim="shortest").identity
    assert puzzle.identity != puzzle.replace(words="mnk").identity
    assert puzzle.identity != puzzle.replace(position="x1o/1x1/1o1 x").identity


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("tictactoe | only | 3 | x1o/1x1/2o x", "expected GAME"),
        (LINE.replace("only", "sure"), "unknown claim 'sure': expected one of only, shortest"),
        (LINE.replace("3 |", "2 |"), "bad length '2'"),
        (LINE.replace("3 |", "many |"), "bad length 'many'"),
        (LINE.replace("3 |", "5 |"), "3 moves in a line of 5 plies"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=f"line 2: .*{problem}"):
        list(read_puzzles([LINE, text]))
