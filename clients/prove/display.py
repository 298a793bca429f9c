"""How far the work is: one line that is drawn again on a terminal, one now and then elsewhere."""

from __future__ import annotations

from time import monotonic

from rich.console import Console
from rich.status import Status
from rich.text import Text

SECONDS_BETWEEN_LINES = 30.0  # where they stay


class Display:
    """Use as a context manager, around the work."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._status = Status(Text("beginning"), console=console)
        self._printed = -SECONDS_BETWEEN_LINES

    def __enter__(self) -> Display:
        self._status.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._status.stop()

    def update(self, text: str) -> None:
        """Show how far it is."""
        if self.console.is_terminal:
            self._status.update(Text(text))
        elif monotonic() - self._printed >= SECONDS_BETWEEN_LINES:
            self._printed = monotonic()
            self.console.print(text)

    def end(self, text: str) -> None:
        """Show what has come of it, which stays."""
        self.console.print(text)
