"""What a property works with: the rules, the engine's answers, a count of what was looked at."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Sequence

from linemate.clients.check import mates
from linemate.clients.check.oracle import Oracle, Reply
from linemate.engine.core import Game, Position

NOT_VERIFIED = "not verified"  # counted, but not as something that was tried


class Wrong(Exception):  # noqa: N818 - the engine is
    """A property does not hold; `reply` is where it shows."""

    def __init__(self, expected: str, got: str, reply: Reply) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected, self.got, self.reply = expected, got, reply


class OutOfTime(Exception):  # noqa: N818 - an event, not an error
    """There is no time left for another question."""


class Exam:
    """Of one property in one game. `until` is when new questions end, by time.monotonic()."""

    def __init__(self, oracle: Oracle) -> None:
        self.game: Game = oracle.game
        self.until = 0.0
        self._oracle = oracle
        self._counted: dict[str, set[int]] = {}
        self._mates: dict[tuple[Hashable, ...], bool | None] = {}

    @property
    def queries(self) -> Sequence[str]:
        """Those that the engine answers at all."""
        return self._oracle.queries

    def position(self, moves: Sequence[str]) -> Position:
        position = self.game.start()
        for text in moves:
            position.play(self.game.read_move(position, text))
        return position

    def search(self, moves: Sequence[str]) -> Reply:
        return self.ask(*self._oracle.search(moves))

    def query(self, queries: Sequence[str], *lines: str) -> tuple[dict[str, str], Reply]:
        """The answers to these queries after the lines. Raises Wrong if there are not as many."""
        reply = self.ask(*lines, *(f"query {what}" for what in queries))
        if reply.fault is not None:
            raise Wrong(reply.fault.expected, reply.fault.got, reply)
        if len(reply.responses) != len(queries):
            count = len(reply.responses)
            raise Wrong(f"{len(queries)} lines `response ...`", f"{count} of them", reply)
        return dict(zip(queries, reply.responses, strict=True)), reply

    def ask(self, *lines: str) -> Reply:
        """Raises OutOfTime for a question that is new, and too late."""
        if time.monotonic() > self.until and not self._oracle.knows(*lines):
            raise OutOfTime
        return self._oracle.ask(*lines)

    def is_real_mate(self, moves: Sequence[str], plies: int, line: Sequence[int]) -> bool | None:
        """As `mates.is_real` after these moves; not known, either, when the time is over."""
        asked = (*moves, plies)
        if asked not in self._mates:
            late = time.monotonic() > self.until
            real = None if late else mates.is_real(self.position(moves), plies, line)
            self._mates[asked] = real
        return self._mates[asked]

    def count(self, what: str, example: Iterable[Hashable]) -> None:
        """Another example of `what` was looked at; the same one again does not count."""
        # Its hash is enough, and an hour of examples does not fill the memory.
        self._counted.setdefault(what, set()).add(hash(tuple(example)))

    @property
    def counts(self) -> dict[str, int]:
        """What was left undecided comes last."""
        names = sorted(self._counted, key=lambda what: what == NOT_VERIFIED)
        return {what: len(self._counted[what]) for what in names}

    def begin_anew(self) -> None:
        """Forget all answers and ask a new process."""
        self._mates.clear()
        self._oracle.restart()
