"""What is heard from a page is handled in order, and what goes wrong is told with its number."""

from __future__ import annotations

import asyncio
import json
from typing import NamedTuple

import pytest

from linemate.clients.shared.game_files import LONGEST_ERROR
from linemate.clients.web.link import LinkClosed, listen
from linemate.clients.web.messages import Outbox, RequestError
from linemate.engine.core import LinemateError


class Said(NamedTuple):
    text: str
    seq: int


class Page:
    """A page that says this and is closed then; what it is sent is in `heard`."""

    def __init__(self, *messages: str) -> None:
        self._messages = list(messages)
        self.heard: list[dict[str, object]] = []

    async def receive(self) -> str:
        if not self._messages:
            raise LinkClosed
        return self._messages.pop(0)

    async def send(self, message: str) -> None:
        self.heard.append(json.loads(message))


def read(message: str) -> Said:
    number, _, text = message.partition(" ")
    if not text:
        raise RequestError("nothing is said", seq=int(number))
    return Said(text, int(number))


async def hear(page: Page) -> list[Said]:
    """Return what was handled until the page was closed."""
    handled: list[Said] = []
    outbox = Outbox()

    async def handle(said: Said) -> None:
        if said.text.startswith("bad"):
            raise LinemateError(said.text)
        handled.append(said)

    sending = asyncio.create_task(outbox.deliver(page.send))
    with pytest.raises(LinkClosed):
        await listen(page, outbox, read, handle)
    while len(outbox):
        await asyncio.sleep(0)
    sending.cancel()
    return handled


def test_messages_are_handled_in_order_until_the_page_is_closed() -> None:
    page = Page("1 one", "2 two")
    assert asyncio.run(hear(page)) == [Said("one", 1), Said("two", 2)]
    assert page.heard == []


def test_what_goes_wrong_is_told_with_the_number_of_what_was_asked() -> None:
    page = Page("7", "8 bad move", "9 fine")
    assert asyncio.run(hear(page)) == [Said("fine", 9)]
    told = [(message["text"], message["about"]) for message in page.heard]
    assert told == [("nothing is said", 7), ("bad move", 8)]


def test_a_long_error_is_told_in_short() -> None:
    page = Page("1 bad " + "x" * 10 * LONGEST_ERROR)
    asyncio.run(hear(page))
    assert len(str(page.heard[0]["text"])) <= LONGEST_ERROR + len("...")
