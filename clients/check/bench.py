"""What every step of the conversation works with: processes of the engine, and positions for it.

A process that has passed a step is used for the next one, so that an engine which is slow to start
is started a few times only. One that has failed, or that a step has used up, is never used again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from linemate.clients.check.subject import Subject
from linemate.clients.check.talk import Search, Talk
from linemate.clients.check.verdict import Fault, NotTried
from linemate.engine.core import Game, LinemateError, Position
from linemate.protocol.driver import Dialect

MARGIN = 0.5  # seconds beyond its limit that a search may take: machines are busy
ATTEMPTS = 3  # at a limit of time, of which one must be kept


@dataclass(frozen=True)
class Pace:
    """How long steps take that must take a while."""

    movetime: int = 100  # milliseconds
    hold: float = 0.3  # seconds for which a search must not end by itself


USUAL_PACE = Pace()


class Greeting(NamedTuple):
    """All that an engine said to the hand-shake, and the dialogue."""

    lines: Sequence[str]
    dialogue: Sequence[str]

    def fault(self, expected: str, got: str) -> Fault:
        return Fault(expected, got, self.dialogue)


class Bench:
    def __init__(self, subject: Subject, game: Game, seed: int, pace: Pace) -> None:
        self.subject, self.game, self.pace = subject, game, pace
        self._seed = seed
        self._greeting: Greeting | None = None
        self._parked: Talk | None = None

    def greeting(self) -> Greeting:
        """One for all steps about it. Raises Fault if no hands are shaken."""
        if self._greeting is None:
            talk = self.subject.start()
            with _killed_if_it_fails(talk):
                talk.send(talk.dialect.value)
                lines = talk.wait_for(f"{talk.dialect.value}ok")
                lines += talk.sync()
                self._greeting = Greeting(lines, talk.lines)
                talk.send(*self.subject.setting_lines())
            self.close()
            self._parked = talk
        return self._greeting

    @contextmanager
    def begin(self) -> Iterator[Talk]:
        """An engine that is ready for the game, in its main dialect, perhaps used before."""
        talk = self._reuse() or self.subject.begin(self.game)
        with _killed_if_it_fails(talk):
            talk.forget()
            yield talk
            talk.sync()
        self._parked = talk

    def _reuse(self) -> Talk | None:
        talk, self._parked = self._parked, None
        if talk is None:
            return None
        try:
            talk.send(*self.subject.game_lines(self.game, talk.dialect))
            talk.sync()
        except Fault:
            talk.close(patient=False)
            return None
        return talk

    @contextmanager
    def fresh(self, dialect: Dialect | None = None) -> Iterator[Talk]:
        """A new process that is ready for the game, and ends with the step."""
        talk = self.subject.begin(self.game, dialect)
        with _killed_if_it_fails(talk):
            talk.forget()
            yield talk
        talk.close()

    @contextmanager
    def uci(self, what: str) -> Iterator[Talk]:
        """A new process that speaks UCI, for `what` UGI does not have."""
        if Dialect.UCI not in self.subject.dialects:
            raise NotTried(f"the engine does not speak UCI, and UGI has no {what}")
        with self.fresh(Dialect.UCI) as talk:
            yield talk

    def close(self) -> None:
        if self._parked is not None:
            self._parked.close()
            self._parked = None

    # ---------------------------------------------------------------- positions

    def moves(self, plies: int) -> list[str]:
        """Random moves from the start that leave the game open: as many, or what there are."""
        best: list[str] = []
        numbers = random.Random(self._seed)
        for _ in range(20):
            position = self.game.start()
            while position.outcome() is None and len(position.history) < plies:
                position.play(numbers.choice(position.legal_moves()))
            if position.outcome() is not None:
                position.undo()
            if len(position.history) > len(best):
                best = [self.game.write_move(move) for move in position.history]
        return best

    def moves_before_a_win(self) -> list[str]:
        """After which whoever moves can win at once. Raises NotTried."""
        numbers = random.Random(self._seed)
        for _ in range(1000):
            position = self.game.start()
            while (outcome := position.outcome()) is None:
                position.play(numbers.choice(position.legal_moves()))
            position.undo()
            if outcome.winner == position.to_move:
                return [self.game.write_move(move) for move in position.history]
        raise NotTried("random games are never won")

    def demand_legal(self, talk: Talk, search: Search, moves: Sequence[str] = ()) -> None:
        """Raises Fault if the answer is no legal move after these."""
        position = self.after(moves)
        text = search.bestmove.move or "none"
        try:
            self.game.read_move(position, text)
        except LinemateError as error:
            raise talk.fault("a legal move", str(error)) from None

    def after(self, moves: Sequence[str]) -> Position:
        position = self.game.start()
        for text in moves:
            position.play(self.game.read_move(position, text))
        return position


@contextmanager
def _killed_if_it_fails(talk: Talk) -> Iterator[None]:
    try:
        yield
    except BaseException:
        talk.close(patient=False)
        raise


def position_line(moves: Sequence[str]) -> str:
    return " ".join(["position startpos", *(["moves", *moves] if moves else [])])


def clock_words(dialect: Dialect, first: int, second: int) -> str:
    """So many milliseconds for either player."""
    words = ("p1time", "p2time", "p1inc", "p2inc")
    if dialect is Dialect.UCI:
        words = ("wtime", "btime", "winc", "binc")
    return f"go {words[0]} {first} {words[1]} {second} {words[2]} 0 {words[3]} 0"
