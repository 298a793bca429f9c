"""Replies, as text and as data: pure functions, no input or output, no state.

Reading a reply never raises, since a client has to live with whatever an engine prints.
"""

from __future__ import annotations

from linemate.engine.core import Option, OptionValue, Score, read_integer
from linemate.protocol.messages import (
    LARGEST,
    BestMove,
    Dialect,
    Id,
    InfoLine,
    OptionLine,
    ReadyOk,
    Reply,
    Response,
    UciOk,
    UgiOk,
    Unknown,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

LONGEST_ERROR = 500  # characters


def format_option(option: Option) -> str:
    """Return the line that offers the option."""
    line = f"option name {option.name} type {option.kind}"
    if option.kind == "button":
        return line
    default = str(option.default)
    line += f" default {default.lower() if option.kind == 'check' else default or '<empty>'}"
    if option.kind == "spin":
        line += f" min {option.minimum} max {option.maximum}"
    return " ".join((line, *(f"var {choice}" for choice in option.choices)))


def format_info(info: InfoLine, dialect: Dialect = Dialect.UGI) -> str:
    """Return an `info` line; a mate is a number of plies in UGI, of the mover's moves in UCI."""
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
    """Return a `bestmove` line; in UGI it has two words: a runner of games hangs on a third."""
    if dialect is Dialect.UGI:
        return f"bestmove {move or 'none'}"
    if move is None:
        return "bestmove (none)"
    return f"bestmove {move} ponder {ponder}" if ponder else f"bestmove {move}"


def format_response(answer: str | bool) -> str:
    """Return the line that answers a query."""
    return f"response {str(answer).lower() if isinstance(answer, bool) else answer}"


def format_string(text: object) -> str:
    """Return a remark for people to read, shortened to one line."""
    return shorten(f"info string {text}")


def format_error(text: object) -> str:
    """Return the one form of every error, shortened to one line."""
    return format_string(f"error: {text}")


def shorten(text: str) -> str:
    """Return a single printable line, not too long, whatever the text."""
    line = _one_line(text)
    return line if len(line) <= LONGEST_ERROR else line[: LONGEST_ERROR - 3] + "..."


def _one_line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


# ------------------------------------------------------------------ reading replies


def parse_reply(line: str, dialect: Dialect = Dialect.UGI) -> Reply:
    """Return what an engine said; Unknown for anything else. Never raises.

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
_INFO_WORDS |= {"visits"}  # of our own mcts


def _parse_info(tail: str, dialect: Dialect) -> InfoLine:
    """Read words by their keyword, in any order; a bad number is left out."""
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
        number = read_integer(words[begin]) if begin < index else None
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
        # `default`, `min` and `max` come once; after that they are values, as the first and the
        # last word of `default default var default`.
        if word == "var" or (word in fields and not fields[word]):
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
    """Return the option; a missing bound is the widest, a bad default spoils it all."""
    value, low, high = read_integer(str(default)), read_integer(minimum), read_integer(maximum)
    if value is None:
        return None
    low = -LARGEST if low is None else low
    return Option(name, "spin", value, low, LARGEST if high is None else high)
