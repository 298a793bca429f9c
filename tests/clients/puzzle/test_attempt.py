"""One attempt at a puzzle: which moves are right, who replies, and when it is over."""

from __future__ import annotations

import pytest

from linemate.clients.puzzle.attempt import Attempt, Defender, Standing
from linemate.engine.core import Game, Score
from linemate.engine.puzzle import read_puzzles
from linemate.protocol.driver import EngineError

# x to play.
#   . . o      3
#   x . .      2
#   . . .      1
#   a b c
LINE = "tictactoe | only | 5 | 2o/x2/3 x | a3 a1 b2 c2 c1"
# The same with a second move that is said to be as good.
CHOICE = LINE.replace("b2 c2 c1", "b2=b3 c2 c1")


class Scripted(Defender):
    """Replies with what a test says, and notes how often it was asked."""

    def __init__(self, *replies: tuple[str, Score | None]) -> None:
        super().__init__()
        self._replies = list(replies)
        self.asked = 0

    def reply(self, game: Game, start: str, moves: list[str]) -> tuple[int, Score | None]:
        self.asked += 1
        if not self._replies:
            raise EngineError("there is no engine")
        text, score = self._replies.pop(0)
        return game.parse_move(text), score


def attempt(line: str = LINE, *replies: tuple[str, Score | None]) -> tuple[Attempt, Scripted]:
    (puzzle,) = read_puzzles([line])
    defender = Scripted(*replies)
    return Attempt(puzzle, defender), defender


def play(made: Attempt, text: str) -> Standing:
    return made.play(made.game.read_move(made.position, text))


def test_the_line_is_followed_without_an_engine() -> None:
    made, defender = attempt()
    assert play(made, "a3") is Standing.OPEN
    assert made.reply == made.game.parse_move("a1")
    assert play(made, "b2") is Standing.OPEN
    assert play(made, "c1") is Standing.SOLVED
    assert defender.asked == 0


def test_a_wrong_move_is_refuted_by_the_engine() -> None:
    made, _ = attempt(LINE, ("b2", None))
    assert play(made, "c1") is Standing.WRONG
    assert made.reply == made.game.parse_move("b2")


def test_a_wrong_move_is_wrong_without_an_engine_too() -> None:
    made, _ = attempt()
    assert play(made, "c1") is Standing.WRONG
    assert made.reply is None


@pytest.mark.parametrize(
    ("score", "standing"),
    [
        (None, Standing.OPEN),
        (Score(cp=-30), Standing.OPEN),
        (Score(plies=-2), Standing.OPEN),
        (Score(plies=-4), Standing.WRONG),
        (Score(plies=3), Standing.WRONG),
    ],
)
def test_off_the_line_the_engine_replies_and_its_proven_scores_tell(
    score: Score | None, standing: Standing
) -> None:
    made, defender = attempt(CHOICE, ("c2", score))
    assert play(made, "a3") is Standing.OPEN
    assert play(made, "b3") is standing
    assert defender.asked == 1
    assert made.known_move is None


def test_without_a_win_at_the_last_move_it_is_wrong() -> None:
    made, _ = attempt(CHOICE, ("c2", None), ("b1", None))
    for text in ("a3", "b3"):
        assert play(made, text) is Standing.OPEN
    assert play(made, "c1") is Standing.WRONG


def test_the_first_cell_of_the_board_is_a_reply_like_any_other() -> None:
    """a3 is cell 0, which is no move missing."""
    made, defender = attempt("tictactoe | only | 3 | 1o1/xo1/1x1 x | a1 a3 c1")
    assert play(made, "a1") is Standing.OPEN
    assert made.reply == 0
    assert defender.asked == 0


def test_our_engine_is_started_when_it_is_needed_and_ended_with_the_block() -> None:
    (puzzle,) = read_puzzles([LINE])
    with Defender() as defender:
        made = Attempt(puzzle, defender)
        assert play(made, "c1") is Standing.WRONG
        assert made.reply is not None
        assert defender._player is not None
        process = defender._player.process
    assert process.exited
