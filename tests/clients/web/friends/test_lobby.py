"""Pages in a room, over real WebSockets: what one does, all see; what is hostile does no harm."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from linemate.clients.web.engines import ServerState
from linemate.clients.web.friends import lobby, rooms
from linemate.clients.web.friends.messages import describe_room
from tests.clients.web.serving import Served, Tab
from tests.waiting import PATIENCE

GAME = {"words": "tictactoe", "side": "x", "clock": None}


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served(ServerState(engines=1)) as served:
        yield served


class Pipe:
    """A link between a session and a test in the same loop."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.heard: asyncio.Queue[str] = asyncio.Queue()

    async def receive(self) -> str:
        return await self.said.get()

    async def send(self, message: str) -> None:
        self.heard.put_nowait(message)

    def say(self, kind: str, **fields: Any) -> None:
        self.said.put_nowait(json.dumps({"type": kind, **fields}))

    async def hear(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """Wait for a message of this kind in which this stands."""
        while True:
            message = dict(json.loads(await self.heard.get()))
            if message["type"] == kind and wanted.items() <= message.items():
                return message


@contextmanager
def listening(pipe: Pipe, meeting: lobby.Lobby) -> Iterator[None]:
    """Have a session at the other end of the pipe."""
    running = asyncio.create_task(lobby.FriendSession(pipe, meeting).run())
    yield
    running.cancel()


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


def test_who_has_offered_a_draw_is_told_that_it_is_declined(pages: list[Friend]) -> None:
    """He was told nothing, and by a second offer that the first was declined."""
    host, guest, _ = pages
    guest.join(host.make())
    host.ask("offer", "done", offer="draw")
    guest.see(offers={"draw": "x"})
    guest.ask("decline", "done", offer="draw")
    assert host.see(declined=["draw"])["offers"] == {}
    assert guest.seen["declined"] == []
    host.move("b2", 0)
    host.see(declined=[])


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

    async def talk() -> None:
        page = Pipe()
        with listening(page, lobby.Lobby(rooms.Rooms(lambda: 3600 * hours[0]))):
            page.say("create", **GAME)
            await page.hear("room")
            hours[0] = 6
            await page.hear("closed")
            page.say("look", at=0)
            assert (await page.hear("error"))["text"] == "this game was closed"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby, "SWEEP_SECONDS", 0.01)
        asyncio.run(asyncio.wait_for(talk(), PATIENCE))


def test_a_flag_that_falls_while_its_room_is_shown_is_not_seen_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No time was left when the alarm was set, after there had been some at the last look; 0 was
    taken for no alarm at all, and the flag fell 20 s late, at the next look around.
    """
    seconds = [0.0]

    def describe_slowly(room: rooms.Room) -> dict[str, Any]:
        if room.moves:
            seconds[0] = 1.0  # exactly what o has
        return describe_room(room)

    async def talk() -> None:
        host, guest = Pipe(), Pipe()
        meeting = lobby.Lobby(rooms.Rooms(lambda: seconds[0]))
        with listening(host, meeting), listening(guest, meeting):
            host.say("create", **GAME | {"clock": {"base": 1000, "increment": 0}})
            guest.say("join", room=(await host.hear("seated"))["room"], token=None, kept=False)
            await guest.hear("seated")
            host.say("move", move="b2", ply=0)
            await guest.hear("room", phase="over")

    monkeypatch.setattr(lobby, "describe_room", describe_slowly)
    monkeypatch.setattr(lobby, "SWEEP_SECONDS", 2 * PATIENCE)
    asyncio.run(asyncio.wait_for(talk(), PATIENCE))


def test_a_server_takes_only_so_many_pages_of_friends(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_PAGES", 0)
    with Friend(served.host, "/room") as page:
        assert "busy: 0 pages play with friends" in page.hear("error")["text"]
