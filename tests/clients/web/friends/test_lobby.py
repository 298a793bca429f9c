"""Pages in a room, over real WebSockets: what one does, all see; what is hostile does no harm."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from linemate.clients.web.engines import ServerState
from linemate.clients.web.friends import lobby, rooms
from tests.clients.web.serving import Served, Tab
from tests.waiting import PATIENCE

GAME = {"words": "tictactoe", "side": "x", "clock": None}


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served(ServerState(engines=1)) as served:
        yield served


class Friend(Tab):
    """A page in a room; `seen` is the room as it was last told."""

    seen: dict[str, Any]

    def make(self, **fields: Any) -> str:
        """Make a room, and return its address."""
        seated = self.ask("create", "seated", **GAME | fields)
        self.seat(seated)
        return str(seated["room"])

    def join(self, room: str, token: str | None = None, kept: bool = False) -> None:
        self.seat(self.ask("join", "seated", room=room, token=token, kept=kept))

    def seat(self, seated: dict[str, Any]) -> None:
        self.token = seated["token"]
        self.see()

    def see(self, **wanted: Any) -> dict[str, Any]:
        """Wait until the room is told so."""
        while True:
            self.seen = self.hear("room")
            if all(self.seen[name] == value for name, value in wanted.items()):
                return self.seen

    def move(self, text: str, ply: int) -> None:
        self.ask("move", "done", move=text, ply=ply)


@pytest.fixture
def pages(served: Served) -> Iterator[list[Friend]]:
    """Three pages, of none of which an engine knows."""
    pages = [Friend(served.host, "/room") for _ in range(3)]
    yield pages
    for page in pages:
        page.connection.close()


def test_what_one_does_everybody_sees_and_who_came_late_only_watches(
    pages: list[Friend],
) -> None:
    host, guest, third = pages
    room = host.make()
    assert (host.seen["phase"], host.seen["here"]) == ("waiting", {"x": True, "o": False})
    guest.join(room)
    third.join(room)
    assert (guest.seen["side"], third.seen["side"], third.token) == ("o", None, None)
    assert "you are watching" in third.refused("move", move="b2", ply=0)
    assert "not your turn" in guest.refused("move", move="b2", ply=0)
    host.move("b2", 0)
    for page in pages:
        while page.see()["state"]["moves"] != ["b2"]:
            pass
        assert page.seen["state"]["toMove"] == "o"
    host.ask("offer", "done", offer="draw")
    guest.see(offers={"draw": "x"})
    guest.ask("accept", "done", offer="draw")
    ending = host.see(phase="over")["state"]["outcome"]
    assert ending == {
        "winner": None,
        "reason": "agreed",
        "text": "Draw: agreed.",
        "kind": "agreement",
    }
    looked = third.ask("look", "position", at=0)
    assert (looked["cells"], looked["outcome"], looked["at"]) == ("." * 9, None, 0)
    assert "the game has 1 moves" in third.refused("look", at=2)


def test_whoever_comes_back_with_his_secret_goes_on_and_nobody_else_can(
    served: Served, pages: list[Friend]
) -> None:
    host, guest, stranger = pages
    room = host.make()
    guest.join(room)
    host.move("b2", 0)
    guest.connection.close()
    assert host.see(here={"x": True, "o": False})["claim"] > 0
    stranger.join(room, "not the secret")
    assert stranger.seen["side"] is None
    with Friend(served.host, "/room") as again:
        again.join(room, guest.token)
        assert (again.seen["side"], again.seen["state"]["moves"]) == ("o", ["b2"])
        again.move("a1", 1)
        host.see(here={"x": True, "o": True})


def test_who_came_back_before_his_lost_connection_was_missed_gets_his_seat(
    pages: list[Friend],
) -> None:
    host, guest, again = pages
    room = host.make()
    guest.join(room)
    again.join(room, host.token, kept=True)
    assert again.seen["side"] is None
    host.connection.close()
    again.see(side="x", watchers=0, here={"x": True, "o": True})
    again.move("b2", 0)


def test_a_flag_falls_although_nobody_moves(pages: list[Friend]) -> None:
    host, guest, _ = pages
    room = host.make(clock={"base": 1000, "increment": 0})
    guest.join(room)
    host.move("b2", 0)
    outcome = guest.see(phase="over")["state"]["outcome"]
    assert outcome["text"] == "X wins: O ran out of time."
    assert guest.seen["clock"]["left"] == {"x": 1000, "o": 0}
    host.ask("offer", "done", offer="rematch")
    guest.see(offers={"rematch": "x"})
    guest.ask("offer", "done", offer="rematch")
    assert host.see(number=2)["side"] == "o"


HOSTILE = [
    "",
    "no json",
    "[]",
    "{}",
    '{"type": "think", "seq": 1}',
    '{"type": ["move"], "seq": {}}',
    '{"type": "create", "words": "tictactoe", "side": "z"}',
    '{"type": "create", "words": 7, "side": "x"}',
    '{"type": "create", "words": "tictactoe", "side": "x", "clock": {"base": 1e400}}',
    '{"type": "create", "words": "tictactoe", "side": "x", "clock": {"base": 5, "increment": 0}}',
    '{"type": "create", "words": "tictactoe", "side": "x", "clock": []}',
    json.dumps({"type": "create", "words": "mnk width=9" * 50, "side": "x"}),
    '{"type": "create", "words": "chess", "side": "x"}',
    '{"type": "join", "room": "../../etc", "token": null, "kept": false}',
    '{"type": "join", "room": "x", "token": 5, "kept": false}',
    '{"type": "join", "room": "\\ud800", "token": "\\ud800", "kept": false}',
    '{"type": "join", "room": "x", "token": null, "kept": 1}',
    json.dumps({"type": "join", "room": "x" * 65, "token": None, "kept": False}),
    '{"type": "move", "move": "b2", "ply": 0}',
    '{"type": "move", "move": "b2", "ply": -1}',
    '{"type": "move", "move": "b2", "ply": true}',
    '{"type": "offer", "offer": "__class__"}',
    '{"type": "decline"}',
    '{"type": "look", "at": 1e9}',
    '{"type": "resign"}',
    '{"type": "claim"}',
]


def test_hostile_messages_are_refused_in_words_and_change_nothing(pages: list[Friend]) -> None:
    host, guest, stranger = pages
    room = host.make()
    guest.join(room)
    for page in (stranger, guest):
        for text in HOSTILE:
            if page is guest and ("resign" in text or 'ply": 0' in text):
                continue  # that he may try
            page.connection.send(text)
            assert page.hear("error")["text"]
    assert "in a game already" in guest.refused("create", **GAME)
    assert "in a game already" in guest.refused("join", room=room, token=None, kept=False)
    host.move("b2", 0)
    assert host.see()["state"]["moves"] == ["b2"]


def test_a_flood_is_answered_and_takes_no_room(pages: list[Friend]) -> None:
    """A page that asks a thousand times before it reads an answer gets them all, and in no time
    does the other wait for it.
    """
    host, guest, _ = pages
    room = host.make()
    guest.join(room)
    for _ in range(1000):
        guest.connection.send('{"type": "look", "seq": 1, "at": 0}')
    host.move("b2", 0)
    for _ in range(1000):
        guest.hear("position")


def test_whoever_watches_keeps_nobody_from_his_seat(
    served: Served, pages: list[Friend], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MOST_WATCHERS", 1)
    host, guest, third = pages
    room = host.make()
    guest.join(room)
    third.join(room)
    with Friend(served.host, "/room") as fourth:
        assert "too many are watching" in fourth.refused(
            "join", room=room, token="\ud800", kept=False
        )
        fourth.join(room, guest.token)
        assert fourth.seen["side"] == "o"


def test_a_room_in_which_nothing_happens_is_closed_for_those_who_are_there() -> None:
    """The page hears of it at the next look around, and what it then asks is refused."""
    hours = [0.0]
    said: asyncio.Queue[str] = asyncio.Queue()
    heard: asyncio.Queue[str] = asyncio.Queue()

    class Pipe:
        async def receive(self) -> str:
            return await said.get()

        async def send(self, message: str) -> None:
            heard.put_nowait(message)

    async def hear(kind: str) -> dict[str, Any]:
        while (message := json.loads(await heard.get()))["type"] != kind:
            pass
        return dict(message)

    async def talk() -> None:
        meeting = lobby.Lobby(rooms.Rooms(lambda: 3600 * hours[0]))
        running = asyncio.create_task(lobby.FriendSession(Pipe(), meeting).run())
        said.put_nowait(json.dumps({"type": "create", **GAME}))
        await hear("room")
        hours[0] = 6
        await hear("closed")
        said.put_nowait('{"type": "look", "at": 0}')
        assert (await hear("error"))["text"] == "this game was closed"
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby, "SWEEP_SECONDS", 0.01)
        asyncio.run(asyncio.wait_for(talk(), PATIENCE))


def test_a_server_takes_only_so_many_pages_of_friends(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_PAGES", 0)
    with Friend(served.host, "/room") as page:
        assert "busy: 0 pages play with friends" in page.hear("error")["text"]
