"""What ultimate's search reads of the big board and of small ones, against what it stands for."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from linemate.engine.champion.ultimate.levels import LEVELS, levels
from linemate.engine.champion.ultimate.tables import (
    CONTEXT_BITS,
    CONTEXTS,
    DECIDED,
    O_CAN_WIN,
    O_HAS_WON,
    SHAPES,
    X_CAN_WIN,
    X_HAS_WON,
    Tables,
    make_tables,
    masks,
)
from linemate.engine.champion.ultimate.weights import shipped, swapped_shapes
from linemate.engine.games.tictactoe import LINES

WITH_AND_WITHOUT_MAJORITY = pytest.mark.parametrize("majority", [False, True])


def tables_of(majority: bool) -> Tables:
    return make_tables(False, majority, shipped(majority))


def random_owners(random: Random) -> list[int]:
    """Return whose each board is: 0 nobody's yet, 1 or 2 a player's, 3 drawn."""
    return random.choices(range(4), weights=(4, 2, 2, 1), k=9)


def situation_of(owners: list[int]) -> int:
    return sum(owner << 2 * board for board, owner in enumerate(owners))


def has_line(owners: list[int], player: int) -> bool:
    mask = sum(1 << board for board, owner in enumerate(owners) if owner == player)
    return any(mask & line == line for line in LINES)


def swapped(owners: list[int]) -> list[int]:
    return [(0, 2, 1, 3)[owner] for owner in owners]


@WITH_AND_WITHOUT_MAJORITY
def test_a_situation_says_who_has_won_and_who_still_can(majority: bool) -> None:
    tables, random = tables_of(majority), Random(1)
    for _ in range(200):
        owners = random_owners(random)
        described = tables.describe(situation_of(owners))
        for player, has_won, can_win in ((1, X_HAS_WON, X_CAN_WIN), (2, O_HAS_WON, O_CAN_WIN)):
            assert bool(described & has_won) == has_line(owners, player)
            at_best = [owner or player for owner in owners]
            assert bool(described & can_win) == (majority or has_line(at_best, player))


@WITH_AND_WITHOUT_MAJORITY
def test_a_situation_says_what_each_board_can_mean(majority: bool) -> None:
    tables, random = tables_of(majority), Random(2)
    for _ in range(200):
        owners = random_owners(random)
        situation = situation_of(owners)
        x, o, drawn = masks(situation)
        described = tables.describe(situation)
        for board, (to_x, to_o) in enumerate(
            zip(levels(x, o | drawn), levels(o, x | drawn), strict=True)
        ):
            context = described >> CONTEXT_BITS * board & 31
            assert context == (DECIDED if owners[board] else LEVELS * to_x + to_o)


@WITH_AND_WITHOUT_MAJORITY
def test_the_big_board_is_worth_the_opposite_to_the_other_player(majority: bool) -> None:
    tables, random = tables_of(majority), Random(3)
    for _ in range(200):
        owners = random_owners(random)
        big, to_x, to_o = tables.judge(situation_of(owners))
        assert tables.judge(situation_of(swapped(owners))) == (-big, to_o, to_x)


def test_with_majority_a_lead_counts_where_lines_are_dead() -> None:
    owners = [1, 1, 2, 2, 2, 1, 1, 3, 0]  # four boards to three, and no line left
    situation = situation_of(owners)
    assert tables_of(True).judge(situation)[0] > tables_of(False).judge(situation)[0]


def test_a_small_board_is_worth_the_opposite_to_the_other_player() -> None:
    """In mirrored contexts, with the colours of its marks swapped; also to have to play there."""
    tables, swap = tables_of(False), swapped_shapes()
    view = len(tables.context) // 2
    for to_x, to_o in product(range(LEVELS), repeat=2):
        row, mirrored = SHAPES * (LEVELS * to_x + to_o), SHAPES * (LEVELS * to_o + to_x)
        for shape in range(SHAPES):
            assert tables.context[row + shape] == -tables.context[mirrored + swap[shape]]
            assert tables.context[row + shape] == -tables.context[view + row + shape]
            assert tables.sending[row + shape] == tables.sending[view + mirrored + swap[shape]]


def test_what_is_decided_is_worth_nothing() -> None:
    tables = tables_of(False)
    view = len(tables.context) // 2
    for values in (tables.context, tables.sending):
        for start in (CONTEXTS * SHAPES, view + CONTEXTS * SHAPES):
            assert not any(values[start : start + SHAPES])
