"""Who is in which room: a session for each page, and a lobby that tells all of them what happens.

A session hears one page and does what it asks in its room; then the lobby shows the room to
everybody in it. A page that reads slowly gets the newest view and none of those before. A flag
falls by an alarm, although nobody moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from linemate.clients.shared.states import Json
from linemate.clients.web.friends import messages
from linemate.clients.web.friends.messages import (
    describe_place,
    describe_room,
    describe_state,
    read_request,
)
from linemate.clients.web.friends.rooms import Room, RoomError, Rooms
from linemate.clients.web.link import Link, LinkClosed, listen
from linemate.clients.web.messages import Outbox

MOST_PAGES = 500  # of the whole server
SWEEP_SECONDS = 20.0  # after which a page is told again: it may have lost the connection unawares
MARGIN = 0.01  # seconds by which an alarm is late, so that what it is for has happened


class Lobby:
    """The rooms of a server, the pages in each, and the alarms of their clocks.

    `others` is the address by which other machines reach the server, if it is known and the
    page's own is not one.
    """

    def __init__(self, rooms: Rooms | None = None, others: str | None = None) -> None:
        self.rooms = Rooms() if rooms is None else rooms
        self.others = others
        self._pages = 0
        self._members: dict[Room, set[FriendSession]] = {}
        self._alarms: dict[Room, asyncio.TimerHandle] = {}

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold the place of one page while the block lasts. Raises RoomError when all are taken."""
        if self._pages >= MOST_PAGES:
            raise RoomError(f"busy: {self._pages} pages play with friends; try again later")
        self._pages += 1
        try:
            yield
        finally:
            self._pages -= 1

    def enter(self, room: Room, session: FriendSession) -> None:
        """Let a page see what happens in a room."""
        self._members.setdefault(room, set()).add(session)

    def leave(self, room: Room, session: FriendSession) -> None:
        """Forget a page; the others see that it has gone, or one of them has its seat now."""
        members = self._members[room]
        members.discard(session)
        for other in members:
            other.return_to_seat()
        self.show(room)
        if not members:
            del self._members[room]

    def show(self, room: Room) -> None:
        """Tell everybody in a room how it is now, and wake up when that changes by itself."""
        room.tick()
        seen = describe_room(room)
        for session in self._members.get(room, ()):
            session.show(seen)
        alarm = self._alarms.pop(room, None)
        if alarm is not None:
            alarm.cancel()
        if self._members.get(room):
            change = room.seconds_to_next()
            wait = SWEEP_SECONDS if change is None else min(change, SWEEP_SECONDS)
            loop = asyncio.get_running_loop()
            self._alarms[room] = loop.call_later(wait + MARGIN, self._wake, room)

    def _wake(self, room: Room) -> None:
        self.rooms.sweep()
        self.show(room)


class FriendSession:
    """One page: the room it is in, and the secret of its seat, if it has one."""

    def __init__(self, link: Link, lobby: Lobby) -> None:
        self._link = link
        self._lobby = lobby
        self._outbox = Outbox()
        self._room: Room | None = None
        self._token: str | None = None
        self._taken: str | None = None  # the secret of a seat on which another window sits

    async def run(self) -> None:
        """Listen and tell until the page is gone, which its room then knows."""
        await self._outbox.put("welcome", others=self._lobby.others)
        tasks = [
            asyncio.create_task(listen(self._link, self._outbox, read_request, self._handle)),
            asyncio.create_task(self._outbox.deliver(self._link.send)),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            if self._room is not None:
                self._room.leave(self._token)
                self._lobby.leave(self._room, self)
        for task in done:
            with suppress(LinkClosed):
                task.result()

    def return_to_seat(self) -> None:
        """Sit down where another window of this browser sat, if that is gone now: closed, or a
        connection that was lost before this one was made.
        """
        if self._room is not None and self._room.return_to_seat(self._taken):
            self._token, self._taken = self._taken, None

    def show(self, seen: Json) -> None:
        """Tell the page how its room is, in place of what it has not yet been sent of it; `seen` is
        what all see of it.
        """
        room = self._room
        if room is None:
            return
        if room in self._lobby.rooms:
            place = describe_place(room, room.side_of(self._token))
            self._outbox.replace("room", "room", **seen, **place)
        else:
            text = "This game was closed: nothing has happened in it for a long time."
            self._outbox.replace("closed", "closed", text=text)

    async def _handle(self, request: messages.Request) -> None:
        """Do what a message asks for. Raises LinemateError, and then nothing has changed."""
        match request:
            case messages.Create():
                self._refuse_second()
                room, token = self._lobby.rooms.open(request.words, request.side, request.control)
                await self._come_in(room, token, False, request.seq)
                return
            case messages.Join():
                self._refuse_second()
                room = self._lobby.rooms.find(request.room)
                await self._come_in(room, request.token, request.kept, request.seq)
                return
        room = self._here()
        if room.tick():
            self._lobby.show(room)  # or nobody would see why this is refused
        side = room.side_of(self._token)
        match request:
            case messages.Look():
                state = describe_state(room, request.at)
                await self._outbox.put("position", seq=request.seq, **state)
                return
            case messages.Move():
                room.move(side, request.move, request.ply)
            case messages.Offer():
                room.offer(side, request.offer)
            case messages.Accept():
                room.accept(side, request.offer)
            case messages.Decline():
                room.decline(side, request.offer)
            case messages.Resign():
                room.resign(side)
            case messages.Claim():
                room.claim(side)
        await self._outbox.put("done", seq=request.seq)
        self._lobby.show(room)

    async def _come_in(self, room: Room, token: str | None, kept: bool, seq: int) -> None:
        self._token = room.admit(token, kept)
        self._taken = token if self._token is None else None
        self._room = room
        self._lobby.enter(room, self)
        await self._outbox.put("seated", seq=seq, room=room.id, token=self._token)
        self._lobby.show(room)

    def _refuse_second(self) -> None:
        if self._room is not None:
            raise RoomError("this page is in a game already")

    def _here(self) -> Room:
        """Return the room that this page is in. Raises RoomError."""
        if self._room is None:
            raise RoomError("this page is in no game: make one or join one first")
        if self._room not in self._lobby.rooms:
            raise RoomError("this game was closed")
        return self._room
