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
from linemate.clients.check.positions import position_after, position_line
from linemate.clients.check.properties import mates
from linemate.clients.check.raw_connection import Fault, RawConnection, Search
from linemate.engine.core import Game, Position
from linemate.protocol.messages import Response
from linemate.protocol.replies import parse_reply

QUERIES = ("p1turn", "gameover", "result", "legalmoves", "fen")
NOT_VERIFIED = "not verified"  # counted, but not as something that was tried


@dataclass(frozen=True)
class ExamReply:
    """Has what came of a question: lines to repeat it, and the dialogue; `failure` if it failed."""

    asked: tuple[str, ...]
    dialogue: tuple[str, ...]
    search: Search | None = None
    responses: tuple[str, ...] = ()
    failure: Fault | None = None

    def fault(self, expected: str, got: str) -> Fault:
        """Return what a property raises that does not hold here."""
        return Fault(expected, got, self.dialogue, self.asked)


class OutOfTime(Exception):  # noqa: N818 - an event, not an error
    """There is no time left for another question."""


class Exam:
    """Puts properties to an engine, in one game; each question once, in a process that is kept as
    long as it behaves.

    `until` is when new questions end, by time.monotonic(); `counted` has the examples that the
    property at hand has looked at. `demands_answers` says that no property of this run is about
    answers alone, so that to give none fails those that need one.
    """

    def __init__(self, engine: EngineUnderTest, game: Game, go: str, demands_answers: bool) -> None:
        self.game = game
        self.demands_answers = demands_answers
        self.until = 0.0
        self.counted: dict[str, set[int]] = {}
        self._engine, self._go = engine, go
        self._connection: RawConnection | None = None
        self._replies: dict[tuple[str, ...], ExamReply] = {}
        self._mates: dict[tuple[Hashable, ...], bool | None] = {}

    def position(self, moves: Sequence[str]) -> Position:
        """Return the position after these moves. Raises LinemateError."""
        return position_after(self.game, moves)

    def search(self, *lines: str) -> ExamReply:
        """Ask for a move behind these lines. Raises OutOfTime."""
        return self.ask(*lines, f"go {self._go}")

    @cached_property
    def queries(self) -> tuple[str, ...]:
        """Return those that the engine answers at the start of the game."""
        asked = [(what, self._answer(position_line([]), f"query {what}")) for what in QUERIES]
        return tuple(what for what, reply in asked if reply.responses)

    def query(self, queries: Sequence[str], *lines: str) -> tuple[dict[str, str], ExamReply]:
        """Return the answers to these queries after the lines.

        Raises Fault if there are not as many, OutOfTime.
        """
        reply = self.ask(*lines, *(f"query {what}" for what in queries))
        if reply.failure is not None:
            raise reply.failure
        if len(reply.responses) != len(queries):
            count = len(reply.responses)
            raise reply.fault(f"{len(queries)} lines `response ...`", f"{count} of them")
        return dict(zip(queries, reply.responses, strict=True)), reply

    def ask(self, *lines: str) -> ExamReply:
        """Send the lines and wait: for the bestmove if the last is a `go`, until it is ready.

        Raises OutOfTime for a question that is new, and too late.
        """
        if time.monotonic() > self.until and lines not in self._replies:
            raise OutOfTime
        return self._answer(*lines)

    def _answer(self, *lines: str) -> ExamReply:
        if lines not in self._replies:
            self._replies[lines] = self._converse(lines)
        return self._replies[lines]

    def _converse(self, lines: tuple[str, ...]) -> ExamReply:
        dialect = self._engine.dialect
        asked = (dialect.value, *self._engine.opening_lines(self.game, dialect), *lines)
        try:
            connection = self._connection = self._connection or self._engine.begin(self.game)
        except Fault as fault:
            return _failed(asked, fault)
        connection.forget()
        try:
            if not lines[-1].startswith("go "):
                connection.send(*lines)
                replies = [parse_reply(line, dialect) for line in connection.sync()]
                responses = tuple(reply.text for reply in replies if isinstance(reply, Response))
                return ExamReply(asked, connection.lines, responses=responses)
            connection.send(*lines[:-1])
            search = connection.search(lines[-1])
            dialogue = connection.lines
            connection.demand_no_bestmove(connection.sync(), "one `bestmove` and no other")
            return ExamReply(asked, dialogue, search)
        except Fault as fault:
            self.close(patient=False)
            return _failed(asked, fault)

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
        self.counted.setdefault(what, set()).add(hash(tuple(example)))

    def forget_answers(self) -> None:
        self._replies.clear()
        self._mates.clear()

    def close(self, patient: bool = True) -> None:
        """End the process; what is asked next, a new one is asked."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close(patient)


def _failed(asked: tuple[str, ...], fault: Fault) -> ExamReply:
    failure = Fault(fault.expected, fault.got, fault.lines, asked)
    return ExamReply(asked, fault.lines, failure=failure)
