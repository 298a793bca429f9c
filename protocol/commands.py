"""Commands, as text and as data: pure functions, no input or output, no state.

Reading a command raises MessageError for what cannot be understood. A word is what white
space separates.
"""

from __future__ import annotations

from linemate.engine.core import FALLBACK_MOVETIME, Limits, read_integer
from linemate.protocol.messages import (
    QUERIES,
    Bench,
    Command,
    Debug,
    Dialect,
    Eval,
    Go,
    Help,
    IsReady,
    MessageError,
    Moves,
    NewGame,
    PonderHit,
    Query,
    Quit,
    Register,
    SetOption,
    SetPosition,
    Show,
    Stop,
    Uci,
    Ugi,
    Unknown,
    quote,
    read_number,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


def parse_command(line: str) -> Command | None:
    """Return the command in a line: None for an empty one, Unknown if no word is a command.

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
    raise MessageError(f"bad argument {quote(tail)} of debug: expected on or off")


def _read_setoption(tail: str) -> SetOption:
    words = tail.split()
    keys = [word.lower() for word in words]
    end = keys.index("value") if "value" in keys else len(words)
    name = " ".join(words[1:end])
    if keys[:1] != ["name"] or not name:
        raise MessageError(
            f"bad arguments {quote(tail)} of setoption: expected name <name> [value <value>]"
        )
    if end == len(words):
        return SetOption(name)
    after = tail.split(maxsplit=end + 1)[end + 1 :]
    return SetOption(name, after[0] if after and after[0] != "<empty>" else "")


def _read_newgame(tail: str) -> NewGame:
    game, *words = tail.replace("=", " ").split() or [""]
    if len(words) % 2:
        raise MessageError(f"no value for option {quote(words[-1])} of {quote(game)}")
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
        f"bad position {quote(tail)}: expected startpos or fen <position>, then [moves <move>...]"
    )


def _read_moves(tail: str) -> Moves:
    return Moves(tuple(tail.split()))


def _read_go(tail: str) -> Go:
    """Read limits, skipping unknown words; `searchmoves` has every word up to a keyword.

    Never raises: what cannot be read is in `unread`. If no end of the search can be, it has a
    second, for whoever sends a `go` waits for its answer.
    """
    numbers: dict[str, Any] = {}
    searchmoves: list[str] = []
    unread: list[str] = []
    collecting = False
    words = tail.split()[::-1]
    while words:
        word = words.pop()
        key = word.lower()
        if key in _GO_TIMES or key in _GO_COUNTS:
            # A keyword is no number that was misspelt: the number is missing.
            value = words.pop() if words and words[-1].lower() not in _GO_KEYWORDS else ""
            number, problem = _read_limit(value, key)
            if number is not None:
                numbers[_GO_TIMES.get(key, key)] = number
            if problem:
                unread.append(problem)
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
    if unread and perft is None and not numbers.keys() & _GO_ENDS:
        numbers["movetime"] = FALLBACK_MOVETIME
    return Go(Limits(**numbers), tuple(searchmoves), perft, tuple(unread))


def _read_limit(word: str, key: str) -> tuple[int | None, str]:
    """Return the number behind a keyword of `go` as far as it can be read, and what is wrong."""
    place = f"go {key}"
    try:
        if key in _GO_COUNTS:
            return _read_count(word, place), ""
        # Interfaces do send negative clocks to a player who is out of time.
        return max(0, read_number(word, place)), ""
    except MessageError as error:
        whole, point, fraction = word.partition(".")
        if point and (not fraction or fraction.isdigit()) and read_integer(whole) is not None:
            number, problem = _read_limit(whole, key)
            return number, problem or f"{error}, read as {number}"
        return None, str(error)


def _read_query(tail: str) -> Query:
    for word in tail.lower().split():
        if word in QUERIES:
            return Query(word)
    raise MessageError(f"unknown query {quote(tail)}: expected one of {', '.join(QUERIES)}")


def _read_bench(tail: str) -> Bench:
    return Bench(_read_count(tail.split()[0], "bench") if tail else None)


def _read_count(word: str, place: str) -> int:
    number = read_number(word, place)
    if number < 0:
        raise MessageError(f"bad number {quote(word)} after {place}: expected 0 or more")
    return number


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
_GO_KEYWORDS = {*_GO_TIMES, *_GO_COUNTS, *_GO_FLAGS, "searchmoves"}
# What ends a search, by the name of the field; an increment does not, nor does `ponder`.
_GO_ENDS = {"movetime", "p1time", "p2time", "depth", "nodes", "mate", "infinite"}


# ------------------------------------------------------------------ writing commands


def format_command(command: Command, dialect: Dialect = Dialect.UGI) -> str:
    """Return the line that `parse_command` reads as this command: always one line.

    Raises MessageError where no line says it: a move of two words, a position that contains
    `moves`, a line break in a value. So no text that is passed on can smuggle in a command.
    """
    line = " ".join(_command_words(command, dialect))
    if len(line.splitlines()) > 1:
        raise MessageError(f"cannot write {quote(line)}: expected a single line")
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
            if game is None and options:
                raise MessageError("cannot write the options of a newgame without its game")
            texts = [text for pair in options for text in pair]
            for text in texts if game is None else (game, *texts):
                if "=" in text:  # which is read as a space
                    raise MessageError(f"cannot write {quote(text)}: expected a word without =")
                yield _word(text)
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
        if move.lower() in _GO_KEYWORDS:
            raise MessageError(f"cannot write {quote(move)}: expected a move")
        yield _word(move)


def _word(text: str) -> str:
    if text.split() != [text]:
        raise MessageError(f"cannot write {quote(text)}: expected one word")
    return text


def _phrase(text: str, end: str) -> str:
    words = text.split()
    if not words or end in (word.lower() for word in words):
        raise MessageError(f"cannot write {quote(text)}: expected words other than {end!r}")
    return " ".join(words)
