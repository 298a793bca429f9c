"""What a property works with: the rules, the engine's answers, a count of what was looked at.

The same question always gets the answer that it got first. So Hypothesis can shrink a failure of an
engine that answers differently every time, and what is shown in the end is what was really said.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from linemate.clients.check.engine_under_test import EngineUnderTest
from linemate.clients.check.properties import mates
from linemate.clients.check.raw_connection import (
    Fault,
    RawConnection,
    Search,
    is_bestmove,
    position_line,
)
from linemate.engine.core import Game, Position
from linemate.protocol.messages import Response
from linemate.protocol.replies import parse_reply

QUERIES = ("p1turn", "gameover", "result", "legalmoves", "fen")
NOT_VERIFIED = "not verified"  # counted, but not as something that was tried


@dataclass(frozen=True)
class Reply:
    """Has what came of a question: lines to repeat it, and the dialogue; `fault` if it failed."""

    asked: tuple[str, ...]
    dialogue: tuple[str, ...]
    search: Search | None = None
    responses: tuple[str, ...] = ()
    fault: Fault | None = None


class Wrong(Exception):  # noqa: N818 - the engine is
    """A property does not hold; `reply` is where it shows."""

    def __init__(self, expected: str, got: str, reply: Reply) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected, self.got, self.reply = expected, got, reply


class OutOfTime(Exception):  # noqa: N818 - an event, not an error
    """There is no time left for another question."""


class EngineCache:
    """Asks an engine each question once, in a process that is kept as long as it behaves."""

    def __init__(self, engine: EngineUnderTest, game: Game, go: str) -> None:
        self.game, self._engine, self._go = game, engine, go
        self._connection: RawConnection | None = None
        self._replies: dict[tuple[str, ...], Reply] = {}

    def knows(self, *lines: str) -> bool:
        """Tell whether this was asked before."""
        return lines in self._replies

    def forget_answers(self) -> None:
        self._replies.clear()

    def restart(self) -> None:
        """Forget all answers and ask a new process from now on."""
        self.forget_answers()
        self.close()

    def search(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Return the lines that ask for a move after these."""
        return position_line(moves), f"go {self._go}"

    def ask(self, *lines: str) -> Reply:
        """Send the lines and wait: for the bestmove if the last is a `go`, until it is ready."""
        if lines not in self._replies:
            self._replies[lines] = self._ask(lines)
        return self._replies[lines]

    def _ask(self, lines: tuple[str, ...]) -> Reply:
        asked = (*self.opening_lines, *lines)
        try:
            connection = self._connection = self._connection or self._engine.begin(self.game)
        except Fault as fault:
            return Reply(asked, fault.lines, fault=fault)
        connection.forget()
        try:
            if not lines[-1].startswith("go "):
                connection.send(*lines)
                replies = [parse_reply(line, connection.dialect) for line in connection.sync()]
                responses = tuple(reply.text for reply in replies if isinstance(reply, Response))
                return Reply(asked, connection.lines, responses=responses)
            connection.send(*lines[:-1])
            search = connection.search(lines[-1])
            dialogue = connection.lines
            if more := list(filter(is_bestmove, connection.sync())):
                raise connection.fault("one `bestmove`", f"`{more[0]}` after it")
            return Reply(asked, dialogue, search)
        except Fault as fault:
            self.close(patient=False)
            return Reply(asked, connection.lines, fault=fault)

    @property
    def opening_lines(self) -> tuple[str, ...]:
        """Return what precedes every question."""
        dialect = self._engine.dialect
        settings = self._engine.setting_lines()
        return (dialect.value, *settings, *self._engine.game_lines(self.game, dialect))

    @cached_property
    def queries(self) -> tuple[str, ...]:
        """Return those that it answers at the start of the game."""
        start = position_line([])
        return tuple(what for what in QUERIES if self.ask(start, f"query {what}").responses)

    def close(self, patient: bool = True) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close(patient)


class Exam:
    """Puts one property to an engine, in one game.

    `until` is when new questions end, by time.monotonic().
    """

    def __init__(self, cache: EngineCache) -> None:
        self.game: Game = cache.game
        self.until = 0.0
        self._cache = cache
        self._counted: dict[str, set[int]] = {}
        self._mates: dict[tuple[Hashable, ...], bool | None] = {}

    @property
    def queries(self) -> Sequence[str]:
        """Return those that the engine answers at all."""
        return self._cache.queries

    def position(self, moves: Sequence[str]) -> Position:
        """Return the position after these moves. Raises LinemateError."""
        position = self.game.start()
        for text in moves:
            position.play(self.game.read_move(position, text))
        return position

    def search(self, moves: Sequence[str]) -> Reply:
        """Ask for a move after these. Raises OutOfTime."""
        return self.ask(*self._cache.search(moves))

    def query(self, queries: Sequence[str], *lines: str) -> tuple[dict[str, str], Reply]:
        """Return the answers to these queries after the lines.

        Raises Wrong if there are not as many, OutOfTime.
        """
        reply = self.ask(*lines, *(f"query {what}" for what in queries))
        if reply.fault is not None:
            raise Wrong(reply.fault.expected, reply.fault.got, reply)
        if len(reply.responses) != len(queries):
            count = len(reply.responses)
            raise Wrong(f"{len(queries)} lines `response ...`", f"{count} of them", reply)
        return dict(zip(queries, reply.responses, strict=True)), reply

    def ask(self, *lines: str) -> Reply:
        """Send the lines and wait. Raises OutOfTime for a question that is new, and too late."""
        if time.monotonic() > self.until and not self._cache.knows(*lines):
            raise OutOfTime
        return self._cache.ask(*lines)

    def is_real_mate(self, moves: Sequence[str], plies: int, line: Sequence[int]) -> bool | None:
        """Answer as `mates.is_real` after these moves; None, too, when the time is over."""
        asked = (*moves, plies)
        if asked not in self._mates:
            late = time.monotonic() > self.until
            real = None if late else mates.is_real(self.position(moves), plies, line)
            self._mates[asked] = real
        return self._mates[asked]

    def count(self, what: str, example: Iterable[Hashable]) -> None:
        """Count another example of `what`; the same one again does not count."""
        # Its hash is enough, and an hour of examples does not fill the memory.
        self._counted.setdefault(what, set()).add(hash(tuple(example)))

    @property
    def counts(self) -> dict[str, int]:
        """Return how many examples there were of what; what was left undecided comes last."""
        names = sorted(self._counted, key=lambda what: what == NOT_VERIFIED)
        return {what: len(self._counted[what]) for what in names}

    def begin_anew(self) -> None:
        """Forget all answers and ask a new process from now on."""
        self._mates.clear()
        self._cache.restart()
