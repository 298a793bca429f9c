"""An engine that can be asked what it thinks: its options, what it was told, its answers."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from linemate.clients.shared.levels import LEVELS, SKILL, scale_skill, skill_option
from linemate.clients.shared.player import STARTUP_SECONDS, UgiPlayer
from linemate.clients.web.options import offer_options, read_options, settled_values
from linemate.clients.web.views import describe_option
from linemate.engine.core import Game, LinemateError, OptionValue, Position
from linemate.protocol.driver import Answer, AsyncEngine, InfoLine, Limits

from linemate import __version__

VISITS = "visits"
OURS = "Linemate"


@dataclass
class Search:
    """One question: the position with how it came about, and what the answer may cost.

    `opened` tells one game from the next. `hurried`: an answer is wanted now. `over`: the page
    has been told how it ended. `shown` are the reports that it has been sent, by variation.
    """

    number: int
    purpose: str
    game: Game
    opened: int
    start: str | None
    moves: list[str]
    position: Position
    options: Mapping[str, OptionValue]
    limits: Limits
    hurried: bool = False
    over: bool = False
    shown: dict[int, InfoLine] = field(default_factory=dict)

    @property
    def at(self) -> int:
        return len(self.moves)


def pass_on_errors(direction: str, line: str) -> None:
    """What an engine writes to its stderr is for the terminal: its author looks for it there."""
    if direction == "!":
        print(line, file=sys.stderr, flush=True)


class Thinker:
    """A running engine. `usual` are its values where a page names none; names in lower case."""

    def __init__(self, engine: AsyncEngine, settings: Mapping[str, str]) -> None:
        """`settings` are what it has been set to. Raises OptionError."""
        self.engine = engine
        self._player = UgiPlayer(engine.engine)
        self._settings = settings
        self._opened: int | None = None  # the game that it has been told of, if that is certain
        values = settled_values(engine.options, settings)
        self.offered = offer_options(engine.options, values)
        self.usual = {name: values[name] for name in self.offered}
        if self.usual.get(VISITS) is False and VISITS not in map(str.lower, settings):
            self.usual[VISITS] = True

    @classmethod
    async def start(cls, command: str | None, settings: Mapping[str, str]) -> Thinker:
        """Raises EngineError, and OptionError for a setting that the engine does not take.
        However it fails, no engine is left behind.
        """
        engine = await AsyncEngine.start(command, timeout=STARTUP_SECONDS, on_line=pass_on_errors)
        try:
            thinker = cls(engine, settings)
            await engine.run(partial(thinker._player.configure, settings))
            return thinker
        except BaseException:
            engine.engine.process.kill()
            raise

    @property
    def name(self) -> str:
        """As it calls itself; of ours without the version, which the page is told anyway."""
        ours = f"{OURS} {__version__}"
        return OURS if self.engine.name == ours else self.engine.name

    def introduce(self) -> dict[str, Any]:
        """What a page is told of it."""
        options = [
            describe_option(option.replace(default=self.usual[name]))
            for name, option in self.offered.items()
        ]
        skill = skill_option(self.engine.options)
        levels = [
            {
                "level": number,
                "skill": None if skill is None else scale_skill(skill, level.skill),
                "movetime": level.movetime,
            }
            for number, level in LEVELS.items()
        ]
        return {"engine": {"name": self.name, "options": options}, "levels": levels}

    def read_options(
        self, values: Mapping[str, OptionValue], strongest: bool
    ) -> Mapping[str, OptionValue]:
        """What a page asks for; `strongest`: with all of its skill. Raises OptionError."""
        settled = read_options(self.offered, values)
        skill = skill_option(self.engine.options)
        if strongest and skill is not None:
            settled[SKILL] = skill.maximum
        return settled

    async def prepare(self, search: Search) -> list[str]:
        """Tell the engine the game, the options and the position; what of them it cannot be told.

        Raises EngineError; EngineRefusedError and OptionError for what it does not take.
        """
        notes: list[str] = []
        options = {**self._settings, **self.usual, **search.options}
        if self._opened != search.opened:
            self._opened = None
            notes = await self.engine.run(partial(self._player.begin, search.game, options))
            self._opened = search.opened
        else:
            await self.engine.run(partial(self._player.configure, options))
        await self.engine.position(search.moves, search.start)
        return notes

    def check(self, search: Search, answer: Answer) -> str:
        """The move, which is legal; an engine that has none is ended. Raises EngineError."""
        try:
            move = search.game.read_move(search.position, answer.move or "none")
        except LinemateError as error:
            problem = f"its answer is no legal move: {error}"
            raise self.engine.engine.process.babble(problem) from None
        return search.game.write_move(move)

    def kill(self) -> None:
        """At once, whatever it is doing."""
        self.engine.engine.process.kill()
