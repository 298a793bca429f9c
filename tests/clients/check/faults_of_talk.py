"""Engines that each do one thing wrong in the conversation; `step` is what must find it."""

from __future__ import annotations

import os
import sys
import time

from tests.clients.check.good_engine import Good, say

LATE = 2.5  # seconds: far more than what a busy machine is granted
# How the test has the steps ask for moves, so that a fault can be for one of them alone.
MOVETIME = ["movetime", "20"]
HALF = ["movetime", "10"]


class NoUgiok(Good):
    step = "handshake"

    def greet(self) -> None:
        say("id name Small")


class SpeaksUnasked(Good):
    step = "unasked"

    def run(self) -> None:
        say("bestmove a1")
        super().run()


class NoName(Good):
    step = "identity"

    def greet(self) -> None:
        say(*self.options, f"{self.dialect}ok")


class BadSpin(Good):
    step = "options"
    options = (*Good.options, "option name Level type spin default 11 min 0 max 10")


class DiesOfIsready(Good):
    """Of a sixth one in a row."""

    step = "ready"
    asked = 0

    def handle(self, line: str) -> None:
        self.asked = self.asked + 1 if line.strip() == "isready" else 0
        if self.asked > 5:
            os._exit(3)
        super().handle(line)


class RefusesItsMaximum(Good):
    step = "set-options"

    def on_setoption(self, words: list[str]) -> None:
        super().on_setoption(words)
        if words[1:] == ["MultiPV", "value", "8"]:
            say("info string error: too many")


class DiesOfBadValue(Good):
    step = "bad-options"

    def on_setoption(self, words: list[str]) -> None:
        if words[-1:] == ["banana"]:
            os._exit(3)
        super().on_setoption(words)


class Late(Good):
    step = "movetime"

    def on_go(self, words: list[str]) -> None:
        if words == MOVETIME and len(self.position.history) == 1:
            time.sleep(LATE)
        super().on_go(words)


class AlwaysLate(Good):
    """By 450 ms, with every move that it is asked for after the first."""

    step = "movetime"

    def on_go(self, words: list[str]) -> None:
        if words[0] == "movetime" and len(self.position.history) == 1:
            time.sleep(int(words[1]) / 1000 + 0.45)
        super().on_go(words)


class OverrunsLongMoves(Good):
    """By a share of it, where it may think for half a second or more."""

    step = "movetime"

    def on_go(self, words: list[str]) -> None:
        if words[0] == "movetime" and int(words[1]) >= 500:
            time.sleep(2.5 * int(words[1]) / 1000)
        super().on_go(words)


class DiesOfDepth(Good):
    step = "depth"

    def on_go(self, words: list[str]) -> None:
        if "depth" in words:
            os._exit(3)
        super().on_go(words)


class KnowsNoNodes(Good):
    step = "nodes"

    def on_go(self, words: list[str]) -> None:
        super().on_go(["infinite"] if "nodes" in words else words)


class AnswersTwice(Good):
    step = "one-bestmove"

    def on_go(self, words: list[str]) -> None:
        super().on_go(words)
        if words == HALF and len(self.position.history) == 4:
            say("bestmove a1")


class PondersInUgi(Good):
    step = "bestmove-form"

    def write(self, move: int | None) -> str:
        text = super().write(move)
        return f"{text} ponder a1" if self.dialect == "ugi" and move is not None else text


class WritesBadInfo(Good):
    step = "info-form"

    def report(self, rank: int, move: int) -> str:
        return super().report(rank, move).replace("nodes 9", "nodes many")


class PrintsRemarks(Good):
    step = "stray-lines"

    def on_go(self, words: list[str]) -> None:
        say("thinking hard")
        super().on_go(words)


class EndsInfinite(Good):
    step = "infinite"

    def on_go(self, words: list[str]) -> None:
        super().on_go([word for word in words if word != "infinite"])


class EndsWhenWon(Good):
    step = "infinite-known"

    def on_go(self, words: list[str]) -> None:
        super().on_go(words)
        if any(map(self.wins, self.position.legal_moves())):
            self.end_search()


class StopsLate(Good):
    step = "stop"

    def on_stop(self, words: list[str]) -> None:
        if self.dialect == "ugi" and len(self.position.history) == 2:
            time.sleep(LATE)
        super().on_stop(words)


class MissesAnEarlyStop(Good):
    """As one does whose search forgets the `stop` that came while it was being set up."""

    step = "stop-early"

    def run(self) -> None:
        while data := os.read(0, 1 << 16):
            while not data.endswith(b"\n"):
                data += os.read(0, 1 << 16)
            lines = data.decode().splitlines()
            missed = len(lines) > 1 and lines[-2:] == ["go infinite", "stop"]
            for line in lines[:-1] if missed else lines:
                self.handle(line)


class AnswersIdleStop(Good):
    step = "stop-idle"

    def on_stop(self, words: list[str]) -> None:
        if not self.pending:
            say("bestmove a1")
        super().on_stop(words)


