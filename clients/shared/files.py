"""Writing files so that nothing is ever there by half: whole ones, and lines at the end of one;
the directories for them, the paths that people type, and why one cannot be had.
"""

from __future__ import annotations

import os
from pathlib import Path

from linemate.engine.core import LinemateError


def explain(error: Exception) -> str:
    """Say why a file cannot be read or written."""
    if isinstance(error, UnicodeDecodeError):
        return "it is no text"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def expand_home(name: str) -> Path:
    """Return the path that a person has typed. `~nobody` is a name like any other, for which
    `Path.expanduser` would raise RuntimeError.
    """
    return Path(os.path.expanduser(name))


def make_directory(path: Path) -> None:
    """Have a directory for what is to be written later. Raises LinemateError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LinemateError(f"cannot make the directory {path}: {explain(error)}") from None


def require_writable(path: Path) -> None:
    """Raise LinemateError now, and not in an hour, if the file cannot be written; its content stays
    as it is.
    """
    try:
        path.open("a").close()
    except OSError as error:
        raise LinemateError(f"cannot write {path}: {explain(error)}") from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Put the content into a file, all of it or nothing: what the file had before is there until
    the new content is on the disk.

    A link goes on leading to the file. Raises OSError.
    """
    path = Path(os.path.realpath(path))
    part = path.with_name(f".{path.name}.{os.getpid()}")
    data = content.encode() if isinstance(content, str) else content
    with part.open("xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def append_whole(descriptor: int, data: bytes, *, sync: bool = False) -> None:
    """Append the data to an open file, all of it or nothing; with `sync`, it is on the disk when
    this returns.

    Half a line, as a full disk leaves it, would be continued by the next one. Raises OSError.
    """
    before = os.fstat(descriptor).st_size
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        if sync:
            os.fsync(descriptor)
    except BaseException:
        os.ftruncate(descriptor, before)
        raise
