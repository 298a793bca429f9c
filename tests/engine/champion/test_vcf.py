"""Forced wins, checked against a plain board that knows nothing but how long a row is."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

from linemate.engine.champion.vcf import FourSearch, ShortestFours
from linemate.engine.core import PLAYERS
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.qubic import Qubic
from linemate.engine.registry import make_game
from linemate.engine.tools.prove_check import Checker, wins

PLENTY = 1_000_000
GRIDS = {
    "mnk 3x3, 3": (("mnk", {}), (3, 3), 3),
    "mnk 4x3, 2": (("mnk", {"width": "4", "row": "2"}), (3, 4), 2),
    "mnk 3x2, 1": (("mnk", {"height": "2", "row": "1"}), (2, 3), 1),
    "mnk 4x4, 3": (("mnk", {"width": "4", "height": "4"}), (4, 4), 3),
    "mnk 6x5, 4": (("mnk", {"width": "6", "height": "5", "row": "4"}), (5, 6), 4),
    "gomoku 6": (("gomoku", {"size": "6"}), (6, 6), 5),
    "gomoku 7": (("gomoku", {"size": "7"}), (7, 7), 5),
    "qubic": (("qubic", {}), (4, 4, 4), 4),
}


class Board:
    """Cells as a list of marks; a win is found by walking both ways from the last cell."""

    def __init__(self, shape: tuple[int, ...], row: int, cells: str) -> None:
        self.row = row
        self.cells = list(cells)
        self.rays = _rays(shape)

    def free(self) -> list[int]:
        return [cell for cell, mark in enumerate(self.cells) if mark == "."]

    def finishes(self, cell: int, mark: str) -> bool:
        for one_way, other_way in self.rays[cell]:
            length = 1
            for ray in (one_way, other_way):
                for place in ray:
                    if self.cells[place] != mark:
                        break
                    length += 1
            if length >= self.row:
                return True
        return self.row == 1

    def finishing(self, mark: str) -> list[int]:
        return [cell for cell in self.free() if self.finishes(cell, mark)]

    def wins_by_fours(self, attacker: str, memory: dict[str, bool]) -> bool:
        position = "".join(self.cells)
        if position not in memory:
            memory[position] = self._wins_by_fours(attacker, memory)
        return memory[position]

    def _wins_by_fours(self, attacker: str, memory: dict[str, bool]) -> bool:
        defender = "o" if attacker == "x" else "x"
        if self.finishing(attacker):
            return True
        blocks = self.finishing(defender)
        if len(blocks) > 1:
            return False
        for move in blocks or self.free():
            self.cells[move] = attacker
            replies = self.finishing(attacker)
            won = len(replies) > 1
            if len(replies) == 1:
                self.cells[replies[0]] = defender
                won = self.wins_by_fours(attacker, memory)
                self.cells[replies[0]] = "."
            self.cells[move] = "."
            if won:
                return True
        return False


@cache
def _rays(shape: tuple[int, ...]) -> list[list[tuple[list[int], list[int]]]]:
    """Return, by cell, for every direction, the cells one way and the other, nearest first."""
    points = list(product(*map(range, shape)))
    number = {point: index for index, point in enumerate(points)}
    steps = [step for step in product((-1, 0, 1), repeat=len(shape)) if step > (0,) * len(shape)]

    def ray(point: tuple[int, ...], step: tuple[int, ...]) -> list[int]:
        cells = []
        while (point := tuple(map(sum, zip(point, step, strict=True)))) in number:
            cells.append(number[point])
        return cells

    return [
        [(ray(point, step), ray(point, tuple(-s for s in step))) for step in steps]
        for point in points
    ]


def unfinished_positions(name: str, count: int, fill: tuple[float, float], seed: int):  # type: ignore[no-untyped-def]
    """Games of random moves that fill a part of the board between these two."""
    (game_name, options), shape, row = GRIDS[name]
    game = make_game(game_name, options)
    random = Random(seed)
    made = 0
    while made < count:
        position = game.start()
        plies = int(random.uniform(*fill) * game.cell_count)
        for move in random.sample(range(game.cell_count), plies):
            if position.outcome() is not None:
                break
            position.play(move)
        if position.outcome() is None:
            assert isinstance(position, LinePosition)
            made += 1
            yield position, Board(shape, row, position.cells())


@pytest.mark.parametrize(
    ("name", "count", "fill"),
    [
        ("mnk 3x3, 3", 200, (0, 0.8)),
        ("mnk 4x3, 2", 50, (0, 0.4)),
        ("mnk 3x2, 1", 1, (0, 0)),
        ("mnk 4x4, 3", 200, (0, 0.7)),
        ("mnk 6x5, 4", 150, (0.1, 0.7)),
        ("gomoku 6", 150, (0.3, 0.9)),
        ("gomoku 7", 100, (0.2, 0.8)),
        ("qubic", 40, (0.2, 0.8)),
    ],
)
def test_fours_finds_exactly_the_wins_by_fours(
    name: str, count: int, fill: tuple[float, float]
) -> None:
    game_name, options = GRIDS[name][0]
    search = FourSearch(make_game(game_name, options))
    found = 0
    for position, board in unfinished_positions(name, count, fill, seed=1):
        for attacker in (0, 1):
            line = search.fours(*search.state(position, attacker), attacker, PLENTY)
            assert line is not None
            expected = board.wins_by_fours(PLAYERS[attacker], {})
            assert bool(line) == expected, (position.cells(), attacker, line)
            if line:
                found += 1
                check_line(board, line, PLAYERS[attacker])
    assert found > 0


def check_line(board: Board, line: tuple[int, ...], attacker: str) -> None:
    """Every move but the last makes a four that the next one answers; the last one finishes."""
    defender = "o" if attacker == "x" else "x"
    before = board.cells[:]
    for move, reply in zip(line[::2], [*line[1::2], None], strict=True):
        assert board.cells[move] == "."
        if reply is None:
            assert board.finishes(move, attacker)
            break
        assert board.finishing(defender) in ([], [move])
        board.cells[move] = attacker
        assert reply in board.finishing(attacker)
        board.cells[reply] = defender
    board.cells[:] = before


@pytest.mark.parametrize("name", ["mnk 6x5, 4", "gomoku 7", "qubic"])
def test_a_reply_that_is_no_answer_loses_to_the_same_line(name: str) -> None:
    game_name, options = GRIDS[name][0]
    search = FourSearch(make_game(game_name, options))
    checked = 0
    for position, board in unfinished_positions(name, 60, (0.2, 0.6), seed=3):
        for attacker in (0, 1):
            defender = PLAYERS[1 - attacker]
            state = search.state(position, attacker)
            line = search.fours(*state, attacker, PLENTY)
            if not line or board.finishing(defender):
                continue
            answers = search.answers(state, line)
            for reply in board.free():
                if not answers >> reply & 1:
                    checked += 1
                    board.cells[reply] = defender
                    check_line(board, line, PLAYERS[attacker])
                    board.cells[reply] = "."
    assert checked > 100


# -------------------------------------------------------------- the shortest win


QUBIC = Qubic()


def qubic_positions(count: int) -> list[LinePosition]:
    """Open positions with x to move, from random games."""
    random = Random(5)
    found: list[LinePosition] = []
    while len(found) < count:
        position = QUBIC.start()
        for _ in range(2 * random.randint(5, 9)):
            position.play(random.choice(position.legal_moves()))
            if position.outcome():
                break
        else:
            found.append(position)
    return found


def test_the_shortest_win_is_as_short_as_the_plain_search_says() -> None:
    fours = FourSearch(QUBIC)
    shortest = ShortestFours(fours)
    lengths = []
    for position in qubic_positions(150):
        line = shortest.win(fours.state(position, 0), 0)
        xs, os = (
            sum(1 << cell for cell, mark in enumerate(position.cells()) if mark == player)
            for player in PLAYERS
        )
        plain = Checker({})._search(xs, os, 21)
        assert len(line) == len(plain or ())
        if line:
            assert wins(xs, os, line)
        lengths.append(len(line))
    assert {0, 1, 3, 5, 7} <= set(lengths)
