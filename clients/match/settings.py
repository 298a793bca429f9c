"""A match as its user describes it: the same names on the command line and in a TOML file.

Both become one plain dictionary of names and values (`options.py`), which `read_settings` turns
into a `Settings`, or refuses with the name, the value and what would be accepted. The dictionary
is also what a match keeps in its directory, to be resumed from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from linemate.clients.match.affinity import AffinityError, share_processors
from linemate.clients.match.statistics.sprt import MODELS, Sprt
from linemate.clients.match.tournament.formats import FORMATS
from linemate.clients.shared.player import PROTOCOLS, EngineSetting
from linemate.clients.shared.referee.adjudication import Adjudication, DrawRule, WinRule
from linemate.clients.shared.referee.game import USUAL_MARGIN, Rules
from linemate.clients.shared.referee.table import Follow, Table
from linemate.clients.shared.time_control import LIMITS, TimeControl
from linemate.clients.shared.times import read_clock, read_some_time, read_time
from linemate.clients.shared.values import (
    WordError,
    describe_game,
    one_of,
    read_count,
    read_fields,
    read_flag,
    read_float,
    read_game,
    read_number,
    to_text,
    to_words,
)
from linemate.engine.core import LinemateError

Raw = Mapping[str, Any]
T = TypeVar("T")
D = TypeVar("D")

LOGS = ("failed", "all", "none")
GAMES = 2  # of each pairing
SPRT_GAMES = 100_000  # by then every test has come to an end
MOST_AT_ONCE = 256  # games on one machine; each is a thread and two processes


class SettingsError(LinemateError):
    """A match that cannot be held as it is described."""


@dataclass(frozen=True)
class Settings:
    """A whole match. Times are in milliseconds; `raw` is what it was read from."""

    game: str
    engines: tuple[EngineSetting, ...]
    games: int
    format: str
    rounds: int | None
    seed: int | None
    openings: str | None
    random_plies: int | None
    first_moves: bool
    margin: int
    patience: int
    concurrency: int | None
    affinity: int
    adjudication: Adjudication
    sprt: Sprt | None
    log: str
    dask: str | None
    raw: Raw

    def make_table(self, number: int = 0, follow: Follow | None = None) -> Table:
        """Return a table where games of this match can be played, one at a time; it is one of as
        many as there are games at a time. `follow` is told of the moves.
        """
        game = read_game(self.game.split())
        rules = Rules(game, self.adjudication, self.margin, self.patience)
        engines = self.engines
        if self.affinity:
            processors = share_processors(self.concurrency or 1, self.affinity)[number]
            engines = tuple(replace(engine, processors=processors) for engine in engines)
        return Table(rules, engines, self.log, follow)


# What a match may say of itself; those of an engine are in `_read_engine`.
NAMES = (
    "game", "engine", "games", "format", "rounds", "seed", *LIMITS, "margin", "patience",
    "concurrency", "affinity", "openings", "random-plies", "first-moves", "draw", "win",
    "max-plies", "sprt", "log", "dask",
)  # fmt: skip


def read_settings(raw: Raw) -> Settings:
    """Read a match. Raises LinemateError with the name, the text and what would be accepted."""
    for name in raw:
        if name not in NAMES:
            raise SettingsError(f"unknown setting {name!r}: expected one of {', '.join(NAMES)}")
    sprt = _read_words(raw, "sprt", _read_sprt, None)
    settings = Settings(
        game=_read_game(raw),
        engines=_read_engines(raw),
        games=_read(raw, "games", read_count, GAMES if sprt is None else SPRT_GAMES),
        format=_read(raw, "format", one_of(FORMATS), FORMATS[0]),
        rounds=_read(raw, "rounds", read_count, None),
        seed=_read(raw, "seed", read_number, None),
        openings=_read(raw, "openings", str, None),
        random_plies=_read(raw, "random-plies", read_count, None),
        first_moves=_read(raw, "first-moves", read_flag, False),
        margin=_read(raw, "margin", read_time, USUAL_MARGIN),
        patience=_read(raw, "patience", read_some_time, 60_000),
        concurrency=_read(raw, "concurrency", read_count, None),
        affinity=_read(raw, "affinity", read_number, 0),
        adjudication=Adjudication(
            _read_words(raw, "draw", _read_draw, None),
            _read_words(raw, "win", _read_win, None),
            _read(raw, "max-plies", read_count, None),
        ),
        sprt=sprt,
        log=_read(raw, "log", one_of(LOGS), LOGS[0]),
        dask=_read(raw, "dask", str, None),
        raw=raw,
    )
    _check_together(settings)
    return settings


def _check_together(settings: Settings) -> None:
    if settings.games % 2:
        raise SettingsError(
            f"bad value for games: cannot take {settings.games}: expected an even number, as each "
            "opening is played twice with colours swapped"
        )
    if settings.dask is None and (settings.concurrency or 1) > MOST_AT_ONCE:
        raise SettingsError(
            f"bad value for concurrency: cannot take {settings.concurrency}: expected "
            f"{MOST_AT_ONCE} games at a time or fewer on one machine"
        )
    if settings.affinity and settings.dask is not None:
        raise AffinityError("affinity is for this machine, not for a cluster")
    if settings.affinity:
        share_processors(settings.concurrency or 1, settings.affinity)
    chosen = [settings.openings is not None, settings.random_plies is not None]
    if sum([*chosen, settings.first_moves]) > 1:
        raise SettingsError("openings, random-plies and first-moves exclude each other")
    if settings.sprt is not None and len(settings.engines) != 2:
        raise SettingsError(f"sprt compares two engines, not {len(settings.engines)}")
    if settings.sprt is not None and settings.format != FORMATS[0]:
        raise SettingsError(f"sprt is for {FORMATS[0]}, not for {settings.format}")
    for engine in settings.engines:
        if engine.protocol == "gomocup" and settings.game.split()[0] != "gomoku":
            raise SettingsError(f"engine {engine.name}: the protocol gomocup is for gomoku alone")
        if engine.protocol == "gomocup" and engine.options:
            raise SettingsError(f"engine {engine.name}: the protocol gomocup has no options")
        if engine.protocol == "gomocup" and engine.command is None:
            raise SettingsError(f"engine {engine.name}: the protocol gomocup needs a cmd")


# ------------------------------------------------------------------ the values


def _read(raw: Raw, name: str, read: Callable[[str], T], default: D) -> T | D:
    """Return the value of a name, or the default where it is not given."""
    return _read_words(raw, name, lambda value: read(to_text(value)), default)


def _read_words(raw: Raw, name: str, read: Callable[[Any], T], default: D) -> T | D:
    """Do the same for a value that is made of several words."""
    if name not in raw:
        return default
    try:
        return read(raw[name])
    except WordError as error:
        raise SettingsError(f"bad value for {name}: {error}") from None


def _read_game(raw: Raw) -> str:
    if "game" not in raw:
        raise SettingsError("no game: expected one, as in --game ultimate")
    return describe_game(read_game(to_words(raw["game"])))


def _read_sprt(value: Any) -> Sprt:
    numbers = dict.fromkeys(("elo0", "elo1", "alpha", "beta"), read_float)
    return Sprt(**read_fields(value, {**numbers, "model": one_of(MODELS)}))


def _read_draw(value: Any) -> DrawRule:
    readers = {"score": read_number, "plies": read_count, "after": read_number}
    return DrawRule(**_with_score(read_fields(value, readers)))


def _read_win(value: Any) -> WinRule:
    readers = {"score": read_count, "plies": read_count}
    return WinRule(**_with_score(read_fields(value, readers)))


def _with_score(fields: dict[str, Any]) -> dict[str, Any]:
    if "score" not in fields:
        raise WordError("no score: expected score=CENTI-UNITS, and if you like plies=N")
    return fields


def _read_time_control(raw: Raw) -> TimeControl:
    """Return the limits among the values. Raises SettingsError."""
    clock, increment = _read(raw, "clock", read_clock, (None, 0))
    control = TimeControl(
        _read(raw, "movetime", read_some_time, None),
        clock,
        increment,
        _read(raw, "depth", read_count, None),
        _read(raw, "nodes", read_count, None),
    )
    if control.movetime is not None and control.clock is not None:
        raise SettingsError("movetime and clock exclude each other")
    return control


# ------------------------------------------------------------------ the engines


def _read_engines(raw: Raw) -> tuple[EngineSetting, ...]:
    common = _read_time_control(raw)
    given = raw.get("engine", [])
    if not isinstance(given, Sequence) or len(given) < 2:
        raise SettingsError("a match needs two engines or more, each as in --engine cmd=./mybot")
    engines = tuple(_read_engine(each, common) for each in given)
    names = [engine.name for engine in engines]
    for name in names:
        if names.count(name) > 1:
            raise SettingsError(f"two engines are called {name!r}: give each its name=NAME")
    return engines


def _read_engine(raw: Raw, common: TimeControl) -> EngineSetting:
    known = ("cmd", "name", "dir", "protocol", "option", *LIMITS)
    if not isinstance(raw, Mapping):
        raise SettingsError(f"cannot read engine {raw!r}: expected a table with cmd, name and more")
    for name in raw:
        if name not in known:
            accepted = ", ".join(known).replace("option", "option.NAME")
            raise SettingsError(f"unknown setting {name!r} of an engine: expected {accepted}")
    cmd = _read(raw, "cmd", str, None)
    name = " ".join(_read(raw, "name", str, cmd or "linemate").split())
    if not name:
        raise SettingsError("an engine has an empty name: expected one, as in name=A")
    try:
        control = _read_time_control(raw).over(common)
        protocol = _read(raw, "protocol", one_of(PROTOCOLS), PROTOCOLS[0])
    except SettingsError as error:
        raise SettingsError(f"engine {name}: {error}") from None
    if control.is_open:
        raise SettingsError(f"no limit for engine {name}: expected one of {', '.join(LIMITS)}")
    options = raw.get("option", {})
    if not isinstance(options, Mapping):
        raise SettingsError(f"engine {name}: cannot read option {options!r}: expected option.NAME")
    options = {each: to_text(value) for each, value in options.items()}
    return EngineSetting(name, cmd, _read(raw, "dir", str, None), protocol, options, control)
