"""A weakened player says nothing of a position that is not true of it, whatever it plays."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, Limits, Position
from linemate.engine.registry import make_game, make_searcher
from tests.reference.minimax import Value, solve

BOARDS = {
    "tictactoe": make_game("tictactoe"),
    "mnk 4x3, three in a row": make_game("mnk", {"width": "4", "height": "3"}),
    "mnk 3x3, two in a row": make_game("mnk", {"row": "2"}),
    "mnk 5x2, two in a row": make_game("mnk", {"width": "5", "height": "2", "row": "2"}),
}
SEARCHERS = ("auto", "hminimax", "minimax", "alphabeta", "proof")  # those that tell of mates
KNOWN: dict[str, dict[int, Value]] = {name: {} for name in BOARDS}


def assert_mate_is_true(value: Value, plies: int) -> None:
    """What is announced is what happens, within so many plies."""
    result, shortest = value
    assert result == (1 if plies > 0 else -1)
    assert shortest <= abs(plies)


def check(info: Info, position: Position, known: dict[int, Value]) -> None:
    after = position.copy()
    after.play(info.pv[0])
    result, distance = solve(after, known)
    plies = info.score.plies
    if plies is None:
        return
    if info.multipv == 1:
        assert_mate_is_true(solve(position.copy(), known), plies)
    if plies > 0 or info.multipv > 1:  # the first of several losing moves may lose sooner
        assert_mate_is_true((-result, distance + 1), plies)


def any_position(game: Game, random: Random) -> Position:
    while True:
        position = game.start()
        for _ in range(random.randrange(game.cell_count - 1)):
            if position.outcome() is None:
                position.play(random.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


@pytest.mark.parametrize("search", SEARCHERS)
@pytest.mark.parametrize("board", BOARDS)
def test_whatever_mate_a_weak_player_tells_is_one(board: str, search: str) -> None:
    """One searcher for several positions: nor does it mislead itself by what it remembers."""
    game, random = BOARDS[board], Random(f"{board} {search}")
    for skill in range(0, 20, 2):
        for lines in (1, 3):
            options = {"Skill": skill, "Seed": skill + 1, "Hash": 1, "MultiPV": lines, "Depth": 0}
            if search in ("minimax", "alphabeta"):
                options["Depth"] = 3
            searcher = make_searcher(search, game, options)
            for _ in range(6):
                position = any_position(game, random)
                for info in searcher.search(position.copy(), Clock(Limits(nodes=400))):
                    check(info, position, KNOWN[board])


@pytest.mark.parametrize("search", ["auto", "hminimax"])
@pytest.mark.parametrize("board", BOARDS)
def test_no_line_ends_in_a_result_that_its_score_knows_nothing_of(board: str, search: str) -> None:
    game, random = BOARDS[board], Random(f"{board} {search}")
    for skill in range(20):
        searcher = make_searcher(search, game, {"Skill": skill, "Seed": skill + 1, "Hash": 1})
        for _ in range(6):
            position = any_position(game, random)
            for info in searcher.search(position.copy(), Clock(Limits(nodes=400))):
                line = position.copy()
                for move in info.pv:
                    line.play(move)
                outcome = line.outcome()
                decided = outcome is not None and outcome.winner is not None
                assert info.depth == 0 or info.score.plies is not None or not decided


def test_the_score_of_a_blunder_is_not_told_as_that_of_the_position() -> None:
    """After b2 tic-tac-toe is drawn; an edge in reply loses, and was once told as `mate -6`."""
    game = make_game("tictactoe")
    position = game.read_position("3/1x1/3 o")
    played = set()
    for seed in range(1, 60):
        searcher = make_searcher("auto", game, {"Skill": 9, "Seed": seed})
        *_, last = searcher.search(position.copy(), Clock(Limits()))
        assert last.score.plies is None
        played.add(last.pv[0])
    assert played & {1, 3, 5, 7}, "no blunder in sixty games"


@pytest.mark.parametrize("search", ["auto", "mcts", "hminimax", "random", "alphabeta"])
@pytest.mark.parametrize("size", [9, 15, 22])
def test_a_weak_player_stays_near_the_stones(search: str, size: int) -> None:
    """It plays in the middle at first, and then within two cells of a stone."""
    game = make_game("gomoku", {"size": str(size)})
    for seed in range(1, 6):
        options = {"Skill": 2 * seed - 2, "Seed": seed, "Hash": 1, "Depth": 1}
        searcher, position = make_searcher(search, game, options), game.start()
        for ply in range(6):
            *_, last = searcher.search(position.copy(), Clock(Limits(nodes=50)))
            row, column = divmod(last.pv[0], size)
            stones = [divmod(stone, size) for stone in position.history]
            stones = stones or [(size // 2, size // 2)]
            assert min(max(abs(row - r), abs(column - c)) for r, c in stones) <= 2, (seed, ply)
            position.play(last.pv[0])
