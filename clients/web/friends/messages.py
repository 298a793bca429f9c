"""What a page may say in a room, and what it is told: the same border as `clients.web.messages`.

What comes in is checked down to the length of every text. What goes out of a room is one message,
`room`, with all that is to be seen there, so that a page which was away for a while needs no other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from linemate.clients.shared.fields import Fields
from linemate.clients.shared.guide import name_kind
from linemate.clients.shared.states import Json, describe_position, describe_settled
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.web.friends.rooms import OFFERS, Room, RoomError
from linemate.clients.web.messages import LONGEST_MOVE, LONGEST_WORDS, MOST_MOVES, read_kind
from linemate.engine.core import PLAYERS

SIDES = (*PLAYERS, "chance")
LONGEST_CLOCK = 180 * 60_000  # milliseconds for the game,
LONGEST_INCREMENT = 180_000  # and for each move
LONGEST_SECRET = 64

# ------------------------------------------------------------------ what a page may say


class Create(NamedTuple):
    """Make a room; `control` is None for a game without a clock."""

    seq: int
    words: str
    side: str
    control: TimeControl | None


class Join(NamedTuple):
    """Come in; `token` is the secret of a seat, and `kept` that another window may have it, too."""

    seq: int
    room: str
    token: str | None
    kept: bool


class Move(NamedTuple):
    """Play a move, in the position after so many."""

    seq: int
    move: str
    ply: int


class Look(NamedTuple):
    """Show the position after so many moves."""

    seq: int
    at: int


class Offer(NamedTuple):
    """Offer this."""

    seq: int
    offer: str


class Accept(NamedTuple):
    """Take this, which the other offers."""

    seq: int
    offer: str


class Decline(NamedTuple):
    """Refuse this, or withdraw it."""

    seq: int
    offer: str


class Resign(NamedTuple):
    """Give the game up."""

    seq: int


class Claim(NamedTuple):
    """Win, because the other is gone."""

    seq: int


Request = Create | Join | Move | Look | Offer | Accept | Decline | Resign | Claim


def read_request(message: str) -> Request:
    """Return what a message asks for. Raises RequestError."""
    return read_kind(message, _READERS)


def _read_create(seq: int, fields: Fields) -> Create:
    control = None
    if fields.has("clock"):
        clock = fields.object("clock", 2)
        base = clock.integer("base", 1000, LONGEST_CLOCK)
        increment = clock.integer("increment", 0, LONGEST_INCREMENT)
        control = TimeControl(clock=base, increment=increment)
    side = fields.choice("side", SIDES)
    return Create(seq, fields.text("words", LONGEST_WORDS), side, control)


def _read_join(seq: int, fields: Fields) -> Join:
    token = fields.text("token", LONGEST_SECRET) if fields.has("token") else None
    kept = fields.take("kept", bool, lambda _: True, "true or false")
    return Join(seq, fields.text("room", LONGEST_SECRET), token, kept)


_READERS: dict[str, Callable[[int, Fields], Request]] = {
    "create": _read_create,
    "join": _read_join,
    "move": lambda seq, fields: Move(
        seq, fields.text("move", LONGEST_MOVE), fields.integer("ply", 0, MOST_MOVES)
    ),
    "look": lambda seq, fields: Look(seq, fields.integer("at", 0, MOST_MOVES)),
    "offer": lambda seq, fields: Offer(seq, fields.choice("offer", OFFERS)),
    "accept": lambda seq, fields: Accept(seq, fields.choice("offer", OFFERS)),
    "decline": lambda seq, fields: Decline(seq, fields.choice("offer", OFFERS)),
    "resign": lambda seq, _: Resign(seq),
    "claim": lambda seq, _: Claim(seq),
}

# ------------------------------------------------------------------ what a page is told


def describe_room(room: Room) -> Json:
    """Return of the message `room` what is the same for all, which may be many."""
    return {
        "number": room.number,
        "title": name_kind(room.game),
        "phase": room.phase,
        "state": describe_state(room, len(room.position.history)),
        "here": {mark: _is_here(room, number) for number, mark in enumerate(PLAYERS)},
        "watchers": room.watchers,
        "clock": _describe_clock(room),
        "offers": {kind: PLAYERS[by] for kind, by in room.offers.items()},
    }


def describe_place(room: Room, side: int | None) -> Json:
    """Return of the message `room` what is for somebody on this side."""
    if side is None:
        return {"side": None, "claim": None, "declined": []}
    declined = sorted(kind for kind, by in room.declined if by == side)
    return {"side": PLAYERS[side], "claim": room.may_claim_in(side), "declined": declined}


def describe_state(room: Room, at: int) -> Json:
    """Return the position after so many moves; the last one says how the game was ended, if not
    by the rules. Raises RoomError where there are not so many moves.
    """
    moves, position = room.moves, room.position.copy()
    if at > len(moves):
        raise RoomError(f"bad place {at}: the game has {len(moves)} moves")
    for _ in moves[at:]:
        position.undo()
    state: Json = {
        "game": room.game.name,
        "words": room.words,
        "start": None,
        "moves": moves,
        "at": at,
        **describe_position(room.game, position),
    }
    if room.ending is not None and at == len(moves) and state["outcome"] is None:
        # What has happened in a room tells the reason, too.
        winner = None if room.ending.winner is None else PLAYERS[room.ending.winner]
        text = f"{f'{winner.upper()} wins' if winner else 'Draw'}: {room.ending.detail}."
        outcome = describe_settled(room.ending) | {"text": text}
        state |= {"outcome": outcome, "toMove": None, "legal": []}
    return state


def _is_here(room: Room, side: int) -> bool:
    seat = room.seats[side]
    return seat is not None and seat.connections > 0


def _describe_clock(room: Room) -> Json | None:
    if room.clock is None:
        return None
    running = room.clock.running
    control = room.clock.control
    return {
        "base": control.clock,
        "increment": control.increment,
        "left": {mark: round(room.time_left(side) or 0) for side, mark in enumerate(PLAYERS)},
        "running": None if running is None else PLAYERS[running],
    }
