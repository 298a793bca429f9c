"""The server of New South Wales: whole games on loopback, and what a server may do wrong."""

from __future__ import annotations

import socket
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace

import pytest

from linemate.clients.bridges import unsw
from linemate.clients.bridges.arena import BridgeError
from linemate.clients.bridges.command import BRIDGES
from linemate.engine.registry import make_game
from linemate.protocol.driver import Limits
from tests.clients.bridges.conftest import NAME, Bridge
from tests.clients.bridges.stand_in import StandIn
from tests.clients.bridges.unsw_server import Server

Start = Callable[..., Bridge]
Peer = Callable[..., str]
GAME = make_game("nineboard", {"full_board": "draw"})
CLOCK = unsw.GameClock(30_000, 2_000)
MARGIN = 100


def join(server: Server, bridge: Start, *arguments: str) -> Bridge:
    return bridge("unsw", "-p", str(server.port), "--host", "127.0.0.1", *arguments)


@pytest.mark.parametrize("mark", ["x", "o"])
def test_a_whole_game_against_a_random_player(bridge: Start, mark: str) -> None:
    """The first question is third_move to x, second_move to o."""
    with Server(seed=3) as server:
        process = join(server, bridge, "--clock", "1s")
        client = server.accept()
        result = server.play(*((client, None) if mark == "x" else (None, client)))
        client.send("end")
        assert process.wait() == 0
    assert client.sent[1] == f"start({mark})"
    assert client.sent[2].startswith("third_move" if mark == "x" else "second_move")
    assert result == mark
    assert process.rest == ["win: triple"]
    assert process.notes == ""


def test_two_bridges_play_each_other_twice(bridge: Start) -> None:
    """They do so with colours swapped, on the same connections."""
    with Server(seed=4) as server:
        processes = [join(server, bridge, "--set", "Search=random") for _ in range(2)]
        clients = [server.accept() for _ in range(2)]
        for x, o in (clients, reversed(clients)):
            server.play(x, o)
        for client in clients:
            client.send("end")
        for process in processes:
            assert process.wait() == 0
            assert len(process.rest) == 2
            assert process.notes == ""
    assert any(message.startswith("last_move") for client in clients for message in client.sent)


