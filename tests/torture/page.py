"""Attacks on the server of the page: whatever is sent, it serves the next who asks, and well.

Served checks that nothing went wrong behind the scenes; at the end no engine may be left.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

from websockets.exceptions import ConnectionClosed

from linemate.clients.web.engines import ServerState
from linemate.clients.web.messages import LARGEST_MESSAGE
from tests.clients.shared.test_game_files import VALID
from tests.clients.web.serving import Served, Tab
from tests.clients.web.test_messages import MOVE, OPEN, THINK, WRITE
from tests.damage import damaged
from tests.torture.harness import Findings, Options
from tests.torture.sentences import pool
from tests.waiting import PATIENCE, wait_until

AT_A_TIME = 1
ATTACKS = {"messages": 20_000, "heads": 400, "halves": 3_000, "connections": 1_000}
ENGINES = 4
TOO_LARGE = 1009  # how a WebSocket is closed for that
LONGEST_ANSWER = 5.0  # seconds until the next who asks has the page, while others attack

MESSAGES = [
    json.dumps({"seq": 0, **message})
    for message in (
        OPEN,
        OPEN | {"words": "gomoku size=9", "moves": ["e5", "d4"], "at": 2},
        {"type": "move", "move": "000"},
        {"type": "goto", "at": 1},
        THINK,
        THINK | {"purpose": "analyse", "limits": {"infinite": True}},
        {"type": "stop"},
        {"type": "read", "text": VALID[0]},
        {"type": "goto", "at": 1, "moves": ["111", "000"]},
        WRITE | {"comment": "first", "moves": [MOVE, MOVE | {"parent": 0, "move": "a1"}]},
    )
]
Part = tuple[str, int]


def parts(options: Options) -> list[Part]:
    return [(kind, max(1, round(number * options.scale))) for kind, number in ATTACKS.items()]


def torture(part: Part, random: Random, options: Options) -> Findings:
    kind, number = part
    attack = {"messages": messages, "heads": heads, "halves": halves, "connections": connections}
    with Served(ServerState(engines=ENGINES)) as served:
        attack[kind](served, random, number)
        check_alive(served)
        with served.tab() as tab:
            assert tab.open("qubic")["type"] == "state"
    wait_until(lambda: not engines(), "the end of the engines")
    found = Findings()
    found.count(kind, number)
    return found


def check_alive(served: Served) -> None:
    """Demand the page, in time."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.request("GET", "/", headers={"Host": served.host})
    assert connection.getresponse().status == 200
    connection.close()
    assert time.monotonic() - began < LONGEST_ANSWER, "the page came too late"


def messages(served: Served, random: Random, number: int) -> None:
    """Send damaged messages, bytes, and some that are too large, from one page after the other."""
    said = pool(damaged(MESSAGES), random, min(number, 2_000))
    with ExitStack() as stack:
        tab = stack.enter_context(served.tab())
        for count in range(number):
            message: str | bytes = random.choice(said)
            large = random.randrange(2_000) == 0
            if large:
                message = "x" * (LARGEST_MESSAGE + 1)
            elif random.randrange(10) == 0:
                message = random.randbytes(random.randrange(60))
            try:
                tab.connection.send(message)
                if large or count % 20 == 19:
                    is_answered(tab)
            except ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code != TOO_LARGE:
                    raise
                stack.pop_all().close()
                tab = stack.enter_context(served.tab())


def is_answered(tab: Tab) -> None:
    """Wait until a page has the answer to a good message among those to bad ones."""
    seq = tab.say("open", words="tictactoe", start=None, moves=["b2"], at=1)
    while tab.hear("state")["seq"] != seq:
        pass


def heads(served: Served, random: Random, number: int) -> None:
    """Send requests whose head is huge, or nonsense; each is refused, or hung up on."""
    for count in range(number):
        host = f"Host: {served.host}\r\n".encode()
        junk = random.randbytes(random.randrange(200))
        head = random.choice(
            (
                b"GET / HTTP/1.1\r\n" + host + b"X: " + b"x" * random.randrange(70_000, 2_000_000),
                b"GET / HTTP/1.1\r\n" + host + b"X: y\r\n" * random.randrange(20_000, 200_000),
                b"GET /" + b"x" * random.randrange(70_000, 1_000_000),
                junk + b"\r\n\r\n",
                b"GET " + junk.replace(b"\n", b"") + b" HTTP/1.1\r\n" + host + b"\r\n",
                b"GET / HTTP/1.1\r\n" + host + b"Content-Length: -5\r\n\r\n",
                b"POST /game HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            )
        )
        answer = exchange(served, head + b"\r\n\r\n")
        assert not answer or answer.startswith(b"HTTP/1.1 "), answer[:200]
        assert b" 500 " not in answer[:20], (head[:200], answer[:200])
        if count % 20 == 0:
            check_alive(served)


def exchange(served: Served, data: bytes) -> bytes:
    """Send it all, as far as anybody listens, and return the beginning of the answer."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as connection:
        with suppress(OSError):
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            return connection.recv(4096)
    return b""


def halves(served: Served, random: Random, number: int) -> None:
    """Begin requests, hand-shakes and frames, and leave them; a hundred at a time stay open."""
    hello = (
        f"GET /game HTTP/1.1\r\nHost: {served.host}\r\nOrigin: {served.origin}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()
    waiting: list[socket.socket] = []
    for count in range(number):
        connection = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
        waiting.append(connection)
        data = hello[: random.randrange(len(hello))]
        if random.randrange(50) == 0:  # a whole one has an engine: few of them
            data = hello + random.randbytes(random.randrange(12))
        with suppress(ConnectionError):
            connection.sendall(data)
        if len(waiting) > 100:
            waiting.pop(random.randrange(len(waiting))).close()
        if count % 100 == 0:
            check_alive(served)
    for connection in waiting:
        connection.close()


def connections(served: Served, random: Random, number: int) -> None:
    """Open many at a time, some of them pages: more than there are engines are told so."""
    with ExitStack() as stack:
        for count in range(number):
            address = ("127.0.0.1", served.port)
            stack.enter_context(socket.create_connection(address, timeout=PATIENCE))
            if count % 200 == 0:
                check_alive(served)
        pages = [stack.enter_context(served.tab()) for _ in range(ENGINES)]
        for page in pages:
            page.open()
        refused = stack.enter_context(Tab(served.host))
        assert "busy" in refused.hear("error")["text"]


def engines() -> list[int]:
    """Return the processes of engines that this one has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(path.read_text().rpartition(")")[2].split()[1])
            if parent == os.getpid() and "engine" in (path.parent / "cmdline").read_text():
                found.append(int(path.parent.name))
    return found
