"""Every line of the protocol as data: what a client can say, and what an engine can.

    client                                            engine
    format_command(Go(...))   --  go depth 3  -->     parse_command(line)      commands.py
    parse_reply(line)         <-- bestmove b2 --      format_bestmove("b2")    replies.py

Moves and positions stay text here, times are in milliseconds. The files of this folder:

    the language         messages.py, commands.py, replies.py; gomocup.py
    the engine's side    conversation.py, session.py, session_ugi.py, session_gomocup.py;
                         cutechess.py
    the client's side    driver.py, driver_analysis.py, driver_async.py, process.py, reaper.py
    both                 ours.py: how this project's own modules are run
"""

from __future__ import annotations

from enum import Enum

from linemate.engine.core import Limits, LinemateError, Option, Score, read_integer
from linemate.engine.record import Record

# Larger numbers are read as this one. As milliseconds it is 31 years, which every clock and
# every wait of the standard library can still take.
LARGEST = 10**12
LONGEST_LINE = 1 << 16  # bytes; the longest sensible command is a few thousand

QUERIES = ("p1turn", "gameover", "result", "legalmoves", "fen", "game", "key")


class MessageError(LinemateError):
    """A command that cannot be read or written: the text, and what would be accepted."""


class Dialect(Enum):
    """Which word opened the conversation; it decides how mates and best moves are written."""

    UGI = "ugi"
    UCI = "uci"


# ------------------------------------------------------------------ commands, client to engine


class Ugi(Record): ...


class Uci(Record): ...


class IsReady(Record): ...


class Stop(Record): ...


class PonderHit(Record): ...


class Show(Record):
    """The command `d`: draw the board."""


class Eval(Record): ...


class Help(Record): ...


class Register(Record): ...


class Quit(Record): ...


class Debug(Record):
    on: bool


class SetOption(Record):
    """`value` is None for a button; otherwise its white space is kept, but for the ends."""

    name: str
    value: str | None = None


class NewGame(Record):
    """`game` None: the same game again. The options are pairs of name and value."""

    game: str | None = None
    options: tuple[tuple[str, str], ...] = ()


class SetPosition(Record):
    """`fen` None is the start position of the game."""

    fen: str | None = None
    moves: tuple[str, ...] = ()


class Moves(Record):
    """More moves from the position that the engine has."""

    moves: tuple[str, ...]


class Go(Record):
    """`searchmoves` is here as text; those of `limits` are for the engine's own numbers.

    `unread` has a complaint for each number that could not be read as it stood.
    """

    limits: Limits = Limits()
    searchmoves: tuple[str, ...] = ()
    perft: int | None = None
    unread: tuple[str, ...] = ()


class Query(Record):
    what: str


class Bench(Record):
    depth: int | None = None


class Unknown(Record):
    """A line in which no word is known, as it came but for the white space at its ends."""

    text: str


Command = (
    Ugi | Uci | IsReady | Debug | Register | SetOption | NewGame | SetPosition | Moves
    | Go | Stop | PonderHit | Query | Show | Eval | Bench | Help | Quit | Unknown
)  # fmt: skip


# ------------------------------------------------------------------ replies, engine to client


class Id(Record):
    """`what` is `name` or `author`."""

    what: str
    text: str


class OptionLine(Record):
    option: Option


class UgiOk(Record): ...


class UciOk(Record): ...


class ReadyOk(Record): ...


class InfoLine(Record):
    """One `info` line; None where it says nothing. The score is the side to move's.

    `bound` is `lowerbound` or `upperbound`, `time` is in milliseconds, `hashfull` in
    thousandths. `extras` has what else stood there, as pairs of a word and its arguments.
    """

    depth: int | None = None
    seldepth: int | None = None
    multipv: int | None = None
    score: Score | None = None
    bound: str | None = None
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    time: int | None = None
    extras: tuple[tuple[str, str], ...] = ()
    pv: tuple[str, ...] = ()
    string: str | None = None

    @property
    def error(self) -> str | None:
        """Return the text that follows `info string error:`; None for any other line."""
        if self.string is None or not self.string.startswith("error:"):
            return None
        return self.string.removeprefix("error:").strip()


class BestMove(Record):
    """`move` is None where there was no legal one."""

    move: str | None
    ponder: str | None = None


class Response(Record):
    text: str


Reply = Id | OptionLine | UgiOk | UciOk | ReadyOk | InfoLine | BestMove | Response | Unknown


def read_number(word: str, place: str) -> int:
    """Return the whole number that follows `place` in a line, brought within LARGEST.

    Raises MessageError for a word that is none.
    """
    number = read_integer(word)
    if number is None:
        raise MessageError(f"bad number {quote(word)} after {place}: expected a whole number")
    return max(-LARGEST, min(number, LARGEST))


def quote(text: str) -> str:
    """Return the text in quotation marks, for an error message, cut short if it is long."""
    return repr(text if len(text) <= 80 else text[:80] + "...")
