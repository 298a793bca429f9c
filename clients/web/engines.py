"""The engine behind a page: which one it is, how many may run, and what a page may ask of one.

`ServerState` is what all tabs share. A `PageEngine` is the engine of one of them, which
`engine_worker.py` starts, asks and ends; a `PageSearch` is one question to it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from linemate import __version__
from linemate.clients.shared.command import program
from linemate.clients.shared.harmless import say
from linemate.clients.shared.player import STARTUP_SECONDS, VARIANT, Question, UgiPlayer
from linemate.engine.core import Game, LinemateError, Option, OptionError, OptionValue, Position
from linemate.protocol.driver import Answer, AsyncAnalysis, AsyncEngine, InfoLine, Options

DEFAULT_ENGINES = 8
FIRST_GAME = "ultimate"
LARGEST_HASH = 256  # megabytes, of each engine
# No text: it might be the path of a file. And nothing that only does something when it is set.
KINDS = ("check", "spin", "combo")
OURS = "Linemate"


class EngineBusyError(LinemateError):
    """As many engines run as may."""


@dataclass
class ServerState:
    """`command` starts the engine (None: ours), `settings` are what it is set to, by name.

    `first` is the game that a new page begins with, in words. `patience` is how long a tab waits
    for the engine of another to end, in seconds: a page that is loaded again is there before its
    old engine has gone. `longest_search` is what any search may take, in seconds, so that a
    forgotten tab does not keep a processor busy for ever.
    """

    command: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    engines: int = DEFAULT_ENGINES
    first: str = FIRST_GAME
    patience: float = 5.0
    longest_search: float = 600.0

    def __post_init__(self) -> None:
        self._free = asyncio.Semaphore(self.engines)

    @asynccontextmanager
    async def engine_slot(self) -> AsyncIterator[None]:
        """Hold the place of one engine while the block lasts. Raises EngineBusyError."""
        try:
            async with asyncio.timeout(self.patience):
                await self._free.acquire()
        except TimeoutError:
            raise EngineBusyError(
                f"busy: {self.engines} engines are running, one for each open page; close a page, "
                f"or start {program('web')} with a larger --engines"
            ) from None
        try:
            yield
        finally:
            self._free.release()


@dataclass
class PageSearch:
    """One question of a page, and how far it has got.

    `opened` tells one game from the next; `position` is the one to be searched. `hurried`: an
    answer is wanted now. `over`: the page has been told how it ended. `shown` are the reports that
    it has been sent, by variation.
    """

    number: int
    purpose: str
    game: Game
    opened: int
    position: Position
    options: Mapping[str, OptionValue]
    question: Question
    hurried: bool = False
    over: bool = False
    shown: dict[int, InfoLine] = field(default_factory=dict)

    @property
    def at(self) -> int:
        """Say how many moves were on the board."""
        return len(self.question.moves)


class PageEngine:
    """A running engine, with the options that a page may set; `offered` has them by their names
    in lower case, each with the value that it has where a page names none.
    """

    def __init__(self, engine: AsyncEngine, player: UgiPlayer) -> None:
        """Use `PageEngine.start`; the player of this engine is set as it is to stay."""
        self._engine = engine
        self._player = player
        self._opened: int | None = None  # the game that it has been told of, if that is certain
        self._usual = dict(player.values)
        self.offered = offer_options(engine.options, self._usual)

    @classmethod
    async def start(cls, command: str | None, settings: Mapping[str, str]) -> PageEngine:
        """Run an engine and set it. Raises EngineError, and OptionError for a setting that the
        engine does not take. However this fails, no engine is left behind.
        """
        engine = await AsyncEngine.start(command, timeout=STARTUP_SECONDS, on_line=pass_on_errors)
        try:
            player = UgiPlayer(engine.engine)
            await engine.run(partial(player.configure, player.with_visits(settings)))
            return cls(engine, player)
        except BaseException:
            engine.engine.process.kill()
            raise

    @property
    def name(self) -> str:
        """Say what it calls itself; ours without the version, which the page is told anyway."""
        ours = f"{OURS} {__version__}"
        return OURS if self._engine.name == ours else self._engine.name

    @property
    def skill(self) -> Option | None:
        """Return the option that says how strong it plays, None if it has none."""
        return self._player.skill

    def read_options(
        self, values: Mapping[str, OptionValue], strongest: bool
    ) -> dict[str, OptionValue]:
        """Return what a page asks for, by names in lower case; `strongest`: with all the skill
        that the engine has. Raises OptionError.
        """
        wanted: dict[str, OptionValue] = {}
        for name, value in values.items():
            option = self.offered.get(name.lower())
            if option is None:
                known = ", ".join(each.name for each in self.offered.values()) or "none"
                raise OptionError(f"unknown option {name!r}: expected one of {known}")
            wanted[name.lower()] = option.read(str(value))
        return {**wanted, **self._player.full_strength} if strongest else wanted

    async def prepare(self, search: PageSearch) -> list[str]:
        """Tell the engine the game and the options; return what of them it cannot be told.

        Raises EngineError; EngineRefusedError and OptionError for what it does not take.
        """
        options = {**self._usual, **search.options}
        if self._opened == search.opened:
            await self._engine.run(partial(self._player.configure, options))
            return []
        self._opened = None
        notes = await self._engine.run(partial(self._player.begin, search.game, options))
        self._opened = search.opened
        return notes

    async def analyse(self, search: PageSearch) -> AsyncAnalysis:
        """Begin a search that was prepared. Raises EngineError."""
        begin = partial(self._player.analyse, search.question)
        return AsyncAnalysis(self._engine, await self._engine.run(begin))

    def read_move(self, search: PageSearch, answer: Answer) -> str:
        """Return the move, which is legal; an engine that has none is ended. Raises EngineError."""
        move = self._player.read_move(search.game, search.position, answer)
        return search.game.write_move(move)

    def interrupt(self) -> None:
        """Tell it to stop searching, and do not wait."""
        self._engine.interrupt()

    async def check_running(self) -> None:
        """Raise the EngineError that tells how it ended, if it has."""
        if self._player.process.exited:
            await self._engine.ping()

    async def quit(self) -> None:
        """End it, politely at first."""
        await self._engine.quit()

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self._player.process.kill()


def offer_options(options: Options, values: Mapping[str, OptionValue]) -> dict[str, Option]:
    """Return what a page may set, by name in lower case, with these values as defaults.

    It may always set what the engine is set to already, however much that is.
    """
    most = {"hash": LARGEST_HASH, "threads": os.cpu_count() or 1}
    offered = {}
    for name, value in values.items():
        option = options[name]
        if option.kind in KINDS and name != VARIANT.lower():
            if option.kind == "spin" and name in most:
                allowed = max(option.minimum, int(value), most[name])
                option = option.replace(maximum=min(option.maximum, allowed))
            offered[name] = option.replace(default=value)
    return offered


def pass_on_errors(direction: str, line: str) -> None:
    """Show in the terminal what an engine writes to its stderr: its author looks for it there."""
    if direction == "!":
        say(line, file=sys.stderr)
