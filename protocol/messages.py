"""Every line of the protocol as data, both ways: pure functions, no input or output, no state.

    client                                            engine
    format_command(Go(...))   --  go depth 3  -->     parse_command(line)
    parse_reply(line)         <-- bestmove b2 --      format_bestmove("b2")

Reading a command raises MessageError for what cannot be understood; reading a reply never
raises, since a client has to live with whatever an engine prints. A word is what white space
separates. Times are in milliseconds, moves and positions stay text.
"""

from __future__ import annotations

from enum import Enum

from engine.core import Limits, LinemateError, Option, OptionValue, Score
from engine.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

# Larger numbers are read as this one. As milliseconds it is 31 years, which every clock and
# every wait of the standard library can still take.
LARGEST = 10**12
LONGEST_ERROR = 500  # characters

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
    """`searchmoves` is here as text; those of `limits` are for the engine's own numbers."""

    limits: Limits = Limits()
    searchmoves: tuple[str, ...] = ()
    perft: int | None = None


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
        """What follows `info string error:`, None in any other line."""
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


# ------------------------------------------------------------------ reading commands


def parse_command(line: str) -> Command | None:
    """The command in a line, None for an empty line, Unknown if no word of it is a command.

    Unknown words before the command are skipped, words after a command without arguments are
    ignored, and the case of keywords does not matter. Raises MessageError for a command whose
    arguments cannot be read. A number above LARGEST is read as LARGEST.
    """
    words = line.split()
    for index, word in enumerate(words):
        verb = word.lower()
        if verb in _BARE_COMMANDS:
            return _BARE_COMMANDS[verb]
        if verb in _READERS:
            tail = line.split(maxsplit=index + 1)[index + 1 :]
            return _READERS[verb](tail[0].rstrip() if tail else "")
    return Unknown(line.strip()) if words else None


def _read_debug(tail: str) -> Debug:
    for word in tail.lower().split():
        if word in ("on", "off"):
            return Debug(word == "on")
    raise MessageError(f"bad argument {_quote(tail)} of debug: expected on or off")


def _read_setoption(tail: str) -> SetOption:
    words = tail.split()
    keys = [word.lower() for word in words]
    end = keys.index("value") if "value" in keys else len(words)
    name = " ".join(words[1:end])
    if keys[:1] != ["name"] or not name:
        raise MessageError(
            f"bad arguments {_quote(tail)} of setoption: expected name <name> [value <value>]"
        )
    if end == len(words):
        return SetOption(name)
    after = tail.split(maxsplit=end + 1)[end + 1 :]
    return SetOption(name, after[0] if after and after[0] != "<empty>" else "")


def _read_newgame(tail: str) -> NewGame:
    game, *words = tail.replace("=", " ").split() or [""]
    if len(words) % 2:
        raise MessageError(f"no value for option {_quote(words[-1])} of {_quote(game)}")
    return NewGame(game or None, tuple(zip(words[::2], words[1::2], strict=True)))


def _read_position(tail: str) -> SetPosition:
    words = tail.split()
    keys = [word.lower() for word in words]
    end = keys.index("moves") if "moves" in keys else len(words)
    begin = next((i for i, key in enumerate(keys[:end]) if key in ("startpos", "fen")), end)
    fen = " ".join(words[begin + 1 : end])
    moves = tuple(words[end + 1 :])
    if keys[begin : begin + 1] == ["fen"] and fen:
        return SetPosition(fen, moves)
    # Words behind `startpos` and no `moves`: most likely moves, and skipping those would be
    # to search another position than the one that was meant.
    if keys[begin : begin + 1] == ["startpos"] and (not fen or end < len(words)):
        return SetPosition(None, moves)
    raise MessageError(
        f"bad position {_quote(tail)}: expected startpos or fen <position>, then [moves <move>...]"
    )


def _read_moves(tail: str) -> Moves:
    return Moves(tuple(tail.split()))


def _read_go(tail: str) -> Go:
    """Unknown words are skipped; `searchmoves` takes every word up to the next keyword."""
    numbers: dict[str, Any] = {}
    searchmoves: list[str] = []
    collecting = False
    words = iter(tail.split())
    for word in words:
        key = word.lower()
        if key in _GO_TIMES:
            # Interfaces do send negative clocks to a player who is out of time.
            numbers[_GO_TIMES[key]] = max(0, _read_number(next(words, ""), f"go {key}"))
        elif key in _GO_COUNTS:
            numbers[key] = _read_count(next(words, ""), f"go {key}")
        elif key in _GO_FLAGS:
            numbers[key] = True
        elif key != "searchmoves":
            if collecting:
                searchmoves.append(word)
            continue
        collecting = key == "searchmoves"
    perft = numbers.pop("perft", None)
    if numbers.get("movestogo") == 0:
        del numbers["movestogo"]  # some interfaces write "sudden death" like that
    return Go(Limits(**numbers), tuple(searchmoves), perft)


