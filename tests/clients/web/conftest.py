"""Engines that are not waited for long; a server, and people at its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser

from linemate.clients.web import engine_worker
from linemate.protocol.driver import AsyncEngine
from tests.clients.web.pages import DESK, RESTING, Person, Serve, Sit, WebServer


@pytest.fixture
def looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Idle engines are looked at often: otherwise every one that dies costs a second."""
    monkeypatch.setattr(engine_worker, "IDLE_POLL_SECONDS", 0.1)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that does not leave is ended sooner."""
    monkeypatch.setattr(AsyncEngine, "start", partial(AsyncEngine.start, grace=0.2))


@pytest.fixture(scope="session")
def server() -> Iterator[WebServer]:
    with WebServer() as server:
        yield server


@pytest.fixture
def sit(window: Browser, server: WebServer) -> Iterator[Sit]:
    """Open a page, as somebody new; at the end none of them has complained. A `script` runs before
    those of the page.
    """
    people: list[Person] = []

    def sit(address: str | None = None, script: str = "", **settings: Any) -> Person:
        context = window.new_context(**{"viewport": DESK, "reduced_motion": "reduce"} | settings)
        context.add_init_script(RESTING)
        context.add_init_script(script)
        people.append(Person(context, address or server.address))
        return people[-1]

    yield sit
    for person in people:
        person.leave()
    assert [person.complaints for person in people] == [[] for _ in people]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a server of one's own, with these arguments."""
    with ExitStack() as servers:
        yield lambda *arguments: servers.enter_context(WebServer(*arguments))


@pytest.fixture(scope="module")
def regular(window: Browser, server: WebServer) -> Person:
    """Give somebody a window to keep: a page opens in it in a third of the time of a new one."""
    context = window.new_context(viewport=DESK, reduced_motion="reduce")
    context.add_init_script(RESTING)
    return Person(context, server.address)


@pytest.fixture
def person(regular: Person, server: WebServer, serve: Serve) -> Iterator[Person]:
    """Let somebody sit at the page as if he were new; at the end it has not complained.

    He has then left any server of his own, before it ends.
    """
    yield regular
    regular.come_as_somebody_new(server.address)
    complaints, regular.complaints = regular.complaints, []
    assert complaints == []
