"""Positions of nineboard, solved: their values are those of plain minimax, their proofs hold."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from linemate.engine.core import PLAYERS, Position
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.tools.prove_nineboard_check import Checker
from linemate.engine.tools.prove_nineboard_solve import Solver

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def ending(game: NineBoard, random: Random) -> NineBoardPosition:
    """An open position with one free cell in some boards, no two in any."""
    while True:
        boards = [random_board(random) for _ in range(9)]
        x, o = ("".join(boards).count(player) for player in PLAYERS)
        target = random.randrange(9)
        if x - o in (0, 1) and "1" in boards[target]:
            side = PLAYERS[x - o]
            return game.read_position(f"{'/'.join(boards)} {side} {target + 1}")


def random_board(random: Random) -> str:
    """A board without a line, and with one free cell, which seldom finishes one, or none."""
    while True:
        cells = [random.choice(PLAYERS) for _ in range(9)]
        if random.random() < 0.6:
            cells[random.randrange(9)] = "1"
        filled = ["".join(cells).replace("1", player) for player in PLAYERS]
        is_dull = not any(map(has_line, filled))
        if not has_line(cells) and (is_dull or random.random() < 0.1):
            return "".join(cells)


def has_line(cells: Sequence[str]) -> bool:
    return any(cells[a] == cells[b] == cells[c] != "1" for a, b, c in LINES)


def worth(position: Position) -> int:
    """1, 0 or -1 to x, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 - 2 * outcome.winner
    values = []
    for move in position.legal_moves():
        position.play(move)
        values.append(worth(position))
        position.undo()
    return min(values) if position.to_move else max(values)


@pytest.mark.parametrize("full_board", ["free", "draw"])
def test_endings_have_the_values_of_plain_minimax_and_proofs_that_hold(full_board: str) -> None:
    game, random = NineBoard({"full_board": full_board}), Random(full_board)
    solver = Solver(game, 1)
    met = set()
    for _ in range(60):
        position = ending(game, random)
        line = solver.solve(position.copy(), 100_000)
        value = {1: "x", -1: "o", 0: "draw"}[worth(position)]
        assert line["value"] == value
        Checker({line["position"]: line}, full_board == "draw").check(line["position"])
        met.add(value)
    assert met == {"x", "o", "draw"}


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("1o7/3x2x1o/3o2o2/4oo2x/7x1/1xx4o1/x1xo5/3x1o3/5xo2 x 4", "x"),
        ("2x4o1/o2o5/1xox1o3/4x2ox/3o3x1/x5oo1/2x2x3/1x2oxox1/4o4 x 5", "o"),
    ],
)
def test_a_win_of_either_side_is_proven_far_from_the_end(text: str, winner: str) -> None:
    game = NineBoard()
    line = Solver(game, 16).solve(game.read_position(text), 1_000_000)
    assert line["value"] == winner
    Checker({text: line}, full_draws=False).check(text)


def test_what_takes_more_nodes_than_it_may_is_left_open() -> None:
    game = NineBoard()
    told = []
    solver = Solver(game, 1, lambda stage, nodes: told.append((stage, nodes)))
    line = solver.solve(game.start(), 500)
    assert line["value"] == "open"
    assert 500 <= line["nodes"] < 2_000
    assert told[-1] == ("solving", line["nodes"])
