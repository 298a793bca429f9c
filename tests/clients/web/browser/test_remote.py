"""The engine of a page without a server: asked, stopped, given up, lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from linemate.clients.shared.player import Question
from linemate.clients.web.browser import remote
from linemate.clients.web.browser.remote import WorkerEngine
from linemate.clients.web.engines import PageSearch
from linemate.engine.registry import make_game
from linemate.protocol.driver import (
    Answer,
    EngineDiedError,
    EngineProtocolError,
    Limits,
    OptionError,
)
from tests.clients.web.browser.workers import FakeWorkers

INFINITE = Limits(infinite=True)


def search(game: str = "gomoku", limits: Limits = INFINITE) -> PageSearch:
    rules = make_game(game)
    return PageSearch(1, "play", rules, 1, rules.start(), {}, Question(None, (), limits))


def run(task: Callable[[WorkerEngine], Awaitable[None]], workers: FakeWorkers) -> None:
    async def main() -> None:
        await task(await WorkerEngine.start(workers, {"Hash": "1"}))

    asyncio.run(main())


async def think(engine: WorkerEngine, asked: PageSearch, looks: int) -> Answer:
    """Search, and tell it to stop after so many looks."""
    assert await engine.prepare(asked) == []
    async with await engine.analyse(asked) as analysis:
        while analysis.answer is None:
            await analysis.follow(0.0)
            looks -= 1
            if looks <= 0:
                engine.interrupt()
    return analysis.answer


@pytest.mark.parametrize("shared", [True, False])
def test_a_search_that_is_told_to_stop_answers_and_keeps_its_worker(shared: bool) -> None:
    workers = FakeWorkers(shared)

    async def task(engine: WorkerEngine) -> None:
        asked = search()
        answer = await think(engine, asked, looks=3)
        assert engine.read_move(asked, answer) == answer.move
        assert (await think(engine, asked, looks=1)).move is not None

    run(task, workers)
    (worker,) = workers.started
    assert ("stop" in worker.calls) != shared
    assert not worker.ended


@pytest.mark.parametrize("shared", [True, False])
def test_a_search_that_cannot_be_told_is_left_more_often(shared: bool) -> None:
    workers = FakeWorkers(shared)

    async def task(engine: WorkerEngine) -> None:
        asked = search("tictactoe", Limits(depth=2))
        await engine.prepare(asked)
        async with await engine.analyse(asked) as analysis:
            while analysis.answer is None:
                await analysis.follow(5.0)

    run(task, workers)
    assert (max(workers.started[0].slices) < remote.GRACE_UNSHARED) != shared


def test_a_search_ends_by_itself() -> None:
    async def task(engine: WorkerEngine) -> None:
        answer = await think(engine, search("tictactoe", Limits(depth=3)), looks=10**9)
        assert answer.info is not None
        assert answer.info.depth == 3

    run(task, FakeWorkers())


def test_one_that_cannot_be_told_is_given_up_with_its_worker_and_the_next_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its answer is the best that it had reported; and before there was a report, any move."""
    monkeypatch.setattr(remote, "GRACE_UNSHARED", 0.0)
    workers = FakeWorkers(shared=False)

    async def task(engine: WorkerEngine) -> None:
        asked = search()
        await engine.prepare(asked)
        async with await engine.analyse(asked) as analysis:
            while not (infos := await analysis.follow(0.0)):
                pass
            workers.started[0].stuck = "follow"
            asyncio.get_running_loop().call_later(0.01, engine.interrupt)
            await analysis.follow(0.0)
            assert analysis.answer is not None
            assert analysis.answer.move == infos[0].pv[0]
        assert workers.started[0].ended
        assert (await think(engine, asked, looks=3)).move is not None

    run(task, workers)
    assert len(workers.started) == 2
    assert not workers.started[1].ended


def test_one_that_has_reported_nothing_answers_with_some_legal_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remote, "GRACE_UNSHARED", 0.0)
    workers = FakeWorkers(shared=False, first_stuck="follow")

    async def task(engine: WorkerEngine) -> None:
        asked = search("qubic")
        await engine.prepare(asked)
        async with await engine.analyse(asked) as analysis:
            engine.interrupt()
            await analysis.follow(0.0)
            assert analysis.answer is not None
            assert engine.read_move(asked, analysis.answer)

    run(task, workers)


def test_one_that_rests_answers_as_soon_as_it_is_told_to() -> None:
    async def task(engine: WorkerEngine) -> None:
        asked = search("tictactoe")
        await engine.prepare(asked)
        async with await engine.analyse(asked) as analysis:
            loop = asyncio.get_running_loop()
            loop.call_later(0.2, engine.interrupt)
            while analysis.answer is None:
                await analysis.follow(600.0)

    run(task, FakeWorkers())


def test_a_worker_that_fails_is_a_dead_engine() -> None:
    workers = FakeWorkers(first_stuck="follow")

    async def task(engine: WorkerEngine) -> None:
        asked = search()
        await engine.prepare(asked)
        analysis = await engine.analyse(asked)
        asyncio.get_running_loop().call_soon(workers.started[0].fail, "out of memory")
        with pytest.raises(EngineDiedError, match="out of memory"):
            await analysis.follow(0.0)
        with pytest.raises(EngineDiedError, match="out of memory"):
            await engine.check_running()

    run(task, workers)


def test_one_that_is_killed_is_gone() -> None:
    workers = FakeWorkers()

    async def task(engine: WorkerEngine) -> None:
        await engine.check_running()
        engine.kill()
        with pytest.raises(EngineDiedError, match="the engine was ended"):
            await engine.check_running()

    run(task, workers)
    assert workers.started[0].ended


def test_an_answer_that_is_no_move_ends_the_engine() -> None:
    workers = FakeWorkers()

    async def task(engine: WorkerEngine) -> None:
        with pytest.raises(EngineProtocolError, match="no legal move"):
            engine.read_move(search(), Answer("z99", None, None, (), 0.0))

    run(task, workers)
    assert workers.started[0].ended


def test_a_setting_that_the_engine_does_not_take_is_told() -> None:
    async def main() -> None:
        with pytest.raises(OptionError, match="Hash"):
            await WorkerEngine.start(FakeWorkers(), {"Hash": "many"})

    asyncio.run(main())
