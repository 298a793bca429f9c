"""Games as data: one that is to be played, and one that was, with the reason why it ended.

A record is one line of JSON in a match's directory (`to_json`, `from_json`), and the same record
is a game of PGN (`pgn.py`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from linemate.clients.shared.fields import FieldError, Fields, read_object, refuse
from linemate.clients.shared.openings import Opening
from linemate.engine.core import PLAYERS, LinemateError, Score

WINS = ("1-0", "0-1")  # of x, of o, in the words of PGN
DRAW = "1/2-1/2"
UNFINISHED = "*"

# What a record may have: more than any referee writes, whatever an engine has said.
LARGEST = 10**20
LONGEST_TEXT = 1 << 20
MOST_MOVES = 1000


class RecordError(LinemateError):
    """A line or a file that is no record of a game."""


class Reason(StrEnum):
    """Why a game ended; there is no other way."""

    LINE = "line"
    FULL_BOARD = "full board"  # no move was left; with `tiebreak majority` somebody may have won
    ADJUDICATED_DRAW = "adjudicated draw"
    ADJUDICATED_WIN = "adjudicated win"
    MAXIMUM_PLIES = "maximum plies"
    ILLEGAL_MOVE = "illegal move"
    TIME = "time"
    CRASH = "crash"  # the process was gone
    STALL = "stall"  # the process was there, but silent
    PROTOCOL_ERROR = "protocol error"  # it said what no engine may say, or refused a legal game
    INTERRUPTED = "interrupted"  # by whoever holds the match
    UNJUDGED = "not judged"  # nobody can tell whether an engine was late


# After these the engine is a new process.
DEATHS = frozenset({Reason.CRASH, Reason.STALL, Reason.PROTOCOL_ERROR})
FAILURES = DEATHS | {Reason.ILLEGAL_MOVE, Reason.TIME}
# These have no result and count for nobody.
BROKEN_OFF = frozenset({Reason.INTERRUPTED, Reason.UNJUDGED})
# Where people play, a game may also end so: somebody gave it up, somebody left or an engine failed
# and whoever played against it has claimed the win, or both have agreed on a draw.
RESIGNATION, FORFEIT, AGREEMENT = "resignation", "forfeit", "agreement"
# Nobody has won a game that ended so, and somebody has one that ended so.
DRAWN = frozenset({Reason.ADJUDICATED_DRAW, Reason.MAXIMUM_PLIES, AGREEMENT})
WON = FAILURES | {Reason.ADJUDICATED_WIN, RESIGNATION, FORFEIT}
# What ended a game has to be named where its detail does not say it.
SELF_EXPLAINING = (Reason.LINE, Reason.FULL_BOARD, RESIGNATION, FORFEIT, AGREEMENT)


class Ending(NamedTuple):
    """How a game ended: who won (None for a draw), the reason as records name it, and what more
    there is to say about it.

    `reason` is one of `Reason`, one of the three above, or whatever stood in a file of others.
    """

    winner: int | None
    reason: str
    detail: str = ""

    @property
    def result(self) -> str:
        """Return the result as PGN has it."""
        if self.reason in BROKEN_OFF:
            return UNFINISHED
        return DRAW if self.winner is None else WINS[self.winner]

    def __str__(self) -> str:
        who = "Draw" if self.winner is None else f"{PLAYERS[self.winner].upper()} wins"
        if self.detail and self.reason in SELF_EXPLAINING:
            return f"{who}: {self.detail}."
        return f"{who}: {self.explanation}."

    @property
    def explanation(self) -> str:
        """Say the reason, and the detail where there is one: `time (took 120 ms)`."""
        return f"{self.reason} ({self.detail})" if self.detail else self.reason


@dataclass(frozen=True)
class Task:
    """A game that is to be played.

    It is game `number` (from 0) of the pairing of `a` and `b` in this round; numbers 2k and
    2k + 1 are a pair: one opening, first with a as x, then with b. `tiebreak` is the pairing's.
    """

    round: int
    a: str
    b: str
    tiebreak: int
    number: int
    opening: Opening

    @property
    def x(self) -> str:
        return self.b if self.number % 2 else self.a

    @property
    def o(self) -> str:
        return self.a if self.number % 2 else self.b

    @property
    def key(self) -> tuple[int, str, str, int, int]:
        """Return what tells it from every other game of the match."""
        return self.round, self.a, self.b, self.tiebreak, self.number

    @property
    def label(self) -> str:
        """Return round and game, as in `1.12`; with a tiebreak, that as well: `1.t1.2`."""
        tiebreak = f"t{self.tiebreak}." if self.tiebreak else ""
        return f"{self.round}.{tiebreak}{self.number + 1}"


@dataclass(frozen=True)
class PlayedMove:
    """A move, what the engine said about it (in its own view), and what it took by our clock."""

    move: str
    seconds: float
    score: Score | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class GameRecord:
    """A game that is over; the reason of its ending is a `Reason`.

    `game` is in words that `read_game` reads. `moves` are those after the opening. `controls` are
    the limits of x and o, in words.
    """

    task: Task
    game: str
    moves: tuple[PlayedMove, ...]
    ending: Ending
    controls: tuple[str, str]
    date: str  # and time, when it began, as `utc_now` writes it
    seconds: float
    replays: int = 0  # attempts before, which nobody could judge fairly

    @property
    def plies(self) -> int:
        """Return the number of moves that were played, those of the opening too."""
        return len(self.task.opening.moves) + len(self.moves)

    @property
    def score_of_a(self) -> float:
        """Return what `a` gets: 1 for a win, 1/2 for a draw."""
        if self.ending.winner is None:
            return 0.5
        return 1.0 if self.name(self.ending.winner) == self.task.a else 0.0

    @property
    def at_fault(self) -> str | None:
        """Return the engine that failed, if one did."""
        if self.ending.reason not in FAILURES or self.ending.winner is None:
            return None
        return self.name(1 - self.ending.winner)

    @property
    def dead(self) -> str | None:
        """Return the engine whose process ended with this game."""
        return self.at_fault if self.ending.reason in DEATHS else None

    def name(self, side: int) -> str:
        return (self.task.x, self.task.o)[side]

    def summary(self) -> Summary:
        """Return what is to be remembered of it."""
        task, opening = self.task, self.task.opening
        moves = (*opening.moves, *(move.move for move in self.moves))
        return Summary(
            task.number,
            self.score_of_a,
            self.ending,
            self.at_fault,
            self.dead,
            hash((task.x, task.o, opening.position, moves)),
            self.replays,
        )


@dataclass(frozen=True, slots=True)
class Summary:
    """What remains in memory of a game of the match, of which there may be a hundred thousand.

    `fingerprint` is the same for games with the same players, colours and moves.
    """

    number: int
    score_of_a: float
    ending: Ending
    at_fault: str | None
    dead: str | None
    fingerprint: int
    replays: int = 0


def utc_now() -> str:
    """Return the date and the time as records have them: of ISO 8601, to the second, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def to_json(record: GameRecord) -> str:
    """Write a record as one line, without its end. Only what is known is in it."""
    task, ending = asdict(record.task), record.ending
    opening = task.pop("opening")
    fields = {
        **task,
        "x": record.task.x,
        "o": record.task.o,
        "game": record.game,
        "result": ending.result,
        "winner": None if ending.winner is None else PLAYERS[ending.winner],
        "reason": ending.reason,
        "detail": ending.detail,
        "limits": {"x": record.controls[0], "o": record.controls[1]},
        "date": record.date,
        "seconds": round(record.seconds, 3),
        "replays": record.replays,
        "position": opening["position"],
        "opening": opening["moves"],
        "moves": [_move_fields(move) for move in record.moves],
    }
    return json.dumps(fields)


