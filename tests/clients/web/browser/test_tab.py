"""A whole session with a worker behind it in place of a process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from linemate.clients.web.browser.tab import serve_page
from linemate.engine.registry import GAMES
from tests.clients.web.browser.workers import FakeWorkers
from tests.waiting import PATIENCE

CONFIGURATION = json.dumps({"page": {"first": "gomoku size=9", "settings": {"Hash": "1"}}})


class PageSide:
    """What a page says, and what it is told."""

    def __init__(self, workers: FakeWorkers) -> None:
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._deliver = serve_page(self._hear, workers, CONFIGURATION)
        self._seq = 0

    def _hear(self, text: str) -> None:
        self._heard.put_nowait(json.loads(text))

    def say(self, kind: str, **fields: Any) -> None:
        self._seq += 1
        self._deliver(json.dumps({"type": kind, "seq": self._seq, **fields}))

    async def hear(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while (message := await self._heard.get())["type"] != kind:
                assert message["type"] != "error", message
            return message

    async def open(self, words: str, moves: str = "") -> dict[str, Any]:
        played = moves.split()
        self.say("open", words=words, start=None, moves=played, at=len(played))
        return await self.hear("state")

    def think(self, purpose: str, **limits: object) -> None:
        self.say("think", purpose=purpose, options={}, limits=limits)


def run(visit: Callable[[PageSide], Awaitable[None]], workers: FakeWorkers | None = None) -> None:
    async def main() -> None:
        await visit(PageSide(workers or FakeWorkers()))

    asyncio.run(main())


def test_a_page_is_greeted_with_what_it_was_written_for() -> None:
    async def visit(page: PageSide) -> None:
        hello = await page.hear("hello")
        assert hello["first"]["words"] == "gomoku size=9"
        options = {option["name"]: option for option in hello["engine"]["options"]}
        assert options["Hash"]["default"] == 1
        assert [game["name"] for game in hello["games"]] == list(GAMES)

    run(visit)


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_moves_hints_and_analyses(game: str) -> None:
    async def visit(page: PageSide) -> None:
        await page.hear("hello")
        legal = (await page.open(game))["legal"]
        page.think("play", nodes=100)
        assert (await page.hear("answer"))["move"] in legal
        page.think("hint", nodes=100)
        assert (await page.hear("answer"))["move"] in legal
        page.think("analyse", infinite=True)
        assert (await page.hear("info"))["pv"][0] in legal
        page.say("stop")
        assert (await page.hear("stopped"))["reason"] is None

    run(visit)


def test_a_search_is_hurried() -> None:
    async def visit(page: PageSide) -> None:
        await page.hear("hello")
        legal = (await page.open("gomoku"))["legal"]
        page.think("play", movetime=600_000)
        await page.hear("info")
        page.say("stop")
        assert (await page.hear("answer"))["move"] in legal

    run(visit)


def test_games_go_out_and_come_in_while_the_engine_thinks() -> None:
    async def visit(page: PageSide) -> None:
        await page.hear("hello")
        await page.open("tictactoe", "b2 a1")
        page.think("analyse", infinite=True)
        await page.hear("info")
        nobody = {"name": "x", "kind": None, "level": None}
        move = {"parent": -1, "move": "b2", "comment": "", "nags": [], "score": None}
        moves = [move, move | {"parent": 0, "move": "a1"}]
        page.say("write", x=nobody, o=nobody, comment="", moves=moves)
        text = (await page.hear("pgn"))["text"]
        page.say("read", text=text)
        (game,) = (await page.hear("games"))["games"]
        assert game["moves"] == ["b2", "a1"]
        page.say("stop")
        await page.hear("stopped")

    run(visit)


def test_an_engine_that_is_lost_can_be_restarted() -> None:
    workers = FakeWorkers()

    async def visit(page: PageSide) -> None:
        await page.hear("hello")
        await page.open("tictactoe")
        page.think("analyse", infinite=True)
        await page.hear("info")
        workers.started[0].fail("out of memory")
        assert (await page.hear("lost"))["reason"] == "out of memory"
        page.say("restart")
        await page.hear("hello")
        page.think("play", nodes=100)
        await page.hear("answer")

    run(visit, workers)
    assert len(workers.started) == 2
