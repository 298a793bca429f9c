"""A file that lines are added to, one for each thing that is done: the memory of a long run.

A line is on the disk before anybody takes notice of it. What a power cut leaves of the last one
is a line without an end, which nobody ever sees: reading skips it, and it is cut off when the file
is opened to be written to.
"""

from __future__ import annotations

from pathlib import Path

from linemate.clients.shared.files import append_whole
from linemate.engine.core import LinemateError

try:
    import fcntl
except ImportError:  # Windows: then nobody keeps two writers from one file
    fcntl = None  # type: ignore[assignment]


class BusyError(LinemateError):
    """Somebody else has the file open to write to it."""


class LinesFile:
    """The file as its only writer has it. Use as a context manager.

    While it is open, no other process can have it so.
    """

    def __init__(self, path: Path, *, wait: bool = False) -> None:
        """Open the file, and create it if it is not there; its directory has to be.

        Where another process has it open: raise BusyError, or with `wait`, wait until it is closed.
        Raises OSError.
        """
        self._file = path.open("a+b", buffering=0)
        try:
            self._lock(path, wait)
            self._cut_off_tail()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> LinesFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    def read(self) -> list[bytes]:
        """Return the lines that are there, without their ends."""
        self._file.seek(0)
        return _whole_lines(self._file.read())

    def append(self, line: str) -> None:
        """Add a line; it is on the disk when this returns, or not there at all.

        Raises OSError.
        """
        assert "\n" not in line
        append_whole(self._file.fileno(), f"{line}\n".encode(), sync=True)

    def _lock(self, path: Path, wait: bool) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            except BlockingIOError:
                raise BusyError(f"{path} is being written to by another process") from None

    def _cut_off_tail(self) -> None:
        size = self._file.seek(0, 2)
        if size:
            self._file.seek(size - 1)
            if self._file.read(1) != b"\n":
                self._file.seek(0)
                self._file.truncate(self._file.read().rfind(b"\n") + 1)


def read_lines(path: Path) -> list[bytes]:
    """Return the lines of a file that others may be writing to, without their ends; none if there
    is no such file.

    Raises OSError.
    """
    return _whole_lines(path.read_bytes()) if path.exists() else []


def _whole_lines(data: bytes) -> list[bytes]:
    """Return the lines of a text, without what comes after the last end of a line."""
    return data.split(b"\n")[:-1]
