"""The same conversation for asyncio: `AsyncEngine` has the methods of `Engine`, to be awaited.

Each engine has one thread, which makes the blocking calls one after the other; deadlines,
errors and the order of things are therefore exactly those of `driver.py`. A cancelled call
tells the engine to stop and returns, cancelled, when the engine is free again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from linemate.engine.core import Limits, OptionValue
from linemate.protocol.driver import Engine, Options
from linemate.protocol.driver_analysis import Analysis, Answer
from linemate.protocol.messages import Dialect, InfoLine
from linemate.protocol.process import EngineError, EngineProcess, LineHook

T = TypeVar("T")


class _Worker:
    """A daemon thread that makes one call after the other, until nobody refers to this."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        weakref.finalize(self, self._jobs.put, None)
        threading.Thread(target=_work, args=(self._jobs,), daemon=True).start()

    def submit(self, function: Callable[[], T]) -> Future[T]:
        future: Future[T] = Future()
        self._jobs.put(partial(_call, function, future))
        return future


def _work(jobs: queue.SimpleQueue[Callable[[], None] | None]) -> None:
    while (job := jobs.get()) is not None:
        job()
        del job  # or the engine that it refers to lives until the next one


def _call(function: Callable[[], T], future: Future[T]) -> None:
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(function())
        except BaseException as error:
            future.set_exception(error)


class AsyncEngine:
    """See Engine; every method there is a coroutine here."""

    def __init__(self, engine: Engine, worker: _Worker) -> None:
        """Use `AsyncEngine.start`."""
        self.engine = engine
        self._worker = worker

    @classmethod
    async def start(
        cls,
        command: str | Sequence[str] | None = None,
        *,
        dialect: Dialect | None = None,
        timeout: float = 10.0,
        grace: float = 2.0,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        on_line: LineHook | None = None,
    ) -> AsyncEngine:
        """Start an engine, see Engine.start: `async with await AsyncEngine.start() as engine: ...`.

        Cancelled, it ends the engine at once, however long that takes to shake hands.
        """
        launch = partial(EngineProcess, command, cwd=cwd, env=env, on_line=on_line)
        worker = _Worker()
        # Cancelled here, the process is dropped as soon as it runs, and that is its end.
        process = await asyncio.wrap_future(worker.submit(launch))
        engine = Engine(process, timeout, grace)
        try:
            await asyncio.wrap_future(worker.submit(partial(engine.shake_hands, dialect)))
        except BaseException:
            process.kill()
            raise
        return cls(engine, worker)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    @property
    def name(self) -> str:
        return self.engine.name

    @property
    def author(self) -> str:
        return self.engine.author

    @property
    def dialect(self) -> Dialect:
        return self.engine.dialect

    @property
    def options(self) -> Options:
        return self.engine.options

    async def configure(self, values: Mapping[str, OptionValue | None]) -> None:
        await self.run(partial(self.engine.configure, values))

    async def newgame(
        self, game: str | None = None, options: Mapping[str, object] | None = None
    ) -> None:
        await self.run(partial(self.engine.newgame, game, options))

    async def position(self, moves: Sequence[str] = (), fen: str | None = None) -> None:
        await self.run(partial(self.engine.position, moves, fen))

    async def query(self, what: str) -> str:
        return await self.run(partial(self.engine.query, what))

    async def ping(self) -> None:
        await self.run(self.engine.ping)

    async def play(
        self, limits: Limits, *, searchmoves: Sequence[str] = (), timeout: float | None = None
    ) -> Answer:
        return await self.run(
            partial(self.engine.play, limits, searchmoves=searchmoves, timeout=timeout)
        )

    async def analyse(
        self, limits: Limits, *, searchmoves: Sequence[str] = (), timeout: float | None = None
    ) -> AsyncAnalysis:
        """Start a search: `async with await engine.analyse(limits) as analysis: ...`."""
        begin = partial(self.engine.analyse, limits, searchmoves=searchmoves, timeout=timeout)
        return AsyncAnalysis(self, await self.run(begin))

    async def stop(self) -> Answer | None:
        self.interrupt()
        return await self.run(self.engine.stop)

    def interrupt(self) -> None:
        """Tell the engine to stop searching; what it died of, the waiting call will tell."""
        with contextlib.suppress(EngineError):
            self.engine.interrupt()

    async def quit(self) -> int | None:
        self.interrupt()
        return await self.run(self.engine.quit)

    async def run(self, function: Callable[[], T]) -> T:
        """Make a blocking call in the engine's thread. Cancelled, it leaves no search behind."""
        future = self._worker.submit(function)
        waiting = asyncio.wrap_future(future)
        try:
            return await asyncio.shield(waiting)
        except asyncio.CancelledError:
            if future.cancel():
                raise  # it was not its turn yet, and the search is somebody else's
            while not waiting.done():
                self.interrupt()  # again and again: the search may not have begun yet
                await asyncio.wait([waiting], timeout=0.05)
            waiting.exception()  # or asyncio complains that nobody has looked at it
            with contextlib.suppress(EngineError):
                await asyncio.wrap_future(self._worker.submit(self.engine.stop))
            raise


class AsyncAnalysis:
    """See Analysis. Cancelling a call of it stops the search."""

    def __init__(self, engine: AsyncEngine, analysis: Analysis) -> None:
        self._engine = engine
        self._analysis = analysis

    @property
    def answer(self) -> Answer | None:
        return self._analysis.answer

    def __aiter__(self) -> AsyncAnalysis:
        return self

    async def __anext__(self) -> InfoLine:
        def step() -> InfoLine | None:
            return next(self._analysis, None)

        info = await self._engine.run(step)
        if info is None:
            raise StopAsyncIteration
        return info

    async def next(self, timeout: float) -> InfoLine | None:
        return await self._engine.run(partial(self._analysis.next, timeout))

    async def follow(self, seconds: float) -> tuple[InfoLine, ...]:
        return await self._engine.run(partial(self._analysis.follow, seconds))

    async def wait(self) -> Answer:
        return await self._engine.run(self._analysis.wait)

    async def stop(self) -> Answer:
        with contextlib.suppress(EngineError):
            self._analysis.interrupt()
        return await self._engine.run(self._analysis.stop)

    async def ponderhit(self) -> None:
        await self._engine.run(self._analysis.ponderhit)

    async def __aenter__(self) -> AsyncAnalysis:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._engine.engine.process.running:
            await self.stop()
