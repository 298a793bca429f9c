"""The engine worker of one tab: it starts an engine, asks it what it thinks, and ends it.

`run` is a task that does one thing after the other with the engine and may have to wait for it;
`think`, `stop`, `abandon` and `restart` only say what is wanted, and never wait for an engine.
Whatever an engine does, every search that was announced by `searching` ends with exactly one of
`answer`, `stopped` and `lost`.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from linemate.clients.shared.player import Question
from linemate.clients.web.engines import (
    POLL_SECONDS,
    PageSearch,
    ServerState,
    TabEngine,
    end_engine,
)
from linemate.clients.web.games import CurrentGame
from linemate.clients.web.messages import Outbox, Think
from linemate.clients.web.views import describe_info, describe_server
from linemate.engine.core import LinemateError, OptionError
from linemate.protocol.driver import EngineError, EngineRefusedError, InfoLine

IDLE_POLL_SECONDS = 1.0  # between two looks at whether an idle engine is still there
SHOWN_LINES = 12  # of the dialogue with an engine that failed


class CannotThinkError(LinemateError):
    """Nothing can be asked of the engine now."""


class EngineWorker:
    """See the module; `outbox` is where it tells the page what happens."""

    def __init__(self, server: ServerState, outbox: Outbox) -> None:
        self._server = server
        self._outbox = outbox
        self._engine: TabEngine | None = None  # None until hands were shaken, and when it is gone
        self._running: PageSearch | None = None
        self._wanted: PageSearch | None = None
        self._count = 0
        self._wake = asyncio.Event()
        self.idle = asyncio.Event()  # set while nothing is searched
        self.idle.set()
        self._restarting = False
        self._seq = 0  # of the message that asked for this engine

    # ---------------------------------------------------------------- what is wanted

    async def think(self, request: Think, current: CurrentGame) -> None:
        """Ask this in place of any other search. Raises LinemateError, and nothing has changed."""
        if self._engine is None or self._restarting:
            raise CannotThinkError(
                "the engine is not running: restart it, or wait until it has started"
            )
        if current.position.outcome() is not None:
            raise CannotThinkError("the game is over")
        options = self._engine.facts.read_options(request.options, request.purpose != "play")
        await self.abandon()
        self._count += 1
        search = PageSearch(
            self._count,
            request.purpose,
            current.game,
            current.opened,
            current.position.copy(),
            options,
            Question(current.start, current.move_texts[: current.at], request.limits),
        )
        await self._tell("searching", search, seq=request.seq)
        self.idle.clear()
        self._wanted = search
        self._wake.set()

    async def stop(self) -> None:
        """End an analysis; have any other search answer at once."""
        search = self._wanted or self._running
        if search is None or search.over:
            return
        if search.purpose == "analyse":
            await self.abandon()
        else:
            search.hurried = True
            self._interrupt()

    async def abandon(self) -> None:
        """End what was asked: nobody is interested in it any longer."""
        searches, self._wanted = (self._running, self._wanted), None
        self._interrupt()
        for search in searches:
            if search is not None:
                await self._drop(search)

    async def restart(self, seq: int) -> None:
        """Have another engine, whatever this one is doing; message `seq` asks for it."""
        await self.abandon()
        self._seq = seq
        self._restarting = True
        self._kill()
        self._wake.set()

    async def close(self, running: asyncio.Task[None]) -> None:
        """End `run` and the engine, by force if it does not leave. It is gone afterwards."""
        await end_engine(running, self._kill)

    def _kill(self) -> None:
        if self._engine is not None:
            self._engine.kill()

    def _interrupt(self) -> None:
        if self._engine is not None:
            self._engine.interrupt()

    # ---------------------------------------------------------------- what is done

    async def run(self) -> None:
        """Have an engine, and another one whenever that is wanted, until this is cancelled."""
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
        """Have an engine from its start to its failure, which is raised."""
        engine = await self._server.start_engine()
        self._engine = engine
        self._restarting = False  # what was asked for meanwhile is done
        await self._outbox.put(
            "hello", seq=self._seq, **describe_server(self._server, engine.facts)
        )
        while True:
            self._running = search = await self._next_search(engine)
            try:
                await self._search(engine, search)
            except (EngineRefusedError, OptionError) as error:
                await self._drop(search, str(error).splitlines()[0])
            self._running = None

    async def _leave(self) -> None:
        if self._engine is not None:
            await self._engine.quit()
        self._engine = self._running = None

    async def _next_search(self, engine: TabEngine) -> PageSearch:
        # An engine that ends once a search is wanted is missed in that search, and not here.
        while self._wanted is None:
            self.idle.set()
            await engine.check_running()
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(IDLE_POLL_SECONDS):
                    await self._wake.wait()
        search, self._wanted = self._wanted, None
        return search

    async def _search(self, engine: TabEngine, search: PageSearch) -> None:
        """Put the question and tell the page what comes of it. Raises EngineError, OptionError."""
        for note in await engine.prepare(search):
            await self._outbox.put("note", text=note)
        until = time.monotonic() + self._server.longest_search
        limited = False
        async with await engine.analyse(search) as analysis:
            while analysis.answer is None:
                limited |= time.monotonic() > until
                if search.over or search.hurried or limited:
                    engine.interrupt()
                for info in await analysis.follow(POLL_SECONDS):
                    self._report(search, info)
        if not search.over:
            move = engine.read_move(search, analysis.answer)
            search.over = True
            late = analysis.answer.late
            await self._tell("answer", search, move=move, late=late, limited=limited)

    # ---------------------------------------------------------------- what is told

    async def _tell(self, kind: str, search: PageSearch, **fields: object) -> None:
        about = {"search": search.number, "purpose": search.purpose, "at": search.at}
        await self._outbox.put(kind, **about, **fields)

    def _report(self, search: PageSearch, info: InfoLine) -> None:
        """Tell it once, in place of what the page has not yet been sent of this variation."""
        number = info.multipv or 1
        if search.over or search.shown.get(number) is info:
            return
        search.shown[number] = info
        fields = describe_info(search.game, search.position, info)
        key = ("info", search.number, number)
        self._outbox.replace(key, "info", search=search.number, at=search.at, **fields)

    async def _drop(self, search: PageSearch, reason: str | None = None) -> None:
        """Tell its end, unless the page knows one; `reason` is why there is no answer."""
        if not search.over:
            search.over = True
            await self._outbox.put("stopped", search=search.number, reason=reason)

    async def _lose(self, error: Exception) -> None:
        """Tell that the engine is gone, and with it what it was asked."""
        self._engine = None
        self.idle.set()
        search, number = self._running, None
        if search is not None and not search.over:
            search.over = True
            number = search.number
        reason = str(error).splitlines()[0]
        lines = error.lines[-SHOWN_LINES:] if isinstance(error, EngineError) else ()
        await self._outbox.put("lost", search=number, reason=reason, dialogue=list(lines))
        await self.abandon()
