"""A judge of the Gomocup kind inside the test: it says lines to a session and hears answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from threading import Condition

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, OptionValue, Position, Score, Searcher
from linemate.protocol.session_gomocup import GomocupSession
from tests.waiting import PATIENCE

DEADLINE = PATIENCE
MOVE = re.compile(r"(\d+),(\d+)")
REMARKS = ("MESSAGE ", "DEBUG ", "INFO ")


class Judge:
    """Whatever is no remark is an answer."""

    def __init__(self, game: Game | None = None) -> None:
        self.remarks: list[str] = []
        self._answers: list[str] = []
        self._said = Condition()
        self.session = GomocupSession(self.hear, game)

    def hear(self, *lines: str) -> None:
        with self._said:
            for line in lines:
                (self.remarks if line.startswith(REMARKS) else self._answers).append(line)
            self._said.notify_all()

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.session.handle(f"{line}\r"), f"{line} is no END"

    def answer(self) -> str:
        with self._said:
            assert self._said.wait_for(lambda: self._answers, DEADLINE), "no answer"
            return self._answers.pop(0)

    def ask(self, *lines: str) -> str:
        """The one answer to these lines."""
        assert self._answers == []
        self.say(*lines)
        return self.answer()

    def ask_move(self, *lines: str) -> tuple[int, int]:
        answer = self.ask(*lines)
        found = MOVE.fullmatch(answer)
        assert found, f"{answer!r} is no move"
        return int(found[1]), int(found[2])

    def assert_silent(self) -> None:
        """Nothing is left to hear: what answers at once answers next."""
        assert self.ask("ABOUT").startswith("name=")


class Simple(Searcher):
    """Plays the middle one of the legal moves, which on an empty board is its centre."""

    name = "simple"
    score = Score(cp=7)

    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        self.options = options

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        moves = position.legal_moves()
        yield Info(depth=1, score=self.score, pv=(moves[len(moves) // 2],))


def board(own: list[tuple[int, int]], other: list[tuple[int, int]]) -> list[str]:
    stones = [f"{x},{y},1" for x, y in own] + [f"{x},{y},2" for x, y in other]
    return ["BOARD", *reversed(stones), "DONE"]
