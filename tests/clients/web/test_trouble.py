"""Engines that fail, tabs that vanish, servers that end: nothing is left, and play can go on."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from linemate.clients.web import seat
from linemate.clients.web.house import House
from linemate.clients.web.visit import visit
from linemate.protocol.driver import AsyncEngine
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed

from tests.clients.web.serving import Served, peer, pids
from tests.waiting import PATIENCE, is_reaped, wait_until

INFINITE = {"infinite": True}


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines with nothing to do: otherwise every one that dies costs a second."""
    monkeypatch.setattr(seat, "IDLE_GLANCE", 0.1)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that does not leave is ended sooner."""
    monkeypatch.setattr(AsyncEngine, "start", partial(AsyncEngine.start, grace=0.2))


@pytest.fixture
def gone(tmp_path: Path) -> Callable[[], bool]:
    """Whether peers were started and all of them have ended."""

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
    with Served(House(peer(kind, tmp_path))) as served, served.tab() as tab:
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
    with Served(House(peer("Late", tmp_path))) as served, served.tab() as tab:
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
    with Served(House(peer("Honest", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        os.kill(pids(tmp_path)[0], signal.SIGKILL)
        lost = tab.hear("lost")
        assert "was killed by SIGKILL" in lost["reason"]
        assert lost["search"] is None


def test_a_restart_ends_an_engine_that_is_well_and_what_it_was_doing(tmp_path: Path) -> None:
    with Served(House(peer("Late", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open()
        search = tab.think("analyse", limits=INFINITE)["search"]
        tab.ask("restart", "hello")
        assert {"type": "stopped", "search": search, "reason": None} in tab.heard
        assert "lost" not in [message["type"] for message in tab.heard]
        old, new = pids(tmp_path)
        assert (is_reaped(old), is_reaped(new)) == (True, False)


def test_nothing_can_be_asked_before_the_new_engine_is_there(tmp_path: Path) -> None:
    with Served(House(peer("SlowToStart", tmp_path))) as served, served.tab() as tab:
        asked: dict[str, Any] = {"purpose": "play", "options": {}, "limits": {"nodes": 1}}
        assert "the engine is not running" in tab.refused("think", **asked)
        tab.hear("hello")
        tab.open()
        seq = tab.say("restart")
        assert "the engine is not running" in tab.refused("think", **asked)
        assert tab.hear("hello")["seq"] == seq
        tab.think()
        assert tab.hear("answer")["move"] == "a1"


def test_an_engine_that_does_not_shake_hands_is_lost(tmp_path: Path) -> None:
    with Served(House(peer("CrashAtOnce", tmp_path))) as served, served.tab() as tab:
        for _ in range(2):
            lost = tab.hear("lost", "hello")
            assert "exited with code 3" in lost["reason"]
            assert "! no weights found" in lost["dialogue"]
            assert tab.open("qubic")["toMove"] == "x"  # the rules are there all the same
            tab.say("restart")


def test_a_game_that_the_engine_does_not_play_is_said_and_it_goes_on_with_another(
    tmp_path: Path,
) -> None:
    with Served(House(peer("Honest", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open("gomoku")
        search = tab.think()["search"]
        stopped = tab.hear("stopped", "answer", "lost")
        assert stopped["search"] == search
        assert "unknown game 'gomoku'" in stopped["reason"]
        tab.open("tictactoe")
        tab.think()
        assert tab.hear("answer")["move"] == "a1"


# ------------------------------------------------------------------ engines of other people


def test_an_engine_without_our_options_plays_all_the_same(tmp_path: Path) -> None:
    """Only what differs is set, so that an odd default does no harm; skill has its own scale."""
    with Served(House(peer("Options", tmp_path))) as served, served.tab() as tab:
        hello = tab.hear("hello")
        options = {option["name"]: option for option in hello["engine"]["options"]}
        assert options.keys() == {"Skill", "Threads", "Odd"}
        assert options["Threads"]["maximum"] == os.cpu_count()
        assert [level["skill"] for level in hello["levels"]][::9] == [1, 11]
        tab.open()
        for purpose, asked, score in (
            ("play", {}, 0),  # nothing was set
            ("play", {"skill": 3}, 3),
            ("play", {}, 5),
            ("hint", {"Skill": 3}, 11),
        ):
            tab.think(purpose, options=asked)
            tab.hear("answer")
            assert tab.heard[0]["score"] == {"cp": score}


def test_settings_of_the_command_line_hold_where_the_page_says_nothing(tmp_path: Path) -> None:
    house = House(peer("Options", tmp_path), {"skill": "7"})
    with Served(house) as served, served.tab() as tab:
        hello = tab.hear("hello")
        assert hello["engine"]["options"][0]["default"] == 7
        tab.open()
        for asked, score in (({}, 7), ({"Skill": 2}, 2), ({}, 7)):
            tab.think(options=asked)
            tab.hear("answer")
            assert tab.heard[0]["score"] == {"cp": score}


def test_a_page_may_set_an_engine_to_what_the_command_line_did(tmp_path: Path) -> None:
    many = 2 * (os.cpu_count() or 1)
    house = House(peer("Options", tmp_path), {"Threads": str(many)})
    with Served(house) as served, served.tab() as tab:
        options = {option["name"]: option for option in tab.hear("hello")["engine"]["options"]}
        assert options["Threads"]["default"] == options["Threads"]["maximum"] == many
        tab.open()
        tab.think(options={"Threads": many})
        tab.hear("answer")
        assert str(many + 1) in tab.refused(
            "think", purpose="play", options={"Threads": many + 1}, limits={"nodes": 1}
        )


def test_an_engine_that_speaks_uci_is_told_the_variant(tmp_path: Path) -> None:
    with Served(House(peer("Variants", tmp_path))) as served, served.tab() as tab:
        assert tab.hear("hello")["engine"]["options"] == []
        tab.open("tictactoe")
        tab.think()
        assert tab.hear("answer")["move"] == "a1"
        assert tab.heard[0]["score"] == {"mate": 3}  # two moves of chess
        tab.open("gomoku size=9")
        tab.think()
        assert "cannot be told the options: size=9" in tab.hear("note")["text"]
        tab.hear("answer")
        tab.open("qubic")
        tab.think()
        assert "does not play qubic" in tab.hear("stopped")["reason"]


# ------------------------------------------------------------------ tabs that go


@pytest.mark.parametrize("kind", ["Honest", "Late", "Stall", "Endless", "SlowToLeave", "Chatty"])
def test_an_engine_ends_with_its_tab_in_the_middle_of_a_search(
    tmp_path: Path, gone: Callable[[], bool], kind: str
) -> None:
    with Served(House(peer(kind, tmp_path))) as served:
        with served.tab() as tab:
            tab.hear("hello")
            tab.open()
            tab.think("analyse", limits=INFINITE)
        wait_until(gone, "the end of the engines")


def test_an_engine_ends_with_its_tab_in_the_middle_of_the_handshake(
    tmp_path: Path, gone: Callable[[], bool]
) -> None:
    with Served(House(peer("Mute", tmp_path))) as served:
        with served.tab():
            wait_until(lambda: pids(tmp_path), "an engine")
        wait_until(gone, "the end of the engines")


def test_an_engine_ends_with_a_tab_that_was_cut_off(
    tmp_path: Path, gone: Callable[[], bool]
) -> None:
    with Served(House(peer("Late", tmp_path))) as served, served.tab() as tab:
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
        Served(House(peer("Honest", tmp_path)), **pings) as served,
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
    house = House(peer("Honest", tmp_path), engines=engines, patience=0)
    asyncio.run(visit(cast(WebSocket, HungUp()), house))
    assert len(pids(tmp_path)) == engines
    assert all(map(is_reaped, pids(tmp_path)))


def test_engines_end_with_the_server(tmp_path: Path, gone: Callable[[], bool]) -> None:
    with Served(House(peer("Late", tmp_path))) as served:
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


# ------------------------------------------------------------------ not too many


def test_one_engine_too_many_is_refused_until_another_has_gone(tmp_path: Path) -> None:
    house = House(peer("Honest", tmp_path), engines=2, patience=0.2)
    with Served(house) as served, served.tab() as one:
        one.hear("hello")  # so that its engine is the first
        with served.tab() as other:
            other.hear("hello")
            with served.tab() as third:
                refusal = third.hear("error", "hello")
                assert "busy: 2 engines are running" in refusal["text"]
                with pytest.raises(ConnectionClosed) as closed:
                    third.hear("hello")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013
            assert len(pids(tmp_path)) == 2
        wait_until(lambda: is_reaped(pids(tmp_path)[1]), "the end of the second engine")
        with served.tab() as fourth:
            fourth.hear("hello")


def test_engines_that_died_do_not_count(tmp_path: Path) -> None:
    """Nor is one counted twice that was restarted."""
    house = House(peer("Honest", tmp_path), engines=1, patience=60.0)
    with Served(house) as served:
        for _ in range(3):
            with served.tab() as tab:
                tab.hear("hello")
                tab.ask("restart", "hello")
                os.kill(pids(tmp_path)[-1], signal.SIGKILL)
                tab.hear("lost")
        assert len(pids(tmp_path)) == 6


@pytest.mark.usefixtures("impatient")
def test_a_page_that_is_loaded_again_gets_the_place_of_the_old_one(tmp_path: Path) -> None:
    """Although its engine takes its time to leave."""
    with Served(House(peer("SlowToLeave", tmp_path), engines=1, patience=60.0)) as served:
        with served.tab() as tab:
            tab.hear("hello")
        with served.tab() as tab:
            tab.hear("hello")
            old, new = pids(tmp_path)
            assert (is_reaped(old), is_reaped(new)) == (True, False)
