"""The second engine of a tab: it scores the positions of a game in the background.

`want` says which ones, and they are scored at full strength. It waits while the engine of the game
thinks, so that no opponent plays weaker for it: `idle` is set while that one does not, and
`give_way` ends a search that has begun. The engine is started when the first position is wanted. It
has a place only where one is free, and leaves it as soon as another page needs one. What it finds
is told as `assessment`, one for each position; why it finds nothing, as `unassessed`.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from linemate.clients.shared.openings import Opening
from linemate.clients.shared.player import Question
from linemate.clients.shared.review import read_evaluation, without_solution
from linemate.clients.shared.states import score_for_x
from linemate.clients.shared.values import read_game
from linemate.clients.web.engines import (
    POLL_SECONDS,
    EngineBusyError,
    PageSearch,
    ServerState,
    TabEngine,
    end_engine,
)
from linemate.clients.web.messages import Assess, Outbox
from linemate.engine.core import Game, OptionError, OptionValue, Position
from linemate.protocol.driver import Answer, EngineError, Limits

THREADS = "threads"
HASH, HASH_MEGABYTES = "hash", 32

# The game in words, where it starts, and the moves: what tells a position from all others.
Line = tuple[str, str | None, tuple[str, ...]]


@dataclass
class Wish:
    """What is wanted of a line: the positions that are still to be searched, in their order."""

    request: Assess
    game: Game
    positions: dict[int, Position]

    @property
    def line(self) -> Line | None:
        """Say which position is next; None if there is none."""
        ply = next(iter(self.positions), None)
        return None if ply is None else self.line_of(ply)

    def line_of(self, ply: int) -> Line:
        """Return what tells a position from all others, as the page does."""
        return self.request.words, self.request.start, self.request.moves[:ply]


def read_wish(request: Assess) -> Wish:
    """Return what a page wants; finished positions are left out, as there is nothing to search.
    Raises LinemateError for a line that the rules forbid.
    """
    game = read_game(request.words.split())
    line = Opening(request.start, request.moves).positions(game)
    open_plies = {ply: line[ply] for ply in request.plies if line[ply].outcome() is None}
    return Wish(request, game, open_plies)


class Assessor:
    """See the module; `outbox` is where it tells the page what it has found."""

    def __init__(self, server: ServerState, outbox: Outbox, idle: asyncio.Event) -> None:
        self._server = server
        self._outbox = outbox
        self._idle = idle
        self._wish: Wish | None = None
        self._engine: TabEngine | None = None
        self._running: Line | None = None
        self._wake = asyncio.Event()
        self._leaving = False
        self._cut = False  # the search that is going on was not left to its end
        self._opened: tuple[int, tuple[str, str | None]] = (0, ("", None))

    # ---------------------------------------------------------------- what is wanted

    def want(self, request: Assess) -> None:
        """Have these positions scored in place of those that were wanted before. Raises
        LinemateError, and nothing has changed.
        """
        self._wish = read_wish(request)
        if self._running is not None and self._wish.line != self._running:
            self.give_way()
        self._wake.set()

    def give_way(self) -> None:
        """Have a search that is going on end at once; never waits. One that can only be ended with
        its worker goes on: to start another would take more than the rest of it.
        """
        if self._engine is not None and self._engine.stops_at_once:
            self._cut = True
            self._engine.interrupt()

    async def close(self, running: asyncio.Task[None]) -> None:
        """End `run` and the engine, by force if it does not leave. It is gone afterwards."""
        await end_engine(running, self._kill)

    def _kill(self) -> None:
        if self._engine is not None:
            self._engine.kill()

    def _make_room(self) -> None:
        self._leaving = True
        self.give_way()
        self._wake.set()

    # ---------------------------------------------------------------- what is done

    async def run(self) -> None:
        """Have an engine whenever something is wanted, until this is cancelled."""
        while True:
            await self._wait_for_wish()
            self._leaving = False
            try:
                async with self._server.spare_slot(self._make_room):
                    await self._serve()
            except (EngineBusyError, EngineError, OptionError) as error:
                self._wish = None
                await self._outbox.put("unassessed", reason=str(error).splitlines()[0])

    async def _wait_for_wish(self) -> None:
        while self._wish is None or not self._wish.positions:
            self._wake.clear()
            await self._wake.wait()
        await self._idle.wait()

    async def _serve(self) -> None:
        """Have an engine until it fails, which is raised, or its place is needed."""
        self._engine = engine = await self._server.start_engine()
        try:
            while not self._leaving:
                wish = self._wish
                if wish is None or not wish.positions:
                    self._wake.clear()
                    await self._wake.wait()
                elif not self._idle.is_set():
                    self._wake.clear()
                    await _wait_for_any(self._idle, self._wake)
                else:
                    await self._search(engine, wish)
        finally:
            await engine.quit()
            self._engine = None
        raise EngineBusyError("another page needs the engine of the analysis")

    async def _search(self, engine: TabEngine, wish: Wish) -> None:
        """Search the next position and tell what is found, even where it was cut short."""
        ply, position = next(iter(wish.positions.items()))
        self._running = line = wish.line_of(ply)
        search = self._make_search(engine, wish, ply, position)
        began = time.monotonic()
        try:
            await engine.prepare(search)
            self._cut = False
            async with await engine.analyse(search) as analysis:
                while analysis.answer is None:
                    wanted = self._wish is not None and self._wish.line == line
                    if not wanted or self._leaving or not self._idle.is_set():
                        self.give_way()
                    await analysis.follow(POLL_SECONDS)
        finally:
            self._running = None
        answer = analysis.answer
        engine.read_move(search, answer)
        spent = round((time.monotonic() - began) * 1000)
        if not self._cut:
            spent = wish.request.movetime
            self._forget(line, spent)
        await self._tell(wish, ply, position, answer, spent)

    def _forget(self, line: Line, spent: int) -> None:
        """Want the next position now, unless more was wanted of this one meanwhile."""
        wish = self._wish
        if wish is not None and wish.line == line and wish.request.movetime <= spent:
            wish.positions.pop(len(line[2]))

    def _make_search(
        self, engine: TabEngine, wish: Wish, ply: int, position: Position
    ) -> PageSearch:
        words, start, moves = wish.line_of(ply)
        if self._opened[1] != (words, start):
            self._opened = (self._opened[0] + 1, (words, start))
        limits = Limits(movetime=wish.request.movetime)
        return PageSearch(
            number=0,
            purpose="assess",
            game=wish.game,
            opened=self._opened[0],
            position=position.copy(),
            options=_options_of(engine),
            question=Question(start, moves, limits),
        )

    async def _tell(
        self, wish: Wish, ply: int, position: Position, answer: Answer, spent: int
    ) -> None:
        if self._cut and answer.info is None:
            return  # nothing was found as yet
        found = read_evaluation(wish.game, position, answer)
        words, start, moves = wish.line_of(ply)
        await self._outbox.put(
            "assessment",
            words=words,
            start=start,
            moves=list(moves),
            score=score_for_x(found.score, position.to_move),
            line=[wish.game.write_move(move) for move in found.line],
            effort=spent,
        )


def _options_of(engine: TabEngine) -> dict[str, OptionValue]:
    """Return full strength by search on one core, with a small table: the page has an engine
    besides.
    """
    modest = {THREADS: 1, HASH: HASH_MEGABYTES}
    offered = {
        name: max(engine.facts.offered[name].minimum, value)
        for name, value in modest.items()
        if name in engine.facts.offered
    }
    searching = {**offered, **without_solution(engine.facts.offered)}
    return engine.facts.read_options(searching, strongest=True)


async def _wait_for_any(*events: asyncio.Event) -> None:
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()
