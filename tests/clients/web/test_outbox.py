"""Messages to a page: in order, complete, and few where it reads slowly."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from linemate.clients.web.outbox import ROOM, Outbox, write_message


class Reader:
    """Takes messages when it is let."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.taken: list[dict[str, Any]] = []

    async def send(self, text: str) -> None:
        await self.open.wait()
        self.taken.append(json.loads(text))


def test_messages_arrive_in_order_with_the_newest_report_of_each_variation() -> None:
    async def converse() -> list[object]:
        outbox, reader = Outbox(), Reader()
        await outbox.put("searching", n=0)
        for depth in range(100):
            outbox.replace(1, "info", n=depth)
            outbox.replace(2, "info", n=-depth)
        await outbox.put("answer", n=1)
        delivering = asyncio.create_task(outbox.deliver(reader.send))
        reader.open.set()
        while len(reader.taken) < 4:
            await asyncio.sleep(0)
        delivering.cancel()
        return [message["n"] for message in reader.taken]

    assert asyncio.run(converse()) == [0, 99, -99, 1]


def test_a_page_that_does_not_read_makes_nothing_grow() -> None:
    """Reports take the place of older ones; whoever says something else has to wait."""

    async def converse() -> None:
        outbox, reader = Outbox(), Reader()
        delivering = asyncio.create_task(outbox.deliver(reader.send))
        speaking = [asyncio.create_task(outbox.put("state", n=n)) for n in range(5 * ROOM)]
        for depth in range(5 * ROOM):
            outbox.replace("report", "info", n=depth)
            await asyncio.sleep(0)
        assert len(outbox) <= ROOM + 1
        assert sum(task.done() for task in speaking) <= 2 * ROOM + 1
        reader.open.set()
        await asyncio.gather(*speaking)
        while len(outbox):
            await asyncio.sleep(0)
        states = [message["n"] for message in reader.taken if message["type"] == "state"]
        assert states == list(range(5 * ROOM))
        delivering.cancel()

    asyncio.run(converse())


def test_a_page_that_takes_nothing_for_too_long_is_given_up() -> None:
    async def converse() -> None:
        outbox, reader = Outbox(), Reader()
        await outbox.put("state")
        await outbox.deliver(reader.send, patience=0.01)
        assert not reader.taken

    asyncio.run(converse())


def test_what_is_wrong_with_the_connection_comes_through() -> None:
    async def fail(_: str) -> None:
        raise ConnectionResetError

    async def converse() -> None:
        outbox = Outbox()
        await outbox.put("state")
        await outbox.deliver(fail)

    with pytest.raises(ConnectionResetError):
        asyncio.run(converse())


def test_any_text_can_be_sent() -> None:
    text = "\ud800 \u2028 \x00 \N{PILE OF POO}"
    message = write_message("error", text=text)
    assert message.isascii()
    assert json.loads(message) == {"type": "error", "text": text}
