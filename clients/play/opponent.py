"""An engine at the table: started, set, asked for moves, and replaced when it fails.

It may be anybody's: what it cannot be set to is said, what it answers is checked, and nobody has
to wait for it, since Ctrl-C ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from linemate.clients.engines import begin_game, start_engine
from linemate.clients.levels import SKILL, scale_skill, skill_option
from linemate.clients.play.interrupts import Interrupts
from linemate.clients.play.settings import EngineSetting
from linemate.engine.core import Game
from linemate.protocol.driver import (
    Analysis,
    Answer,
    Engine,
    EngineError,
)

VISITS = "visits"
# So many presses of Ctrl-C end an engine that has a game: the first asks it to move, and one may
# be pressed too often. One that is only starting has nothing to lose, and is ended by the first.
LAST_STRAW = 3

Follow = Callable[[Analysis], Answer]


class GivenUpError(EngineError):
    """Nobody waits for the engine any longer."""


class Opponent:
    """After an EngineError other than EngineRefusedError the engine is gone; `begin` starts it
    anew, with the same settings.
    """

    def __init__(self, setting: EngineSetting, interrupts: Interrupts) -> None:
        self.setting = setting
        self._interrupts = interrupts
        self._engine: Engine | None = None
        self._skill: str | None = None  # what it is set to, if we set it

    @property
    def name(self) -> str:
        return self._engine.name if self._engine is not None else "the engine"

    @property
    def description(self) -> str:
        """The engine's name, and what it was set to."""
        return f"{self.name} ({self.setting.words})" if self.setting.words else self.name

    @property
    def running(self) -> bool:
        return self._engine is not None and self._engine.process.running

    def begin(self, game: Game) -> list[str]:
        """Have the engine in a new game; what it could not be set to, in words.

        Raises EngineError if it does not start or refuses the game, OptionError for a value
        that one of its options does not take.
        """
        notes: list[str] = []
        with self._ended_after(1):
            if self._engine is None or not self.running:
                self._engine = start_engine(self.setting.command)
                notes = self._configure(self._engine)
            return notes + begin_game(self._engine, game)

    def think(
        self, start: str | None, moves: Sequence[str], follow: Follow, strongest: bool = False
    ) -> Answer:
        """Search the position as long as the settings say; `follow` sees it through.

        `strongest`: as strong as it can, whatever the level. Raises EngineError.
        """
        engine = self._engine
        if engine is None:
            raise AssertionError("think before begin")
        with self._ended_after(LAST_STRAW):
            self._set_skill(engine, strongest)
            engine.position(moves, start)
            return follow(engine.analyse(self.setting.limits))

    def close(self) -> None:
        """End the engine, if it runs. May be called again."""
        if self._engine is not None:
            self._engine.quit()
            self._engine = None

    @contextmanager
    def _ended_after(self, presses: int) -> Iterator[None]:
        """So many presses of Ctrl-C end the engine. Raises GivenUpError."""
        try:
            with self._interrupts.raised(presses):
                yield
        except KeyboardInterrupt:
            # One that was still starting has been ended by the driver.
            if self._engine is not None:
                self._engine.process.kill()
            raise GivenUpError("the engine was ended by Ctrl-C") from None

    def _configure(self, engine: Engine) -> list[str]:
        """Set what the user said; what the engine has no option for, in words."""
        visits = engine.options.get(VISITS)
        if visits is not None and visits.kind == "check":
            engine.configure({VISITS: True})  # unless the user has another opinion, below
        self._skill = self.setting.options.get(SKILL)
        notes = []
        for name, value in self.setting.options.items():
            if name in engine.options:
                engine.configure({name: value})
            else:
                notes.append(f"{engine.name} has no option {name}: not set.")
        if self.setting.skill is not None and skill_option(engine.options) is None:
            strength = "it plays as strong as it can in its time"
            notes.append(f"{engine.name} has no option {SKILL}: {strength}.")
        self._set_skill(engine, strongest=False)
        return notes

    def _set_skill(self, engine: Engine, strongest: bool) -> None:
        """If the user has said how strong; otherwise the engine is left as it is."""
        option = skill_option(engine.options)
        if option is None:
            return
        wanted = self.setting.options.get(SKILL)
        if self.setting.skill is not None:
            wanted = str(scale_skill(option, self.setting.skill))
        if wanted is not None and strongest:
            wanted = str(option.maximum)
        if wanted is not None and wanted != self._skill:
            engine.configure({SKILL: wanted})
            self._skill = wanted
