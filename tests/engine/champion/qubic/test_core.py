"""The qubic core: its results against trying everything out, its numbers against plain ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from linemate.engine.champion import vcf
from linemate.engine.champion.qubic import core as core_module
from linemate.engine.champion.qubic import exact as exact_module
from linemate.engine.champion.qubic.core import QubicCore
from linemate.engine.champion.qubic.nodes import Node
from linemate.engine.champion.qubic.tables import WORTH
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
    for nodes in range(1200, 2000, 15):
        searcher = make_searcher("pvs", GAME, {"Hash": 4, "Solved": False})
        infos = searcher.search(position.copy(), Clock(Limits(nodes=nodes)))
        proven = [info.score.plies is not None for info in infos]
        assert proven == sorted(proven)
    assert proven[-2:] == [True, True]


# ------------------------------------------------------------------ numbers


def plain_worth(position: LinePosition) -> int:
    counts = position.line_counts(position.to_move), position.line_counts(1 - position.to_move)
    mine, theirs = (sum(WORTH[n] * many for n, many in enumerate(side)) for side in counts)
    return mine - theirs


def test_a_node_that_moves_have_changed_is_the_one_made_afresh() -> None:
    random = Random(7)
    for _ in range(20):
        position = GAME.start()
        core = core_at(position)
        node = core._root
        for move in random_game(random, 40):
            node = core._after(node, position.to_move, move)
            position.play(move)
            assert node == core._node(position)
            assert node[8] == plain_worth(position)


def test_the_gain_of_a_cell_is_what_the_worth_changes_by() -> None:
    for position in random_positions(20, (0, 40), seed=8):
        core = core_at(position)
        side = position.to_move
        planes = [core._plane(core._root, side), core._plane(core._root, 1 - side)]
        worth = plain_worth(position)
        finishes = position.winning_cells(side)
        for move, mark in enumerate(position.cells()):
            if mark != ".":
                assert planes[0][move] == planes[1][move] == 0
            elif move not in finishes:
                after = position_after([*position.history, move])
                assert planes[0][move] - 1 == -plain_worth(after) - worth


def test_no_gain_can_overflow_its_byte() -> None:
    steps = [WORTH[n + 1] - WORTH[n] for n in range(3)]
    assert 7 * max(WORTH[3], *steps) + 1 < 256
    assert 7 * max(WORTH[2], *steps) + 1 < 127


def two_plies_plainly(core: QubicCore, node: Node, side: int) -> int:
    """Each move made, and what a search of one ply says of it."""
    free = [cell for cell in range(64) if node[4] >> cell & 1]
    return max(
        -core._value(core._after(node, side, move), 1 - side, 1, -WIN, WIN, 2, True, True)
        for move in free
    )


def test_the_loop_over_the_last_two_plies_is_a_search_of_two_plies() -> None:
    checked = 0
    for position in random_positions(400, (4, 40), seed=9):
        if position.winning_cells(0) or position.winning_cells(1):
            continue
        core, side = core_at(position), position.to_move
        node = core._root
        exact = two_plies_plainly(core, node, side)
        assert core._two_plies(node, side, -WIN, WIN, 1) == exact
        for alpha in range(exact - 8, exact + 4):
            score = core._two_plies(node, side, alpha, alpha + 1, 1)
            assert (score > alpha) == (exact > alpha)
        checked += 1
    assert checked > 150


# ------------------------------------------------------------------ limits


def test_a_limit_of_nodes_is_kept_and_made_use_of() -> None:
    """However many are counted at once, as in a search by fours or the last two plies."""
    for position in random_positions(10, (8, 30), seed=10):
        core = core_at(position, Limits(nodes=3000))
        with pytest.raises(SearchStopped):
            search_without_end(core, position)
        assert 2800 < core.nodes <= 3000


def search_without_end(core: QubicCore, position: LinePosition) -> None:
    for depth in count(3):
        for move in position.legal_moves():
            if abs(core.search_move(move, depth, -WIN, WIN)) > PROVEN:
                core.has_win(move, 15)


def test_the_shortest_win_is_looked_for_as_long_as_the_clock_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nodes for the comparison of lost moves are a different matter."""
    monkeypatch.setattr(core_module, "NODES_FOR_EXACT", 500)
    core = core_at(GAME.start(), Limits(nodes=3000))
    assert not core.has_win(0, 5)
    with pytest.raises(SearchStopped):
        core.has_win(0, 15)
    assert 2500 < core.nodes <= 3000


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vcf, "MOST_KNOWN", 200)
    monkeypatch.setattr(exact_module, "MOST_KNOWN", 200)
    for position in random_positions(2, (8, 12), seed=11):
        core = core_at(position)
        for move in position.legal_moves():
            core.search_move(move, 4, -WIN, WIN)
            core.has_win(move, 7)
        memories = [*map(len, core._threats._known[0]), *map(len, core._exact._known)]
        assert max(memories) < 1000