def test_a_draw_by_a_full_board_is_reported(
    player: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    converse(player, b"start(o).draw(full_board).end.")
    assert capfd.readouterr().out == "draw: full_board\n"
    assert BRIDGES["unsw"].options == {"full_board": "draw"}


def test_a_loss_on_time_is_heard_though_the_engine_still_thinks(bridge: Start, peer: Peer) -> None:
    with Server() as server:
        process = join(server, bridge, "--engine", peer("slow=1"))
        client = server.accept()
        assert server.play(None, client, seconds=0.3) == "timeout"
        client.send("end")
        client.connection.close()
        assert process.wait() == 0
    assert process.rest == ["loss: timeout"]
    assert "did not wait for our answer to second_move(" in process.notes


def test_a_server_that_is_gone_in_mid_game_is_reported(bridge: Start, peer: Peer) -> None:
    with Server() as server:
        process = join(server, bridge, "--engine", peer())
        client = server.accept()
        client.send("init")
        client.send("start(x)")
        client.connection.close()
        assert process.wait() == 1
    assert process.notes == f"{NAME}: the server has left in mid-game\n"


def test_a_server_that_is_not_there_is_reported(bridge: Start, peer: Peer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    process = bridge("unsw", "-p", str(port), "--engine", peer())
    assert process.wait() == 1
    assert f"cannot reach the server at localhost:{port}: Connection refused" in process.notes


# ------------------------------------------------------------------ one message at a time


@pytest.fixture
def player() -> StandIn:
    return StandIn()


def converse(player: StandIn, *blocks: bytes) -> bytes:
    """What the bridge sends to a server that says these blocks at once, and then leaves."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for block in blocks:
            theirs.sendall(block)
        theirs.shutdown(socket.SHUT_WR)
        unsw.play(player, GAME, ours, CLOCK, MARGIN)
        ours.close()
        return theirs.recv(4096)


@pytest.fixture(autouse=True)
def nothing_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script has said everything before it hears an answer; a server waits."""
    monkeypatch.setattr(unsw, "has_news", lambda _: False)


@pytest.mark.parametrize(
    ("talk", "answers"),
    [
        (b"init.\nstart(o).\nsecond_move(5,9).\n", b"1\n"),
        (b"init.start(x).third_move(5,9,9).", b"1\n"),
        (b"init.\r\n start ( x ) .\r\nthird_move( 5, 9 ,1 ).\r\n", b"1\n"),
        # The stand-in is sent to board 9, plays 91, is answered 12, plays 21, is answered 13.
        (b"start(o).second_move(1,9).next_move(2).next_move(3).", b"1\n1\n1\n"),
        (b"start(o).second_move(1,1).next_move(1).", b"2\n3\n"),
        (b"start(o).second_move(1,1).last_move(1).", b"2\n"),
    ],
)
def test_each_question_has_its_digit(player: StandIn, talk: bytes, answers: bytes) -> None:
    assert converse(player, talk + b"win(triple).\nend.\n") == answers


def test_messages_may_come_in_pieces(player: StandIn) -> None:
    pieces = [
        bytes([byte]) for byte in b"init.\nstart(o).\nsecond_move(5,9).\nwin(triple).\nend.\n"
    ]
    assert converse(player, *pieces) == b"1\n"


def test_the_clock_runs_down_and_the_increment_comes_back(
    player: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each move takes five seconds here, and two are added after it."""
    ticks = count(step=5)
    monkeypatch.setattr(unsw, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    talk = b"start(o).second_move(1,9).next_move(2).win(triple).start(o).second_move(1,9).win(x)."
    converse(player, talk)
    assert player.limits == [
        Limits(p1time=left, p2time=left, p1inc=2000, p2inc=2000)
        for left in (29_900, 26_900, 29_900)
    ]


def test_what_it_does_not_know_is_noted_and_the_game_goes_on(
    player: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    talk = b"hello.\xff\x00.start(o).chat(x)(y).second_move(5,9).win(triple).end."
    assert converse(player, talk) == b"1\n"
    written, notes = capfd.readouterr()
    assert written == "win: triple\n"
    assert notes.count("ignored ") == 3
    assert notes.isascii()


@pytest.mark.parametrize(
    ("talk", "problem"),
    [
        (b"start(o).second_move(5).", "cannot read 'second_move(5)': expected 2 digits"),
        (b"start(x).third_move(1,2,0).", "cannot read 'third_move(1,2,0)': expected 3 digits"),
        (b"start(x).third_move(5,5,5).", "third_move(5,5,5) is illegal: the cell is taken"),
        (b"start(o).next_move(5).", "next_move(5) before second_move or third_move"),
        (b"start(o).next_move.", "cannot read 'next_move()': expected 1 digits"),
        (b"start(o).second_move(1,9).next_move(9).next_move(9).", "is illegal"),
        (b"start(o).second_move(1,9).", "has left in mid-game"),
        (b"", "has left before a game"),
        (b"init.", "has left before a game"),
        (b"start(o)." + b"x" * 9000, "no full stop"),
        # x gets 12, 13 and 11: the game is over, and yet a move is asked for.
        (b"start(o).second_move(1,2).next_move(3).next_move(1).", "but the game is over"),
        # The stand-in gets 14, 15 and 16, and the server goes on.
        (b"start(o).second_move(1,1)." + b"next_move(1)." * 5, "is illegal: the game is over"),
    ],
)
def test_what_cannot_be_read_is_said(player: StandIn, talk: bytes, problem: str) -> None:
    with pytest.raises(BridgeError) as raised:
        converse(player, talk)
    assert problem in str(raised.value)
    assert len(str(raised.value)) < 300


def test_half_a_message_at_the_end_is_noted(
    player: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    converse(player, b"start(o).win(triple).en")
    assert "ignored 'en': no full stop" in capfd.readouterr().err
