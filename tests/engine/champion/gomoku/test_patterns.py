"""The tables of five in a row say what a plain look at the board says."""

from __future__ import annotations

import random

import pytest

from linemate.engine.champion.gomoku import patterns
from linemate.engine.champion.gomoku.patterns import (
    FIELD,
    FIVE_BITS,
    FOUR_BITS,
    THREE_BITS,
    TWO_FOURS_BITS,
    Tables,
)
from linemate.engine.champion.gomoku.stretches import FOUR, WORTH
from linemate.engine.champion.gomoku.threats import LEAST_PROMISE

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
BOARDS = [(6, 6, False), (6, 6, True), (8, 8, True), (9, 6, False), (4, 12, False), (10, 10, False)]
Stones = dict[int, int]  # the player on each taken cell


class PlainBoard:
    """The rules, cell by cell."""

    def __init__(self, width: int, height: int, exactly_five: bool, stones: Stones) -> None:
        self.width, self.height, self.exactly_five = width, height, exactly_five
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
            if length == 5 or (length > 5 and not self.exactly_five):
                return True
        return False

    def five_cells(self, player: int) -> set[int]:
        return {cell for cell in self.free() if self.completes(cell, player)}

    def free(self) -> list[int]:
        return [cell for cell in range(self.width * self.height) if cell not in self.stones]

    def with_stone(self, cell: int, player: int) -> PlainBoard:
        stones = {**self.stones, cell: player}
        return PlainBoard(self.width, self.height, self.exactly_five, stones)

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
            if 1 - player in owners or (self.exactly_five and player in beside):
                continue
            for cell in cells:
                if cell not in self.stones:
                    most[cell] = max(most.get(cell, 0), owners.count(player))
        return most

    def estimate(self) -> int:
        """Estimate as x sees it."""
        total = 0
        for cells, _ in self.windows():
            owners = [self.stones.get(cell) for cell in cells]
            if not (0 in owners and 1 in owners):
                total += WORTH[owners.count(0)] - WORTH[owners.count(1)]
        return total


def random_board(shape: tuple[int, int, bool], rng: random.Random) -> PlainBoard:
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


def add_up(tables: Tables, stones: Stones) -> tuple[int, int, list[int]]:
    """The promises, the estimate as x sees it, and the lines: stone by stone."""
    promises, estimate, codes = tables.read("." * tables.cell_count)
    for cell, player in stones.items():
        for line, stone, steps in tables.moves[player][cell]:
            change, gain = steps[codes[line]]
            promises += change
            estimate += -gain if player else gain
            codes[line] += stone
    return promises, estimate, codes


def promise(promises: int, cell: int, player: int) -> int:
    return promises >> FIELD * cell + 16 * player & 0xFFFF


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_a_promise_tells_fives_and_fours(shape: tuple[int, int, bool]) -> None:
    rng, tables = random.Random(str(shape)), Tables(*shape)
    for _ in range(8):
        board = random_board(shape, rng)
        promises, _, _ = add_up(tables, board.stones)
        for player in (0, 1):
            before = board.five_cells(player)
            for cell in board.free():
                promised = promise(promises, cell, player)
                assert bool(promised & FIVE_BITS) == (cell in before)
                if before:
                    continue  # he wins at once, whatever else there is
                fives = len(board.with_stone(cell, player).five_cells(player))
                assert bool(promised & TWO_FOURS_BITS) == (fives >= 2)
                # Four threes look like a four; nothing else does.
                assert bool(promised & FOUR_BITS) == (fives >= 1) or promised == FOUR


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_a_three_threatens_two_fours(shape: tuple[int, int, bool]) -> None:
    rng, tables = random.Random(str(shape)), Tables(*shape)
    threes = 0
    for _ in range(12):
        board = random_board(shape, rng)
        promises, _, _ = add_up(tables, board.stones)
        for cell in board.free():
            promised = promise(promises, cell, 0)
            if promised & THREE_BITS and not promised & (FIVE_BITS | FOUR_BITS):
                threes += 1
                after = board.with_stone(cell, 0)
                assert any(
                    len(after.with_stone(second, 0).five_cells(0)) >= 2 for second in after.free()
                )
    assert threes or shape[1] == 4 or shape[:2] == (6, 6)


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_a_promise_is_as_large_as_the_stones_in_a_window_demand(
    shape: tuple[int, int, bool],
) -> None:
    rng, tables = random.Random(str(shape)), Tables(*shape)
    for _ in range(8):
        board = random_board(shape, rng)
        promises, _, _ = add_up(tables, board.stones)
        for player in (0, 1):
            most = board.most_stones(player)
            for cell in range(tables.cell_count):
                promised = promise(promises, cell, player)
                if cell in most:
                    assert promised >= LEAST_PROMISE[min(most[cell], 2)]
                else:
                    assert promised == 0


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_the_order_of_the_moves_does_not_matter(shape: tuple[int, int, bool]) -> None:
    rng, tables = random.Random(str(shape)), Tables(*shape)
    for _ in range(6):
        board = random_board(shape, rng)
        shuffled = list(board.stones.items())
        rng.shuffle(shuffled)
        sums = add_up(tables, board.stones)
        assert sums == add_up(tables, dict(shuffled))
        assert sums[1] == board.estimate()


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_a_position_is_read_as_its_stones_add_up(shape: tuple[int, int, bool]) -> None:
    rng, tables = random.Random(str(shape)), Tables(*shape)
    for _ in range(10):
        stones = random_board(shape, rng).stones
        cells = "".join(".xo"[stones.get(cell, -1) + 1] for cell in range(tables.cell_count))
        assert tables.read(cells) == add_up(tables, stones)


def test_nobody_can_win_on_four_by_four() -> None:
    assert Tables(4, 4, False).read("." * 16)[0] == 0


def test_steps_that_were_forgotten_come_back_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, plenty = random.Random(1), Tables(8, 8, False)
    monkeypatch.setattr(patterns, "STEP_BYTES", 10_000)
    scarce = Tables(8, 8, False)
    for _ in range(30):
        stones = random_board((8, 8, False), rng).stones
        assert add_up(scarce, stones) == add_up(plenty, stones)
    kept, all_of_them = (
        sum(len(steps) for moves in tables.moves for move in moves for _, _, steps in move)
        for tables in (scarce, plenty)
    )
    assert kept < all_of_them / 4
