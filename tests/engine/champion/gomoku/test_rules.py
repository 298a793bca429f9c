"""The search under gomoku's rules `renju` and `caro`: its board knows them, its claims are true."""

from __future__ import annotations

import random

import pytest

from linemate.engine.champion.gomoku.board import FOURS, ONE_FIVE, TWO_FOURS
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.renju import RenjuPosition, renju_tables
from linemate.engine.registry import make_searcher
from tests.gomokus import gomoku, random_position, search_of
from tests.reference.minimax import Value, solve
from tests.torture.claims import check_game
from tests.torture.harness import Findings

NEW_RULES = ["renju", "caro", "caro6"]


@pytest.mark.parametrize("size", [7, 9])
def test_the_search_forbids_what_the_rules_forbid(size: int) -> None:
    """Also once stones are made and taken away, and among them threes that are none."""
    game, rng, tables = gomoku(size, "renju"), random.Random(size), renju_tables(size)
    position = game.start()
    assert isinstance(position, LinePosition)
    search, forbidden = search_of(game, position), 0
    for _ in range(40):
        marks = rng.choices(b".xo", (6, 3, 1), k=size * size)
        search.set_position([b".xo".index(mark) for mark in marks])
        for side in (0, 1):
            free = [cell for cell, mark in enumerate(marks) if mark == ord(".")]
            stones = sum(1 << cell for cell, mark in enumerate(marks) if mark == ord("x"))
            for cell in free:
                truth = tables.is_forbidden(cell, bytearray(marks), stones)
                assert search.is_forbidden(cell) == truth
                forbidden += truth
            cell = rng.choice(free)
            search.make(side, cell)
            marks[cell] = b"xo"[side]
    assert forbidden > 50


@pytest.mark.parametrize("rule", ["caro", "caro6"])
def test_two_fours_of_caro_win_whatever_the_other_takes(rule: str) -> None:
    game, rng, open_fours = gomoku(8, rule), random.Random(rule), 0
    for _ in range(60):
        position = random_position(game, rng, (12, 50), careless=0.3)
        search = search_of(game, position)
        side = position.to_move
        for cell in position.legal_moves():
            fives = len(position.winning_cells(side))
            position.play(cell)
            threats = position.winning_cells(side)
            assert search.has(side, cell, FOURS) == (len(threats) > fives)
            assert not search.has(side, cell, ONE_FIVE)
            if threats and not position.winning_cells(1 - side):
                kept = [still_wins(position, reply, side) for reply in position.legal_moves()]
                assert search.has(side, cell, TWO_FOURS) == all(kept)
                open_fours += all(kept)
            position.undo()
    assert open_fours > 10


def still_wins(position: LinePosition, reply: int, side: int) -> bool:
    position.play(reply)
    wins = bool(position.winning_cells(side))
    position.undo()
    return wins


@pytest.mark.parametrize("rule", NEW_RULES)
def test_the_end_of_a_game_is_that_of_minimax(rule: str) -> None:
    game, rng, known = gomoku(6, rule), random.Random(rule), dict[int, Value]()
    results = []
    for _ in range(25):
        position = random_position(game, rng, (27, 32), careless=0.2)
        result, plies = solve(position, known)
        searcher = make_searcher("auto", game, {"Hash": 1})
        score = list(searcher.search(position.copy(), Clock(Limits(depth=12))))[-1].score
        if result == 0:
            assert score.cp == 0
        elif result == 1:
            assert score.plies == plies
        else:
            assert score.plies == -plies
        results.append(result)
    assert len(set(results)) > 1


@pytest.mark.parametrize("rule", NEW_RULES)
@pytest.mark.parametrize("size", [7, 15])
def test_no_mate_that_is_announced_is_wrong(rule: str, size: int) -> None:
    game, rng, found = gomoku(size, rule), random.Random(f"{rule}{size}"), Findings()
    for _ in range(2):
        check_game(game, rng, found)
    assert found.faults == []
    assert found.counts[f"{rule} claims"] > 1


def test_o_wins_by_a_four_whose_cell_is_forbidden_to_x() -> None:
    """o has three and one end closed; the cell that x must take makes two threes.

    9  o . . . . . . . .
    8  . . . . . . . . .      x at e5 would have d5 c5 and e6 e7
    7  . . . . x . . . .
    6  . . . . x . . . .
    5  . . x x * . . . .
    4  . . . . . o . . .
    3  . . . . . . o . .
    2  . . . . . . . o .
    1  . . . . . . . . x      o plays d6: then e5 completes, and x must not go there
    """
    game = gomoku(9, "renju")
    position = game.read_position("o8/9/4x4/4x4/2xx5/5o3/6o2/7o1/8x o")
    assert isinstance(position, RenjuPosition)
    searcher = make_searcher("auto", game, {"Hash": 1})
    info = list(searcher.search(position.copy(), Clock(Limits(nodes=2000))))[-1]
    assert info.score.plies == 3
    assert game.write_move(info.pv[0]) == "d6"


@pytest.mark.parametrize("rule", NEW_RULES)
def test_the_first_moves_are_in_the_middle(rule: str) -> None:
    for size in (9, 15, 20):
        game = gomoku(size, rule)
        position = game.start()
        for _ in range(3):
            searcher = make_searcher("auto", game, {"Hash": 1})
            info = list(searcher.search(position.copy(), Clock(Limits(nodes=1))))[-1]
            row, column = divmod(info.pv[0], size)
            assert max(abs(2 * row - size + 1), abs(2 * column - size + 1)) <= 6
            position.play(info.pv[0])
