"""A conversation with a session inside the test, and what the tests look for in it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from threading import Condition

from linemate.engine.core import (
    Game,
)
from linemate.engine.registry import GAMES
from linemate.protocol.messages import Dialect, InfoLine
from linemate.protocol.replies import parse_reply
from linemate.protocol.session_ugi import UgiSession
from tests.protocol.engine_process import (
    bestmoves,
    is_bestmove,
)
from tests.waiting import PATIENCE

A_MOMENT = 0.1
DEADLINE = PATIENCE
GAME_NAMES = list(GAMES)
# Where a test wants exact depths, proofs or a table, it says whose.
HMINIMAX = "setoption name Search value hminimax"


class Conversation:
    """A session, and everything that it said."""

    def __init__(self, game: Game | None = None) -> None:
        self._lines: list[str] = []
        self._read = 0
        self._said = Condition()
        self.session = UgiSession(self.hear, game)

    def hear(self, *lines: str) -> None:
        with self._said:
            for line in lines:
                self._lines += line.split("\n")
            self._said.notify_all()

    def send(self, *lines: str) -> None:
        for line in lines:
            assert self.session.handle(line), f"{line} is no quit"

    def until(self, wanted: Callable[[str], bool]) -> list[str]:
        """Every line not yet seen, up to and with the first wanted one."""
        with self._said:

            def find() -> int:
                ends = range(self._read, len(self._lines))
                return next((n + 1 for n in ends if wanted(self._lines[n])), 0)

            end = self._said.wait_for(find, DEADLINE)
            lines = self._lines[self._read : end or None]
            assert end, f"no answer after {lines[-20:]}"
            self._read = end
            return lines

    def ask(self, *lines: str) -> list[str]:
        """What is said in answer to these lines."""
        self.send(*lines, "isready")
        return self.until("readyok".__eq__)[:-1]

    def query(self, what: str) -> str:
        (answer,) = (line for line in self.ask(f"query {what}") if line.startswith("response "))
        return answer.removeprefix("response ")

    def search(self, line: str) -> list[str]:
        self.send(line)
        return self.until(is_bestmove)


def infos(lines: list[str], dialect: Dialect = Dialect.UGI) -> list[InfoLine]:
    """The reports of a search among these lines."""
    replies = (parse_reply(line, dialect) for line in lines)
    return [reply for reply in replies if isinstance(reply, InfoLine) and reply.depth is not None]


def best(lines: list[str]) -> str:
    """The move of the one `bestmove`, which is the last line."""
    assert bestmoves(lines) == lines[-1:]
    return lines[-1].split()[1]


def nodes(lines: list[str]) -> int:
    return infos(lines)[-1].nodes or 0


def without_times(lines: list[str]) -> list[str]:
    return [re.sub(r" (nps|time) \d+", "", line) for line in lines]


def check_line(game: Game, fen: str, moves: tuple[str, ...]) -> None:
    position = game.read_position(fen)
    for move in moves:
        position.play(game.read_move(position, move))


def assert_silent(talk: Conversation) -> None:
    """No `bestmove` by itself, while the rest still works."""
    time.sleep(A_MOMENT)
    assert not bestmoves(talk.ask())
