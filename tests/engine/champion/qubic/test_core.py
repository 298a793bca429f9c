"""The qubic core: its results against trying everything out, its numbers against plain ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from linemate.engine.champion.qubic.core import QubicCore
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Info, Limits
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.qubic import Qubic
from linemate.engine.registry import make_searcher
from linemate.engine.scores import PROVEN, WIN
from tests.reference.cube import ALL, loses_within, random_game, wins_within

GAME = Qubic()
NO_LIMIT = Limits()


def position_after(moves: list[int]) -> LinePosition:
    position = GAME.start()
    for move in moves:
        position.play(move)
    return position


def random_positions(number: int, plies: tuple[int, int], seed: int) -> Iterator[LinePosition]:
    """Yield those of games in which nobody overlooks a line, with a random number of plies."""
    random = Random(seed)
    while number:
        wanted = random.randint(*plies)
        moves = random_game(random, wanted)
        if len(moves) == wanted:
            number -= 1
            yield position_after(moves)


def marks(position: LinePosition) -> tuple[int, int]:
    """The cells of the side to move and of the other one, as bits."""
    sets = [sum(1 << c for c, mark in enumerate(position.cells()) if mark == m) for m in "xo"]
    return sets[position.to_move], sets[1 - position.to_move]


def core_at(position: LinePosition, limits: Limits = NO_LIMIT) -> QubicCore:
    core = QubicCore(GAME, 4)
    core.begin(position.copy(), Clock(limits))
    return core


WITH_AND_WITHOUT_ITS_SOLUTION = pytest.mark.parametrize("solved", [False, True])


def search(position: LinePosition, depth: int, solved: bool = False) -> Info:
    searcher = make_searcher("pvs", GAME, {"Hash": 4, "Solved": solved})
    *_, last = searcher.search(position.copy(), Clock(Limits(depth=depth)))
    return last


# ------------------------------------------------------------------ results


def shortest_win(own: int, other: int, most: int) -> int:
    return next((plies for plies in range(1, most + 1, 2) if wins_within(own, other, plies)), 0)


def check_results(
    positions: Iterator[LinePosition], depth: int, most: int, solved: bool
) -> tuple[int, int]:
    """Hold what a search says to what is true, as far as `most` plies. How many wins and losses."""
    wins = losses = 0
    for position in positions:
        own, other = marks(position)
        said = search(position, depth, solved).score.plies
        truth = shortest_win(own, other, most)
        where = GAME.write_position(position)
        if truth:
            assert said == truth, where
            wins += 1
        elif said is not None and said > 0:
            assert said > most, where
        if said is not None and -most <= said < 0:
            assert loses_within(own, other, -said), where
            assert said == -2 or not loses_within(own, other, -said - 2), where
            losses += 1
    return wins, losses


@WITH_AND_WITHOUT_ITS_SOLUTION
def test_a_win_within_seven_plies_is_found_with_its_length_and_no_other_is_announced(
    solved: bool,
) -> None:
    wins, losses = check_results(random_positions(40, (16, 44), seed=1), 7, 7, solved)
    assert wins > 10
    assert losses > 5


@pytest.mark.slow
@WITH_AND_WITHOUT_ITS_SOLUTION
def test_thousands_of_wins_within_seven_plies_are_found_with_their_length(solved: bool) -> None:
    wins, losses = check_results(random_positions(2000, (16, 50), seed=2), 7, 7, solved)
    assert wins > 500
    assert losses > 100


@WITH_AND_WITHOUT_ITS_SOLUTION
def test_with_few_free_cells_every_result_is_exact(solved: bool) -> None:
    """It is exact to the end of the game: whatever is announced, and whatever is not, is so."""
    check_to_the_end(random_positions(15, (53, 61), seed=3), solved)


@pytest.mark.slow
@WITH_AND_WITHOUT_ITS_SOLUTION
def test_with_few_free_cells_hundreds_of_results_are_exact(solved: bool) -> None:
    check_to_the_end(random_positions(300, (52, 61), seed=4), solved)


def check_to_the_end(positions: Iterator[LinePosition], solved: bool) -> None:
    for position in positions:
        own, other = marks(position)
        free = (ALL ^ own ^ other).bit_count()
        win = shortest_win(own, other, free)
        loss = next((n for n in range(2, free + 1, 2) if loses_within(own, other, n)), 0)
        said = search(position, free, solved).score
        where = GAME.write_position(position)
        assert said.plies == (win or (-loss if loss else None)), where
        if not win and not loss:
            assert said.cp == 0, where


def test_has_win_is_exact_for_every_move() -> None:
    seen = {True: 0, False: 0}
    for position in random_positions(12, (16, 44), seed=5):
        own, other = marks(position)
        core = core_at(position)
        for plies in (1, 3, 5):
            for move in position.legal_moves():
                after = position_after([*position.history, move])
                expected = after.outcome() is not None
                if plies > 1 and not expected:
                    expected = loses_within(other, own | 1 << move, plies - 1)
                assert core.has_win(move, plies) == expected, GAME.write_position(position)
                seen[expected] += 1
    assert seen[True] > 20


def test_a_lost_move_that_lasts_longer_is_preferred() -> None:
    """A tree that follows the first line of fours thinks that moves last longer than they do.

    In this game against a shallow searcher the side that knew itself lost chose a loss in 32
    plies, so it thought, and was lost in six; other moves last longer.
    """
    moves = "022 120 033 000 030 330 032 031 122 220 110 320 020"
    position = position_after([GAME.parse_move(move) for move in moves.split()])
    said = search(position, depth=7)
    own, other = marks(position)
    assert said.score.plies is not None
    assert said.score.plies < -6
    assert not wins_within(other, own | 1 << said.pv[0], 5)


def test_a_loss_once_proven_is_not_taken_back_when_the_search_is_cut_short() -> None:
    """A depth that was not finished once called moves a hope that an earlier depth had refuted."""
    moves = "022 120 033 000 030 330 032 031 122 220 110 320 020"
    position = position_after([GAME.parse_move(move) for move in moves.split()])
    for nodes in range(4000, 6500, 50):
        searcher = make_searcher("pvs", GAME, {"Hash": 4, "Solved": False})
        infos = searcher.search(position.copy(), Clock(Limits(nodes=nodes)))
        proven = [info.score.plies is not None for info in infos]
        assert proven == sorted(proven)
    assert proven[-2:] == [True, True]


LOST = "023 011 122 221 211 033 222 121 022 322 021 020 212 032 030 132 232 202 112"


def test_a_lost_move_is_played_whose_best_looking_answer_does_not_win() -> None:
    """The longest loss begins with 003, and what looks best then wins; after 312 it does not."""
    position = position_after([GAME.parse_move(move) for move in LOST.split()])
    core = core_at(position)
    assert not core.tempts(GAME.parse_move("003"))
    assert core.tempts(GAME.parse_move("312"))
    searcher = make_searcher("pvs", GAME, {"Hash": 4, "Solved": False})
    *_, last = searcher.search(position.copy(), Clock(Limits(nodes=30_000)))
    assert GAME.write_move(last.pv[0]) == "312"
    assert last.score.plies is not None
    assert last.score.plies < 0


def test_what_tempts_leaves_the_root_as_it_was() -> None:
    """Also where its nodes run out in the middle of a search."""
    for position in random_positions(5, (8, 24), seed=14):
        core, other = core_at(position), core_at(position)
        for move in position.legal_moves():
            core.tempts(move)
            core.clear()
        for move in position.legal_moves():
            score = other.search_move(move, 2, -WIN, WIN)
            assert core.search_move(move, 2, -WIN, WIN) == score, GAME.write_position(position)


def test_nothing_tempts_where_the_opponent_can_finish_a_line() -> None:
    moves = "000 100 001 101 002"
    position = position_after([GAME.parse_move(move) for move in moves.split()])
    core = core_at(position)
    assert not any(core.tempts(move) for move in position.legal_moves() if move != 3)


# ------------------------------------------------------------------ limits


def test_a_limit_of_nodes_is_kept_and_made_use_of() -> None:
    """However many are counted at once, as in a search by fours or the last two plies."""
    for position in random_positions(10, (8, 30), seed=10):
        core = core_at(position, Limits(nodes=3000))
        with pytest.raises(SearchStopped):
            search_without_end(core, position)
        assert core.nodes == 3000


def search_without_end(core: QubicCore, position: LinePosition) -> None:
    for depth in count(3):
        for move in position.legal_moves():
            if abs(core.search_move(move, depth, -WIN, WIN)) > PROVEN:
                core.has_win(move, 15)


def test_the_shortest_win_is_looked_for_as_long_as_the_clock_allows() -> None:
    core = core_at(GAME.start(), Limits(nodes=3000))
    assert not core.has_win(0, 5)
    with pytest.raises(SearchStopped):
        core.has_win(0, 15)
    assert core.nodes == 3000


def test_the_moves_that_are_expected_are_legal_and_begin_after_the_one_searched() -> None:
    lengths = []
    for position in random_positions(20, (6, 24), seed=12):
        line = search(position, depth=4).pv
        lengths.append(len(line))
        after = position.copy()
        for move in line:
            assert move in after.legal_moves()
            after.play(move)
    assert max(lengths) > 3
