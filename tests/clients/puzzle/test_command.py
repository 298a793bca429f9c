"""`linemate puzzle`: what it shows and takes, typed or through a pipe."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import pytest

from linemate.clients.__main__ import main
from linemate.clients.puzzle import command
from linemate.engine.puzzle import read_puzzles

FORK = "tictactoe | only | 3 | o1x/x2/o2 x | c2 b2 c1"
PUZZLES = tuple(read_puzzles([FORK, "tictactoe | only | 1 | oo1/x2/1xx o | c3"]))
Say = Callable[..., tuple[int, str]]


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Type these lines at `linemate puzzle tictactoe --grade 2`; the exit status and output."""
    monkeypatch.setattr(command, "load_puzzles", lambda: PUZZLES)

    def run(*lines: str, words: Sequence[str] = ("tictactoe", "--grade", "2")) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["puzzle", *words])
        captured = capsys.readouterr()
        return status, captured.out + captured.err

    return run


def test_a_puzzle_is_solved_by_typing_its_moves(say: Say) -> None:
    status, said = say("6", "9")
    assert status == 0
    assert "Puzzle 1 of 1: Tic-tac-toe" in said
    assert "x to play and win in 2 moves. Only one move wins." in said
    assert "Right so far. o answers 5." in said
    assert "Solved! Streak 1." in said
    assert "These were all.\nSolved 1; best streak 1." in said


def test_a_wrong_move_is_refuted_and_the_puzzle_given_once_more(say: Say) -> None:
    status, said = say("9", "6", "9")
    assert status == 0
    assert "9 does not win: o answers" in said
    assert "Once more: x to play and win in 2 moves." in said
    assert "Solved! Streak 0." in said


def test_hints_come_one_by_one(say: Say) -> None:
    _, said = say("h", "hint", "6", "9")
    assert said.index("Look at the right column.") < said.index("The move: 6")
    assert "Solved! Streak 0." in said


def test_the_solution_is_told_as_one_types_it(say: Say) -> None:
    _, said = say("s")
    assert "The solution: 6 5 9" in said
    assert "Solved 0;" in said


def test_what_is_no_move_is_said_and_nothing_has_changed(say: Say) -> None:
    _, said = say("what", "1", "help", "", "6", "9")
    assert "bad move 'what'" in said
    assert "illegal move '1'" in said
    assert "where to look" in said
    assert "Solved! Streak 1." in said


@pytest.mark.parametrize("lines", [("q",), ()])
def test_one_may_leave_at_any_time(say: Say, lines: Sequence[str]) -> None:
    status, said = say(*lines)
    assert status == 0
    assert "Solved 0; best streak 0." in said


def test_a_streak_goes_on_from_puzzle_to_puzzle(say: Say) -> None:
    """Only the first one is there for the other side; the order is that of the seed."""
    _, said = say("6", "9", "3", words=("--seed", "1"))
    _, other = say("3", "6", "9", words=("--seed", "1"))
    assert ("best streak 2" in said) != ("best streak 2" in other)


def test_what_there_is_none_of_is_refused(say: Say) -> None:
    status, said = say(words=("qubic", "--grade", "5"))
    assert status == 2
    assert "there are no puzzles of qubic, grade 5" in said
