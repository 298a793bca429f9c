"""The messages of a page and to it: `read_request` takes one in, an `Outbox` sends them out.

A message is a JSON object with a `type`, and `seq`, the page's own number of it, which the reply
carries. What comes in is checked here, down to the length of every text, so that what is behind
this border has the type that it says. What goes out is in order and never much: a page that reads
slowly gets less.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Any, NamedTuple, TypeVar

from linemate.clients.shared.fields import (
    LARGEST_NUMBER,
    FieldError,
    Fields,
    quote,
    read_object,
    refuse,
)
from linemate.clients.shared.levels import LEVELS
from linemate.clients.shared.movetext import MOST_NAGS, MOST_NODES
from linemate.clients.shared.pgn import HUMAN, PROGRAM, Participant
from linemate.clients.shared.records import BROKEN_OFF, DRAWN, WON, Ending, Reason
from linemate.engine.core import PLAYERS, LinemateError, OptionValue
from linemate.protocol.driver import Limits, Score

LARGEST_MESSAGE = 4 * 1024 * 1024  # bytes; a recorded match of some hundred games
LARGEST_SCORE = 10**9
LONGEST_CLOCK = 24 * 3_600_000  # milliseconds
PURPOSES = ("play", "hint", "analyse")
# What the page may ask of one search, from 1.
MOST = {"movetime": 600_000, "depth": 1000, "nodes": 1_000_000_000}
MOST_MOVES = 22 * 22
LONGEST_MOVE = 20
LONGEST_WORDS = 200
LONGEST_POSITION = 2000
LONGEST_NAME = 100
MOST_OPTIONS = 200
ROOM = 64  # messages on their way to a page
# Seconds for a message to be on its way: a page that reads nothing for so long is gone, although
# its connection may last for ever.
PATIENCE = 60.0

Send = Callable[[str], Awaitable[None]]
T = TypeVar("T")


class RequestError(LinemateError):
    """A message that was not understood: why, and its `seq` as far as there is one."""

    def __init__(self, text: str, seq: int = 0) -> None:
        self.seq = seq
        super().__init__(text)


# ------------------------------------------------------------------ what a page may say


class Open(NamedTuple):
    """Look at this record, of which the first `at` moves are on the board."""

    seq: int
    words: str
    start: str | None
    moves: tuple[str, ...]
    at: int


class Move(NamedTuple):
    """Play a move."""

    seq: int
    move: str


class Goto(NamedTuple):
    """Have so many moves on the board, of another line of this game if one is named."""

    seq: int
    at: int
    moves: tuple[str, ...] | None = None


class Think(NamedTuple):
    """Search this position; `options` are all that differ from the engine's own values."""

    seq: int
    purpose: str
    options: Mapping[str, OptionValue]
    limits: Limits


class Stop(NamedTuple):
    """Think no longer."""

    seq: int


class Restart(NamedTuple):
    """Start another engine."""

    seq: int


class Read(NamedTuple):
    """Read the text of a file or a position string."""

    seq: int
    text: str


class Puzzles(NamedTuple):
    """Tell all puzzles."""

    seq: int


class WrittenMove(NamedTuple):
    """A move with what is said of it; `parent` is the place in the list of the move before it, -1
    for none. As x sees them, `score` is what was thought of the position it was played in, and
    `evaluation` what an analysis says of the one after it.
    """

    parent: int
    move: str
    comment: str = ""
    nags: tuple[int, ...] = ()
    score: Score | None = None
    evaluation: Score | None = None


class Write(NamedTuple):
    """Write the game as PGN, with its variations; the comment stands before the first move.

    `tags` are those of the file that it was read from, if it has not been played on since: they
    tell who played it and when, in place of `x`, `o` and today.
    """

    seq: int
    x: Participant
    o: Participant
    comment: str
    moves: tuple[WrittenMove, ...]
    ending: Ending | None = None
    tags: Mapping[str, str] | None = None


class Assess(NamedTuple):
    """Score these positions of a line in the background, each by its number of moves, in this order
    and in place of what was asked for before; none: no more.
    """

    seq: int
    words: str
    start: str | None
    moves: tuple[str, ...]
    plies: tuple[int, ...]
    movetime: int


class Assessment(NamedTuple):
    """What is known of a position: its score as x sees it, and the line that would be played."""

    score: Score
    line: tuple[str, ...]


class Judge(NamedTuple):
    """Judge the moves of a line by the assessments of its positions, as many as there are; but not
    the first `opening` of them, which no player has chosen.
    """

    seq: int
    words: str
    start: str | None
    moves: tuple[str, ...]
    assessments: tuple[Assessment | None, ...]
    opening: int


