"""The certificate of nineboard, as it grows: a line for every position that was looked into.

The format is told, and checked, by `engine/tools/prove_nineboard_check.py`. The file is also the
memory of the work: what it has is not done again.
"""

from __future__ import annotations

import json
from pathlib import Path

from linemate.clients.prove.solving import Line
from linemate.clients.shared.journal import LinesFile
from linemate.engine.core import LinemateError

OPEN, DRAW = "open", "draw"


class Certificate:
    """The file as its only writer has it. Use as a context manager.

    `lines` has the line of each position that counts: a proven one, or else the latest.
    """

    def __init__(self, path: Path, full_board: str) -> None:
        """Open it, or begin a new one. Raises LinemateError for a file that is something else."""
        self.path = path
        self._header = {"certificate": 1, "game": "nineboard", "full_board": full_board}
        self.lines: dict[str, Line] = {}
        self._file = LinesFile(path)
        try:
            self._read(self._file.read())
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Certificate:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, line: Line) -> None:
        """Keep a line; it is on the disk when this returns. Raises OSError."""
        self._file.append(json.dumps(line))
        self._take(line)

    def _read(self, lines: list[bytes]) -> None:
        if not lines:
            self._file.append(json.dumps(self._header))
            return
        for number, text in enumerate(lines, 1):
            try:
                document = json.loads(text)
                if number > 1:
                    self._take(document)
                elif document != self._header:
                    raise ValueError
            except (ValueError, KeyError, TypeError):
                expected = f"expected {json.dumps(self._header)}" if number == 1 else "damaged"
                raise LinemateError(f"{self.path}, line {number}: {expected}") from None

    def _take(self, line: Line) -> None:
        position, value = line["position"], line["value"]
        if value != OPEN or self.lines.get(position, line)["value"] == OPEN:
            self.lines[position] = line
