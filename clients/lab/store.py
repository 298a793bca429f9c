"""What has been measured, in a file of JSON lines: one for each finished unit of work.

A line is written whole as soon as its unit is done. So whatever ends a run, what it has done is
there, and the next run goes on with what is missing. A unit at fault is tried again; of two
lines with one key the later counts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from clients.lab.games import Finished, Result, Unit


class Store:
    def __init__(self, path: Path) -> None:
        """Read what is there; nothing is written before the first `add`."""
        self.path = path
        self._results: dict[str, Result] = {}
        self._dates: set[str] = set()
        self._whole = True
        if path.exists():
            self._read(path.read_text(encoding="utf-8"))

    def add(self, unit: Unit, result: Result) -> None:
        """Keep a result, on disk when this returns."""
        date = datetime.now(UTC).date().isoformat()
        line = json.dumps({"key": unit.key, "date": date, "result": result})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            # After a line that was cut off, the new one must not become part of it.
            file.write(f"{line}\n" if self._whole else f"\n{line}\n")
            file.flush()
            os.fsync(file.fileno())
        self._whole = True
        self._results[unit.key] = result
        self._dates.add(date)

    def lacks(self, unit: Unit) -> bool:
        """Whether it is still to be done; what ended in a fault is to be tried again."""
        result = self._results.get(unit.key)
        return result is None or "fault" in result

    def missing(self, units: Sequence[Unit]) -> list[Unit]:
        """Those still to be done, each once, in their order."""
        return [unit for unit in {unit.key: unit for unit in units}.values() if self.lacks(unit)]

    def finished(self, units: Sequence[Unit]) -> list[Finished]:
        """Those that were tried, with their results."""
        return [
            Finished(unit, self._results[unit.key]) for unit in units if unit.key in self._results
        ]

    @property
    def dates(self) -> list[str]:
        """The days on which something was measured, in order."""
        return sorted(self._dates)

    def _read(self, text: str) -> None:
        self._whole = text.endswith("\n") or not text
        for line in text.splitlines():
            try:
                entry = json.loads(line)
                key, result, date = entry["key"], entry["result"], entry["date"]
            except (ValueError, KeyError, TypeError):
                continue  # cut off when the machine stopped: its unit is measured again
            self._results[key] = result
            self._dates.add(date)
