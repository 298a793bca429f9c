"""The engine of a page without a server, as its tab sees it: in another worker of the browser.

A worker that searches takes no message. Where the page is isolated from others (the headers of its
host decide that) the two share a word of memory, in which a search is told to end; elsewhere it is
ended with its worker if it does not come to a report in time. Its answer is then the best move that
was reported, and another worker is started: what is lost is the transposition table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from linemate.clients.shared.values import describe_game
from linemate.clients.web.browser.engine import Look, pack, unpack
from linemate.clients.web.engines import EngineFacts, PageSearch, TabAnalysis, TabEngine
from linemate.engine.core import LinemateError, OptionError
from linemate.protocol.driver import (
    Answer,
    EngineDiedError,
    EngineError,
    EngineProtocolError,
    InfoLine,
)

# What a search may take to answer once it was told to. With nothing shared it cannot be told before
# it has something to report; with something shared it looks for it every half a millisecond.
GRACE_UNSHARED = 0.03
GRACE_SHARED = 2.0
# With nothing shared a search is left so often that one with much to report can be told in time.
SLICE_UNSHARED = 0.02
# Until another worker is started in place of one that was given up: first the page is answered.
RESTART_SECONDS = 0.2


class WorkerPort(Protocol):
    """What tab.js has of the worker of an engine."""

    shared: bool  # whether `stop` reaches a search

    def ask(self, call: str) -> None: ...

    def stop(self, now: bool) -> None: ...

    def end(self) -> None: ...


# Starts a worker; its replies go to the first function, and what ends it to the second.
StartWorker = Callable[[Callable[[str], None], Callable[[str], None]], WorkerPort]


class EngineRoom:
    """A worker, and another one in its place whenever that is wanted: one call at a time."""

    def __init__(self, start_worker: StartWorker, settings: Mapping[str, str]) -> None:
        self._start_worker = start_worker
        self._settings = settings
        self._failure: EngineError | None = None
        self._reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.port = start_worker(self._hear, self._fail)
        self.started = asyncio.ensure_future(self._start())

    async def _start(self) -> EngineFacts:
        facts: EngineFacts = await self._call("start", self._settings)
        return facts

    def renew(self) -> None:
        """Have another worker in place of this one, soon; what that was asked is never answered."""
        self.port.end()
        self.started = asyncio.ensure_future(self._restart())

    async def _restart(self) -> EngineFacts:
        await asyncio.sleep(RESTART_SECONDS)
        self.check()
        self.port = self._start_worker(self._hear, self._fail)
        return await self._start()

    async def call(self, name: str, *arguments: Any) -> Any:
        """Make a call, once the engine has started. Raises EngineError and OptionError."""
        await asyncio.shield(self.started)
        return await self._call(name, *arguments)

    async def _call(self, name: str, *arguments: Any) -> Any:
        self.check()
        self._reply = asyncio.get_running_loop().create_future()
        self.port.ask(pack((name, arguments)))
        result = unpack(await self._reply)
        if isinstance(result, EngineError | OptionError):
            raise result
        return result

    def check(self) -> None:
        """Raise what has ended the worker, if anything has."""
        if self._failure is not None:
            raise self._failure

    def end(self, reason: str) -> None:
        """End the worker for good; whoever waits for it is told."""
        self.port.end()
        self._fail(reason)

    def _hear(self, text: str) -> None:
        if not self._reply.done():
            self._reply.set_result(text)

    def _fail(self, reason: str) -> None:
        self._failure = self._failure or EngineDiedError(reason)
        if not self._reply.done():
            self._reply.set_exception(self._failure)


class WorkerEngine(TabEngine):
    """See TabEngine."""

    def __init__(self, room: EngineRoom, facts: EngineFacts) -> None:
        """Use `WorkerEngine.start`."""
        super().__init__(facts)
        self._room = room
        self._analysis: WorkerAnalysis | None = None

    @property
    def stops_at_once(self) -> bool:
        return self._room.port.shared

    @classmethod
    async def start(cls, start_worker: StartWorker, settings: Mapping[str, str]) -> WorkerEngine:
        """Start a worker with an engine. Raises EngineError, and OptionError for a setting that
        the engine does not take.
        """
        room = EngineRoom(start_worker, settings)
        return cls(room, await room.started)

    async def prepare(self, search: PageSearch) -> list[str]:
        notes: list[str] = await self._room.call(
            "prepare", search.opened, describe_game(search.game), search.options
        )
        return notes

    async def analyse(self, search: PageSearch) -> TabAnalysis:
        self._room.port.stop(False)
        await self._room.call("analyse", search.question)
        self._analysis = WorkerAnalysis(self._room, search)
        return self._analysis

    def read_move(self, search: PageSearch, answer: Answer) -> str:
        try:
            move = search.game.read_move(search.position, answer.move or "none")
        except LinemateError as error:
            self.kill()
            raise EngineProtocolError(f"its answer is no legal move: {error}") from None
        return search.game.write_move(move)

    def interrupt(self) -> None:
        if self._analysis is not None:
            self._analysis.interrupt()

    async def check_running(self) -> None:
        self._room.check()

    async def quit(self) -> None:
        self.kill()

    def kill(self) -> None:
        self._room.end("the engine was ended")


class WorkerAnalysis:
    """See TabAnalysis."""

    def __init__(self, room: EngineRoom, search: PageSearch) -> None:
        self.answer: Answer | None = None
        self._room = room
        self._search = search
        self._infos: tuple[InfoLine, ...] = ()
        self._interrupted = asyncio.Event()

    async def follow(self, seconds: float) -> tuple[InfoLine, ...]:
        if self.answer is None:
            look = await self._look(seconds)
            if look is None:
                self._room.renew()
                look = Look(self._infos, self._answer_without_engine(), rests=False)
            self._infos, self.answer = look.infos, look.answer
            if look.rests:  # until it is told to answer
                await self._wait_for_interrupt(seconds)
        return self._infos

    async def _look(self, seconds: float) -> Look | None:
        """Return what the engine says; None if it was told to stop and does not."""
        shared = self._room.port.shared
        if self._interrupted.is_set() and not shared:
            call = self._room.call("stop")
        else:
            call = self._room.call("follow", seconds if shared else min(seconds, SLICE_UNSHARED))
        looking = asyncio.ensure_future(call)
        interrupt = asyncio.ensure_future(self._interrupted.wait())
        await asyncio.wait([looking, interrupt], return_when=asyncio.FIRST_COMPLETED)
        if not looking.done():
            await asyncio.wait([looking], timeout=GRACE_SHARED if shared else GRACE_UNSHARED)
        interrupt.cancel()
        if looking.done():
            look: Look = looking.result()
            return look
        looking.cancel()
        return None

    async def _wait_for_interrupt(self, seconds: float) -> None:
        waiting = asyncio.ensure_future(self._interrupted.wait())
        await asyncio.wait([waiting], timeout=seconds)
        waiting.cancel()

    def _answer_without_engine(self) -> Answer:
        """Return the best move that was reported, or any."""
        info = self._infos[0] if self._infos else None
        game, position = self._search.game, self._search.position
        moves = info.pv if info else ()
        move = moves[0] if moves else game.write_move(position.legal_moves()[0])
        return Answer(move, None, info, self._infos, seconds=0.0)

    def interrupt(self) -> None:
        self._room.port.stop(True)
        self._interrupted.set()

    async def __aenter__(self) -> WorkerAnalysis:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.interrupt()
        while self.answer is None:
            await self.follow(0)
