"""The server, once it listens: that it opens a browser where there is one to be seen."""

from __future__ import annotations

import re
import socket
import webbrowser

import pytest

from linemate.clients.shared.page import browser
from linemate.clients.shared.page.guard import is_loopback, is_wildcard
from linemate.clients.web import server
from linemate.clients.web.command import main
from linemate.clients.web.server import Server, find_address
from tests.waiting import wait_until


@pytest.mark.parametrize("opens", [True, False])
def test_a_browser_is_opened_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, opens: bool
) -> None:
    """The server ends as soon as it has been, in this test."""
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(browser, "has_screen", lambda: True)

    async def no_loop(_: Server) -> None:
        if opens:
            wait_until(lambda: opened, "a browser")

    monkeypatch.setattr(Server, "main_loop", no_loop)
    assert main(["--port", "0", *([] if opens else ["--no-open"])]) == 0
    assert len(opened) == opens
    assert all(re.fullmatch(r"http://127\.0\.0\.1:\d+/", address) for address in opened)


def test_with_all_addresses_that_for_others_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def no_loop(_: Server) -> None:
        pass

    monkeypatch.setattr(Server, "main_loop", no_loop)
    monkeypatch.setattr(server, "find_address", lambda _: "192.168.7.7")
    assert main(["--port", "0", "--no-open", "--host", "0.0.0.0"]) == 0
    assert re.search(r"Others reach it at http://192\.168\.7\.7:\d+/", capsys.readouterr().err)


def test_the_address_for_others_is_none_of_this_machine_alone() -> None:
    found = find_address(socket.AF_INET)
    assert found is None or not (is_loopback(found) or is_wildcard(found))
