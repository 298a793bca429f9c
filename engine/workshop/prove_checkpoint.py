"""What an interrupted proof goes on from: every node, with the work that was spent so far.

The file: MAGIC, then little-endian 64-bit numbers, then a CRC-32 of them as one more. The
numbers are the work (milliseconds, expanded nodes, moves in searches by fours) and then six for
each node, see `Node.row`. It is replaced as a whole, so that no moment is a bad one to be killed.
"""

from __future__ import annotations

import os
import sys
from array import array
from pathlib import Path
from zlib import crc32

from linemate.engine.core import LinemateError
from linemate.engine.workshop.prove_nodes import NodeTable

MAGIC = b"linemate qubic proof 1\n\n"
ROW = 6


class Work:
    """What a proof has cost so far, over all its runs."""

    def __init__(self, milliseconds: int = 0, expanded: int = 0, fours: int = 0) -> None:
        self.milliseconds = milliseconds
        self.expanded = expanded
        self.fours = fours


def save(path: Path, table: NodeTable, work: Work) -> None:
    numbers = array("Q", (work.milliseconds, work.expanded, work.fours))
    for node in table.nodes.values():
        numbers.extend(node.row)
    numbers.append(crc32(numbers.tobytes()))
    if sys.byteorder == "big":
        numbers.byteswap()
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.write(MAGIC)
        numbers.tofile(file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def load(path: Path, table: NodeTable) -> Work:
    """Put the nodes into the table; raises LinemateError for a file that is no checkpoint."""
    data = path.read_bytes()
    numbers = array("Q")
    body = data[len(MAGIC) :]
    if not data.startswith(MAGIC) or len(body) % 8 or len(body) < 32:
        raise LinemateError(f"{path} is no checkpoint of a proof: expected {MAGIC!r} at its start")
    numbers.frombytes(body)
    if sys.byteorder == "big":
        numbers.byteswap()
    check = numbers.pop()
    if check != crc32(numbers.tobytes()) or len(numbers) % ROW != 3:
        raise LinemateError(f"{path} is damaged: delete it to begin from nothing")
    for start in range(3, len(numbers), ROW):
        table.restore(tuple(numbers[start : start + ROW]))
    return Work(*numbers[:3])
