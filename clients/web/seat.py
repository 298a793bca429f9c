"""The engine of one tab: started with it, asked what it thinks, ended with it.

`run` is a task that does one thing after the other with the engine and may have to wait for it;
`think`, `stop`, `abandon` and `restart` only say what is wanted, and never wait for an engine.
Whatever an engine does, every search that was announced ends with exactly one of `answer`,
`stopped` and `lost`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from clients.__main__ import version
from clients.engines import begin_game, start_engine_async
from clients.levels import LEVELS, SKILL, scale_skill, skill_option
from clients.web.house import House, offer_options, read_options, usual_values
from clients.web.messages import LARGEST_MESSAGE, MOST, Think
from clients.web.outbox import Outbox
from clients.web.reports import describe_info
from clients.web.table import Table
from clients.web.views import describe_option, list_games
from engine.core import Game, LinemateError, Option, OptionError, OptionValue, Position
from protocol.driver import (
    Answer,
    AsyncEngine,
    EngineError,
    EngineRefusedError,
    InfoLine,
    Limits,
)

GLANCE = 0.05  # seconds between two looks at a search: what comes in between is not shown
IDLE_GLANCE = 1.0  # seconds between two looks at whether an idle engine is still there
FAREWELL = 4.0  # seconds that an engine may take to leave
SHOWN_LINES = 6  # of the dialogue with an engine that failed


class SeatError(LinemateError):
    """Nothing can be asked of the engine now."""


@dataclass
class Search:
    """One question: the position with how it came about, and what it may cost.

    `hurried`: an answer is wanted now. `over`: the page has been told how it ended.
    """

    number: int
    purpose: str
    game: Game
    opened: int
    start: str | None
    moves: list[str]
    position: Position
    options: Mapping[str, OptionValue]
    limits: Limits
    hurried: bool = False
    over: bool = False
    shown: dict[int, InfoLine] = field(default_factory=dict)

    @property
    def at(self) -> int:
        return len(self.moves)

    def shall_end(self) -> bool:
        return self.over or self.hurried


class Seat:
    def __init__(self, house: House, outbox: Outbox) -> None:
        self._house = house
        self._outbox = outbox
        self._engine: AsyncEngine | None = None
        self._offered: dict[str, Option] = {}
        self._usual: dict[str, OptionValue] = {}
        self._full_skill: int | None = None
        self._ready = False
        self._count = 0
        self._running: Search | None = None
        self._wanted: Search | None = None
        self._wake = asyncio.Event()
        self._restarting = False
        self._seq = 0  # of the message that asked for this engine
        # What the engine has been told last, None where that is not certain.
        self._opened: int | None = None
        self._values: Mapping[str, OptionValue] | None = None

    # ---------------------------------------------------------------- what is wanted

    async def think(self, request: Think, table: Table) -> None:
        """In place of any other search. Raises LinemateError, and nothing has changed."""
        if not self._ready:
            raise SeatError("the engine is not running: restart it, or wait until it has started")
        if table.position.outcome() is not None:
            raise SeatError("the game is over")
        options = read_options(self._offered, request.options)
        if request.purpose != "play" and self._full_skill is not None:
            options[SKILL] = self._full_skill
        await self.abandon()
        self._count += 1
        search = Search(
            self._count,
            request.purpose,
            table.game,
            table.opened,
            table.start,
            table.move_texts[: table.at],
            table.position.copy(),
            options,
            request.limits,
        )
        await self._outbox.put(
            "searching",
            seq=request.seq,
            search=search.number,
            purpose=search.purpose,
            at=search.at,
        )
        self._wanted = search
        self._wake.set()

    async def stop(self) -> None:
        """An analysis ends; any other search answers at once."""
        search = self._running or self._wanted
        if search is None or search.over:
            return
        if search.purpose == "analyse":
            await self.abandon()
        else:
            search.hurried = True
            self._interrupt()

    async def abandon(self) -> None:
        """Nobody is interested in a search any longer."""
        searches, self._wanted = (self._running, self._wanted), None
        self._interrupt()
        for search in searches:
            if search is not None:
                await self._drop(search)

    async def _drop(self, search: Search, reason: str | None = None) -> None:
        if not search.over:
            search.over = True
            await self._outbox.put("stopped", search=search.number, reason=reason)

    async def restart(self, seq: int) -> None:
        """Another engine, whatever this one is doing."""
        await self.abandon()
        self._seq = seq
        self._restarting = True
        if self._engine is not None:
            self._engine.engine.process.kill()
        self._wake.set()

    async def close(self, running: asyncio.Task[None]) -> None:
        """End `run` and the engine, by force if it does not leave. It is gone afterwards."""
        running.cancel()
        await asyncio.wait([running], timeout=FAREWELL)
        if self._engine is not None:
            self._engine.engine.process.kill()
        await asyncio.wait([running])

    def _interrupt(self) -> None:
        if self._engine is not None:
            self._engine.interrupt()

    # ---------------------------------------------------------------- what is done

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            self._restarting = False
            try:
                await self._serve()
            except (EngineError, OptionError) as error:
                if not self._restarting:
                    await self._lose(error)
            finally:
                await self._leave()
            while not self._restarting:
                await self._wake.wait()
                self._wake.clear()

    async def _serve(self) -> None:
        """An engine from its start to its failure. Raises EngineError, and OptionError for a
        setting of the command line that it does not take.
        """
        self._engine = engine = await start_engine_async(self._house.command)
        await engine.configure(self._house.options)
        self._offered = offer_options(engine.options)
        self._usual = usual_values(self._offered, self._house.options)
        self._opened = self._values = None
        self._restarting = False
        self._ready = True
        await self._outbox.put("hello", seq=self._seq, **self._introduce(engine))
        while True:
            search = self._running = await self._next_search(engine)
            try:
                await self._search(engine, search)
            except EngineRefusedError as error:
                self._opened = self._values = None
                await self._drop(search, str(error).splitlines()[0])
            self._running = None

    async def _leave(self) -> None:
        self._ready = False
        self._running = None
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.quit()

    async def _lose(self, error: Exception) -> None:
        search, self._running = self._running, None
        number = None
        if search is not None and not search.over:
            search.over = True
            number = search.number
        self._ready = False
        reason = str(error).splitlines()[0]
        lines = error.lines[-SHOWN_LINES:] if isinstance(error, EngineError) else ()
        await self._outbox.put("lost", search=number, reason=reason, dialogue=list(lines))
        await self.abandon()

    def _introduce(self, engine: AsyncEngine) -> dict[str, Any]:
        """The message `hello`, but for its type and number."""
        skill = skill_option(engine.options)
        self._full_skill = None if skill is None else skill.maximum
        options = [
            describe_option(option.replace(default=self._usual[name]))
            for name, option in self._offered.items()
        ]
        levels = [
            {
                "level": number,
                "skill": None if skill is None else scale_skill(skill, level.skill),
                "movetime": level.movetime,
            }
            for number, level in LEVELS.items()
        ]
        return {
            "version": version(),
            "engine": {"name": engine.name, "options": options},
            "games": list_games(),
            "levels": levels,
            "limits": {
                **MOST,
                "infinite": round(self._house.longest_search * 1000),
                "message": LARGEST_MESSAGE,
            },
        }

    async def _next_search(self, engine: AsyncEngine) -> Search:
        while self._wanted is None:
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(IDLE_GLANCE):
                    await self._wake.wait()
            if engine.engine.process.exited:
                await engine.ping()  # which tells how it ended
        search, self._wanted = self._wanted, None
        return search

    async def _search(self, engine: AsyncEngine, search: Search) -> None:
        await self._prepare(engine, search)
        if search.over:
            return
        until = time.monotonic() + self._house.longest_search
        limited = False
        async with await engine.analyse(search.limits) as analysis:
            while analysis.answer is None:
                limited |= time.monotonic() > until
                if search.shall_end() or limited:
                    engine.interrupt()
                for info in await analysis.follow(GLANCE):
                    self._report(search, info)
        if not search.over:
            move = self._check(engine, search, analysis.answer)
            search.over = True
            await self._outbox.put(
                "answer",
                search=search.number,
                purpose=search.purpose,
                at=search.at,
                move=move,
                late=analysis.answer.late,
                limited=limited,
            )

    async def _prepare(self, engine: AsyncEngine, search: Search) -> None:
        """Tell the engine the game, the options and the position. Raises EngineError."""
        if self._opened != search.opened:
            # First what any game can be played with: a search that suits the old game alone, or
            # the new one, would be refused in the other.
            await self._configure(engine, self._usual)
            for note in await engine.run(partial(begin_game, engine.engine, search.game)):
                await self._outbox.put("note", text=note)
            self._opened = search.opened
        await self._configure(engine, {**self._usual, **search.options})
        await engine.position(search.moves, search.start)

    async def _configure(self, engine: AsyncEngine, values: Mapping[str, OptionValue]) -> None:
        known, self._values = self._values or {}, None
        changes = {name: value for name, value in values.items() if known.get(name) != value}
        if changes:
            await engine.configure(changes)
        self._values = values

    def _report(self, search: Search, info: InfoLine) -> None:
        number = info.multipv or 1
        if search.over or search.shown.get(number) is info:
            return
        search.shown[number] = info
        fields = describe_info(search.game, search.position, info)
        key = ("info", search.number, number)
        self._outbox.replace(key, "info", search=search.number, at=search.at, **fields)

    def _check(self, engine: AsyncEngine, search: Search, answer: Answer) -> str:
        """The move, which is legal; an engine that has none is ended. Raises EngineError."""
        try:
            move = search.game.read_move(search.position, answer.move or "none")
        except LinemateError as error:
            raise engine.engine.process.babble(f"its answer is no legal move: {error}") from None
        return search.game.write_move(move)
