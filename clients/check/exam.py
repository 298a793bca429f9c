"""What a property works with: the rules, the engine's answers, a count of what was looked at."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence

from clients.check.oracle import Oracle, Reply
from engine.core import Game, Position


class Wrong(Exception):  # noqa: N818 - the engine is
    """A property does not hold; `reply` is where it shows."""

    def __init__(self, expected: str, got: str, reply: Reply) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected, self.got, self.reply = expected, got, reply


class OutOfTime(Exception):  # noqa: N818 - an event, not an error
    """There is no time left for another question."""


class Exam:
    """Of one property in one game. `until` is when new questions end, by time.monotonic()."""

    def __init__(self, oracle: Oracle, queries: Sequence[str], until: float) -> None:
        self.game: Game = oracle.game
        self.queries = queries
        self.until = until
        self._oracle = oracle
        self._counted: dict[str, set[Hashable]] = {}

    def position(self, moves: Sequence[str]) -> Position:
        position = self.game.start()
        for text in moves:
            position.play(self.game.read_move(position, text))
        return position

    def search(self, moves: Sequence[str]) -> Reply:
        return self.ask(*self._oracle.search(moves))

    def query(self, position: str, *queries: str) -> tuple[dict[str, str], Reply]:
        """The answers to these queries in a position. Raises Wrong if there are not as many."""
        reply = self.ask(position, *(f"query {what}" for what in queries))
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

    def count(self, what: str, example: Hashable | Sequence[Hashable]) -> None:
        """Another example of `what` was looked at; the same one again does not count."""
        key = tuple(example) if isinstance(example, list) else example
        self._counted.setdefault(what, set()).add(key)

    @property
    def counts(self) -> dict[str, int]:
        return {what: len(examples) for what, examples in self._counted.items()}

    def begin_anew(self) -> None:
        """Forget all answers and ask a new process."""
        self._oracle.forget()
