"""The weights of nineboard's evaluation: their symmetries and their file."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from random import Random

import pytest

from linemate.engine.champion.folds import SYMMETRIES, folds
from linemate.engine.champion.nineboard import weights as module
from linemate.engine.champion.nineboard.tables import nineboard_tables
from linemate.engine.champion.nineboard.weights import MOST, Weights, read, shipped, write
from linemate.engine.games.smallboards import board_tables
from tests.protocol.conversation import Conversation


def random_weights(seed: int) -> Weights:
    random, weights = Random(seed), Weights()
    weights.shapes = [random.randint(-MOST, MOST) for _ in weights.shapes]
    weights.tempo = random.randint(-MOST, MOST)
    return weights


def test_written_weights_are_read_back() -> None:
    weights = random_weights(1)
    assert vars(read(write(weights))) == vars(weights)


def test_weights_that_do_not_fit_two_bytes_are_cut_off() -> None:
    weights = Weights()
    weights.tempo, weights.shapes[3] = 40_000, -40_000
    assert read(write(weights)).tempo == MOST
    assert read(write(weights)).shapes[3] == -MOST


@pytest.mark.parametrize(
    "data",
    [b"", b"damaged", write(Weights())[:-5], zlib.compress(struct.pack("<3h", 1, 2, 3))],
    ids=["empty", "damaged", "cut", "short"],
)
def test_a_damaged_file_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="damaged weights"):
        read(data)


def test_missing_weights_are_reported_and_a_move_is_made_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "FILE", tmp_path / "nowhere.bin")
    shipped.cache_clear()
    nineboard_tables.cache_clear()
    talk = Conversation()
    refused = talk.ask("newgame nineboard", "setoption name Search value pvs")
    assert any("no weights for nineboard" in line for line in refused)
    answer = talk.search("go depth 1")
    assert any("no weights for nineboard" in line for line in answer)


def test_a_board_is_worth_the_same_turned_and_the_opposite_with_the_colours_swapped() -> None:
    worth, known, random = random_weights(2).worth_by_code(), folds(), Random(3)
    for code in random.sample(range(3**9), 500):
        if board_tables().event[code]:
            assert worth[code] == 0
            continue
        assert worth[known.swapped[code]] == -worth[code]
        for symmetry in SYMMETRIES:
            marks = [code // 3**cell % 3 for cell in range(9)]
            turned = sum(mark * 3 ** symmetry[cell] for cell, mark in enumerate(marks))
            assert worth[turned] == worth[code]


def test_the_shipped_weights_like_marks_and_the_move() -> None:
    weights = shipped()
    worth = weights.worth_by_code()
    assert weights.tempo > 0
    assert worth[0] == 0
    two_in_a_row, apart = 1 + 3, 1 + 3**5
    assert worth[two_in_a_row] > worth[1] > 0
    assert worth[two_in_a_row] > worth[apart]
