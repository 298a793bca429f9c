"""The weights of the evaluation of five in a row: their file, and what they add up to."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random

import pytest

from linemate.engine.champion.gomoku import weights as module
from linemate.engine.champion.gomoku.core import GomokuCore
from linemate.engine.champion.gomoku.weights import MOST, THREATS, Weights, read, shipped, write
from linemate.engine.core import LinemateError
from tests.gomokus import RULES, gomoku, random_position


def random_weights(seed: int) -> Weights:
    random, weights = Random(seed), Weights()
    for row in (weights.worths, weights.tempos, weights.threats):
        row[:] = [random.randint(-MOST, MOST) for _ in row]
    return weights


def test_written_weights_are_read_back() -> None:
    weights = random_weights(1)
    assert vars(read(write(weights))) == vars(weights)


def test_weights_that_are_too_large_are_cut_off() -> None:
    weights = Weights()
    weights.worths[3], weights.tempos[2], weights.threats[4] = 5 * MOST, 9 * MOST, -5 * MOST
    found = read(write(weights))
    assert (found.worths[3], found.tempos[2], found.threats[4]) == (MOST, MOST, -MOST)


def test_a_damaged_file_is_refused() -> None:
    data = write(random_weights(2))
    with pytest.raises(ValueError, match="damaged"):
        read(data[:-5])
    with pytest.raises(ValueError, match="damaged"):
        read(zlib.compress(zlib.decompress(data)[:-2]))


def test_without_its_file_it_is_said_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "FILE", tmp_path / "none")
    shipped.cache_clear()
    with pytest.raises(LinemateError, match="install again, or set Search to hminimax"):
        shipped()
    shipped.cache_clear()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [5, 9, 15, 22])
def test_a_position_is_worth_what_its_cells_add_up_to(size: int, rule: str) -> None:
    game, rng, weights = gomoku(size, rule), Random(size), random_weights(size)
    core = GomokuCore(game, 1, weights)
    compared = 0
    for _ in range(20):
        position = random_position(game, rng, (4, size * size // 5 + 4))
        described = core.describe(position)
        if described is not None:
            own, other, threats = described
            assert 0 <= threats < THREATS
            worth = sum(weights.worths[number] for number in own)
            worth -= sum(weights.worths[number] for number in other)
            worth += sum(weights.tempos[number] for number in (*own, *other))
            assert core.evaluate(position) == (worth + weights.threats[threats]) >> 2
            compared += 1
    assert compared > 5


def test_the_other_colour_is_worth_the_same() -> None:
    """With the colours swapped, and the move with them."""
    game, rng = gomoku(9), Random(5)
    core = GomokuCore(game, 1)
    for _ in range(20):
        position = random_position(game, rng, (6, 7))  # an even number: both have as many
        swapped = game.start()
        pairs = zip(position.history[::2], position.history[1::2], strict=True)
        for x, o in pairs:
            swapped.play(o)
            swapped.play(x)
        described, mirrored = core.describe(position), core.describe(swapped)
        if described is not None and mirrored is not None:
            assert sorted(described[0]) == sorted(mirrored[1])
            assert sorted(described[1]) == sorted(mirrored[0])
