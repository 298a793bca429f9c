"""The puzzles that are shipped: each can be played, none is there twice, and a sample is proven.

`python3 -m engine.tools.puzzles --verify clients/shared/data/puzzles.txt` proves them all.
"""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from linemate.clients.shared.puzzles import (
    GRADES,
    game_of,
    load_puzzles,
    start_of,
    tell_task,
    where_to_look,
)
from linemate.engine.puzzle import Puzzle, read_puzzles
from linemate.engine.registry import GAMES
from linemate.engine.tools.puzzle_check import check

LARGEST = 100_000  # bytes
NAMES = sorted({puzzle.words for puzzle in load_puzzles()})


def test_every_game_has_puzzles_of_several_grades() -> None:
    grades = Counter((puzzle.words.split()[0], puzzle.grade) for puzzle in load_puzzles())
    for name in GAMES:
        assert sum(1 for grade in GRADES if grades[name, grade]) >= 3, name
    assert len(load_puzzles()) >= 250


def test_the_file_is_small() -> None:
    data = files("linemate.clients.shared").joinpath("data", "puzzles.txt").read_bytes()
    assert len(data) < LARGEST


def test_the_line_of_each_is_played_by_the_rules_and_wins_with_its_last_move() -> None:
    for puzzle in load_puzzles():
        game, position = game_of(puzzle.words), start_of(puzzle)
        mover = position.to_move
        for moves in puzzle.steps:
            assert position.outcome() is None
            for text in moves:
                game.read_move(position, text)
            position.play(game.read_move(position, moves[0]))
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner == mover


@pytest.mark.parametrize("words", NAMES)
def test_none_is_another_one_turned_or_mirrored(words: str) -> None:
    game = game_of(words)
    texts = [puzzle.position for puzzle in load_puzzles() if puzzle.words == words]
    firsts = {
        min(
            game.write_position(game.transform(game.read_position(text), symmetry))
            for symmetry in game.symmetries()
        )
        for text in texts
    }
    assert len(firsts) == len(texts)
    assert len({puzzle.identity for puzzle in load_puzzles()}) == len(load_puzzles())


@pytest.mark.parametrize("words", NAMES)
def test_a_sample_is_proven_again_by_the_rules(words: str) -> None:
    """Every fifth of those that take a fraction of a second."""
    quick = [each for each in load_puzzles() if each.words == words and each.plies <= 5]
    assert quick
    for puzzle in quick[::5]:
        check(game_of(puzzle.words), puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("words", NAMES)
def test_all_are_proven_again_by_the_rules(words: str) -> None:
    for puzzle in load_puzzles():
        if puzzle.words == words:
            check(game_of(puzzle.words), puzzle)


def one(line: str) -> Puzzle:
    (puzzle,) = read_puzzles([line])
    return puzzle


def test_the_task_names_the_player_and_the_number_of_his_moves() -> None:
    assert tell_task(one("tictactoe | only | 3 | o1x/x2/o2 x | c2 b2 c1")) == (
        "x to play and win in 2 moves"
    )
    assert tell_task(one("tictactoe | only | 1 | oo1/x2/1xx o | c3")) == (
        "o to play and win in 1 move"
    )


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("tictactoe | only | 1 | oo1/x2/1xx o | c3", "the right column"),
        ("qubic | shortest | 1 | x1xx8x3/16/o6o2o5/x9o3o1 x | 010", "level 0"),
        (f"gomoku | only | 1 | {'15/' * 14}15 x | h8", "the middle of the board"),
        (f"gomoku | only | 1 | {'15/' * 14}15 x | b14", "the upper left of the board"),
        (
            "mnk width=7 height=6 row=4 drop=true | only | 1 | 7/7/7/7/7/7 x | g1",
            "the right columns",
        ),
        (
            "nineboard | only | 1 | 2x4oo/x1o5o/1o5xx/1x2x4/4x1o1o/3oo4/2o3x1x/5xo1x/xx1o1x1oo x 9"
            " | 93",
            "the upper row of board 9",
        ),
    ],
)
def test_the_first_hint_tells_roughly_where(line: str, place: str) -> None:
    assert where_to_look(one(line)) == place
