"""Which engine has measured something: its files, as a few letters.

Node counts and times depend on every line of the engine, so any change to it is another version.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from clients.engines import ROOT

PLAYER = ROOT / "engine"
# What play never imports, and what Python writes there by itself.
NO_PART = {"workshop", "__pycache__"}
LETTERS = 8


def engine_version() -> str:
    """The same for as long as no file of the engine has changed; cheap to ask again."""
    files = sorted(
        path
        for path in PLAYER.rglob("*")
        if path.is_file() and not NO_PART & set(path.relative_to(PLAYER).parts)
    )
    return _digest(tuple((path, path.stat().st_mtime_ns) for path in files))


@cache
def _digest(files: tuple[tuple[Path, int], ...]) -> str:
    """The times of the last change are there to be compared, not to be part of it."""
    total = sha256()
    for path, _ in files:
        total.update(f"{path.relative_to(PLAYER).as_posix()}\0".encode())
        total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()[:LETTERS]
