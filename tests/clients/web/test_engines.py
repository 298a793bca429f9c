"""Which engine is behind a page: those of other people, their options, and how many there are."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from linemate.clients.web.engines import ServerState
from tests.clients.web.serving import Served, peer, pids
from tests.waiting import is_reaped, wait_until

pytestmark = pytest.mark.usefixtures("looked_at_often")

# ------------------------------------------------------------------ engines of other people


def test_an_engine_without_our_options_plays_all_the_same(tmp_path: Path) -> None:
    """Only what differs is set, so that an odd default does no harm; skill has its own scale."""
    with Served(ServerState(peer("Options", tmp_path))) as served, served.tab() as tab:
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
    state = ServerState(peer("Options", tmp_path), {"skill": "7"})
    with Served(state) as served, served.tab() as tab:
        hello = tab.hear("hello")
        assert hello["engine"]["options"][0]["default"] == 7
        tab.open()
        for asked, score in (({}, 7), ({"Skill": 2}, 2), ({}, 7)):
            tab.think(options=asked)
            tab.hear("answer")
            assert tab.heard[0]["score"] == {"cp": score}


def test_a_page_may_set_an_engine_to_what_the_command_line_did(tmp_path: Path) -> None:
    many = 2 * (os.cpu_count() or 1)
    state = ServerState(peer("Options", tmp_path), {"Threads": str(many)})
    with Served(state) as served, served.tab() as tab:
        options = {option["name"]: option for option in tab.hear("hello")["engine"]["options"]}
        assert options["Threads"]["default"] == options["Threads"]["maximum"] == many
        tab.open()
        tab.think(options={"Threads": many})
        tab.hear("answer")
        assert str(many + 1) in tab.refused(
            "think", purpose="play", options={"Threads": many + 1}, limits={"nodes": 1}
        )


def test_an_engine_that_speaks_uci_is_told_the_variant(tmp_path: Path) -> None:
    with Served(ServerState(peer("Variants", tmp_path))) as served, served.tab() as tab:
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


# ------------------------------------------------------------------ not too many


def test_there_are_as_many_engines_at_a_time_as_there_may_be() -> None:
    async def take_slots() -> None:
        state = ServerState(engines=1, patience=0.01)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                async with state.engine_slot():
                    raise ZeroDivisionError  # whatever happens inside
        async with state.engine_slot():
            with pytest.raises(ValueError, match="busy: 1 engines are running"):
                async with state.engine_slot():
                    raise AssertionError("there is no room")

    asyncio.run(take_slots())


def test_one_engine_too_many_is_refused_until_another_has_gone(tmp_path: Path) -> None:
    state = ServerState(peer("Honest", tmp_path), engines=2, patience=0.2)
    with Served(state) as served, served.tab() as one:
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
    """One that was restarted is not counted twice either."""
    state = ServerState(peer("Honest", tmp_path), engines=1, patience=60.0)
    with Served(state) as served:
        for _ in range(3):
            with served.tab() as tab:
                tab.hear("hello")
                tab.ask("restart", "hello")
                os.kill(pids(tmp_path)[-1], signal.SIGKILL)
                tab.hear("lost")
        assert len(pids(tmp_path)) == 6


@pytest.mark.usefixtures("impatient")
def test_a_page_that_is_loaded_again_gets_the_place_of_the_old_one(tmp_path: Path) -> None:
    """It does although its engine takes its time to leave."""
    with Served(ServerState(peer("SlowToLeave", tmp_path), engines=1, patience=60.0)) as served:
        with served.tab() as tab:
            tab.hear("hello")
        with served.tab() as tab:
            tab.hear("hello")
            old, new = pids(tmp_path)
            assert (is_reaped(old), is_reaped(new)) == (True, False)
