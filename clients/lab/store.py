"""What has been measured, in a file of JSON lines: one for each finished unit of work.

A line is written whole as soon as its unit is done. So whatever ends a run, what it has done is
there, and the next run goes on with what is missing. A unit at fault is tried again; of two
lines with one key the later counts.

Every line names the version of the engine that measured it. What another version has measured
stays in the file, and counts only if that is asked for: two versions are two players. A version is
the engine's files, as a few letters: node counts and times depend on every line that its process
runs, the protocol's too, so any change to them is another version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from linemate.clients.lab.units import Measurement, Result, Unit
from linemate.clients.shared.journal import LinesFile, read_lines
from linemate.clients.shared.times import write_time
from linemate.engine.core import FORMER_NAMES

PARTS = tuple(Path(str(files(f"linemate.{part}"))) for part in ("engine", "protocol"))
NO_PART = "tools"  # play never imports it
DATA = "data"  # a directory whose files are read in play
LEFTOVERS = (".swp", ".swo", ".tmp", ".bak", ".orig", "~")  # of editors and tools
LETTERS = 8
UNKNOWN = "unknown"  # the engine of lines from before they named it


class StoredResult(NamedTuple):
    result: Result
    engine: str
    date: str


class Store:
    """The results in one file, by the keys of their units."""

    def __init__(self, path: Path, engine: str, reuse: bool = False) -> None:
        """Read what is there; nothing is written before the first `add`.

        `engine` is the version that measures. With `reuse`, what others have measured counts
        where this one has measured nothing.
        """
        self.path, self.engine, self._reuse = path, engine, reuse
        self._own: dict[str, StoredResult] = {}
        self._others: dict[str, StoredResult] = {}
        for line in read_lines(path):
            self._read(line)

    def add(self, unit: Unit, result: Result) -> Measurement:
        """Keep a result, on disk when this returns."""
        stored = StoredResult(result, self.engine, datetime.now(UTC).date().isoformat())
        line = json.dumps({"key": unit.key, **stored._asdict()})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with LinesFile(self.path, wait=True) as file:
            file.append(line)
        self._own[unit.key] = stored
        return Measurement(unit, *stored)

    def missing(self, units: Sequence[Unit]) -> list[Unit]:
        """Return those still to be done, each once, in their order; a fault is not done."""
        done = {each.unit.key for each in self.measured(units) if "fault" not in each.result}
        return [unit for key, unit in {unit.key: unit for unit in units}.items() if key not in done]

    def measured(self, units: Sequence[Unit]) -> list[Measurement]:
        """Return those that were tried, with their results."""
        known = {**self._others, **self._own} if self._reuse else self._own
        return [Measurement(unit, *known[unit.key]) for unit in units if unit.key in known]

    def by_others(self, units: Sequence[Unit]) -> list[Measurement]:
        """Return those that other versions have measured and this one has not."""
        found = {key: stored for key, stored in self._others.items() if key not in self._own}
        return [Measurement(unit, *found[unit.key]) for unit in units if unit.key in found]

    @property
    def foreign(self) -> int:
        """Return the number of results that other versions have left here."""
        return len(self._others)

    def _read(self, line: bytes) -> None:
        try:
            fields = json.loads(line)
            key, engine = _present_key(fields["key"]), fields.get("engine", UNKNOWN)
            stored = StoredResult(fields["result"], engine, fields["date"])
        except (ValueError, KeyError, TypeError, AttributeError):
            return  # spoilt: its unit is measured again
        (self._own if engine == self.engine else self._others)[key] = stored


def _present_key(key: str) -> str:
    """Return the key as it is written now: heuristics had other names, and times no unit."""
    key = re.sub(r"(?<=Heuristic=)[\d-]+", lambda old: FORMER_NAMES.get(old[0], old[0]), key)
    return re.sub(r"(?<=movetime=)\d+\b", lambda old: write_time(int(old[0])), key)


# -------------------------------------------------------------------- the engine's version


def engine_version() -> str:
    """Return letters that are the same until a file of the engine changes; cheap to ask again."""
    found = [
        (path.relative_to(part.parent).as_posix(), path, path.stat().st_mtime_ns)
        for part in PARTS
        for path in sorted(part.rglob("*"))
        if path.is_file() and _is_played(path.relative_to(part))
    ]
    return _digest(tuple(found))


def _is_played(path: Path) -> bool:
    """Tell whether a file of a part is code that runs in play, or data that is read by it."""
    if NO_PART in path.parts or path.name.startswith("."):
        return False
    return path.suffix == ".py" or (DATA in path.parts and not path.name.endswith(LEFTOVERS))


@cache
def _digest(found: tuple[tuple[str, Path, int], ...]) -> str:
    """Return a version; the times of the last change tell whether it is still the same."""
    total = sha256()
    for name, path, _ in found:
        total.update(f"{name}\0".encode())
        total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()[:LETTERS]
