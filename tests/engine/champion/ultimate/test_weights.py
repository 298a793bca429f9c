"""The weights of ultimate's evaluation: their symmetries and their file."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random

import pytest

from linemate.engine.champion.folds import PLACE_OF, SYMMETRIES, folds
from linemate.engine.champion.ultimate import weights as module
from linemate.engine.champion.ultimate.core import UltimateCore
from linemate.engine.champion.ultimate.levels import LEVELS, levels
from linemate.engine.champion.ultimate.weights import (
    MOST,
    PAIRS,
    Weights,
    context_worth,
    place_worth,
    read,
    shipped,
    swapped_shapes,
    write,
)
from linemate.engine.games.smallboards import board_tables
from linemate.engine.games.ultimate import Ultimate
from tests.protocol.conversation import Conversation

ROOT = Path(__file__).parents[4]


def random_weights(seed: int) -> Weights:
    random, weights = Random(seed), Weights()
    for rows in (weights.contexts, weights.places, weights.targets):
        for row in rows:
            row[:] = [random.randint(-MOST, MOST) for _ in row]
    for row in (weights.lines, weights.free_lines):
        row[:] = [random.randint(-MOST, MOST) for _ in row]
    for sparse in (weights.bigs, weights.frees):
        for _ in range(50):
            sparse[random.randrange(1 << 27)] = random.randint(1, MOST)
    return weights


def test_written_weights_are_read_back() -> None:
    weights = random_weights(1)
    assert vars(read(write(weights))) == vars(weights)


def test_weights_that_do_not_fit_a_byte_are_cut_off() -> None:
    weights = Weights()
    weights.lines[3], weights.lines[4] = 500, -500
    assert read(write(weights)).lines[3:5] == [MOST, -MOST]


def test_a_damaged_file_is_refused() -> None:
    data = write(random_weights(2))
    with pytest.raises(ValueError, match="damaged"):
        read(data[:-5])
    with pytest.raises(ValueError, match="too many"):
        read(zlib.compress(zlib.decompress(data) + b"?"))
    with pytest.raises(ValueError, match="too few"):
        read(zlib.compress(zlib.decompress(data)[:1000]))


@pytest.mark.parametrize("content", [None, b"damaged"], ids=["missing", "damaged"])
def test_missing_or_damaged_weights_are_reported_and_a_move_is_made_all_the_same(
    content: bytes | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / "ultimate.bin").write_bytes(content)
    monkeypatch.setattr(module, "DATA", tmp_path)
    shipped.cache_clear()
    talk = Conversation()
    refused = talk.ask("newgame ultimate", "setoption name Search value pvs")
    assert any("no weights for ultimate" in line for line in refused)
    answer = talk.search("go depth 1")
    assert any("no weights for ultimate" in line for line in answer)


@pytest.mark.parametrize("majority", [False, True])
def test_the_shipped_weights_know_something_about_everything_that_is_common(majority: bool) -> None:
    weights = shipped(majority)
    empty = folds().shape[0]
    assert len(weights.contexts) == len(PAIRS)
    assert len(weights.targets) == LEVELS * LEVELS
    assert len(weights.bigs) > 1000
    assert len(weights.frees) > 1000
    for row in (*weights.contexts, *weights.targets):
        assert all(-MOST <= worth <= MOST for worth in row)
    for number, row in enumerate(weights.targets):
        # Lines lost to one player but not to the other have a board of the other's: level 2.
        assert any(row) or number == LEVELS * 0 + 1
    # The empty board is even to both if it means the same to both.
    assert context_worth(weights, 1, 1)[empty] == 0


def test_a_won_board_in_the_middle_is_worth_more_than_one_at_the_edge() -> None:
    """Everything counted that follows from it; o has a mark in three corners."""
    game = Ultimate()
    core = UltimateCore(game, megabytes=1)
    centre, edge = (
        core.evaluate(game.read_position(f"{boards} x -"))
        for boards in (
            "4o4/9/4o4/9/xxx6/9/4o4/9/9",
            "4o4/xxx6/4o4/9/9/9/4o4/9/9",
        )
    )
    assert centre > edge > 0


def test_shapes_are_the_same_for_mirrored_boards_and_places() -> None:
    """A board and its mirror image have one number, and so at mirrored places."""
    random, tables = Random(3), board_tables()
    for _ in range(200):
        code = random.randrange(3**9)
        if tables.event[code]:
            assert folds().shape[code] == folds().shapes
            continue
        board, symmetry = random.randrange(9), random.choice(SYMMETRIES)
        moved = sum(code // 3**cell % 3 * 3 ** symmetry[cell] for cell in range(9))
        assert folds().shape[moved] == folds().shape[code]
        assert folds().placed[symmetry[board]][moved] == folds().placed[board][code]
        assert PLACE_OF[symmetry[board]] == PLACE_OF[board]


def test_a_board_is_worth_the_opposite_to_the_opponent() -> None:
    weights, swapped = random_weights(4), swapped_shapes()
    for own in range(LEVELS):
        for other in range(LEVELS):
            to_one = context_worth(weights, own, other)
            to_other = context_worth(weights, other, own)
            assert all(to_one[shape] == -to_other[swapped[shape]] for shape in range(len(to_one)))
    for board in (0, 1, 4):
        worths, numbers = place_worth(weights, PLACE_OF[board]), folds().placed[board]
        for code in range(0, 3**9, 7):
            assert worths[numbers[code]] == -worths[numbers[folds().swapped[code]]]


def test_big_boards_are_worth_the_same_mirrored_and_the_opposite_swapped() -> None:
    random, weights = Random(5), shipped()
    for _ in range(200):
        owners = [random.choice("xo=.") for _ in range(9)]
        symmetry = random.choice(SYMMETRIES)
        x, o, drawn = (sum(1 << n for n in range(9) if owners[n] == who) for who in "xo=")
        moved = [
            sum(1 << symmetry[n] for n in range(9) if boards >> n & 1) for boards in (x, o, drawn)
        ]
        big, to_x, to_o = weights.judge(x, o, drawn)
        assert weights.judge(*moved) == (big, to_x, to_o)
        assert weights.judge(o, x, drawn) == (-big, to_o, to_x)


def test_levels_tell_what_a_board_can_do_for_a_player() -> None:
    """x has 1 and 5, o has 3.

    x . o      board 9 wins for x; 2 and 8 lie on his line through 5; 4 on two of his lines,
    . x .      as 7 would be, were it not for o on its diagonal; 6 as 4, on one.
    . . .
    """
    found = levels(0b000010001, 0b000000100)
    assert found[8] == 4
    assert found[1] == found[7] == 2
    assert found[3] == 3
    assert found[5] == 2
    assert found[6] == 2
