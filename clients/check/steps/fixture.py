"""What every step of the conversation works with: processes of the engine, and positions for it.

A process that has passed a step is used for the next one, so that an engine which is slow to start
is started a few times only. One that has failed, or that a step has used up, is never used again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice

from linemate.clients.check.engine_under_test import EngineUnderTest
from linemate.clients.check.positions import play_quietly, position_after, position_line
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


@dataclass(frozen=True)
class Greeting:
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

    @contextmanager
    def greeting(self) -> Iterator[Greeting]:
        """Tell what it said to one hand-shake, for all steps about it. Raises Fault."""
        if self._greeting is None:
            connection = self.engine.begin()
            self._greeting = Greeting(connection.greeting, connection.lines)
            self.close()
            self._parked = connection
        yield self._greeting

    @contextmanager
    def begin(self) -> Iterator[RawConnection]:
        """Lend an engine that is ready for the game, in its main dialect, perhaps used before."""
        with ExitStack() as stack:
            connection = stack.enter_context(self._reuse() or self.engine.begin(self.game))
            connection.forget()
            yield connection
            connection.sync()
            stack.pop_all()
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
        with self.engine.begin(self.game, dialect) as connection:
            connection.forget()
            yield connection

    @contextmanager
    def uci(self) -> Iterator[RawConnection]:
        """Lend a new process that speaks UCI, for what UGI does not have. Raises NotTried."""
        if Dialect.UCI not in self.engine.dialects:
            raise NotTried("the engine does not speak UCI, and UGI does not have this")
        with self.fresh(Dialect.UCI) as connection:
            yield connection

    def raw(self) -> RawConnection:
        """Return a new process that nothing was said to yet."""
        return self.engine.start()

    def close(self) -> None:
        if self._parked is not None:
            self._parked.close()
            self._parked = None

    # ---------------------------------------------------------------- what many steps do

    def play(self, connection: RawConnection, moves: Sequence[str] = (), go: str = "") -> Search:
        """Ask for a move after these, at the usual pace unless the `go` is given; demand that it is
        legal. Raises Fault.
        """
        connection.send(position_line(moves))
        search = connection.search(go or self.go)
        self.demand_legal(connection, search, moves)
        return search

    @property
    def go(self) -> str:
        return f"go movetime {self.pace.movetime}"

    def demand_legal(
        self, connection: RawConnection, search: Search, moves: Sequence[str] = ()
    ) -> None:
        """Demand that the answer is a legal move after these. Raises Fault."""
        try:
            self.game.read_move(position_after(self.game, moves), search.move or "none")
        except LinemateError as error:
            raise connection.fault("a legal move", str(error)) from None

    def demand_survival(self, connection: RawConnection, lines: Iterable[str]) -> None:
        """Send the lines one by one and demand that it plays on; what it makes of them is its own
        affair. Raises Fault.
        """
        for line in lines:
            connection.send(line)
            connection.sync()
        self.play(connection)

    # ---------------------------------------------------------------- positions

    def moves(self, plies: int) -> list[str]:
        """Return so many random moves, or what there are, that leave the game open."""
        best: list[int] = []
        for position in islice(self._random_games(plies), 20):
            if position.outcome() is not None:
                position.undo()
            best = max(best, list(position.history), key=len)
        return [self.game.write_move(move) for move in best]

    def moves_before_a_win(self) -> list[str]:
        """Return moves after which whoever moves can win at once. Raises NotTried."""
        for position in islice(self._random_games(self.game.cell_count), 1000):
            outcome = position.outcome()
            position.undo()
            if outcome is not None and outcome.winner == position.to_move:
                return [self.game.write_move(move) for move in position.history]
        raise NotTried("random games are never won")

    def crowded_games(self, count: int) -> Iterator[list[str]]:
        """Yield so many random games that nobody wins, at their end, where few moves are legal."""
        numbers = random.Random(self._seed)
        for _ in range(count):
            position = self.game.start()
            while play_quietly(position, numbers.randrange(self.game.cell_count)):
                pass
            yield [self.game.write_move(move) for move in position.history]

    def _random_games(self, plies: int) -> Iterator[Position]:
        """Yield games without end, each after so many moves or at its end."""
        numbers = random.Random(self._seed)
        while True:
            position = self.game.start()
            while position.outcome() is None and len(position.history) < plies:
                position.play(numbers.choice(position.legal_moves()))
            yield position
