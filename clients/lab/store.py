"""What has been measured, in a file of JSON lines: one for each finished unit of work.

A line is written whole as soon as its unit is done. So whatever ends a run, what it has done is
there, and the next run goes on with what is missing. A unit at fault is tried again; of two
lines with one key the later counts.

Every line names the version of the engine that measured it. What another version has measured
stays in the file, and counts only if that is asked for: two versions are two players.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from linemate.clients.lab.units import Finished, Result, Unit
from linemate.engine.core import FORMER_NAMES

UNKNOWN = "unknown"  # the engine of lines from before they named it


class Entry(NamedTuple):
    result: Result
    engine: str
    date: str


class Store:
    def __init__(self, path: Path, engine: str, reuse: bool = False) -> None:
        """Read what is there; nothing is written before the first `add`.

        `engine` is the version that measures. With `reuse`, what others have measured counts
        where this one has measured nothing.
        """
        self.path, self.engine, self._reuse = path, engine, reuse
        self._own: dict[str, Entry] = {}
        self._others: dict[str, Entry] = {}
        self._whole = True
        if path.exists():
            self._read(path.read_bytes())

    def add(self, unit: Unit, result: Result) -> Finished:
        """Keep a result, on disk when this returns."""
        entry = Entry(result, self.engine, datetime.now(UTC).date().isoformat())
        line = json.dumps({"key": unit.key, **entry._asdict()})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            # After a line that was cut off, the new one must not become part of it.
            file.write(f"{line}\n" if self._whole else f"\n{line}\n")
            file.flush()
            os.fsync(file.fileno())
        self._whole = True
        self._own[unit.key] = entry
        return Finished(unit, *entry)

    def missing(self, units: Sequence[Unit]) -> list[Unit]:
        """Those still to be done, each once, in their order; a fault is not done."""
        done = {each.unit.key for each in self.finished(units) if "fault" not in each.result}
        return [unit for key, unit in {unit.key: unit for unit in units}.items() if key not in done]

    def finished(self, units: Sequence[Unit]) -> list[Finished]:
        """Those that were tried, with their results."""
        known = {**self._others, **self._own} if self._reuse else self._own
        return [Finished(unit, *known[unit.key]) for unit in units if unit.key in known]

    def by_others(self, units: Sequence[Unit]) -> list[Finished]:
        """Those that other versions have measured and this one has not."""
        found = {key: entry for key, entry in self._others.items() if key not in self._own}
        return [Finished(unit, *found[unit.key]) for unit in units if unit.key in found]

    @property
    def foreign(self) -> int:
        """How many results other versions have left here."""
        return len(self._others)

    def _read(self, content: bytes) -> None:
        self._whole = content.endswith(b"\n") or not content
        for line in content.splitlines():
            try:
                fields = json.loads(line.decode())
                key, engine = _present_key(fields["key"]), fields.get("engine", UNKNOWN)
                entry = Entry(fields["result"], engine, fields["date"])
            except (ValueError, KeyError, TypeError, AttributeError):
                continue  # cut off when the machine stopped, or spoilt: its unit is measured again
            (self._own if engine == self.engine else self._others)[key] = entry


def _present_key(key: str) -> str:
    """Return the key as it is written now: heuristics had other names once."""
    return re.sub(r"(?<=Heuristic=)[\d-]+", lambda old: FORMER_NAMES.get(old[0], old[0]), key)
