"""What becomes of a step: it passed, it failed and why, or it was not tried and why not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    PASSED = "passed"
    FAILED = "failed"
    NOT_TRIED = "not tried"


class Fault(Exception):  # noqa: N818 - the engine's, not ours
    """The engine did not do what a step demands. `lines` are the dialogue, if it is known here."""

    def __init__(self, expected: str, got: str, lines: Sequence[str] = ()) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected, self.got = expected, got
        self.lines = tuple(lines)


class NotTried(Exception):  # noqa: N818 - an event, not an error
    """The engine does not claim what a step is about; the text says so."""


@dataclass(frozen=True)
class Result:
    """Of one step. `game` is None for the steps of the conversation.

    `remark` is for people: what was measured, or why it was not tried. Of a failure there are
    `expected`, `got`, the `dialogue` (`> ` sent, `< ` received, `! ` from standard error) and,
    for a random position, `repeat`: lines that show it again when they are pasted into the engine.
    """

    number: int
    name: str
    title: str
    game: str | None
    verdict: Verdict
    remark: str = ""
    expected: str = ""
    got: str = ""
    dialogue: tuple[str, ...] = ()
    repeat: tuple[str, ...] = ()
    seconds: float = 0.0
