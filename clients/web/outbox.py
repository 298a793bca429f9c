"""What is on its way to a page, in order and never much: a page that reads slowly gets less.

A message may have a key: it then takes the place of one with the same key that has not been sent
yet. Any other waits for room, and whoever says it waits as well.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

ROOM = 64  # messages
# Seconds for a message to be on its way: a page that reads nothing for so long is gone, although
# its connection may last for ever.
PATIENCE = 60.0

Send = Callable[[str], Awaitable[None]]


def write_message(kind: str, **fields: Any) -> str:
    """In ASCII, so that there is no text that cannot be sent."""
    return json.dumps({"type": kind, **fields}, separators=(",", ":"))


class Outbox:
    def __init__(self) -> None:
        self._messages: dict[Hashable, str] = {}
        self._some = asyncio.Event()
        self._room = asyncio.Condition()

    def __len__(self) -> int:
        return len(self._messages)

    async def put(self, kind: str, **fields: Any) -> None:
        """Behind all others. Waits for room."""
        async with self._room:
            await self._room.wait_for(lambda: len(self._messages) < ROOM)
            self._add(object(), write_message(kind, **fields))

    def replace(self, key: Hashable, kind: str, **fields: Any) -> None:
        """In place of the one with this key, behind all others if there is none."""
        self._add(key, write_message(kind, **fields))

    def _add(self, key: Hashable, message: str) -> None:
        self._messages[key] = message
        self._some.set()

    async def deliver(self, send: Send, patience: float = PATIENCE) -> None:
        """Until one is not taken in so many seconds; or until `send` raises something."""
        while True:
            await self._some.wait()
            self._some.clear()
            async with self._room:
                batch, self._messages = self._messages, {}
                self._room.notify_all()
            for message in batch.values():
                try:
                    async with asyncio.timeout(patience):
                        await send(message)
                except TimeoutError:
                    return
