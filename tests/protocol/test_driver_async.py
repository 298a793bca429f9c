"""The driver for programs that use asyncio: the same conversation, awaited and cancelled."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
from pathlib import Path

import pytest

from linemate.engine.core import Limits, OptionError
from linemate.protocol import driver
from linemate.protocol.driver import AsyncEngine, EngineError, EngineStartError
from tests.protocol.peer_engines import HONEST, INFINITE, NEVER, SOON, broken
from tests.waiting import wait_until


def test_the_same_conversation_can_be_awaited() -> None:
    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER) as engine:
            assert (engine.name, engine.author, engine.dialect.value) == (
                "Honest Peer",
                "nobody",
                "ugi",
            )
            await engine.configure({"Hash": 8})
            await engine.newgame("tictactoe")
            await engine.position(["a1"])
            assert (await engine.play(Limits(depth=1))).move == "b1"
            assert await engine.query("gameover") == "false"
            await engine.ping()
            with pytest.raises(OptionError):
                await engine.configure({"Hash": 0})
            assert await engine.stop() is None
        assert engine.engine.process.returncode == 0

    asyncio.run(converse())


def test_an_analysis_can_be_awaited_and_stopped_by_another_task() -> None:
    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER, grace=NEVER) as engine:
            analysis = await engine.analyse(INFINITE)
            first = await anext(analysis)
            assert first.depth == 1
            rest = asyncio.create_task(collect(analysis))
            await asyncio.sleep(SOON)
            assert not rest.done()
            answer = await analysis.stop()
            assert answer is analysis.answer
            assert len(await rest) == 3

    async def collect(analysis: driver.AsyncAnalysis) -> list[driver.InfoLine]:
        return [info async for info in analysis]

    asyncio.run(converse())


def test_a_search_can_be_followed_without_hearing_every_report() -> None:
    async def converse() -> None:
        async with (
            await AsyncEngine.start(HONEST, timeout=NEVER, grace=NEVER) as engine,
            await engine.analyse(INFINITE) as analysis,
        ):
            infos = await analysis.follow(SOON)
            while not infos or infos[0].nodes != 50:  # which comes after the line itself
                infos = await analysis.follow(SOON)
            assert [info.multipv for info in infos] == [1, 2]
            assert analysis.answer is None
            answer = await analysis.stop()
            assert await analysis.follow(NEVER) == answer.infos == infos

    asyncio.run(converse())


@pytest.mark.parametrize("delay", [0.0, SOON])
def test_cancelling_a_search_stops_it_and_frees_the_engine(delay: float) -> None:
    """It does at once, when the search may not have begun, and in the middle of it."""

    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER, grace=NEVER) as engine:
            search = asyncio.create_task(engine.play(INFINITE, timeout=NEVER))
            await asyncio.sleep(delay)
            search.cancel()
            await asyncio.wait([search], timeout=NEVER / 2)
            assert search.cancelled()
            assert await engine.stop() is None
            await engine.position(["a1"])
            assert (await engine.play(Limits(depth=1))).move == "b1"

    asyncio.run(converse())


def test_cancelling_an_analysis_that_is_just_being_started_stops_it() -> None:
    starting, release = threading.Event(), threading.Event()

    def hold(way: str, text: str) -> None:
        if text == "go infinite":
            starting.set()
            release.wait(NEVER)

    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER, on_line=hold) as engine:
            start = asyncio.create_task(engine.analyse(INFINITE))
            while not starting.is_set():
                await asyncio.sleep(0.01)
            start.cancel()
            asyncio.get_running_loop().call_later(SOON, release.set)
            with pytest.raises(asyncio.CancelledError):
                await start
            assert await engine.stop() is None

    asyncio.run(converse())


def test_cancelling_a_call_that_waits_its_turn_leaves_the_search_of_another_alone() -> None:
    async def converse() -> None:
        async with await AsyncEngine.start(broken("Late"), timeout=NEVER) as engine:
            search = asyncio.create_task(engine.play(Limits(depth=1), timeout=NEVER))
            while engine.engine._running is None:
                await asyncio.sleep(0.01)
            waiting = asyncio.create_task(engine.ping())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.wait([waiting])
            assert waiting.cancelled()
            await asyncio.sleep(SOON)
            assert not search.done()
            engine.interrupt()
            assert (await search).late is False

    asyncio.run(converse())


def test_an_engine_that_dies_of_a_cancelled_call_is_nobodys_business() -> None:
    """asyncio used to complain that nobody had looked at the error."""
    complaints: list[object] = []

    async def converse() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(context))
        async with await AsyncEngine.start(broken("Deaf"), timeout=NEVER) as engine:
            call = asyncio.create_task(engine.ping())
            await asyncio.sleep(SOON)
            call.cancel()
            loop.call_later(SOON, engine.engine.process.kill)
            with pytest.raises(asyncio.CancelledError):
                await call
        del call
        gc.collect()

    asyncio.run(converse())
    assert not complaints


def test_a_timeout_of_asyncio_ends_a_search_too() -> None:
    async def watch(engine: AsyncEngine) -> None:
        async with await engine.analyse(INFINITE) as analysis:
            async for _ in analysis:
                pass

    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER, grace=NEVER) as engine:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(watch(engine), SOON)
            assert await engine.stop() is None
            await engine.ping()

    asyncio.run(converse())


def test_a_cancelled_start_leaves_no_engine_behind() -> None:
    """And does not wait until the hand-shake has failed by itself."""
    before = set(children())

    async def converse() -> None:
        start = asyncio.create_task(AsyncEngine.start(broken("Mute"), timeout=NEVER))
        while not set(children()) - before:
            await asyncio.sleep(0.01)
        start.cancel()
        with pytest.raises(asyncio.CancelledError):
            await start

    asyncio.run(converse())
    wait_until(lambda: not set(children()) - before, "the end of the engine")


def children() -> list[int]:
    """The engines that this process has started; the shell that guards them is none."""
    return [
        int(entry.name)
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and is_peer_of(entry, os.getpid())
    ]


def is_peer_of(entry: Path, parent: int) -> bool:
    try:
        stat = (entry / "stat").read_text().rpartition(")")[2].split()
        return int(stat[1]) == parent and b"broken.py" in (entry / "cmdline").read_bytes()
    except OSError:
        return False


def test_errors_come_through_to_the_awaiting_task() -> None:
    async def converse() -> None:
        with pytest.raises(EngineStartError):
            await AsyncEngine.start("/no/such/engine")
        async with await AsyncEngine.start(broken("CrashInSearch"), timeout=NEVER) as engine:
            with pytest.raises(EngineError, match="SIGABRT"):
                await engine.play(Limits(depth=1))

    asyncio.run(converse())