Request = Open | Move | Goto | Think | Stop | Restart | Read | Write | Puzzles | Assess | Judge


def read_request(message: str) -> Request:
    """Return what a message asks for. Raises RequestError."""
    return read_kind(message, _READERS)


def read_kind(message: str, readers: Mapping[str, Callable[[int, Fields], T]]) -> T:
    """Return what the reader of its type makes of a message. Raises RequestError."""
    seq = 0
    try:
        fields = read_object(message)
        kind, number = fields.values.get("type"), fields.values.get("seq")
        seq = number if type(number) is int and 0 <= number <= LARGEST_NUMBER else 0
        read = readers.get(kind) if isinstance(kind, str) else None
        if read is None:
            expected = ", ".join(readers)
            raise FieldError(f"unknown message {quote(kind)}: expected one of {expected}")
        return read(seq, fields)
    except FieldError as error:
        raise RequestError(str(error), seq) from None


def _read_line(fields: Fields) -> tuple[str, str | None, tuple[str, ...]]:
    """Read a game in words, where it starts, and its moves."""
    words = fields.text("words", LONGEST_WORDS)
    start = fields.text("start", LONGEST_POSITION) if fields.has("start") else None
    return words, start, fields.list_of("moves", MOST_MOVES, _read_move)


def _read_move(item: Fields, name: str) -> str:
    return item.text(name, LONGEST_MOVE)


def _read_open(seq: int, fields: Fields) -> Open:
    words, start, moves = _read_line(fields)
    return Open(seq, words, start, moves, fields.integer("at", 0, len(moves)))


def _read_goto(seq: int, fields: Fields) -> Goto:
    moves = fields.list_of("moves", MOST_MOVES, _read_move) if fields.has("moves") else None
    return Goto(seq, fields.integer("at", 0, MOST_MOVES if moves is None else len(moves)), moves)


def _read_assess(seq: int, fields: Fields) -> Assess:
    words, start, moves = _read_line(fields)
    plies = fields.list_of(
        "plies", MOST_MOVES + 1, lambda item, name: item.integer(name, 0, len(moves))
    )
    movetime = fields.integer("movetime", 1, MOST["movetime"])
    return Assess(seq, words, start, moves, plies, movetime)


def _read_judge(seq: int, fields: Fields) -> Judge:
    words, start, moves = _read_line(fields)
    assessments = fields.list_of("assessments", MOST_MOVES + 1, _read_assessment)
    return Judge(seq, words, start, moves, assessments, fields.integer("opening", 0, len(moves)))


def _read_assessment(item: Fields, name: str) -> Assessment | None:
    if not item.has(name):
        return None
    found = item.object(name, 2)
    score = _read_score(found, "score")
    if score is None:
        refuse("score", None, "an object with cp or mate")
    return Assessment(score, found.list_of("line", MOST_MOVES, _read_move))


def _read_think(seq: int, fields: Fields) -> Think:
    purpose = fields.choice("purpose", PURPOSES)
    options = fields.object("options", MOST_OPTIONS).values
    for name, value in options.items():
        if not isinstance(value, bool | int | str) or len(name) > LONGEST_NAME:
            refuse(f"value of option {quote(name)}", value, "a text, number or truth")
        if isinstance(value, str) and len(value) > LONGEST_NAME:
            refuse(f"value of option {quote(name)}", value, "a shorter text")
    limits = fields.object("limits", len(MOST) + 2)
    asked = limits.values
    if not asked or asked.keys() - {*MOST, "infinite", "clock"}:
        refuse("limits", asked, f"some of {', '.join(MOST)}, clock, infinite")
    if "infinite" in asked and asked["infinite"] is not True:
        refuse("infinite", asked["infinite"], "true")
    numbers = {name: limits.integer(name, 1, most) for name, most in MOST.items() if name in asked}
    clock = _read_clock(limits.object("clock", 3)) if limits.has("clock") else {}
    return Think(seq, purpose, options, Limits(**numbers, **clock, infinite="infinite" in asked))


def _read_clock(clock: Fields) -> dict[str, int]:
    """Read what x and o have left, and get for each move, as the protocol names it."""
    left = {f"p{n}time": clock.integer(side, 1, LONGEST_CLOCK) for n, side in ((1, "x"), (2, "o"))}
    increment = clock.integer("increment", 0, LONGEST_CLOCK)
    return {**left, "p1inc": increment, "p2inc": increment}


