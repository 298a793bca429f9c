"""Engines that fail, tabs that vanish, servers that end: nothing is left, and play can go on."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed

from linemate.clients.web.engines import ServerState
from linemate.clients.web.sockets import serve_tab
from tests.clients.web.serving import Served, open_gate, peer, pids
from tests.waiting import PATIENCE, is_reaped, wait_until

INFINITE = {"infinite": True}
pytestmark = pytest.mark.usefixtures("looked_at_often")


@pytest.fixture
def gone(tmp_path: Path) -> Callable[[], bool]:
    """Return what says whether peers were started and all of them have ended."""

    def are_gone() -> bool:
        started = pids(tmp_path)
        return bool(started) and all(map(is_reaped, started))

    return are_gone


# ------------------------------------------------------------------ engines that fail


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("CrashInSearch", "was killed by SIGABRT"),
        ("Illegal", "its answer is no legal move: bad move 'z9'"),
        ("NoMove", "its answer is no legal move: bad move 'none'"),
        ("Twice", "without a go"),
        ("Babble", "stray lines during a search"),
    ],
)
def test_an_engine_that_fails_is_reported_and_another_goes_on(
    tmp_path: Path, gone: Callable[[], bool], kind: str, reason: str
) -> None:
    """`Twice` is found out when it is asked again."""
    with Served(ServerState(peer(kind, tmp_path))) as served, served.tab() as tab:
        for _ in range(2):
            tab.hear("hello")
            tab.open("tictactoe")
            search = tab.think()["search"]
            lost = tab.hear("lost", "answer")
            if kind == "Twice":
                tab.say("think", purpose="play", options={}, limits={"nodes": 1})
                search = tab.hear("searching")["search"]
                lost = tab.hear("lost", "answer")
            assert reason in lost["reason"]
            assert lost["search"] == search
            assert lost["dialogue"]
            asked: dict[str, Any] = {"purpose": "play", "options": {}, "limits": INFINITE}
            assert "the engine is not running" in tab.refused("think", **asked)
            assert tab.ask("move", "state", move="b2")["at"] == 1
            wait_until(gone, "the end of the engines")
            tab.say("restart")
    wait_until(gone, "the end of the engines")


def test_an_engine_killed_in_the_middle_of_a_search_can_be_restarted(tmp_path: Path) -> None:
    with Served(ServerState(peer("Late", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open("tictactoe", "a1")
        search = tab.think("analyse", limits=INFINITE)["search"]
        (pid,) = pids(tmp_path)
        os.kill(pid, signal.SIGKILL)
        lost = tab.hear("lost")
        assert "was killed by SIGKILL" in lost["reason"]
        assert lost["search"] == search
        hello = tab.ask("restart", "hello")
        assert hello["engine"]["name"] == "Honest Peer"
        tab.think()
        tab.say("stop")
        assert tab.hear("answer")["move"] == "b1"


def test_an_engine_that_dies_while_it_has_nothing_to_do_is_missed(tmp_path: Path) -> None:
    with Served(ServerState(peer("Honest", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        os.kill(pids(tmp_path)[0], signal.SIGKILL)
        lost = tab.hear("lost")
        assert "was killed by SIGKILL" in lost["reason"]
        assert lost["search"] is None


def test_a_restart_ends_an_engine_that_is_well_and_what_it_was_doing(tmp_path: Path) -> None:
    with Served(ServerState(peer("Late", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open()
        search = tab.think("analyse", limits=INFINITE)["search"]
        tab.ask("restart", "hello")
        assert {"type": "stopped", "search": search, "reason": None} in tab.heard
        assert "lost" not in [message["type"] for message in tab.heard]
        old, new = pids(tmp_path)
        assert (is_reaped(old), is_reaped(new)) == (True, False)


def test_nothing_can_be_asked_before_the_new_engine_is_there(tmp_path: Path) -> None:
    with Served(ServerState(peer("Gated", tmp_path))) as served, served.tab() as tab:
        asked: dict[str, Any] = {"purpose": "play", "options": {}, "limits": {"nodes": 1}}
        assert "the engine is not running" in tab.refused("think", **asked)
        open_gate(tmp_path)
        tab.hear("hello")
        tab.open()
        seq = tab.say("restart")
        assert "the engine is not running" in tab.refused("think", **asked)
        open_gate(tmp_path)
        assert tab.hear("hello")["seq"] == seq
        tab.think()
        assert tab.hear("answer")["move"] == "a1"


def test_an_engine_that_does_not_shake_hands_is_lost(tmp_path: Path) -> None:
    with Served(ServerState(peer("CrashAtOnce", tmp_path))) as served, served.tab() as tab:
        for _ in range(2):
            lost = tab.hear("lost", "hello")
            assert "exited with code 3" in lost["reason"]
            assert "! no weights found" in lost["dialogue"]
            assert tab.open("qubic")["toMove"] == "x"  # the rules are there all the same
            tab.say("restart")


def test_a_game_that_the_engine_does_not_play_is_said_and_it_goes_on_with_another(
    tmp_path: Path,
) -> None:
    with Served(ServerState(peer("Honest", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open("gomoku")
        search = tab.think()["search"]
        stopped = tab.hear("stopped", "answer", "lost")
        assert stopped["search"] == search
        assert "unknown game 'gomoku'" in stopped["reason"]
        tab.open("tictactoe")
        tab.think()
        assert tab.hear("answer")["move"] == "a1"


# ------------------------------------------------------------------ tabs that go


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", ["Honest", "Late", "Stall", "Endless", "SlowToLeave", "Chatty"])
def test_an_engine_ends_with_its_tab_in_the_middle_of_a_search(
    tmp_path: Path, gone: Callable[[], bool], kind: str
) -> None:
    with Served(ServerState(peer(kind, tmp_path))) as served:
        with served.tab() as tab:
            tab.hear("hello")
            tab.open()
            tab.think("analyse", limits=INFINITE)
        wait_until(gone, "the end of the engines")


def test_an_engine_ends_with_its_tab_in_the_middle_of_the_handshake(
    tmp_path: Path, gone: Callable[[], bool]
) -> None:
    with Served(ServerState(peer("Mute", tmp_path))) as served:
        with served.tab():
            wait_until(lambda: pids(tmp_path), "an engine")
        wait_until(gone, "the end of the engines")


def test_an_engine_ends_with_a_tab_that_was_cut_off(
    tmp_path: Path, gone: Callable[[], bool]
) -> None:
    with Served(ServerState(peer("Late", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open()
        tab.think("analyse", limits=INFINITE)
        tab.connection.socket.shutdown(socket.SHUT_RDWR)
        wait_until(gone, "the end of the engines")


def test_an_engine_ends_with_a_tab_that_no_longer_answers(tmp_path: Path) -> None:
    """Its connection lasts, but nobody is there: no ping comes back, and the server hangs up. The
    engine may have ended before it could say which process it is.
    """
    pings = {"ws_ping_interval": 0.5, "ws_ping_timeout": 0.1}
    with (
        Served(ServerState(peer("Honest", tmp_path)), **pings) as served,
        socket.create_connection(("127.0.0.1", served.port)) as connection,
    ):
        connection.sendall(
            f"GET /game HTTP/1.1\r\nHost: {served.host}\r\nOrigin: {served.origin}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 101 ")
        connection.settimeout(PATIENCE)
        while connection.recv(1000):
            pass
        wait_until(lambda: all(map(is_reaped, pids(tmp_path))), "the end of the engines")


class HungUp:
    """A WebSocket that the server has closed by itself, as uvicorn has it."""

    async def accept(self) -> None:
        pass

    async def receive(self) -> None:
        await asyncio.Event().wait()

    async def send_text(self, text: str) -> None:
        raise RuntimeError("Unexpected ASGI message 'websocket.send'")


@pytest.mark.parametrize("engines", [0, 1])
def test_what_can_no_longer_be_said_is_no_failure(tmp_path: Path, engines: int) -> None:
    state = ServerState(peer("Honest", tmp_path), engines=engines, patience=0)
    asyncio.run(serve_tab(cast(WebSocket, HungUp()), state))
    assert len(pids(tmp_path)) == engines
    assert all(map(is_reaped, pids(tmp_path)))


def test_engines_end_with_the_server(tmp_path: Path, gone: Callable[[], bool]) -> None:
    with Served(ServerState(peer("Late", tmp_path))) as served:
        tabs = [served.tab() for _ in range(3)]
        for tab in tabs:
            tab.hear("hello")
            tab.open()
            tab.think("analyse", limits=INFINITE)
    assert gone()
    assert len(pids(tmp_path)) == 3
    for tab in tabs:
        with pytest.raises(ConnectionClosed) as closed:
            tab.hear("hello")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        tab.__exit__(None, None, None)
