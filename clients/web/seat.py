"""The engine of one tab: started with it, asked what it thinks, ended with it.

`run` is a task that does one thing after the other with the engine and may have to wait for it;
`think`, `stop`, `abandon` and `restart` only say what is wanted, and never wait for an engine.
Whatever an engine does, every search that was announced by `searching` ends with exactly one of
`answer`, `stopped` and `lost`.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from linemate.clients.shared.levels import DEFAULT_LEVEL
from linemate.clients.web.house import House
from linemate.clients.web.messages import LARGEST_MESSAGE, MOST, Think
from linemate.clients.web.outbox import Outbox
from linemate.clients.web.reports import describe_info
from linemate.clients.web.table import Table
from linemate.clients.web.thinking import Search, Thinker
from linemate.clients.web.views import list_games
from linemate.engine.core import LinemateError, OptionError
from linemate.protocol.driver import EngineError, EngineRefusedError, InfoLine

from linemate import __version__

GLANCE = 0.05  # seconds between two looks at a search: what comes in between is not shown
IDLE_GLANCE = 1.0  # seconds between two looks at whether an idle engine is still there
FAREWELL = 4.0  # seconds that an engine may take to leave
SHOWN_LINES = 12  # of the dialogue with an engine that failed


class SeatError(LinemateError):
    """Nothing can be asked of the engine now."""


class Seat:
    def __init__(self, house: House, outbox: Outbox) -> None:
        self._house = house
        self._outbox = outbox
        self._thinker: Thinker | None = None  # None until hands were shaken, and when it is gone
        self._running: Search | None = None
        self._wanted: Search | None = None
        self._count = 0
        self._wake = asyncio.Event()
        self._restarting = False
        self._seq = 0  # of the message that asked for this engine

    # ---------------------------------------------------------------- what is wanted

    async def think(self, request: Think, table: Table) -> None:
        """In place of any other search. Raises LinemateError, and nothing has changed."""
        if self._thinker is None or self._restarting:
            raise SeatError("the engine is not running: restart it, or wait until it has started")
        if table.position.outcome() is not None:
            raise SeatError("the game is over")
        options = self._thinker.read_options(request.options, request.purpose != "play")
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
        await self._tell("searching", search, seq=request.seq)
        self._wanted = search
        self._wake.set()

    async def stop(self) -> None:
        """An analysis ends; any other search answers at once."""
        search = self._wanted or self._running
        if search is None or search.over:
            return
        if search.purpose == "analyse":
            await self.abandon()
        else:
            search.hurried = True
            self._interrupt()

    async def abandon(self) -> None:
        """Nobody is interested in what was asked any longer."""
        searches, self._wanted = (self._running, self._wanted), None
        self._interrupt()
        for search in searches:
            if search is not None:
                await self._drop(search)

    async def restart(self, seq: int) -> None:
        """Another engine, whatever this one is doing."""
        await self.abandon()
        self._seq = seq
        self._restarting = True
        if self._thinker is not None:
            self._thinker.kill()
        self._wake.set()

    async def close(self, running: asyncio.Task[None]) -> None:
        """End `run` and the engine, by force if it does not leave. It is gone afterwards."""
        running.cancel()
        await asyncio.wait([running], timeout=FAREWELL)
        if self._thinker is not None:
            self._thinker.kill()
        await asyncio.wait([running])

    def _interrupt(self) -> None:
        if self._thinker is not None:
            self._thinker.engine.interrupt()

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
        """An engine from its start to its failure, which is raised."""
        thinker = await Thinker.start(self._house.command, self._house.settings)
        self._thinker = thinker
        self._restarting = False  # what was asked for meanwhile is done
        await self._outbox.put(
            "hello",
            seq=self._seq,
            version=__version__,
            games=list_games(),
            first={"words": self._house.first, "level": DEFAULT_LEVEL},
            limits={
                **MOST,
                "infinite": round(self._house.longest_search * 1000),
                "message": LARGEST_MESSAGE,
            },
            **thinker.introduce(),
        )
        while True:
            self._running = search = await self._next_search(thinker)
            try:
                await self._search(thinker, search)
            except (EngineRefusedError, OptionError) as error:
                await self._drop(search, str(error).splitlines()[0])
            self._running = None

    async def _leave(self) -> None:
        if self._thinker is not None:
            await self._thinker.engine.quit()
        self._thinker = self._running = None

    async def _next_search(self, thinker: Thinker) -> Search:
        # An engine that ends once a search is wanted is missed in that search, and not here.
        while self._wanted is None:
            if thinker.engine.engine.process.exited:
                await thinker.engine.ping()  # which tells how it ended
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(IDLE_GLANCE):
                    await self._wake.wait()
        search, self._wanted = self._wanted, None
        return search

    async def _search(self, thinker: Thinker, search: Search) -> None:
        for note in await thinker.prepare(search):
            await self._outbox.put("note", text=note)
        engine = thinker.engine
        until = time.monotonic() + self._house.longest_search
        limited = False
        async with await engine.analyse(search.limits) as analysis:
            while analysis.answer is None:
                limited |= time.monotonic() > until
                if search.over or search.hurried or limited:
                    engine.interrupt()
                for info in await analysis.follow(GLANCE):
                    self._report(search, info)
        if not search.over:
            move = thinker.check(search, analysis.answer)
            search.over = True
            late = analysis.answer.late
            await self._tell("answer", search, move=move, late=late, limited=limited)

    # ---------------------------------------------------------------- what is told

    async def _tell(self, kind: str, search: Search, **fields: object) -> None:
        about = {"search": search.number, "purpose": search.purpose, "at": search.at}
        await self._outbox.put(kind, **about, **fields)

    def _report(self, search: Search, info: InfoLine) -> None:
        """Once, and in place of what the page has not yet been sent of this variation."""
        number = info.multipv or 1
        if search.over or search.shown.get(number) is info:
            return
        search.shown[number] = info
        fields = describe_info(search.game, search.position, info)
        key = ("info", search.number, number)
        self._outbox.replace(key, "info", search=search.number, at=search.at, **fields)

    async def _drop(self, search: Search, reason: str | None = None) -> None:
        """Its end, unless the page knows one; `reason` is why there is no answer."""
        if not search.over:
            search.over = True
            await self._outbox.put("stopped", search=search.number, reason=reason)

    async def _lose(self, error: Exception) -> None:
        """The engine is gone, and with it what it was asked."""
        self._thinker = None
        search, number = self._running, None
        if search is not None and not search.over:
            search.over = True
            number = search.number
        reason = str(error).splitlines()[0]
        lines = error.lines[-SHOWN_LINES:] if isinstance(error, EngineError) else ()
        await self._outbox.put("lost", search=number, reason=reason, dialogue=list(lines))
        await self.abandon()