def _move_fields(move: PlayedMove) -> dict[str, Any]:
    score = move.score or Score()
    fields = {
        "move": move.move,
        "cp": score.cp,
        "mate": score.plies,  # in plies, as in UGI
        "depth": move.depth,
        "nodes": move.nodes,
        "seconds": round(move.seconds, 4),
    }
    return {name: value for name, value in fields.items() if value is not None}


def from_json(line: str) -> GameRecord:
    """Read what `to_json` writes. Raises RecordError."""
    try:
        return _read_record(read_object(line))
    except FieldError as error:
        raise RecordError(f"no record of a game: {line[:60]!r}: {error}") from None


def _read_record(fields: Fields) -> GameRecord:
    task = Task(
        fields.integer("round", 0, LARGEST),
        fields.text("a", LONGEST_TEXT),
        fields.text("b", LONGEST_TEXT),
        fields.integer("tiebreak", 0, LARGEST),
        fields.integer("number", 0, LARGEST),
        Opening(
            fields.text("position", LONGEST_TEXT) if fields.has("position") else None,
            fields.list_of("opening", MOST_MOVES, _read_text),
        ),
    )
    winner = (
        PLAYERS.index(fields.choice("winner", tuple(PLAYERS))) if fields.has("winner") else None
    )
    reason, limits = Reason(fields.choice("reason", tuple(Reason))), fields.object("limits", 2)
    ending = Ending(winner, reason, fields.text("detail", LONGEST_TEXT))
    # What is there twice, for the programs of others, is the same both times.
    for name, held in (("x", task.x), ("o", task.o), ("result", ending.result)):
        if _read_text(fields, name) != held:
            refuse(name, fields.values[name], f"{held!r}, as the rest of the record has it")
    return GameRecord(
        task,
        fields.text("game", LONGEST_TEXT),
        fields.list_of("moves", MOST_MOVES, lambda item, name: _read_move(item.object(name, 6))),
        ending,
        (limits.text("x", LONGEST_TEXT), limits.text("o", LONGEST_TEXT)),
        fields.text("date", LONGEST_TEXT),
        fields.number("seconds"),
        fields.optional_integer("replays", 0, LARGEST) or 0,
    )


def _read_text(item: Fields, name: str) -> str:
    return item.text(name, LONGEST_TEXT)


def _read_move(fields: Fields) -> PlayedMove:
    cp, mate = (fields.optional_integer(name, -LARGEST, LARGEST) for name in ("cp", "mate"))
    depth, nodes = (fields.optional_integer(name, 0, LARGEST) for name in ("depth", "nodes"))
    score = None if cp is None and mate is None else Score(cp, mate)
    return PlayedMove(_read_text(fields, "move"), fields.number("seconds"), score, depth, nodes)