def _read_query(tail: str) -> Query:
    for word in tail.lower().split():
        if word in QUERIES:
            return Query(word)
    raise MessageError(f"unknown query {_quote(tail)}: expected one of {', '.join(QUERIES)}")


def _read_bench(tail: str) -> Bench:
    return Bench(_read_count(tail.split()[0], "bench") if tail else None)


def _read_count(word: str, place: str) -> int:
    number = _read_number(word, place)
    if number < 0:
        raise MessageError(f"bad number {_quote(word)} after {place}: expected 0 or more")
    return number


def _read_number(word: str, place: str) -> int:
    number = _number(word)
    if number is None:
        raise MessageError(f"bad number {_quote(word)} after {place}: expected a whole number")
    return max(-LARGEST, min(number, LARGEST))


def _number(word: str) -> int | None:
    """The integer that the word spells, None for anything else; never slow, never raises."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    # int() takes quadratic time, and refuses thousands of digits with an error of its own.
    number = int(digits) if len(digits) < 20 else 10**20
    return -number if word.startswith("-") else number


def _quote(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:80] + "...")


_BARE_COMMANDS: dict[str, Command] = {
    "ugi": Ugi(),
    "uci": Uci(),
    "isready": IsReady(),
    "stop": Stop(),
    "ponderhit": PonderHit(),
    "d": Show(),
    "eval": Eval(),
    "help": Help(),
    "register": Register(),
    "quit": Quit(),
}
_READERS: dict[str, Callable[[str], Command]] = {
    "debug": _read_debug,
    "setoption": _read_setoption,
    "newgame": _read_newgame,
    "uginewgame": _read_newgame,
    "ucinewgame": _read_newgame,
    "position": _read_position,
    "moves": _read_moves,
    "go": _read_go,
    "query": _read_query,
    "bench": _read_bench,
}
# What the word means, by the name of the field of Limits.
_GO_TIMES = {
    "movetime": "movetime",
    "p1time": "p1time",
    "p2time": "p2time",
    "p1inc": "p1inc",
    "p2inc": "p2inc",
    "wtime": "p1time",
    "btime": "p2time",
    "winc": "p1inc",
    "binc": "p2inc",
}
_GO_COUNTS = ("depth", "nodes", "mate", "movestogo", "perft")
_GO_FLAGS = ("infinite", "ponder")


# ------------------------------------------------------------------ writing commands


def format_command(command: Command, dialect: Dialect = Dialect.UGI) -> str:
    """The line that `parse_command` reads as this command: always one line.

    Raises MessageError where no line says it: a move of two words, a position that contains
    `moves`, a line break in a value. So no text that is passed on can smuggle in a command.
    """
    line = " ".join(_command_words(command, dialect))
    if len(line.splitlines()) > 1:
        raise MessageError(f"cannot write {_quote(line)}: expected a single line")
    return line


def _command_words(command: Command, dialect: Dialect) -> Iterator[str]:
    match command:
        case SetOption(name=name, value=value):
            yield f"setoption name {_phrase(name, 'value')}"
            if value is not None:
                yield f"value {value.strip() or '<empty>'}"
        case NewGame(game=game, options=options):
            # The old names with our arguments: what knows only the old ones understands those.
            yield f"{dialect.value}newgame"
            if game is not None:
                yield _word(game)
            elif options:
                raise MessageError("cannot write the options of a newgame without its game")
            for name, value in options:
                yield f"{_word(name)} {_word(value)}"
        case SetPosition(fen=fen, moves=moves):
            yield "position startpos" if fen is None else f"position fen {_phrase(fen, 'moves')}"
            if moves:
                yield from ("moves", *map(_word, moves))
        case Moves(moves=moves):
            yield from ("moves", *map(_word, moves))
        case Go():
            yield from _go_words(command, dialect)
        case Query(what=what):
            yield f"query {_word(what)}"
        case Bench(depth=depth):
            yield "bench" if depth is None else f"bench {depth}"
        case Debug(on=on):
            yield "debug on" if on else "debug off"
        case Unknown(text=text):
            yield text
        case _:
            yield next(verb for verb, bare in _BARE_COMMANDS.items() if bare == command)


def _go_words(command: Go, dialect: Dialect) -> Iterator[str]:
    limits = command.limits
    if limits.searchmoves:
        raise MessageError("cannot write the numbers of Limits.searchmoves: use Go.searchmoves")
    yield "go"
    for name in _GO_FLAGS:
        if getattr(limits, name):
            yield name
    names = ("p1time", "p2time", "p1inc", "p2inc")
    written = names if dialect is Dialect.UGI else ("wtime", "btime", "winc", "binc")
    for name, word in zip(names, written, strict=True):
        number = getattr(limits, name)
        if number or (number == 0 and name.endswith("time")):
            yield f"{word} {number}"
    for name in ("movestogo", "movetime", "depth", "nodes", "mate"):
        if getattr(limits, name) is not None:
            yield f"{name} {getattr(limits, name)}"
    if command.perft is not None:
        yield f"perft {command.perft}"
    if command.searchmoves:
        yield "searchmoves"
    for move in command.searchmoves:
        if move.lower() in (*_GO_TIMES, *_GO_COUNTS, *_GO_FLAGS, "searchmoves"):
            raise MessageError(f"cannot write {_quote(move)}: expected a move")
        yield _word(move)


def _word(text: str) -> str:
    if text.split() != [text]:
        raise MessageError(f"cannot write {_quote(text)}: expected one word")
    return text


def _phrase(text: str, end: str) -> str:
    words = text.split()
    if not words or end in (word.lower() for word in words):
        raise MessageError(f"cannot write {_quote(text)}: expected words other than {end!r}")
    return " ".join(words)


# ------------------------------------------------------------------ writing replies


def format_option(option: Option) -> str:
    line = f"option name {option.name} type {option.kind}"
    if option.kind == "button":
        return line
    default = str(option.default)
    line += f" default {default.lower() if option.kind == 'check' else default or '<empty>'}"
    if option.kind == "spin":
        line += f" min {option.minimum} max {option.maximum}"
    return " ".join((line, *(f"var {choice}" for choice in option.choices)))


def format_info(info: InfoLine, dialect: Dialect = Dialect.UGI) -> str:
    """A proven score is written as a number of plies in UGI, of the mover's moves in UCI."""
    words = ["info"]
    words += _numbers(info, ("depth", "seldepth", "multipv"))
    if info.score is not None:
        words.append(_format_score(info.score, dialect))
        if info.bound is not None:
            words.append(info.bound)
    words += _numbers(info, ("nodes", "nps", "hashfull", "time"))
    for word, arguments in info.extras:
        words += (word, *arguments.split())
    if info.pv:
        words += ("pv", *info.pv)
    if info.string is not None:
        words.append(_one_line(f"string {info.string}").rstrip())
    return " ".join(words)


