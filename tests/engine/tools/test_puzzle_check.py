"""The second opinion on puzzles: it agrees with minimax, and no false claim passes."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.core import WINS, Position
from linemate.engine.puzzle import PuzzleError, read_puzzles
from linemate.engine.registry import make_game
from linemate.engine.tools.puzzle_check import RulesSearch, WindowSearch, check

# x to play, and c2 alone wins: it threatens b2 and c1.
#   o . x      3
#   x . .      2
#   o . .      1
#   a b c
FORK = "tictactoe | only | 3 | o1x/x2/o2 x | c2 b2 c1"


def wins_within(position: Position, plies: int) -> bool:
    """Return whether the side to move wins within so many plies, by the rules alone."""
    for move in position.legal_moves():
        if position.wins_at_once(move):
            return True
        if plies > 2:
            position.play(move)
            won = position.outcome() is None and loses_within(position, plies - 1)
            position.undo()
            if won:
                return True
    return False


def loses_within(position: Position, plies: int) -> bool:
    for move in position.legal_moves():
        position.play(move)
        lost = position.outcome() is None and wins_within(position, plies - 1)
        position.undo()
        if not lost:
            return False
    return True


def winners(position: Position, plies: int) -> set[int]:
    found = set()
    for move in position.legal_moves():
        position.play(move)
        if position.outcome() is None:
            won = plies > 2 and loses_within(position, plies - 1)
        else:
            won = position.outcome() is WINS[1 - position.to_move]
        if won:
            found.add(move)
        position.undo()
    return found


@pytest.mark.parametrize("seed", range(12))
def test_counting_windows_finds_what_trying_every_move_finds(seed: int) -> None:
    """On small boards with rows of four, which are monotone as gomoku and qubic are: won within 3,
    5 or 7 plies or not, and by which moves.
    """
    random = Random(seed)
    game = make_game("mnk", {"width": "5", "height": "4", "row": "4"})
    position = game.start()
    for _ in range(random.randint(7, 9)):
        position.play(random.choice(position.legal_moves()))
        if position.outcome() is not None:
            return
    for plies in (1, 3, 5, 7):
        windows = WindowSearch(position, (4, 5), 4)
        truth = winners(position.copy(), plies)
        assert windows.wins(plies) == bool(truth)
        assert set(windows.winning_moves(plies)) == truth
        assert set(RulesSearch(position).winning_moves(plies)) == truth
        if truth:
            return  # beyond the shortest win the moves of longer ones are not asked for


def test_a_true_claim_passes() -> None:
    (puzzle,) = read_puzzles([FORK])
    check(make_game(puzzle.words), puzzle)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (FORK.replace("c2 b2 c1", "b2 c2 b1"), "within 3 plies c2 wins as well, and b2 does not"),
        (FORK.replace("c2 b2 c1", "c2 c1 b1"), "within 1 plies b2 wins as well, and b1 does not"),
        (FORK.replace("c2 b2 c1", "c2=b2 b2 c1"), "within 3 plies nothing wins as well, and b2"),
        (FORK.replace("c2 b2 c1", "c2 b2=b1 c1"), "one reply is expected, not 2"),
        (FORK.replace("c2 b2 c1", "a3 b2 c1"), "a3"),
        (FORK.replace("3 |", "1 |").replace("c2 b2 c1", "c2"), "c2 does not"),
        ("tictactoe | only | 3 | oox/x1x/o2 x | b1 b2 c1", "there is a win within 1 plies"),
        (FORK.replace("o1x/x2/o2 x", "o1x/x2/o2 o"), "position"),
    ],
)
def test_a_false_claim_is_found(line: str, problem: str) -> None:
    (puzzle,) = read_puzzles([line])
    with pytest.raises(PuzzleError, match=problem):
        check(make_game(puzzle.words), puzzle)


def test_a_move_that_wins_later_is_not_said_to_miss_the_win() -> None:
    """x wins by another corner, if not at once.

    x . .
    . . .
    . . o
    """
    search = RulesSearch(make_game("tictactoe").read_position("x2/3/2o x"))
    assert not search.wins(3)
    assert set(search.winning_moves(5)) == {2, 6}
    assert search.never_wins(4)
    assert not search.never_wins(2)
