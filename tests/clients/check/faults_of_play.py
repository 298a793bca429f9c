"""Engines that each play or tell one thing wrong; `step` is what must find it."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tests.clients.check.good_engine import Good

# How the test asks for moves in random positions: faults of play are to be seen there alone.
EXAM = ["movetime", "5"]
NOT_MOVES = ("e2e4", "z99", "0000", "-1", "??")


class FallsSilent(Good):
    step = "answers"

    def on_go(self, words: list[str]) -> None:
        if words == EXAM and self.position.outcome() is None and len(self.position.history) > 3:
            os._exit(3)
        super().on_go(words)


class PlaysTakenCells(Good):
    """When there is a mark in the middle, and no win at hand."""

    step = "legal"

    def write(self, move: int | None) -> str:
        if move is None or self.limits != EXAM or self.wins(move):
            return super().write(move)
        return "b2" if self.position.cells()[4] != "." else super().write(move)


class ExpectsTooMuch(Good):
    """The same move again, as if the cell were free."""

    step = "pv"

    def line(self, move: int) -> list[int]:
        return [move, move] if self.limits == EXAM else super().line(move)


class MissesWins(Good):
    step = "win"

    def choose(self, words: list[str]) -> list[int]:
        moves = super().choose(words)
        return moves[::-1] if words == EXAM else moves


class Boasts(Good):
    step = "mate"

    def report(self, rank: int, move: int) -> str:
        return super().report(rank, move).replace("cp 0", "mate 3")


class PlaysOn(Good):
    step = "finished"

    def write(self, move: int | None) -> str:
        return "a1" if move is None else super().write(move)


class NeverOver(Good):
    step = "state"

    def answer(self, what: str) -> str:
        return "false" if what == "gameover" else super().answer(what)


class ForgetsAMove(Good):
    step = "moves"

    def answer(self, what: str) -> str:
        answer = super().answer(what)
        return answer.removesuffix(" c1") if what == "legalmoves" else answer


class WritesBadPositions(Good):
    """It cannot read them itself."""

    step = "fen"

    def answer(self, what: str) -> str:
        answer = super().answer(what)
        return answer.replace(" o", " x") if what == "fen" else answer


class DiesOfStrangeWords(Good):
    """Those that are no cell of the board, but for the ones that the conversation tries."""

    step = "any-move"

    def on_position(self, words: list[str]) -> None:
        cells = map(self.game.write_move, range(self.game.cell_count))
        if words[1:2] == ["moves"] and words[-1] not in (*cells, *NOT_MOVES, "moves"):
            os._exit(3)
        super().on_position(words)


class KeepsWhatIsTakenBack(Good):
    """Where a game with fewer moves comes right behind the whole of it."""

    step = "back"
    last: Sequence[str] = ()

    def handle(self, line: str) -> None:
        words = line.split()
        shorter = len(words) > 3 and words == self.last[: len(words)]
        if words[:1] != ["position"] or words == self.last or not shorter:
            super().handle(line)
        self.last = words


class AnswersNoQuery(Good):
    """No fault, but the base of those that only their moves can give away."""

    def answer(self, what: str) -> str:
        return ""


class IgnoresPositionsAsText(AnswersNoQuery):
    """It stays where it is."""

    step = "positions"

    def on_position(self, words: list[str]) -> None:
        if words[:1] != ["fen"]:
            super().on_position(words)


class MisreadsTheSideToMove(AnswersNoQuery):
    """In a position that is given as text, with x to move, it moves for the stones of o."""

    step = "positions"

    def on_position(self, words: list[str]) -> None:
        if words[:1] == ["fen"] and words[2:3] == ["x"]:
            words = ["fen", words[1].translate(str.maketrans("xo", "ox")), *words[2:]]
        super().on_position(words)