def _numbers(info: InfoLine, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        number = getattr(info, name)
        if number is not None:
            yield f"{name} {number}"


def _format_score(score: Score, dialect: Dialect) -> str:
    if score.plies is None:
        return f"score cp {score.cp or 0}"
    if dialect is Dialect.UGI:
        return f"score mate {score.plies}"
    moves = (abs(score.plies) + 1) // 2
    return f"score mate {moves if score.plies > 0 else -moves}"


def format_bestmove(
    move: str | None, ponder: str | None = None, dialect: Dialect = Dialect.UGI
) -> str:
    """In UGI always two words: a runner of its games hangs on a third."""
    if dialect is Dialect.UGI:
        return f"bestmove {move or 'none'}"
    if move is None:
        return "bestmove (none)"
    return f"bestmove {move} ponder {ponder}" if ponder else f"bestmove {move}"


def format_response(answer: str | bool) -> str:
    """The answer to a query."""
    return f"response {str(answer).lower() if isinstance(answer, bool) else answer}"


def format_error(text: object) -> str:
    """The one form of every error: a single printable line, not too long, whatever the text."""
    line = _one_line(f"info string error: {text}")
    return line if len(line) <= LONGEST_ERROR else line[: LONGEST_ERROR - 3] + "..."


def _one_line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


# ------------------------------------------------------------------ reading replies


def parse_reply(line: str, dialect: Dialect = Dialect.UGI) -> Reply:
    """What an engine said; Unknown for anything else. Never raises.

    The dialect tells whether a mate counts plies or moves.
    """
    verb, *rest = line.split(maxsplit=1) or [""]
    tail = rest[0].rstrip() if rest else ""
    match verb:
        case "info":
            return _parse_info(tail, dialect)
        case "bestmove":
            return _parse_bestmove(tail.split())
        case "readyok":
            return ReadyOk()
        case "response":
            return Response(tail)
        case "option":
            option = _parse_option(tail.split())
            return Unknown(line.strip()) if option is None else OptionLine(option)
        case "id":
            what, *name = tail.split(maxsplit=1) or [""]
            return Id(what, "".join(name)) if what in ("name", "author") else Unknown(line.strip())
        case "ugiok":
            return UgiOk()
        case "uciok":
            return UciOk()
    return Unknown(line.strip())


def _parse_bestmove(words: Sequence[str]) -> BestMove:
    move = words[0] if words and words[0] not in ("(none)", "none", "NULL", "0000") else None
    ponder = words[2] if len(words) > 2 and words[1] == "ponder" else None
    return BestMove(move, None if ponder == "(none)" else ponder)


_INFO_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time")
_BOUNDS = ("lowerbound", "upperbound")
# What ends the arguments of the word before: ours, then those of UCI that we have no use for.
_INFO_WORDS = {*_INFO_NUMBERS, *_BOUNDS, "score", "cp", "mate", "pv", "string"}
_INFO_WORDS |= {"currmove", "currmovenumber", "currline", "refutation", "tbhits", "cpuload", "wdl"}


def _parse_info(tail: str, dialect: Dialect) -> InfoLine:
    """Words by their keyword, in any order; a number that cannot be read is left out."""
    found: dict[str, Any] = {}
    extras: list[tuple[str, str]] = []
    words = tail.split()
    index = 0
    while index < len(words):
        key = words[index]
        if key == "string":
            found["string"] = "".join(tail.split(maxsplit=index + 1)[index + 1 :])
            break
        begin = index = index + 1
        while index < len(words) and words[index] not in _INFO_WORDS:
            index += 1
        number = _number(words[begin]) if begin < index else None
        if key == "pv":
            found["pv"] = tuple(words[begin:index])
        elif key in _BOUNDS:
            found["bound"] = key
        elif key in ("cp", "mate") and number is not None:
            found["score"] = _read_score(key, number, dialect)
        elif key in _INFO_NUMBERS and number is not None:
            found[key] = number
        elif key not in _INFO_NUMBERS and key not in ("score", "cp", "mate"):
            extras.append((key, " ".join(words[begin:index])))
    return InfoLine(extras=tuple(extras), **found)


def _read_score(kind: str, number: int, dialect: Dialect) -> Score:
    if kind == "cp":
        return Score(cp=number)
    if dialect is Dialect.UGI:
        return Score(plies=number)
    return Score(plies=2 * number - 1 if number > 0 else 2 * number)


def _parse_option(words: Sequence[str]) -> Option | None:
    if words[:1] != ["name"] or "type" not in words:
        return None
    at = words.index("type")
    name, kind, rest = " ".join(words[1:at]), "".join(words[at + 1 : at + 2]), words[at + 2 :]
    if kind == "string":
        text = " ".join(rest[1:]) if rest[:1] == ["default"] else ""
        return Option(name, kind, "" if text == "<empty>" else text)
    fields: dict[str, list[str]] = {"default": [], "min": [], "max": [], "var": []}
    for word in rest:
        if word in fields:
            field = fields[word]
            field.append("")
        elif any(fields.values()):
            field[-1] = f"{field[-1]} {word}".lstrip()
    default = "".join(fields["default"])
    match kind:
        case "button":
            return Option(name, kind)
        case "check":
            return Option(name, kind, default == "true")
        case "combo":
            return Option(name, kind, default, choices=tuple(fields["var"]))
        case "spin":
            return _spin(name, default, "".join(fields["min"]), "".join(fields["max"]))
    return None


def _spin(name: str, default: OptionValue, minimum: str, maximum: str) -> Option | None:
    """A bound that is missing is the widest one; a default that is no number spoils it all."""
    value, low, high = _number(str(default)), _number(minimum), _number(maximum)
    if value is None:
        return None
    low = -LARGEST if low is None else low
    return Option(name, "spin", value, low, LARGEST if high is None else high)
