"""What is settled before a game: which engine, how strong, how long a move.

An engine is described by words `NAME=VALUE`; the case of a name does not matter. Five names have
a meaning here, any other is an option of the engine:

    engine=CMD     the command that starts it; ours if it is not there
    level=1..10    how strong: sets the option Skill and the time for a move
    movetime=MS  nodes=N  depth=N     what a move may cost, instead of the level's time
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from linemate.clients.shared.levels import LEVELS, SKILL
from linemate.clients.shared.values import WordError, read_pair
from linemate.protocol.driver import Limits


class SettingError(WordError):
    """Words that describe no engine."""


DEFAULT_MOVETIME = 1000
LIMITS = ("movetime", "nodes", "depth")
STRENGTH = {"level", *LIMITS}  # the words that say how strong an engine is to play


@dataclass(frozen=True)
class EngineSetting:
    """Which engine (None: ours), its options, and what it may spend on a move.

    The names of options are in lower case. `skill` is that of a level, 0 to FULL_SKILL, None if
    there is none or the user has set the option himself. `words` is what is told of it, so that
    one can tell it from another and how strong it is.
    """

    command: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    skill: int | None = None
    limits: Limits = Limits(movetime=DEFAULT_MOVETIME)  # noqa: RUF009 - a frozen record
    words: str = ""


def make_setting(words: Mapping[str, str]) -> EngineSetting:
    """The setting that these words describe, names in lower case. Raises SettingError."""
    options = {name: text for name, text in words.items() if name not in {"engine", *STRENGTH}}
    limits = {name: _number(name, words[name], 1) for name in LIMITS if name in words}
    told = " ".join(f"{name}={text}" for name, text in words.items() if name != "engine")
    skill = None
    if "level" in words:
        level = LEVELS[_number("level", words["level"], 1, max(LEVELS))]
        skill = None if SKILL in options else level.skill
        limits = limits or {"movetime": level.movetime}
    elif not limits:
        told = f"{told or 'full strength'}, {DEFAULT_MOVETIME / 1000:g} s a move"
    if "engine" in words and not split_words(words["engine"]):
        raise SettingError("no engine: expected the command that starts one")
    return EngineSetting(
        words.get("engine"),
        options,
        skill,
        Limits(**limits or {"movetime": DEFAULT_MOVETIME}),
        told,
    )


def read_words(text: str) -> dict[str, str]:
    """`search=hminimax movetime=200`, or `./mybot --fast`, a command that starts an engine.

    It is a command if its first word has no `=`; to give settings with one, write
    `engine="./mybot --fast" movetime=200`. Empty text is our engine as it is.
    """
    words = split_words(text)
    if words and "=" not in words[0]:
        return {"engine": text}
    return read_pairs(words)


def read_pairs(words: Iterable[str]) -> dict[str, str]:
    """Values by name, from `NAME=VALUE`. Raises WordError."""
    return {name.lower(): text for name, text in map(read_pair, words)}


def split_words(text: str) -> list[str]:
    """As a shell would. Raises SettingError."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise SettingError(f"cannot read {text!r}: {error}") from None


def _number(name: str, text: str, least: int, most: int = 10**9) -> int:
    if text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most:
        return int(text)
    upper = f" from {least} to {most}" if most < 10**9 else f" of {least} or more"
    raise SettingError(f"bad {name} {text!r}: expected a whole number{upper}")
