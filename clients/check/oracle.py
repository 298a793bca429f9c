"""The engine as something to ask: the same question always gets the answer that it got first.

So Hypothesis can shrink a failure of an engine that answers differently every time, and what is
shown in the end is what was really said. A process is kept as long as it behaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from linemate.clients.check.bench import position_line
from linemate.clients.check.subject import Subject
from linemate.clients.check.talk import Search, Talk, is_bestmove
from linemate.clients.check.verdict import Fault
from linemate.engine.core import Game
from linemate.protocol.messages import Response
from linemate.protocol.replies import parse_reply

QUERIES = ("p1turn", "gameover", "result", "legalmoves", "fen")


@dataclass(frozen=True)
class Reply:
    """What came of a question: lines to repeat it, and the dialogue; `fault` if it went wrong."""

    asked: tuple[str, ...]
    dialogue: tuple[str, ...]
    search: Search | None = None
    responses: tuple[str, ...] = ()
    fault: Fault | None = None


class Oracle:
    def __init__(self, subject: Subject, game: Game, go: str) -> None:
        self.game, self._subject, self._go = game, subject, go
        self._talk: Talk | None = None
        self._replies: dict[tuple[str, ...], Reply] = {}

    def knows(self, *lines: str) -> bool:
        """Whether this was asked before."""
        return lines in self._replies

    def forget_answers(self) -> None:
        self._replies.clear()

    def restart(self) -> None:
        """Forget all answers and ask a new process."""
        self.forget_answers()
        self.close()

    def search(self, moves: Sequence[str]) -> tuple[str, ...]:
        """The lines that ask for a move after these."""
        return position_line(moves), f"go {self._go}"

    def ask(self, *lines: str) -> Reply:
        """Send the lines and wait: for the bestmove if the last is a `go`, until it is ready."""
        if lines not in self._replies:
            self._replies[lines] = self._ask(lines)
        return self._replies[lines]

    def _ask(self, lines: tuple[str, ...]) -> Reply:
        asked = (*self.opening_lines, *lines)
        try:
            talk = self._talk = self._talk or self._subject.begin(self.game)
        except Fault as fault:
            return Reply(asked, fault.lines, fault=fault)
        talk.forget()
        try:
            if not lines[-1].startswith("go "):
                talk.send(*lines)
                replies = [parse_reply(line, talk.dialect) for line in talk.sync()]
                responses = tuple(reply.text for reply in replies if isinstance(reply, Response))
                return Reply(asked, talk.lines, responses=responses)
            talk.send(*lines[:-1])
            search = talk.search(lines[-1])
            dialogue = talk.lines
            if more := list(filter(is_bestmove, talk.sync())):
                raise talk.fault("one `bestmove`", f"`{more[0]}` after it")
            return Reply(asked, dialogue, search)
        except Fault as fault:
            self.close(patient=False)
            return Reply(asked, talk.lines, fault=fault)

    @property
    def opening_lines(self) -> tuple[str, ...]:
        """What precedes every question."""
        dialect = self._subject.dialect
        settings = self._subject.setting_lines()
        return (dialect.value, *settings, *self._subject.game_lines(self.game, dialect))

    @cached_property
    def queries(self) -> tuple[str, ...]:
        """Those that it answers at the start of the game."""
        start = position_line([])
        return tuple(what for what in QUERIES if self.ask(start, f"query {what}").responses)

    def close(self, patient: bool = True) -> None:
        talk, self._talk = self._talk, None
        if talk is not None:
            talk.close(patient)
