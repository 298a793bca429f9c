"""The shapes of five in a row say what a plain look at the board says."""

from __future__ import annotations

import random

import pytest

from linemate.engine.champion.gomoku.board import FOURS, ONE_FIVE, THREES, TWO_FOURS
from linemate.engine.champion.gomoku.search import Search
from linemate.engine.champion.gomoku.shapes import CLOSED_ONE, CLOSED_THREE, CLOSED_TWO, DEAD
from linemate.engine.champion.gomoku.tables import Tables
from linemate.engine.champion.gomoku.weights import FOURSOMES, Weights

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
FREE, STANDARD = "freestyle", "standard"
BOARDS = [
    (6, 6, FREE),
    (6, 6, STANDARD),
    (8, 8, STANDARD),
    (9, 6, FREE),
    (4, 12, FREE),
    (10, 10, FREE),
]
Stones = dict[int, int]  # the player on each taken cell


class PlainBoard:
    """The rules, cell by cell."""

    def __init__(self, width: int, height: int, rule: str, stones: Stones) -> None:
        self.width, self.height, self.rule = width, height, rule
        self.stones = dict(stones)

    def at(self, row: int, column: int) -> int | None:
        """The player there, None if the cell is free, -1 outside the board."""
        if not (0 <= row < self.height and 0 <= column < self.width):
            return -1
        return self.stones.get(row * self.width + column)

    def completes(self, cell: int, player: int) -> bool:
        row, column = divmod(cell, self.width)
        for down, right in DIRECTIONS:
            length = 1
            for sign in (1, -1):
                step = sign
                while self.at(row + step * down, column + step * right) == player:
                    length += 1
                    step += sign
            if length == 5 or (length > 5 and self.rule == FREE):
                return True
        return False

    def five_cells(self, player: int) -> set[int]:
        return {cell for cell in self.free() if self.completes(cell, player)}

    def free(self) -> list[int]:
        return [cell for cell in range(self.width * self.height) if cell not in self.stones]

    def with_stone(self, cell: int, player: int) -> PlainBoard:
        stones = {**self.stones, cell: player}
        return PlainBoard(self.width, self.height, self.rule, stones)

    def windows(self) -> list[tuple[list[int], list[int | None]]]:
        """Every five cells in a row, and what is just before and after them."""
        found = []
        for row in range(self.height):
            for column in range(self.width):
                for down, right in DIRECTIONS:
                    points = [(row + step * down, column + step * right) for step in range(-1, 6)]
                    if all(self.at(*point) != -1 for point in points[1:6]):
                        cells = [y * self.width + x for y, x in points[1:6]]
                        found.append((cells, [self.at(*points[0]), self.at(*points[6])]))
        return found

    def most_stones(self, player: int) -> dict[int, int]:
        """Count, by free cell, his stones in the fullest window there that he can still fill."""
        most: dict[int, int] = {}
        for cells, beside in self.windows():
            owners = [self.stones.get(cell) for cell in cells]
            if 1 - player in owners or (self.rule == STANDARD and player in beside):
                continue
            for cell in cells:
                if cell not in self.stones:
                    most[cell] = max(most.get(cell, 0), owners.count(player))
        return most


def random_board(shape: tuple[int, int, str], rng: random.Random) -> PlainBoard:
    """Nobody has won; the stones are crowded, so that there are rows."""
    board = PlainBoard(*shape, {})
    cells = shape[0] * shape[1]
    for number in range(rng.randrange(cells)):
        player = number % 2
        moves = [cell for cell in board.free() if not board.completes(cell, player)]
        if not moves:
            break
        board.stones[rng.choice(moves[: cells // 3])] = player
    return board


def make_search(shape: tuple[int, int, str]) -> Search:
    rng, weights = random.Random(str(shape)), Weights()
    weights.worths = [rng.randint(-100, 100) for _ in FOURSOMES]
    return Search(Tables(*shape, weights))


def set_up(search: Search, board: PlainBoard) -> None:
    cells = range(search.cell_count)
    search.set_position([board.stones.get(cell, -1) + 1 for cell in cells])


def most(search: Search, player: int, cell: int) -> int:
    return search.most[search.packs[cell] >> 16 * player & 0xFFFF]


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_fives_and_fours_are_told(shape: tuple[int, int, str]) -> None:
    rng, search = random.Random(str(shape)), make_search(shape)
    for _ in range(8):
        board = random_board(shape, rng)
        set_up(search, board)
        for player in (0, 1):
            before = board.five_cells(player)
            for cell in board.free():
                assert search.has(player, cell, ONE_FIVE) == (cell in before)
                if before:
                    continue  # he wins at once, whatever else there is
                fives = len(board.with_stone(cell, player).five_cells(player))
                assert search.has(player, cell, TWO_FOURS) == (fives >= 2)
                assert search.has(player, cell, FOURS) == (fives >= 1)


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_a_three_threatens_two_fours(shape: tuple[int, int, str]) -> None:
    rng, search = random.Random(str(shape)), make_search(shape)
    threes = 0
    for _ in range(40):
        board = random_board(shape, rng)
        set_up(search, board)
        for cell in board.free():
            if search.has(0, cell, THREES) and not search.has(0, cell, ONE_FIVE | FOURS):
                threes += 1
                after = board.with_stone(cell, 0)
                assert any(
                    len(after.with_stone(second, 0).five_cells(0)) >= 2 for second in after.free()
                )
    assert threes or shape[1] == 4 or shape[:2] == (6, 6)


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_a_shape_is_as_great_as_the_stones_in_a_window_demand(
    shape: tuple[int, int, str],
) -> None:
    rng, search = random.Random(str(shape)), make_search(shape)
    least = (CLOSED_ONE, CLOSED_TWO, CLOSED_THREE, CLOSED_THREE + 1, CLOSED_THREE + 2)
    for _ in range(8):
        board = random_board(shape, rng)
        set_up(search, board)
        for player in (0, 1):
            stones = board.most_stones(player)
            for cell in board.free():
                if cell not in stones:
                    assert most(search, player, cell) == DEAD
                else:
                    assert most(search, player, cell) >= least[stones[cell]]
                    if stones[cell] < 3:
                        assert most(search, player, cell) < least[stones[cell] + 1] + 2


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_stones_that_are_put_one_by_one_and_taken_away_are_as_if_set_up(
    shape: tuple[int, int, str],
) -> None:
    rng, search, fresh = random.Random(str(shape)), make_search(shape), make_search(shape)
    for _ in range(6):
        board = random_board(shape, rng)
        stones = list(board.stones.items())
        rng.shuffle(stones)
        cut = rng.randrange(len(stones) + 1)
        set_up(search, PlainBoard(*shape, dict(stones[:cut])))
        states = []
        for cell, player in stones[cut:]:
            states.append(state(search))
            search.make(player, cell)
        set_up(fresh, board)
        assert state(search) == state(fresh)
        for before in reversed(states):
            search.unmake()
            assert state(search) == before


def state(search: Search) -> tuple[list[int], list[int], int, int, int]:
    ply = search.ply
    sums = search.sums[2 * ply : 2 * ply + 2]
    return search.packs[:], search.lines[:], sums[0], sums[1], search.keys[ply]


def test_nobody_can_win_on_four_by_four() -> None:
    search = make_search((4, 4, FREE))
    set_up(search, PlainBoard(4, 4, FREE, {}))
    assert search.free_packs() == [0] * 16
