"""The tab of a page without a server: what tab.js runs, in a worker between page and engine.

It is the same session as behind a WebSocket, with another link to the page and another engine.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass

from linemate.clients.web.browser.remote import StartWorker, WorkerEngine
from linemate.clients.web.engines import ServerState, TabEngine
from linemate.clients.web.session import TabSession


class PortLink:
    """See Link; `post` is how a worker speaks to its page, and `deliver` takes what that says."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self._post = post
        self._messages: asyncio.Queue[str] = asyncio.Queue()

    def deliver(self, message: str) -> None:
        self._messages.put_nowait(message)

    async def receive(self) -> str:
        return await self._messages.get()

    async def send(self, message: str) -> None:
        self._post(message)


@dataclass
class PageState(ServerState):
    """What a ServerState is, for the one tab that there is here."""

    start_worker: StartWorker | None = None

    async def start_engine(self) -> TabEngine:
        assert self.start_worker is not None
        return await WorkerEngine.start(self.start_worker, self.settings)


def serve_page(
    post: Callable[[str], None], start_worker: StartWorker, configuration: str
) -> Callable[[str], None]:
    """Begin a session that lasts as long as the page; return what takes the page's messages.

    The configuration is what `folder.py` has written for this page.
    """
    link = PortLink(post)
    state = PageState(**json.loads(configuration)["page"], start_worker=start_worker)
    session = asyncio.ensure_future(TabSession(link, state).run())
    session.add_done_callback(lambda task: task.result())  # a fault is told in the console
    return link.deliver
