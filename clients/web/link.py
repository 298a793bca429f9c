"""The way to a page and back, and who listens at its end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from linemate.clients.shared.fields import shorten
from linemate.clients.shared.game_files import LONGEST_ERROR
from linemate.clients.web.messages import Outbox, RequestError
from linemate.engine.core import LinemateError


class Numbered(Protocol):
    """Whatever a page asks for."""

    @property
    def seq(self) -> int:
        """Its number, by which the page knows the answer."""


R = TypeVar("R", bound=Numbered)


class LinkClosed(Exception):  # noqa: N818 - not an error: a page may be closed
    """The page is gone."""


class Link(Protocol):
    """A WebSocket, or the port of a worker in the page itself."""

    async def receive(self) -> str:
        """Wait for the next message. Raises LinkClosed."""

    async def send(self, message: str) -> None:
        """Send it. Raises LinkClosed."""


async def listen(
    link: Link, outbox: Outbox, read: Callable[[str], R], handle: Callable[[R], Awaitable[None]]
) -> None:
    """Read and handle one message after the other; what goes wrong is told. Raises LinkClosed."""
    while True:
        message = await link.receive()
        seq = 0
        try:
            request = read(message)
            seq = request.seq
            await handle(request)
        except LinemateError as error:
            about = error.seq if isinstance(error, RequestError) else seq
            text = shorten(str(error), LONGEST_ERROR)
            await outbox.put("error", text=text, about=about)
