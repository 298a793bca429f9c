"""`minimax` and `alphabeta`: the same value, one by looking at everything, one at less."""

from __future__ import annotations

import random

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Info, Limits, OptionValue, Outcome, Position
from linemate.engine.registry import make_game, make_searcher
from linemate.engine.textbook.minimax import USUAL_DEPTH
from tests.reference.minimax import Value, as_score, solve

SEARCHERS = ["minimax", "alphabeta"]


def last_info(name: str, game_name: str, position: Position, **options: OptionValue) -> Info:
    game = make_game(game_name)
    searcher = make_searcher(name, game, options)
    return list(searcher.search(position.copy(), Clock(Limits())))[-1]


def test_minimax_visits_every_position_of_tictactoe() -> None:
    """549,945 as in source report 004, and the root: every position on the way to the end of
    255,168 games.
    """
    info = last_info("minimax", "tictactoe", make_game("tictactoe").start())
    assert info.nodes == 549_945 + 1
    assert info.score.cp == 0


def test_alphabeta_visits_far_fewer_for_the_same_value() -> None:
    """20,865 and the root; source report 004 has 30,709, see `alphabeta-2018`."""
    info = last_info("alphabeta", "tictactoe", make_game("tictactoe").start())
    assert info.nodes == 20_866
    assert info.score.cp == 0


def test_the_printed_game_of_source_report_002_comes_out_the_same() -> None:
    """It prints "Computer moves: 1, 8, 7, 9", with "Max value" 0, 0, 1, 1, to x on 5, 2, 3, 4.

    o | x | x
    x | x | 6    The search gets shorter with every move, as the printed times do: 1.918, 0.051,
    o | o | o    0.010 and 0.0003 s.
    """
    game = make_game("tictactoe")
    position, answers, nodes = game.start(), [], []
    for cell in ("b2", "b3", "c3", "a2"):
        position.play(game.read_move(position, cell))
        info = last_info("minimax", "tictactoe", position)
        answers.append((game.write_move(info.pv[0]), info.score.cp, info.score.plies))
        nodes.append(info.nodes - 1)
        position.play(info.pv[0])
    assert answers == [("a3", 0, None), ("b1", 0, None), ("a1", None, 3), ("c1", None, 1)]
    assert nodes == [55_504, 1_054, 44, 3]
    assert position.outcome() is Outcome.O_WINS


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


@pytest.mark.parametrize("game_name", ["nineboard", "ultimate", "qubic"])
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
@pytest.mark.parametrize("game_name", ["nineboard", "ultimate", "qubic"])
def test_a_tree_that_cannot_be_finished_is_searched_as_deep_as_the_limit_says(
    name: str, game_name: str
) -> None:
    """It was refused, whatever `go depth` said, unless the option Depth was set."""
    game = make_game(game_name)
    for limits, depth in ((Limits(depth=1), 1), (Limits(depth=2), 2), (Limits(), USUAL_DEPTH)):
        *_, info = make_searcher(name, game, {}).search(game.start(), Clock(limits))
        assert info.depth == depth


@pytest.mark.parametrize("name", SEARCHERS)
def test_the_option_is_the_greatest_depth_that_a_limit_can_ask_for(name: str) -> None:
    game = make_game("nineboard")
    searcher = make_searcher(name, game, {"Depth": 2})
    for limit, depth in ((1, 1), (3, 2)):
        *_, info = searcher.search(game.start(), Clock(Limits(depth=limit)))
        assert info.depth == depth


def test_alphabeta_finishes_larger_boards_than_minimax() -> None:
    game = make_game("mnk", {"width": "4", "height": "3", "row": "3"})
    depths = []
    for name in ("alphabeta", "minimax"):
        *_, info = make_searcher(name, game, {}).search(game.start(), Clock(Limits(nodes=100_000)))
        depths.append(info.depth)
    assert depths[1] == USUAL_DEPTH
    assert depths[0] != USUAL_DEPTH


def test_a_large_board_that_is_almost_full_is_searched_to_its_end() -> None:
    game = make_game("gomoku", {"size": "5"})
    position = game.read_position("xxoox/ooxxo/xxoox/ooxxo/4x o")
    *_, info = make_searcher("minimax", game, {}).search(position, Clock(Limits()))
    assert (info.depth, info.score.cp) == (4, 0)
