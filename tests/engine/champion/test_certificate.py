"""The file of a solved game, as text."""

from __future__ import annotations

import pytest

from linemate.engine.champion.certificate import (
    CertificateError,
    read_certificate,
    smallest_image,
    write_certificate,
)
from linemate.engine.games.qubic import cube_symmetries

ENTRIES = {(0, 0): (0, 41), (1, 8): (5, 39)}


def test_what_is_written_is_read() -> None:
    text = write_certificate(ENTRIES)
    assert read_certificate(text) == ENTRIES
    assert text.splitlines()[1] == "0000000000000000 0000000000000000 0 41"


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[:-1],
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("5 39", "6 39"),
        lambda text: text.replace("\n0000000000000001", "\n0000000000000002"),
        lambda text: text.replace("qubic", "gomoku"),
        lambda text: text + "more\n",
    ],
)
def test_a_damaged_file_is_refused(damage) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(CertificateError):
        read_certificate(damage(write_certificate(ENTRIES)))


@pytest.mark.parametrize("entry", [(64, 3), (-1, 3)])
def test_a_move_outside_the_cube_is_refused(entry: tuple[int, int]) -> None:
    with pytest.raises(CertificateError, match="bad move"):
        read_certificate(write_certificate({(0, 0): entry}))


def test_every_image_has_the_same_smallest_image() -> None:
    symmetries = cube_symmetries()
    xs, os = [0, 7, 21], [3, 40, 62]
    expected, _ = smallest_image(xs, os, symmetries)
    for symmetry in symmetries:
        image = [symmetry[cell] for cell in xs], [symmetry[cell] for cell in os]
        marks, back = smallest_image(*image, symmetries)
        assert marks == expected
        assert sum(1 << back[cell] for cell in image[0]) == expected[0]
        assert sum(1 << back[cell] for cell in image[1]) == expected[1]
