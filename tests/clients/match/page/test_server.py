"""The server of a match's page: what it answers, to whom, and how it ends."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from linemate.clients.match.page import server as servers
from linemate.clients.match.page.server import HEADERS, PageServer
from tests.waiting import PATIENCE, wait_until


def tell(known: int) -> bytes:
    return f'{{"known":{known}}}'.encode()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PageServer]:
    """One that does not wait long for those who watched."""
    monkeypatch.setattr(servers, "WATCHED_SECONDS", 0.1)
    with PageServer(0, b"<p>page", tell) as server:
        yield server


def ask(server: PageServer, path: str, **headers: str) -> tuple[int, bytes]:
    try:
        with urlopen(Request(server.address + path, headers=headers), timeout=PATIENCE) as answer:
            assert set(HEADERS) <= set(answer.headers)
            return answer.status, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.read()


def test_the_page_and_what_is_new_are_there_and_nothing_else(server: PageServer) -> None:
    assert ask(server, "") == (200, b"<p>page")
    assert ask(server, "?wall") == (200, b"<p>page")
    assert ask(server, "state?games=17") == (200, b'{"known":17}')
    for words in ("", "?games=", "?games=-3", "?games=many", "?games=%00"):
        assert ask(server, f"state{words}") == (200, b'{"known":0}')
    for path in ("index.html", "../server.py", "%2e%2e/server.py", "state/"):
        assert ask(server, path)[0] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_changed(server: PageServer, method: str) -> None:
    address = urlsplit(server.address)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
    connection.request(method, "/")
    assert connection.getresponse().status == 501
    connection.close()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", ""])
def test_a_site_with_another_name_for_this_address_is_refused(
    server: PageServer, host: str
) -> None:
    assert ask(server, "state", Host=host)[0] == 421
    port = urlsplit(server.address).port
    assert ask(server, "state", Host=f"LOCALHOST:{port}")[0] == 200


def test_at_the_usual_port_browsers_that_do_not_name_it_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With `--page-port 80` everybody was refused: no browser sends that port."""

    class AtUsualPort(servers._Server):
        def server_bind(self) -> None:
            super().server_bind()
            self.server_address = (servers.HOST, 80)

    monkeypatch.setattr(servers, "_Server", AtUsualPort)
    server = PageServer(0, b"<p>page", tell)
    statuses = [
        server.answer(host, "/")[0] for host in ("127.0.0.1", "localhost:80", "evil.example")
    ]
    server._server.server_close()
    assert statuses == [200, 200, 421]


def test_who_watches_is_told_the_end_before_the_server_goes() -> None:
    states = ["playing"]
    with PageServer(0, b"", lambda known: states[-1].encode()) as server:
        watched = [server.is_watched]
        assert ask(server, "state") == (200, b"playing")
        watched.append(server.is_watched)
        assert watched == [False, True]
        states.append("over")
        leaving = threading.Thread(target=server.__exit__, args=(None, None, None))
        leaving.start()
        wait_until(lambda: server._ending, "the end")
        assert ask(server, "state") == (200, b"over")
        leaving.join(PATIENCE)
        assert not leaving.is_alive()


def test_a_port_is_nobody_elses() -> None:
    with PageServer(0, b"", tell) as server, pytest.raises(OSError, match="in use"):
        PageServer(urlsplit(server.address).port or 0, b"", tell)