def _read_write(seq: int, fields: Fields) -> Write:
    x, o = (_read_participant(fields.object(side, 3)) for side in ("x", "o"))
    comment = fields.text("comment", LARGEST_MESSAGE)
    moves = fields.list_of("moves", MOST_NODES, _read_written_move)
    ending = _read_ending(fields.object("ending", 4)) if fields.has("ending") else None
    tags = _read_tags(fields.object("tags", LARGEST_MESSAGE)) if fields.has("tags") else None
    return Write(seq, x, o, comment, moves, ending, tags)


def _read_tags(tags: Fields) -> dict[str, str]:
    """Read the tags of a file, of which there are as many as it had, of any length."""
    for name in tags.values:
        if not re.fullmatch(r"\w+", name):
            refuse("tag", name, "a name of letters, digits and _")
    return {name: tags.text(name, LARGEST_MESSAGE) for name in tags.values}


def _read_ending(ending: Fields) -> Ending:
    """Read how a game has ended, if not by the rules."""
    winner = (
        PLAYERS.index(ending.choice("winner", tuple(PLAYERS))) if ending.has("winner") else None
    )
    kind = ending.text("kind", LONGEST_NAME)
    if kind in (Reason.LINE, Reason.FULL_BOARD, *BROKEN_OFF, *(WON if winner is None else DRAWN)):
        refuse("kind", kind, "a reason that a game may end for so")
    return Ending(winner, kind, ending.text("reason", LONGEST_POSITION))


def _read_written_move(item: Fields, name: str) -> WrittenMove:
    fields = item.object(name, 6)
    nags = fields.list_of("nags", MOST_NAGS, lambda item, name: item.integer(name, 0, MOST_NAGS))
    return WrittenMove(
        fields.integer("parent", -1, MOST_NODES),
        fields.text("move", LONGEST_MOVE),
        fields.text("comment", LARGEST_MESSAGE),
        nags,
        _read_score(fields, "score"),
        _read_score(fields, "evaluation"),
    )


def _read_participant(who: Fields) -> Participant:
    """Read who plays a side; a kind or a level that is null is not known."""
    kind = who.choice("kind", (HUMAN, PROGRAM)) if who.has("kind") else None
    level = who.optional_integer("level", 1, max(LEVELS))
    return Participant(who.text("name", LONGEST_NAME), kind, level)


def _read_score(item: Fields, name: str) -> Score | None:
    if not item.has(name):
        return None
    score = item.object(name, 1)
    if "mate" in score.values:
        return Score(plies=score.integer("mate", -LARGEST_SCORE, LARGEST_SCORE))
    return Score(cp=score.integer("cp", -LARGEST_SCORE, LARGEST_SCORE))


_READERS: dict[str, Callable[[int, Fields], Request]] = {
    "open": _read_open,
    "move": lambda seq, fields: Move(seq, fields.text("move", LONGEST_MOVE)),
    "goto": _read_goto,
    "think": _read_think,
    "stop": lambda seq, _: Stop(seq),
    "restart": lambda seq, _: Restart(seq),
    "read": lambda seq, fields: Read(seq, fields.text("text", LARGEST_MESSAGE)),
    "write": _read_write,
    "puzzles": lambda seq, _: Puzzles(seq),
    "assess": _read_assess,
    "judge": _read_judge,
}


# ------------------------------------------------------------------ what a page is told


def write_message(kind: str, **fields: Any) -> str:
    """Write it in ASCII, so that there is no text that cannot be sent."""
    return json.dumps({"type": kind, **fields}, separators=(",", ":"))


class Outbox:
    """What is on its way to a page.

    A message may have a key: it then takes the place of one with the same key that has not been
    sent yet. Any other waits for room, and whoever says it waits as well.
    """

    def __init__(self) -> None:
        self._messages: dict[Hashable, str] = {}
        self._some = asyncio.Event()
        self._room = asyncio.Condition()

    def __len__(self) -> int:
        return len(self._messages)

    async def put(self, kind: str, **fields: Any) -> None:
        """Add a message behind all others. Waits for room."""
        async with self._room:
            await self._room.wait_for(lambda: len(self._messages) < ROOM)
            self._add(object(), write_message(kind, **fields))

    def replace(self, key: Hashable, kind: str, **fields: Any) -> None:
        """Put a message in place of the one with this key, behind all others if there is none."""
        self._add(key, write_message(kind, **fields))

    def _add(self, key: Hashable, message: str) -> None:
        self._messages[key] = message
        self._some.set()

    async def deliver(self, send: Send, patience: float = PATIENCE) -> None:
        """Send all there is until one is not taken in so many seconds, or `send` raises."""
        while True:
            await self._some.wait()
            self._some.clear()
            async with self._room:
                batch, self._messages = self._messages, {}
                self._room.notify_all()
            for message in batch.values():
                try:
                    async with asyncio.timeout(patience):
                        await send(message)
                except TimeoutError:
                    return
