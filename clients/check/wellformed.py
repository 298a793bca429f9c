"""Whether a line is as the protocols want it. Each function tells the first problem, or None."""

from __future__ import annotations

from collections.abc import Sequence

from linemate.engine.core import read_integer
from linemate.protocol.driver import Dialect

KINDS = ("check", "spin", "combo", "string", "button")
WORDS = {"id", "option", "ugiok", "uciok", "readyok", "info", "bestmove", "response"}
WORDS |= {"copyprotection", "registration"}  # of UCI
NUMBERS = {"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"}
NUMBERS |= {"tbhits", "sbhits", "cpuload", "currmovenumber"}  # of UCI


def problem_of_line(line: str, dialect: Dialect) -> str | None:
    """Judge any line after the hand-shake has begun."""
    words = line.split()
    if not words:
        return "an empty line"
    if words[0] == "bestmove":
        return problem_of_bestmove(words, dialect)
    if words[0] == "info":
        return problem_of_info(words)
    return None if words[0] in WORDS else f"no word of the protocol begins `{line}`"


def problem_of_bestmove(words: Sequence[str], dialect: Dialect) -> str | None:
    """Accept two words; in UCI, `ponder` and a second move may follow."""
    if len(words) == 2:
        return None
    if dialect is Dialect.UCI and len(words) == 4 and words[2] == "ponder":
        return None
    accepted = "`bestmove MOVE`"
    if dialect is Dialect.UCI:
        accepted += " or `bestmove MOVE ponder MOVE`"
    return f"`{' '.join(words)}` is not {accepted}"


def problem_of_info(words: Sequence[str]) -> str | None:
    """Demand that numbers are numbers, a score has its kind, a pv has moves; skip unknown words."""
    index = 1
    if len(words) == 1:
        return "`info` without anything"
    while index < len(words):
        word, value = words[index], words[index + 1] if index + 1 < len(words) else ""
        if word == "string":
            return None
        if word in NUMBERS:
            number = read_integer(value)
            if number is None or number < 0:
                return f"`{word}` is followed by `{value}`, not by a number of 0 or more"
            if word == "hashfull" and number > 1000:
                return f"`hashfull {value}` is more than 1000 thousandths"
            index += 2
        elif word == "score":
            index += 1
            if value not in ("cp", "mate"):
                return f"`score` is followed by `{value}`, not by `cp` or `mate`"
        elif word in ("cp", "mate"):
            if read_integer(value) is None:
                return f"`{word}` is followed by `{value}`, not by a whole number"
            index += 2
        elif word == "pv" and (not value or value in NUMBERS or value == "score"):
            return "`pv` without a move"
        else:
            index += 1
    return None


def problem_of_option(line: str) -> str | None:
    """Demand `option name N type T ...` with a type that exists and a default that it takes."""
    words = line.split()
    if words[1:2] != ["name"] or "type" not in words[2:]:
        return "expected `option name NAME type TYPE`"
    at = words.index("type", 2)
    kind = " ".join(words[at + 1 : at + 2])
    if at == 2:
        return "it has no name"
    if kind not in KINDS:
        return f"the type is `{kind}`, expected one of {', '.join(KINDS)}"
    rest = words[at + 2 :]
    if kind == "spin":
        return _problem_of_spin(rest)
    if kind == "check" and rest not in (["default", "true"], ["default", "false"]):
        return "a check has `default true` or `default false`"
    if kind == "combo":
        return _problem_of_combo(rest)
    if kind == "string" and rest[:1] != ["default"]:
        return "a string has a default, `<empty>` for an empty one"
    return None


def _problem_of_spin(words: Sequence[str]) -> str | None:
    fields = dict(zip(words[::2], words[1::2], strict=False))
    numbers = {name: read_integer(fields.get(name, "")) for name in ("default", "min", "max")}
    low, value, high = numbers["min"], numbers["default"], numbers["max"]
    if low is None or value is None or high is None:
        return "a spin has `default`, `min` and `max`, each with a whole number"
    if not low <= value <= high:
        return f"the default {value} is not between {low} and {high}"
    return None


def _problem_of_combo(words: Sequence[str]) -> str | None:
    text = " ".join(words)
    default, *choices = (part.strip() for part in f" {text} ".split(" var "))
    if not default.startswith("default ") or not choices:
        return "a combo has a default and at least one `var`"
    value = default.removeprefix("default ").strip()
    return None if value in choices else f"the default `{value}` is no `var` of its own"
