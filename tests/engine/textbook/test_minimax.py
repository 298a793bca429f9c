"""`minimax` and `alphabeta`: the same value, one by looking at everything, one at less."""

from __future__ import annotations

import random

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Info, Limits, OptionValue, Position, UnsuitableGameError
from linemate.engine.registry import make_game, make_searcher
from tests.reference.minimax import Value, as_score, solve

SEARCHERS = ["minimax", "alphabeta"]


def last_info(name: str, game_name: str, position: Position, **options: OptionValue) -> Info:
    game = make_game(game_name)
    searcher = make_searcher(name, game, options)
    return list(searcher.search(position.copy(), Clock(Limits())))[-1]


def test_minimax_visits_every_position_of_tictactoe() -> None:
    """549,946 with the root: 255,168 games and every position on the way to their ends."""
    info = last_info("minimax", "tictactoe", make_game("tictactoe").start())
    assert info.nodes == 549_946
    assert info.score.cp == 0


def test_alphabeta_visits_far_fewer_for_the_same_value() -> None:
    """Source report 004 counted 30,709, in its own order of moves."""
    info = last_info("alphabeta", "tictactoe", make_game("tictactoe").start())
    assert info.nodes < 30_709
    assert info.score.cp == 0


@pytest.mark.parametrize("name", SEARCHERS)
def test_it_agrees_with_the_reference_on_tictactoe(name: str) -> None:
    """It does on every position with at least three marks, which are all but 82."""
    game = make_game("tictactoe")
    memory: dict[int, Value] = {}
    seen: set[int] = set()
    pending = [game.start()]
    while pending:
        position = pending.pop()
        if position.outcome() is not None or position.key() in seen:
            continue
        seen.add(position.key())
        if len(position.history) >= 3:
            info = last_info(name, "tictactoe", position)
            value = solve(position, memory)
            assert info.score == as_score(value)
            after = position.copy()
            after.play(info.pv[0])
            assert solve(after, memory)[0] == -value[0]
        for move in position.legal_moves():
            child = position.copy()
            child.play(move)
            pending.append(child)
    assert len(seen) == 4520


@pytest.mark.parametrize("game_name", ["nineboard", "ultimate", "qubic", "gomoku"])
def test_both_have_the_same_value_at_the_same_depth(game_name: str) -> None:
    rng = random.Random(game_name)
    game = make_game(game_name)
    for _ in range(3):
        position = game.start()
        for _ in range(rng.randrange(4, 20)):
            if position.outcome() is None:
                position.play(rng.choice(position.legal_moves()))
        if position.outcome() is None:
            plain = last_info("minimax", game_name, position, Depth=2)
            pruned = last_info("alphabeta", game_name, position, Depth=2)
            assert plain.score == pruned.score
            assert pruned.nodes <= plain.nodes
            assert plain.depth == pruned.depth == 2


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_tree_that_cannot_be_finished_is_refused_unless_depth_is_set(name: str) -> None:
    for game_name in ("nineboard", "ultimate", "qubic", "gomoku"):
        game = make_game(game_name)
        with pytest.raises(UnsuitableGameError, match=f"{name} cannot search {game_name}.*Depth"):
            make_searcher(name, game, {})
        make_searcher(name, game, {"Depth": 1})


def test_alphabeta_takes_on_larger_boards_than_minimax() -> None:
    game = make_game("mnk", {"width": "4", "height": "3", "row": "3"})
    make_searcher("alphabeta", game, {})
    with pytest.raises(UnsuitableGameError):
        make_searcher("minimax", game, {})
