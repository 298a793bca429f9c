"""`mcts` finds the best moves of small games, keeps its tree, and stays within its bounds."""

from __future__ import annotations

import random

import pytest
from reference.minimax import Value, solve

from engine.clock import Clock
from engine.core import Game, Info, Limits, OptionValue, Position, Searcher, UnsuitableGameError
from engine.registry import make_game, make_searcher


def mcts(game: Game, **options: OptionValue) -> Searcher:
    return make_searcher("mcts", game, {"Seed": 7, **options})


def run(searcher: Searcher, position: Position, nodes: int, **limits: object) -> list[Info]:
    clock = Clock(Limits(nodes=nodes, **limits))
    return list(searcher.search(position.copy(), clock))


def canonical_positions(game: Game) -> list[Position]:
    """One of each class of symmetric open positions."""
    found: dict[int, Position] = {}
    pending = [game.start()]
    while pending:
        position = pending.pop()
        key = min(game.transform(position, symmetry).key() for symmetry in game.symmetries())
        if position.outcome() is None and key not in found:
            found[key] = position
            for move in position.legal_moves():
                child = position.copy()
                child.play(move)
                pending.append(child)
    return list(found.values())


def assert_keeps_the_result(game: Game, positions: list[Position], samples: int) -> None:
    memory: dict[int, Value] = {}
    for position in positions:
        info = run(mcts(game), position, samples)[-1]
        after = position.copy()
        after.play(info.pv[0])
        assert solve(after, memory)[0] == -solve(position, memory)[0], game.diagram(position)


def test_it_keeps_the_result_of_every_fourth_position_of_tictactoe() -> None:
    game = make_game("tictactoe")
    assert_keeps_the_result(game, canonical_positions(game)[::4], samples=1000)


@pytest.mark.slow
def test_it_keeps_the_result_of_every_position_of_tictactoe() -> None:
    game = make_game("tictactoe")
    assert_keeps_the_result(game, canonical_positions(game), samples=3000)


@pytest.mark.parametrize("name", ["tictactoe", "nineboard", "ultimate", "qubic", "gomoku"])
def test_it_takes_a_win_in_one(name: str) -> None:
    game = make_game(name, {"size": "7"} if name == "gomoku" else {})
    rng = random.Random(name)
    found = 0
    while found < 5:
        position = game.start()
        while position.outcome() is None:
            position.play(rng.choice(position.legal_moves()))
        if position.outcome() is not None and position.winning_line():
            position.undo()
            winner = position.to_move
            move = run(mcts(game), position, 1500)[-1].pv[0]
            position.play(move)
            outcome = position.outcome()
            assert outcome is not None
            assert outcome.winner == winner
            found += 1


def test_the_tree_is_kept_from_one_move_to_the_next() -> None:
    game = make_game("ultimate")
    searcher, position = mcts(game, Visits=True), game.start()
    first = run(searcher, position, 3000)[-1]
    position.play(first.pv[0])
    position.play(first.pv[1])
    second = run(searcher, position, 100)[-1]
    assert sum(visit.visits for visit in second.visits) > 100
    searcher.clear()
    third = run(searcher, position, 100)[-1]
    assert sum(visit.visits for visit in third.visits) == 100


def test_another_game_or_fewer_moves_do_not_inherit_the_tree() -> None:
    game = make_game("tictactoe")
    searcher = mcts(game, Visits=True)
    run(searcher, game.start(), 500)
    restricted = run(searcher, game.start(), 60, searchmoves=(0, 1))[-1]
    assert {visit.move for visit in restricted.visits} == {0, 1}
    full = run(searcher, game.start(), 60)[-1]
    assert len(full.visits) == 9
    assert sum(visit.visits for visit in full.visits) == 60


def test_visits_are_reported_with_bounds_and_decide() -> None:
    game = make_game("tictactoe")
    last = run(mcts(game, Visits=True), game.start(), 2000)[-1]
    assert sum(visit.visits for visit in last.visits) == 2000
    assert max(last.visits, key=lambda visit: visit.visits).move == last.pv[0]
    # The bounds of all moves stay close together: that is what the rule of choice does.
    bounds = [visit.bound for visit in last.visits]
    assert max(bounds) - min(bounds) < 0.1
    assert not run(mcts(game), game.start(), 100)[-1].visits


def test_the_tree_stops_growing_when_memory_is_full() -> None:
    game = make_game("gomoku")
    searcher = mcts(game, Hash=1)
    full = run(searcher, game.start(), 5000)[-1]
    assert full.hashfull == 1000


def test_samples_limit_a_search() -> None:
    game = make_game("qubic")
    assert run(mcts(game, Samples=150), game.start(), 10_000)[-1].nodes == 150


def test_a_fixed_seed_repeats_a_search() -> None:
    game = make_game("nineboard")
    first, second = (run(mcts(game), game.start(), 800)[-1] for _ in range(2))
    assert (first.pv, first.score) == (second.pv, second.score)


@pytest.mark.parametrize("name", ["nineboard", "ultimate", "qubic", "gomoku"])
def test_lines_are_legal_and_several_are_ordered_by_visits(name: str) -> None:
    game = make_game(name)
    for info in run(mcts(game, MultiPV=3), game.start(), 1200):
        position = game.start()
        for move in info.pv:
            assert move in position.legal_moves()
            position.play(move)
    last = run(mcts(game, MultiPV=3), game.start(), 600)[-3:]
    assert [info.multipv for info in last] == [1, 2, 3]


def test_a_heuristic_can_judge_in_place_of_random_games() -> None:
    game = make_game("tictactoe")
    position = game.read_position("xx1/oo1/3 x")
    assert run(mcts(game, Rollout="heuristic"), position, 300)[-1].pv[0] == 2


def test_patterns_are_for_gomoku_alone() -> None:
    with pytest.raises(UnsuitableGameError, match="made for gomoku, not for qubic"):
        mcts(make_game("qubic"), Children="patterns")
