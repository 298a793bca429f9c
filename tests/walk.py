"""The way of one `go` through the files: `python -m tests.walk [GAME [SEARCH]]` traces it.

`docs/architecture.md` shows it, and `test_docs.py` holds the two equal.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any

from linemate.protocol.conversation import Conversation

ROOT = Path(__file__).resolve().parents[1]
MOVETIME = 100  # as good as 1000: the way does not depend on how often it is gone


def trace(game: str = "ultimate", search: str = "auto") -> list[str]:
    """Return the files that a `go movetime` runs through, in the order in which they are entered:
    from the line that arrives to the bestmove.
    """
    entered: dict[str, None] = {}
    answered = Event()

    def write(*lines: str) -> None:
        if any(line.startswith("bestmove") for line in lines):
            answered.set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        path = frame.f_code.co_filename
        # Functions alone: the body of a class or a module is run when it is first imported.
        if event == "call" and frame.f_code.co_flags & 0x2 and path.startswith(str(ROOT)):
            entered.setdefault(str(Path(path).relative_to(ROOT)))

    conversation = Conversation(write)
    for line in (f"newgame {game}", f"setoption name Search value {search}", "isready"):
        conversation.handle(line)
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        conversation.handle(f"go movetime {MOVETIME}")
        answered.wait(60)
        conversation.end_search()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return list(filter(is_ours, entered))


def is_ours(path: str) -> bool:
    return path.startswith(("engine/", "protocol/"))


def show(paths: list[str]) -> Iterator[str]:
    """Number the files; the one that reads the line comes before all that can be traced."""
    files = ["engine/__main__.py", *paths]
    yield from (f"{number}. `{path}`" for number, path in enumerate(files, 1))


if __name__ == "__main__":
    print("\n".join(show(trace(*sys.argv[1:]))))
