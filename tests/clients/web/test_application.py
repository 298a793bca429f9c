"""Nobody but a page of ours can speak to the server, and it gives away nothing but the page."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from linemate.clients.shared.page.assets import MEDIA_TYPES, read_assets
from linemate.clients.web.application import HEADERS
from linemate.clients.web.engines import ServerState
from linemate.clients.web.messages import LARGEST_MESSAGE
from tests.clients.web.serving import Served, Tab, peer, pids
from tests.waiting import PATIENCE

FOREIGN = ["http://evil.example", "null", "https://{host}", "http://localhost:{port}"]
FOREIGN += ["http://127.0.0.1", "http://127.0.0.1:1", "http://{host}.evil.example", "file://"]


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("peers")


@pytest.fixture(scope="module")
def served(directory: Path) -> Iterator[Served]:
    with Served(ServerState(peer("Honest", directory))) as served:
        yield served


class Reply(NamedTuple):
    status: int
    headers: Message
    content: bytes


def request(served: Served, path: str, method: str = "GET", **headers: str) -> Reply:
    """Ask for the path as it stands: a client of a higher level would tidy it up first."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    try:
        sent = {"Host": served.host} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        connection.request(method, path, headers=sent)
        reply = connection.getresponse()
        content = b"" if reply.status == 101 else reply.read()
        return Reply(reply.status, reply.headers, content)
    finally:
        connection.close()


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: %b\r\nX: " + b"x" * 10_000_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: %b\r\nX: " + b"x" * 10_000_000,
        b"GET / HTTP/1.1\r\nHost: %b\r\n" + b"X: y\r\n" * 1_000_000,
        b"GET /" + b"x" * 10_000_000,
    ],
    ids=["whole", "without an end", "many", "a path"],
)
def test_a_request_whose_head_is_too_large_is_refused_at_once(served: Served, head: bytes) -> None:
    """It was read to its end, ten million bytes and more, and answered or waited for."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as connection:
        answer = b""
        with suppress(ConnectionError):  # it hangs up while we are still speaking
            connection.sendall(head.replace(b"%b", served.host.encode()))
        with suppress(ConnectionError):
            while block := connection.recv(4096):
                answer += block
    assert not answer or answer.startswith(b"HTTP/1.1 400 ")
    assert request(served, "/").status == 200


def test_a_body_that_is_no_body_is_refused_without_a_word_on_the_terminal(directory: Path) -> None:
    """The server had refused it when the page's own answer came, and a traceback was logged."""
    with (
        Served(ServerState(peer("Honest", directory))) as served,  # its end tells what was logged
        socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as connection,
    ):
        head = f"POST / HTTP/1.1\r\nHost: {served.host}\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(f"{head}no number\r\n\r\n".encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 400 ")
        assert request(served, "/").status == 200


# ------------------------------------------------------------------ who may speak


@pytest.mark.parametrize("origin", FOREIGN)
def test_another_site_cannot_open_a_socket(served: Served, directory: Path, origin: str) -> None:
    """It is refused before the hand-shake is done, and no engine is started for it."""
    before = pids(directory)
    with pytest.raises(InvalidStatus) as refused:
        Tab(served.host, origin=origin.format(host=served.host, port=served.port))
    assert refused.value.response.status_code == 403
    assert pids(directory) == before


def test_a_socket_without_an_origin_is_refused(served: Served) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Tab(served.host, origin=None)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "{port}"])
def test_a_name_that_is_not_ours_is_refused(served: Served, host: str) -> None:
    """So it is after DNS rebinding, where the Origin fits the name."""
    host = host.format(port=served.port)
    for path in ("/", "/static/index.html"):
        assert request(served, path, Host=host).status == 403
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    foreign = {"Host": host, "Origin": f"http://{host}"}
    assert request(served, "/game", **upgrade, **foreign).status == 403
    assert request(served, "/game", **upgrade, Origin=served.origin).status == 101


def test_requests_of_other_sites_are_refused(served: Served) -> None:
    assert request(served, "/", Origin="http://evil.example").status == 403
    assert request(served, "/", Origin=served.origin).status == 200


# ------------------------------------------------------------------ what is served


