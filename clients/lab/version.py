"""Which engine has measured something: its files, as a few letters.

Node counts and times depend on every line that the engine's process runs, the protocol's too, so
any change to them is another version.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

PARTS = tuple(Path(str(files(f"linemate.{part}"))) for part in ("engine", "protocol"))
NO_PART = "tools"  # play never imports it
DATA = "data"  # a directory whose files are read in play
LEFTOVERS = (".swp", ".swo", ".tmp", ".bak", ".orig", "~")  # of editors and tools
LETTERS = 8


def engine_version() -> str:
    """The same for as long as no file of the engine has changed; cheap to ask again."""
    files = [
        (path.relative_to(part.parent).as_posix(), path, path.stat().st_mtime_ns)
        for part in PARTS
        for path in sorted(part.rglob("*"))
        if path.is_file() and _is_played(path.relative_to(part))
    ]
    return _digest(tuple(files))


def _is_played(path: Path) -> bool:
    """Whether a file of a part is code that runs in play, or data that is read by it."""
    if NO_PART in path.parts or path.name.startswith("."):
        return False
    return path.suffix == ".py" or (DATA in path.parts and not path.name.endswith(LEFTOVERS))


@cache
def _digest(files: tuple[tuple[str, Path, int], ...]) -> str:
    """The times of the last change are there to be compared, not to be part of it."""
    total = sha256()
    for name, path, _ in files:
        total.update(f"{name}\0".encode())
        total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()[:LETTERS]
