"""Rooms in which two people play by a link: the game, its clock, and who may do what.

A `Room` owns its game. Whoever wants something of it names a side, which `side_of` finds by the
secret of a seat; who has none only watches. Everything that a side may not do now raises RoomError
in words for it, and then nothing has changed. Nothing here knows a socket, and what time it is, in
seconds that only go forward, is asked of `now`.

    waiting    until somebody has taken the second seat
    playing    the clock, if there is one, runs from the first move on
    over       until both want a rematch, in which they change sides
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from linemate.clients.shared.endings import judge_board
from linemate.clients.shared.records import AGREEMENT, FORFEIT, RESIGNATION, Ending, Reason
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.shared.values import describe_game, read_game
from linemate.clients.web.friends.clock import TwoClocks
from linemate.engine.core import PLAYERS, LinemateError, Position

DRAW, TAKE_BACK, REMATCH = OFFERS = ("draw", "takeback", "rematch")
NAMES = {DRAW: "a draw", TAKE_BACK: "a take-back", REMATCH: "a rematch"}
SECRET_BYTES = 16  # of an address and of a seat: nobody guesses one
MOST_ROOMS = 100
MOST_WATCHERS = 30  # of a room; those who play are let in however many watch
MOST_WINDOWS = 5  # in which one may sit on a seat
CLAIM_SECONDS = 60.0  # that somebody may be gone before the other can claim the win
EMPTY_SECONDS = 1800.0  # that a room lasts with nobody in it
QUIET_SECONDS = 6 * 3600.0  # that one lasts in which nothing happens, whoever is there

Now = Callable[[], float]


class RoomError(LinemateError):
    """Something that cannot be done, at all or now, or not by whoever wants it."""


@dataclass
class Seat:
    """Whoever knows the token sits here, in as many windows as there are `connections`."""

    token: str
    connections: int = 0
    here_since: float = 0.0
    gone_since: float = 0.0


class Room:
    """See the module. Sides are 0 (x) and 1 (o), as everywhere; None is somebody who watches."""

    def __init__(self, words: str, control: TimeControl | None, now: Now) -> None:
        """Make an empty room for this game. Raises LinemateError for a game that there is not."""
        self.id = secrets.token_urlsafe(SECRET_BYTES)
        self.game = read_game(words.split())
        self.words = describe_game(self.game)
        self.control = control
        self.seats: list[Seat | None] = [None, None]
        self.watchers = 0
        self.number = 0
        self._now = now
        self._touched = self._empty_since = now()
        self._set_up()

    def _set_up(self) -> None:
        """Begin a game: another one if there was one before."""
        self.number += 1
        self.position: Position = self.game.start()
        self.clock = None if self.control is None else TwoClocks(self.control)
        self.ending: Ending | None = None
        self.offers: dict[str, int] = {}  # by whom
        # By whom they were: not to be repeated before one's next move.
        self.declined: set[tuple[str, int]] = set()

    # ---------------------------------------------------------------- what is to be seen

    @property
    def phase(self) -> str:
        if None in self.seats:
            return "waiting"
        return "playing" if self.ending is None else "over"

    @property
    def moves(self) -> list[str]:
        return [self.game.write_move(move) for move in self.position.history]

    def side_of(self, token: str | None) -> int | None:
        """Return the side of whoever knows this secret; None for anybody else."""
        for side, seat in enumerate(self.seats):
            if (
                seat is not None
                and token
                and secrets.compare_digest(_bytes(seat.token), _bytes(token))
            ):
                return side
        return None

    def time_left(self, side: int) -> float | None:
        """Return the milliseconds left to a side; None where there is no clock."""
        return None if self.clock is None else self.clock.left(side, self._now())

    def may_claim_in(self, side: int) -> float | None:
        """Return the seconds until this side may claim the win because the other is gone; None
        while the other is there, or no game is on. When both were gone, as after a cut in the
        network, they count from when this one is back, or the first to return would win.
        """
        own, other = self.seats[side], self.seats[1 - side]
        if self.phase != "playing" or own is None or other is None or other.connections:
            return None
        alone_since = max(own.here_since, other.gone_since)
        return max(0.0, alone_since + CLAIM_SECONDS - self._now())

    def seconds_to_next(self) -> float | None:
        """Return when something changes although nobody does anything: a flag falls, or a win may
        be claimed.
        """
        claims = [self.may_claim_in(side) for side in (0, 1)]
        waits = [wait for wait in claims if wait]
        if self.clock is not None and self.clock.running is not None:
            waits.append(self.clock.left(self.clock.running, self._now()) / 1000)
        return min(waits, default=None)

    @property
    def is_empty(self) -> bool:
        return not self.watchers and not any(seat and seat.connections for seat in self.seats)

    @property
    def is_abandoned(self) -> bool:
        """Say whether it has been empty, or quiet, for too long."""
        now = self._now()
        empty = self.is_empty and now - self._empty_since >= EMPTY_SECONDS
        return empty or now - self._touched >= QUIET_SECONDS

    @property
    def quiet_since(self) -> float:
        return self._touched

    # ---------------------------------------------------------------- who comes and goes

    def take_seat(self, side: int) -> str:
        """Sit down on this side, which is free; return the secret of the seat."""
        seat = self.seats[side] = Seat(secrets.token_urlsafe(SECRET_BYTES), gone_since=self._now())
        self._touched = self._now()
        return seat.token

    def admit(self, token: str | None, only_if_gone: bool = False) -> str | None:
        """Let somebody in: to the seat of this secret, else to one that is free, else to watch.

        `only_if_gone`: the secret counts only while nobody sits there. It was found in a browser
        that has the game open in another window; then this one watches, and leaves the free seat
        to the friend. Return the secret of the seat, None for who watches. Raises RoomError where
        there are too many.
        """
        side = self.side_of(token)
        if side is None and None in self.seats:
            side = self.seats.index(None)
            self.take_seat(side)
        seat = None if side is None else self.seats[side]
        if seat is None or (only_if_gone and seat.connections):
            if self.watchers >= MOST_WATCHERS:
                raise RoomError(f"too many are watching this game: there are {self.watchers}")
            self.watchers += 1
            return None
        if seat.connections >= MOST_WINDOWS:
            raise RoomError(f"you have this game in {seat.connections} windows: close one of them")
        self._sit(seat)
        return seat.token

    def return_to_seat(self, token: str | None) -> bool:
        """Let somebody who watches sit on the seat of this secret, if nobody is there now."""
        side = self.side_of(token)
        seat = None if side is None else self.seats[side]
        if seat is None or seat.connections:
            return False
        self.watchers -= 1
        self._sit(seat)
        return True

    def _sit(self, seat: Seat) -> None:
        if not seat.connections:
            seat.here_since = self._now()
        seat.connections += 1

    def leave(self, token: str | None) -> None:
        """Let somebody go whom `admit` has let in."""
        side = self.side_of(token)
        seat = None if side is None else self.seats[side]
        if seat is None:
            self.watchers -= 1
        else:
            seat.connections -= 1
            seat.gone_since = self._now()
        self._empty_since = self._now()

    # ---------------------------------------------------------------- what a side may do

    def move(self, side: int | None, text: str, ply: int) -> None:
        """Play a move; `ply` is how many were on the board when it was chosen."""
        mover = self._player(side)
        if self.position.to_move != mover:
            raise RoomError(f"it is not your turn: {PLAYERS[1 - mover]} is to move")
        if ply != len(self.position.history):
            raise RoomError(f"move {text!r} is for another position: the board has changed since")
        self.position.play(self.game.read_move(self.position, text))
        self._touched = self._now()
        # An offer that is answered by a move is declined; one's own draw offer goes with the move.
        self.declined = {
            (kind, by) for kind, by in (*self.declined, *self.offers.items()) if by != mover
        }
        self.offers = {kind: by for kind, by in self.offers.items() if kind == DRAW and by == mover}
        if self.clock is not None:
            if self.clock.running is not None:
                self.clock.reward(mover)
            self.clock.run(1 - mover, self._now())
        board = judge_board(self.game, self.position)
        if board is not None:
            self._end(board)

    def resign(self, side: int | None) -> None:
        player = self._player(side)
        self._end(Ending(1 - player, RESIGNATION, f"{PLAYERS[player].upper()} resigned"))

    def claim(self, side: int | None) -> None:
        """Win, because the other has been gone for long."""
        player = self._player(side)
        wait = self.may_claim_in(player)
        if wait is None:
            raise RoomError("there is nothing to claim: your friend is here")
        if wait:
            raise RoomError(f"it is too early to claim the win: {wait:.0f} s to go")
        self._end(Ending(player, FORFEIT, f"{PLAYERS[1 - player].upper()} left"))

    def offer(self, side: int | None, kind: str) -> None:
        """Offer something. Where the other offers the same, both want it; but not to take back,
        since each means a move of his own.
        """
        player = self._bargainer(side, kind)
        self._touched = self._now()
        asked = self.offers.get(kind) == 1 - player
        if asked and kind != TAKE_BACK:
            self._agree(kind)
        elif asked:
            raise RoomError("your friend asks to take back already: answer that first")
        elif kind == TAKE_BACK and not self._has_moved(player):
            raise RoomError("you have made no move that could be taken back")
        elif (kind, player) in self.declined:
            later = "" if kind == REMATCH else ": ask again after your next move"
            raise RoomError(f"your friend has declined {NAMES[kind]}{later}")
        else:
            self.offers[kind] = player

    def accept(self, side: int | None, kind: str) -> None:
        """Take what the other offers, as long as he does."""
        player = self._bargainer(side, kind)
        if self.offers.get(kind) != 1 - player:
            raise RoomError(f"your friend does not ask for {NAMES[kind]} any more")
        self._touched = self._now()
        self._agree(kind)

    def decline(self, side: int | None, kind: str) -> None:
        """Say no to what the other offers, or withdraw one's own offer."""
        player = self._seated(side)
        if kind not in self.offers:
            raise RoomError(f"nobody offers {NAMES[kind]}")
        by = self.offers.pop(kind)
        if by != player:
            self.declined.add((kind, by))
        self._touched = self._now()

    def tick(self) -> bool:
        """Say whether a flag has fallen since this was last asked; the game is then over."""
        side = None if self.clock is None else self.clock.fallen(self._now())
        if side is None:
            return False
        detail = f"{PLAYERS[side].upper()} ran out of time"
        self._end(Ending(1 - side, Reason.TIME, detail))
        return True

    # ---------------------------------------------------------------- inside

    def _seated(self, side: int | None) -> int:
        """Return the side of somebody who plays here. Raises RoomError."""
        if side is None:
            raise RoomError("you are watching: both seats are taken")
        return side

    def _player(self, side: int | None) -> int:
        """Return the side of somebody whose game is on. Raises RoomError."""
        player = self._seated(side)
        self.tick()
        if self.phase == "waiting":
            raise RoomError("your friend is not there yet")
        if self.phase == "over":
            raise RoomError(f"the game is over: {self.ending}")
        return player

    def _bargainer(self, side: int | None, kind: str) -> int:
        """Return the side of somebody who may offer or take this now. Raises RoomError."""
        player = self._seated(side) if kind == REMATCH else self._player(side)
        if kind == REMATCH and self.phase != "over":
            raise RoomError("there is no rematch before the game is over")
        return player

    def _has_moved(self, side: int) -> bool:
        return len(self.position.history) > (self.position.to_move == side)

    def _agree(self, kind: str) -> None:
        """Do what both want."""
        by = self.offers.pop(kind)
        if kind == DRAW:
            self._end(Ending(None, AGREEMENT, "agreed"))
        elif kind == REMATCH:
            self.seats.reverse()
            self._set_up()
        else:
            self._take_back(by)

    def _take_back(self, side: int) -> None:
        """Take back the last move of this side, and the answer to it; time that was spent is gone,
        and before the first move no time runs.
        """
        for _ in range(2 if self.position.to_move == side else 1):
            self.position.undo()
        self.offers.clear()
        if self.clock is not None:
            self.clock.stand(self._now())
            if self.position.history:
                self.clock.run(self.position.to_move, self._now())

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        self.offers.clear()
        self.declined.clear()
        self._touched = self._now()
        if self.clock is not None:
            self.clock.stand(self._now())