class DeafInSearch(Good):
    step = "ready-search"

    def on_isready(self, words: list[str]) -> None:
        if not self.pending:
            super().on_isready(words)


class DiesOfImpatience(Good):
    step = "impatience"

    def on_position(self, words: list[str]) -> None:
        if self.pending:
            os._exit(3)
        super().on_position(words)


class IgnoresItsClock(Good):
    """With little time left it takes too much; with both clocks different it is quick."""

    step = "clock"

    def on_go(self, words: list[str]) -> None:
        if words[:4] == ["p1time", "20", "p2time", "20"]:
            time.sleep(LATE)
        super().on_go(words)


class ReadsTheOtherClock(Good):
    step = "own-clock"

    def on_go(self, words: list[str]) -> None:
        if words[:1] == ["p1time"]:
            clocks = [int(words[1]), int(words[3])]
            time.sleep(LATE + 0.3 if clocks[1 - self.position.to_move] > 1000 else 0)
        super().on_go(words)


class ShowsOneLine(Good):
    step = "multipv"

    def on_setoption(self, words: list[str]) -> None:
        if words[1:2] != ["MultiPV"]:
            super().on_setoption(words)


class AnswersPonder(Good):
    step = "ponder"

    def on_go(self, words: list[str]) -> None:
        super().on_go([word for word in words if word != "ponder"])


class IgnoresSearchmoves(Good):
    step = "searchmoves"

    def choose(self, words: list[str]) -> list[int]:
        return super().choose([word for word in words if word != "searchmoves"])


class DiesOfSecondGame(Good):
    """Of a bare `uginewgame`, after the first."""

    step = "new-games"
    games = 0

    def on_uginewgame(self, words: list[str]) -> None:
        if not words:
            self.games += 1
        if self.games > 1:
            os._exit(3)
        super().on_uginewgame(words)


class KeepsTheBoard(Good):
    """Of the game before: it never plays where a stone was when the new one was announced."""

    step = "new-games"
    old: frozenset[int] = frozenset()

    def begin(self, words: list[str]) -> None:
        self.old = frozenset() if words else self.old.union(self.position.history)
        super().begin(words)

    def choose(self, words: list[str]) -> list[int]:
        return [move for move in super().choose(words) if move not in self.old]


class DiesOfALongGame(Good):
    step = "long-game"

    def on_go(self, words: list[str]) -> None:
        if words == MOVETIME and len(self.position.history) == 8:
            os._exit(3)
        super().on_go(words)


class DiesOfIllegalMoves(Good):
    step = "illegal-moves"

    def on_position(self, words: list[str]) -> None:
        if "z99" in words:
            os._exit(3)
        super().on_position(words)


class DiesOfChess(Good):
    step = "bad-positions"

    def on_position(self, words: list[str]) -> None:
        if "KQkq" in words:
            os._exit(3)
        super().on_position(words)


class DiesOfUnknownWords(Good):
    step = "unknown-words"

    def on_unknown(self, words: list[str]) -> None:
        if words == ["debug", "on"]:
            os._exit(3)


class DiesOfWhiteSpace(Good):
    step = "white-space"

    def handle(self, line: str) -> None:
        if line.startswith((" ", "\t")):
            os._exit(3)
        super().handle(line)


class DiesOfCarriageReturns(Good):
    step = "crlf"

    def run(self) -> None:
        for raw in sys.stdin.buffer:
            if raw.endswith(b"\r\n"):
                os._exit(3)
            self.handle(raw.decode())


class DiesOfALongLine(Good):
    step = "long-line"

    def handle(self, line: str) -> None:
        if len(line) > 100_000:
            os._exit(3)
        super().handle(line)


class LosesLines(Good):
    """Takes the first `go` of what has arrived together for all of it."""

    step = "together"

    def run(self) -> None:
        while data := os.read(0, 1 << 16):
            while not data.endswith(b"\n"):
                data += os.read(0, 1 << 16)
            lines = data.decode().splitlines()
            together = lines[0] == "isready" and lines[-1].startswith("go ")
            for line in lines[:-1] if together else lines:
                self.handle(line)


class TakesPiecesForLines(Good):
    step = "pieces"

    def run(self) -> None:
        rest = b""
        while data := os.read(0, 1 << 16):
            *lines, rest = (rest + data).split(b"\n")
            if rest == b"isre":
                os._exit(3)
            for line in lines:
                self.handle(line.decode())


class StaysAfterItsInput(Good):
    step = "end"

    def run(self) -> None:
        super().run()
        while not self.pending:
            time.sleep(0.1)


class StaysInSearch(Good):
    step = "end-search"

    def run(self) -> None:
        super().run()
        while self.pending:
            time.sleep(0.1)


class QuitsBadly(Good):
    step = "quit"

    def on_quit(self, words: list[str]) -> None:
        sys.exit(0 if self.pending else 1)


class StaysWhenItQuitsInSearch(Good):
    step = "quit-search"

    def on_quit(self, words: list[str]) -> None:
        sys.exit(1 if self.pending else 0)
