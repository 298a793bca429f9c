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

from linemate.clients.check.engine_under_test import EngineUnderTest
from linemate.clients.check.raw_connection import Fault, RawConnection, Search
from linemate.engine.core import Game, LinemateError, Position
from linemate.protocol.driver import Dialect


class NotTried(Exception):  # noqa: N818 - an event, not an error
    """The engine does not claim what a step is about; the text says so."""


@dataclass(frozen=True)
class Pace:
    """Says how long steps take that must take a while."""

    movetime: int = 100  # milliseconds
    hold: float = 0.3  # seconds for which a search must not end by itself


USUAL_PACE = Pace()


class Greeting(NamedTuple):
    """Has all that an engine said to the hand-shake, and the dialogue."""

    lines: Sequence[str]
    dialogue: Sequence[str]

    def fault(self, expected: str, got: str) -> Fault:
        return Fault(expected, got, self.dialogue)


class Fixture:
    """Hands out processes that are ready for the game, and positions of it drawn by `seed`."""

    def __init__(self, engine: EngineUnderTest, game: Game, seed: int, pace: Pace) -> None:
        self.engine, self.game, self.pace = engine, game, pace
        self._seed = seed
        self._greeting: Greeting | None = None
        self._parked: RawConnection | None = None

    def greeting(self) -> Greeting:
        """Return what it said to one hand-shake, for all steps about it. Raises Fault."""
        if self._greeting is None:
            connection = self.engine.start()
            with _killed_if_it_fails(connection):
                connection.send(connection.dialect.value)
                lines = connection.wait_for(f"{connection.dialect.value}ok")
                lines += connection.sync()
                self._greeting = Greeting(lines, connection.lines)
                connection.send(*self.engine.setting_lines())
            self.close()
            self._parked = connection
        return self._greeting

    @contextmanager
    def begin(self) -> Iterator[RawConnection]:
        """Lend an engine that is ready for the game, in its main dialect, perhaps used before."""
        connection = self._reuse() or self.engine.begin(self.game)
        with _killed_if_it_fails(connection):
            connection.forget()
            yield connection
            connection.sync()
        self._parked = connection

    def _reuse(self) -> RawConnection | None:
        connection, self._parked = self._parked, None
        if connection is None:
            return None
        try:
            connection.send(*self.engine.game_lines(self.game, connection.dialect))
            connection.sync()
        except Fault:
            connection.close(patient=False)
            return None
        return connection

    @contextmanager
    def fresh(self, dialect: Dialect | None = None) -> Iterator[RawConnection]:
        """Lend a new process that is ready for the game, and ends with the step."""
        connection = self.engine.begin(self.game, dialect)
        with _killed_if_it_fails(connection):
            connection.forget()
            yield connection
        connection.close()

    @contextmanager
    def uci(self, what: str) -> Iterator[RawConnection]:
        """Lend a new process that speaks UCI, for `what` UGI does not have. Raises NotTried."""
        if Dialect.UCI not in self.engine.dialects:
            raise NotTried(f"the engine does not speak UCI, and UGI has no {what}")
        with self.fresh(Dialect.UCI) as connection:
            yield connection

    def close(self) -> None:
        if self._parked is not None:
            self._parked.close()
            self._parked = None

    # ---------------------------------------------------------------- positions

    def moves(self, plies: int) -> list[str]:
        """Return so many random moves, or what there are, that leave the game open."""
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
        """Return moves after which whoever moves can win at once. Raises NotTried."""
        numbers = random.Random(self._seed)
        for _ in range(1000):
            position = self.game.start()
            while (outcome := position.outcome()) is None:
                position.play(numbers.choice(position.legal_moves()))
            position.undo()
            if outcome.winner == position.to_move:
                return [self.game.write_move(move) for move in position.history]
        raise NotTried("random games are never won")

    def demand_legal(
        self, connection: RawConnection, search: Search, moves: Sequence[str] = ()
    ) -> None:
        """Demand that the answer is a legal move after these. Raises Fault."""
        position = self.after(moves)
        text = search.bestmove.move or "none"
        try:
            self.game.read_move(position, text)
        except LinemateError as error:
            raise connection.fault("a legal move", str(error)) from None

    def after(self, moves: Sequence[str]) -> Position:
        """Return the position after these moves, which are legal."""
        position = self.game.start()
        for text in moves:
            position.play(self.game.read_move(position, text))
        return position


@contextmanager
def _killed_if_it_fails(connection: RawConnection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close(patient=False)
        raise
