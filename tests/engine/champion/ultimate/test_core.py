"""The fast core of ultimate against the plain rules, and plain searches with its evaluation."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.flat import LEAST_ATTEMPT
from linemate.engine.champion.pvs import PrincipalVariationSearch
from linemate.engine.champion.ultimate.board import GOES_ON
from linemate.engine.champion.ultimate.core import UltimateCore
from linemate.engine.champion.ultimate.weights import shipped
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Limits
from linemate.engine.games.ultimate import Ultimate, UltimatePosition
from linemate.engine.registry import make_searcher
from linemate.engine.scores import PROVEN, WIN
from tests.reference.minimax import Value, as_score, solve
from tests.ultimates import (
    EVERY_VARIANT,
    begun,
    late_position,
    plain_value,
    plain_win,
    plain_worth,
    random_position,
)

# -------------------------------------------------------------- one ply


@EVERY_VARIANT
def test_estimates_and_keys_after_moves_are_those_made_from_scratch(
    options: dict[str, str],
) -> None:
    """The search makes the moves of a game one after the other, and takes them all back."""
    game, random = Ultimate(options), Random(2)
    core, weights = UltimateCore(game, megabytes=1), shipped(game.majority)
    for _ in range(4):
        start = random_position(game, random, random.randrange(40))
        core.begin(start.copy(), Clock(Limits(infinite=True)))
        search, position, states = core._search, start.copy(), []
        for ply in range(82):
            side, target = position.to_move, position.target
            assert sorted(search.merits_at(side, target, ply)) == position.legal_moves()
            assert search.estimate(side, target, ply) == plain_worth(weights, position)
            states.append((search.key(side, target, ply), search.estimate(side, target, ply)))
            move = random.choice(position.legal_moves())
            position.play(move)
            result = search.make(side, move, ply)
            if position.outcome() is not None or result != GOES_ON:
                if position.outcome() is not None:
                    assert result == as_result(position, side)
                break
            fresh = UltimateCore(game, megabytes=1)
            fresh.begin(position.copy(), Clock(Limits(infinite=True)))
            place = position.to_move, position.target
            assert search.key(*place, ply + 1) == fresh._search.key(*place, 0)
        for ply in reversed(range(len(states))):
            side = (start.to_move + ply) % 2
            if ply < len(states) - 1:
                search.unmake(position.history[len(start.history) + ply], ply)
            target = (
                start.target
                if ply == 0
                else target_of(start, position.history[: len(start.history) + ply])
            )
            assert (search.key(side, target, ply), search.estimate(side, target, ply)) == states[
                ply
            ]


def target_of(start: UltimatePosition, history: list[int]) -> int:
    position = start.copy()
    for move in history[len(start.history) :]:
        position.play(move)
    return position.target


def as_result(position: UltimatePosition, side: int) -> int:
    """Return what a finished game is to a player."""
    outcome = position.outcome()
    assert outcome is not None
    return 0 if outcome.winner is None else 1 if outcome.winner == side else -1


# -------------------------------------------------------------- values to a depth


@EVERY_VARIANT
def test_values_without_attempts_to_solve_are_those_of_plain_alpha_beta(
    options: dict[str, str],
) -> None:
    game, random = Ultimate(options), Random(1)
    for plies in (5, 20, 33, 40, 47, 53):
        position = random_position(game, random, plies)
        while len(position.legal_moves()) > 9:
            position = random_position(game, random, plies)
        core = begun(game, position, exhaustive=True)
        for depth in (1, 2, 3):
            for move in position.legal_moves():
                position.play(move)
                value = -plain_value(game, position, depth - 1, 1, -WIN, WIN)
                position.undo()
                assert core.search_move(move, depth, -WIN, WIN) == value
                assert core.search_move(move, depth, value - 1, value) >= value
                assert core.search_move(move, depth, value, value + 1) <= value


def test_a_position_and_its_mirror_images_are_worth_the_same() -> None:
    game, random = Ultimate(), Random(4)
    for plies in (9, 30, 44):
        position = random_position(game, random, plies)
        values = set()
        for symmetry in game.symmetries():
            moved = game.transform(position, symmetry)
            core = begun(game, moved, exhaustive=True)
            values.add(max(core.search_move(move, 4, -WIN, WIN) for move in moved.legal_moves()))
        assert len(values) == 1


# -------------------------------------------------------------- proven results


@EVERY_VARIANT
def test_late_results_and_their_lengths_are_those_of_plain_minimax(options: dict[str, str]) -> None:
    """Every move of the root, with attempts to solve, deepened as a game would."""
    game, random = Ultimate(options), Random(5)
    cells = 9
    for _ in range(15):
        position = late_position(game, random, cells)
        core, memory = begun(game, position), dict[int, Value]()
        for depth in range(1, cells + 1):
            scores = {
                move: core.search_move(move, depth, -WIN, WIN) for move in position.legal_moves()
            }
            for move, score in scores.items():
                position.play(move)
                result, plies = solve(position, memory)
                position.undo()
                if score > PROVEN:
                    assert result == -1
                    assert core.has_win(move, plies + 1)
                    assert plies == 0 or not core.has_win(move, plies)
                elif score < -PROVEN:
                    assert (result, plies + 1) == (1, WIN + score)
                elif depth == cells:
                    assert result == (0 if score == 0 else 1)


@pytest.mark.parametrize("cells", [10, pytest.param(13, marks=pytest.mark.slow)])
@EVERY_VARIANT
def test_the_player_announces_the_exact_result_of_a_late_position(
    options: dict[str, str], cells: int
) -> None:
    """The shortest win, the longest loss or a draw, with what it knows kept between searches."""
    game, random = Ultimate(options), Random(10)
    searcher, results = make_searcher("pvs", game, {}), set()
    for _ in range(25):
        position = late_position(game, random, cells)
        truth = as_score(solve(position, {}))
        results.add(truth.plies is None or truth.plies > 0)
        *_, last = searcher.search(position.copy(), Clock(Limits(infinite=True)))
        assert last.score == truth
    assert results == {True, False}


@EVERY_VARIANT
def test_a_win_within_some_plies_is_found_exactly_if_it_is_there(options: dict[str, str]) -> None:
    game, random = Ultimate(options), Random(6)
    found = 0
    for _ in range(40):
        position = random_position(game, random, random.randrange(38, 60))
        core = begun(game, position)
        for move in random.sample(position.legal_moves(), k=1):
            for plies in (1, 2, 3):
                side = position.to_move
                position.play(move)
                truth = plain_win(position, side, plies - 1)
                position.undo()
                assert core.has_win(move, plies) == truth
                found += truth
    assert found >= 3


@pytest.mark.parametrize("won_boards", ["closed", "open"])
def test_a_win_that_the_loser_must_complete_is_not_announced_a_ply_too_short(
    won_boards: str,
) -> None:
    """The last few cells of games that the number of boards decides."""
    game, random = Ultimate({"won_boards": won_boards, "tiebreak": "majority"}), Random(7)
    completed_by_loser = 0
    for _ in range(60):
        position = late_position(game, random, 4)
        truth = as_score(solve(position, {}))
        *_, last = make_searcher("pvs", game, {"Hash": 1}).search(position.copy(), Clock(Limits()))
        assert last.score == truth, game.write_position(position)
        if truth.plies is not None:
            completed_by_loser += truth.plies % 2 == (truth.plies < 0)
    assert completed_by_loser > 0


def test_a_board_without_hope_for_either_is_even_whatever_the_estimates_say() -> None:
    """No line of boards is left to anybody; o is to move in 7.

    x . o
    o x x
    . o =
    """
    game = Ultimate()
    x, o, drawn = "xxx6", "ooo6", "xoxxoooxx"
    position = game.read_position(f"{x}/9/{o}/{o}/{x}/{x}/9/{o}/{drawn} o 7")
    core = begun(game, position, exhaustive=True)
    for move in position.legal_moves():
        assert core.search_move(move, 4, -WIN, WIN) == 0


@pytest.mark.parametrize(
    "position",
    [
        "oo6x/1xox1oxox/x2oxo2x/2x2o1ox/1ox1o4/xxo4ox/1x4o1x/3xxx3/1ooo1xooo x -",
        "2o1xx2x/xx5o1/2x2xxox/o3o4/2o1xo2o/2ox1ooxx/2o2o2x/3x1x1ox/ooo3x2 o -",
    ],
)
def test_attempts_to_solve_leave_the_search_its_share(position: str) -> None:
    """They took nearly all: with some 15,000 nodes depth 4 was reached, and both games lost."""
    game = Ultimate()
    searcher = make_searcher("pvs", game, {"Hash": 8})
    *_, last = searcher.search(game.read_position(position), Clock(Limits(nodes=15_000)))
    assert last.depth >= 8


def test_how_long_a_loss_lasts_is_asked_within_the_same_share() -> None:
    """That had no limit, and took 4,349 of 7,246 nodes: half of the questions had no sense."""
    game = Ultimate()
    position = (
        "o1oo1xoo1/3ooo1o1/x1x1oxx2/xx2ox3/ox1x1xx1x/x1o1oooxx/1xoo1ox1o/x1o1x3o/1x2oxxxo x 9"
    )
    core = UltimateCore(game, megabytes=4)
    searcher = PrincipalVariationSearch(game, {"MultiPV": 1, "Depth": 0}, core)
    *_, last = searcher.search(game.read_position(position), Clock(Limits(nodes=30_000)))
    assert last.score.plies == -10
    assert core._attempted <= (last.nodes - core._attempted) + LEAST_ATTEMPT


# -------------------------------------------------------------- stopping


def search_for_ever(core: UltimateCore, position: UltimatePosition) -> None:
    for depth in range(1, 99):
        for move in position.legal_moves():
            core.search_move(move, depth, -WIN, WIN)


def test_a_stopped_search_leaves_nothing_behind_that_the_next_one_could_stumble_on() -> None:
    game, random = Ultimate(), Random(7)
    core = UltimateCore(game, megabytes=8, exhaustive=True)
    for plies in (10, 25, 35):
        position = random_position(game, random, plies)
        core.begin(position.copy(), Clock(Limits(nodes=700)))
        with pytest.raises(SearchStopped):
            search_for_ever(core, position)
        core.clear()
        core.begin(position.copy(), Clock(Limits(infinite=True)))
        fresh = begun(game, position, exhaustive=True)
        for move in position.legal_moves():
            assert core.search_move(move, 4, -WIN, WIN) == fresh.search_move(move, 4, -WIN, WIN)


def test_the_moves_of_a_line_can_be_played() -> None:
    game, random = Ultimate(), Random(8)
    for plies in (0, 12, 30, 48):
        position = random_position(game, random, plies)
        core = begun(game, position)
        for depth in (1, 3, 5):
            for move in position.legal_moves()[:5]:
                core.search_move(move, depth, -WIN, WIN)
                played = position.copy()
                for step in (move, *core.line()):
                    assert step in played.legal_moves()
                    played.play(step)