@pytest.mark.parametrize("path", ["/", "/static/index.html", "/static/nothing.js", "/nowhere"])
def test_every_answer_has_the_strict_headers(served: Served, path: str) -> None:
    answer = request(served, path)
    assert answer.status == (200 if path in ("/", "/static/index.html") else 404)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_a_refusal_has_the_strict_headers_too(served: Served) -> None:
    answer = request(served, "/", Host="evil.example")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../application.py",
        "/static/..%2fapplication.py",
        "/static/%2e%2e/application.py",
        "/static/..\\application.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/index.html%00",
        "/static/",
        "/static/boards",
        "//etc/passwd",
        "/../../etc/passwd",
    ],
)
def test_no_path_leads_out_of_the_page(served: Served, path: str) -> None:
    assert request(served, path).status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_pages_can_only_be_read(served: Served, method: str) -> None:
    assert request(served, "/", method).status == 405
    assert request(served, "/static/index.html", method).status == 405


def test_every_file_of_the_page_is_served_as_what_it_is(served: Served) -> None:
    assets = read_assets("linemate.clients.web")
    assert {"index.html", "boards/board.js"} <= assets.keys()
    for name, content in assets.items():
        answer = request(served, f"/static/{name}")
        assert answer.content == content
        media_type = MEDIA_TYPES[name[name.rindex(".") :]]
        assert answer.headers["Content-Type"].partition(";")[0] == media_type
    assert request(served, "/").content == assets["index.html"]


# ------------------------------------------------------------------ what is said


def test_a_message_that_is_too_long_ends_the_conversation(served: Served) -> None:
    with served.tab() as tab:
        tab.connection.send("x" * LARGEST_MESSAGE)
        assert "no JSON" in tab.hear("error")["text"]
        tab.connection.send("x" * (LARGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed) as closed:
            tab.hear("error")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("message", [b"", b"\x00\xff", b'{"type":"stop"}', "", "\ud7ff", "null"])
def test_what_is_no_message_does_no_harm(served: Served, message: str | bytes) -> None:
    with served.tab() as tab:
        tab.connection.send(message)
        assert tab.hear("error")["about"] == 0
        assert tab.open("qubic")["game"] == "qubic"


SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just("b2")
FIELDS = {
    "words": st.sampled_from(["tictactoe", "gomoku size=4", "gomoku size=99", "mnk row", ""]),
    "start": st.sampled_from([None, "3/3/3 x", "9/9/9/9/9/9/9/9/9 x -", "x", ""]),
    "moves": st.lists(st.sampled_from(["a1", "b2", "c3", "11", "000", "none"]), max_size=4),
    "at": st.integers(-1, 4),
    "move": st.sampled_from(["a1", "b2", "c3", "d4", "", "a1 b2"]),
    "purpose": st.sampled_from(["play", "hint", "analyse"]),
    "options": st.dictionaries(st.sampled_from(["Search", "Hash", "Log File"]), SCALARS),
    "limits": st.dictionaries(st.sampled_from(["nodes", "infinite", "depth"]), SCALARS),
    "text": st.text(max_size=20) | st.sampled_from(["3/3/3 x", "{}", '[A "b"] 1. a1 {', "[["]),
    "x": st.text(max_size=3),
    "o": SCALARS,
    "comment": st.text(max_size=3),
}
KINDS = ("open", "move", "goto", "think", "stop", "read", "write", "restart", "hello", "")


@given(
    messages=st.lists(
        st.builds(
            lambda kind, fields, odd: {**fields, **odd, "type": kind},
            st.sampled_from(KINDS),
            st.fixed_dictionaries(FIELDS),
            st.dictionaries(st.sampled_from(list(FIELDS)), SCALARS, max_size=2),
        ),
        max_size=12,
    )
)
def test_no_sequence_of_messages_kills_a_conversation(
    served: Served, messages: list[dict[str, Any]]
) -> None:
    """A game can still be opened and thought about, by another engine if that was wanted."""
    restarted = "restart" in [message["type"] for message in messages]
    last, reply = ("restart", "hello") if restarted else ("goto", "state")
    with served.tab() as tab:
        tab.hear("hello")
        for message in messages:
            tab.connection.send(json.dumps(message))
        seq = tab.say(last, at=0)
        while tab.hear(reply)["seq"] != seq:
            pass
        tab.open("tictactoe", "b2")
        tab.think()
        assert tab.hear("answer")["move"] == "a1"