def _bytes(secret: str) -> bytes:
    """Return it as what can be compared, whatever a page has said."""
    return secret.encode(errors="replace")


class Rooms:
    """All rooms of a server, by their addresses; there are never more than `most`."""

    def __init__(self, now: Now = time.monotonic, most: int = MOST_ROOMS) -> None:
        self._now = now
        self._most = most
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def open(self, words: str, side: str, control: TimeControl | None) -> tuple[Room, str]:
        """Make a room whose maker sits on this side, or on any of the two; return the secret of
        that seat, too. Raises RoomError when there are too many rooms.
        """
        self.sweep()
        room = Room(words, control, self._now)
        if len(self._rooms) >= self._most and not self._drop_idle():
            raise RoomError(
                f"busy: {self._most} games with friends are open; try again when one has ended"
            )
        self._rooms[room.id] = room
        number = PLAYERS.index(side) if side in PLAYERS else secrets.randbelow(2)
        return room, room.take_seat(number)

    def find(self, address: str) -> Room:
        """Return the room of this address. Raises RoomError."""
        self.sweep()
        room = self._rooms.get(address)
        if room is None:
            raise RoomError("there is no such game any more: ask your friend for a new link")
        return room

    def sweep(self) -> None:
        """Close what is abandoned."""
        for room in [room for room in self._rooms.values() if room.is_abandoned]:
            del self._rooms[room.id]

    def __contains__(self, room: Room) -> bool:
        return room.id in self._rooms

    def _drop_idle(self) -> bool:
        """Make place: close the quietest room that nobody is in and nobody plays in."""
        idle = [room for room in self._rooms.values() if room.is_empty and room.phase != "playing"]
        if not idle:
            return False
        del self._rooms[min(idle, key=lambda room: room.quiet_since).id]
        return True
