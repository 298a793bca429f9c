"""The file of a solved game: positions with the winner to move, and his move in each.

    linemate certificate 1 qubic
    0000000000000000 0000000000000000 0 41
    0000000000000001 0000000000000008 5 39
    ...
    end 2 1c291ca3

A line has the cells of x and those of o (hexadecimal, bit c is cell c), x's move, and the number
of plies within which he wins; numbers without a letter are decimal. A position stands for all its
symmetric images: of these, the one is written with the smallest cells of x, then of o. In a
position that is not there, and that the strategy reaches, x wins by fours; or else o has a four,
which x meets. The last line has the number of positions, and the CRC-32 of all lines before it,
line ends included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from zlib import crc32

from linemate.engine.core import LinemateError

HEADER = "linemate certificate 1 qubic"
Marks = tuple[int, int]  # the cells of x and of o, as bits
CertifiedMove = tuple[int, int]  # a move, and within how many plies it wins
CELLS = 64


class CertificateError(LinemateError):
    """The text is no certificate, or not a whole one."""


def write_certificate(entries: Mapping[Marks, CertifiedMove]) -> str:
    lines = [HEADER]
    for (xs, os), (move, within) in sorted(entries.items()):
        lines.append(f"{xs:016x} {os:016x} {move} {within}")
    body = "".join(f"{line}\n" for line in lines)
    return f"{body}end {len(entries)} {crc32(body.encode()):08x}\n"


def read_certificate(text: str) -> dict[Marks, CertifiedMove]:
    """Return the moves by position. Raises CertificateError."""
    if not text.startswith(HEADER + "\n"):
        raise CertificateError(f"not a certificate: expected {HEADER!r} as its first line")
    body, found, last = text.rpartition("end ")
    lines = body.splitlines()
    if not found or last != f"{len(lines) - 1} {crc32(body.encode()):08x}\n":
        raise CertificateError("a damaged certificate: number of positions or checksum do not fit")
    entries: dict[Marks, CertifiedMove] = {}
    for number, line in enumerate(lines[1:], start=2):
        try:
            xs, os, move, within = line.split()
            entry = int(move), int(within)
            entries[int(xs, 16), int(os, 16)] = entry
        except ValueError:
            raise CertificateError(f"bad line {number} of the certificate: {line[:80]!r}") from None
        if not 0 <= entry[0] < CELLS:
            raise CertificateError(f"bad move in line {number} of the certificate: {line[:80]!r}")
    return entries


def smallest_image(
    xs: Sequence[int], os: Sequence[int], symmetries: Sequence[Sequence[int]]
) -> tuple[Marks, Sequence[int]]:
    """Return the image under which a position is written, and a symmetry that leads to it."""
    best: tuple[Marks, Sequence[int]] | None = None
    for symmetry in symmetries:
        image_xs = image_os = 0
        for cell in xs:
            image_xs |= 1 << symmetry[cell]
        if best is not None and image_xs > best[0][0]:
            continue
        for cell in os:
            image_os |= 1 << symmetry[cell]
        if best is None or (image_xs, image_os) < best[0]:
            best = (image_xs, image_os), symmetry
    assert best is not None
    return best
