"""The engine behind a page: which one it is, how many may run, and what a page may ask of one.

`ServerState` is what all tabs share. A `TabEngine` is the engine of one of them, which
`engine_worker.py` starts, asks and ends; a `PageSearch` is one question to it. Here it is a
`ProcessEngine`; `browser/` has the one that runs in the page itself.
"""

from __future__ import annotations

import asyncio
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol

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
POLL_SECONDS = 0.05  # between two looks at a search
LEAVE_SECONDS = 4.0  # that an engine may take to leave


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
        self._spare: list[Callable[[], None]] = []  # what ends each engine that makes room

    async def start_engine(self) -> TabEngine:
        """Start the engine of a tab. Raises EngineError, and OptionError for a setting that the
        engine does not take.
        """
        return await ProcessEngine.start(self.command, self.settings)

    @asynccontextmanager
    async def engine_slot(self) -> AsyncIterator[None]:
        """Hold the place of one engine while the block lasts. Raises EngineBusyError."""
        if self._free.locked() and self._spare:
            self._spare.pop(0)()
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

    @asynccontextmanager
    async def spare_slot(self, leave: Callable[[], None]) -> AsyncIterator[None]:
        """Hold the place of an engine that nobody waits for while the block lasts; `leave` is
        called when a page needs the place. Raises EngineBusyError, at once.
        """
        if self._free.locked():
            raise EngineBusyError(f"busy: {self.engines} engines are running, as many as may")
        async with self.engine_slot():
            self._spare.append(leave)
            try:
                yield
            finally:
                if leave in self._spare:
                    self._spare.remove(leave)


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


class EngineFacts(NamedTuple):
    """What a page is told of an engine, and may set.

    `offered` has the options by their names in lower case, each with the value that it has where a
    page names none; `skill` is the one that says how strong it plays, None if it has none.
    """

    name: str
    offered: Mapping[str, Option]
    skill: Option | None

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
        if strongest and self.skill is not None:
            wanted[self.skill.name.lower()] = self.skill.maximum
        return wanted


class SeatedPlayer:
    """A player set as its page wants it. Every call may have to wait for the engine, so they are
    made in a thread, or a worker of the browser, that has nothing else to do.
    """

    def __init__(self, player: UgiPlayer, settings: Mapping[str, OptionValue]) -> None:
        """Set it. Raises EngineError, and OptionError for a setting that it does not take."""
        player.configure(player.with_visits(settings))
        self.player = player
        self._opened: int | None = None  # the game that it has been told of, if that is certain
        self._usual = dict(player.values)
        # Ours without the version, which the page is told anyway.
        name = OURS if player.name == f"{OURS} {__version__}" else player.name
        offered = offer_options(player.engine.options, self._usual)
        self.facts = EngineFacts(name, offered, player.skill)

    def prepare(self, opened: int, game: Game, options: Mapping[str, OptionValue]) -> list[str]:
        """Tell the engine the game and the options; return what of them it cannot be told.
        `opened` tells one game from the next.

        Raises EngineError; EngineRefusedError and OptionError for what it does not take.
        """
        wanted = {**self._usual, **options}
        if self._opened == opened:
            self.player.configure(wanted)
            return []
        self._opened = None
        notes = self.player.begin(game, wanted)
        self._opened = opened
        return notes


class TabAnalysis(Protocol):
    """A search that goes on; leaving its block stops it."""

    @property
    def answer(self) -> Answer | None: ...

    async def follow(self, seconds: float) -> tuple[InfoLine, ...]:
        """Return the latest reports after so many seconds, or when it is over. Raises
        EngineError.
        """

    async def __aenter__(self) -> TabAnalysis: ...

    async def __aexit__(self, *_: object) -> None: ...


class TabEngine(ABC):
    """The running engine of one tab, wherever it runs. Every method may raise EngineError."""

    @property
    def stops_at_once(self) -> bool:
        """Say whether a search that is interrupted ends soon, and the engine goes on."""
        return True

    def __init__(self, facts: EngineFacts) -> None:
        self.facts = facts

    @abstractmethod
    async def prepare(self, search: PageSearch) -> list[str]:
        """Do as SeatedPlayer.prepare."""

    @abstractmethod
    async def analyse(self, search: PageSearch) -> TabAnalysis:
        """Begin a search that was prepared."""

    @abstractmethod
    def read_move(self, search: PageSearch, answer: Answer) -> str:
        """Return the move, which is legal; an engine that has none is ended."""

    @abstractmethod
    def interrupt(self) -> None:
        """Tell it to stop searching, and do not wait."""

    @abstractmethod
    async def check_running(self) -> None:
        """Raise the EngineError that tells how it ended, if it has."""

    @abstractmethod
    async def quit(self) -> None:
        """End it, politely at first."""

    @abstractmethod
    def kill(self) -> None:
        """End it at once, whatever it is doing."""


class ProcessEngine(TabEngine):
    """An engine in a process of its own, waited for by a thread."""

    def __init__(self, engine: AsyncEngine, seated: SeatedPlayer) -> None:
        """Use `ProcessEngine.start`."""
        super().__init__(seated.facts)
        self._engine = engine
        self._seated = seated

    @classmethod
    async def start(cls, command: str | None, settings: Mapping[str, str]) -> ProcessEngine:
        """Run an engine and set it. Raises EngineError, and OptionError for a setting that the
        engine does not take. However this fails, no engine is left behind.
        """
        engine = await AsyncEngine.start(command, timeout=STARTUP_SECONDS, on_line=pass_on_errors)
        try:
            seated = await engine.run(partial(SeatedPlayer, UgiPlayer(engine.engine), settings))
            return cls(engine, seated)
        except BaseException:
            engine.engine.process.kill()
            raise

    async def prepare(self, search: PageSearch) -> list[str]:
        tell = partial(self._seated.prepare, search.opened, search.game, search.options)
        return await self._engine.run(tell)

    async def analyse(self, search: PageSearch) -> AsyncAnalysis:
        begin = partial(self._seated.player.analyse, search.question)
        return AsyncAnalysis(self._engine, await self._engine.run(begin))

    def read_move(self, search: PageSearch, answer: Answer) -> str:
        move = self._seated.player.read_move(search.game, search.position, answer)
        return search.game.write_move(move)

    def interrupt(self) -> None:
        self._engine.interrupt()

    async def check_running(self) -> None:
        if self._engine.engine.process.exited:
            await self._engine.ping()

    async def quit(self) -> None:
        await self._engine.quit()

    def kill(self) -> None:
        self._engine.engine.process.kill()


async def end_engine(running: asyncio.Task[None], kill: Callable[[], None]) -> None:
    """End a task that has an engine, and the engine, by force if it does not leave: `kill` is then
    asked to end it at once. Both are gone afterwards.
    """
    running.cancel()
    await asyncio.wait([running], timeout=LEAVE_SECONDS)
    kill()
    await asyncio.wait([running])


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
