"""An engine at the table: started, set, asked for moves, and replaced when it fails.

It may be anybody's: what it cannot be set to is said, and what it answers is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clients.engines import start_engine
from clients.play.settings import EngineSetting
from engine.core import Game
from protocol.driver import Analysis, Answer, Dialect, Engine, EngineRefusedError

SKILL = "Skill"

Follow = Callable[[Analysis], Answer]


class Opponent:
    """After an EngineError other than EngineRefusedError the engine is gone; `begin` starts it
    anew, with the same settings.
    """

    def __init__(self, setting: EngineSetting) -> None:
        self.setting = setting
        self._engine: Engine | None = None

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
        if self._engine is None or not self.running:
            self._engine = start_engine(self.setting.command)
            notes = self._configure(self._engine)
        engine = self._engine
        if engine.dialect is Dialect.UCI:
            _choose_variant(engine, game)
        engine.newgame(game.name, game.options)
        return notes

    def think(
        self, start: str | None, moves: Sequence[str], follow: Follow, strongest: bool = False
    ) -> Answer:
        """Search the position as long as the settings say; `follow` sees it through.

        `strongest`: as strong as it can, whatever the level. Raises EngineError.
        """
        engine = self._engine
        if engine is None:
            raise AssertionError("think before begin")
        skill = self.setting.option(SKILL) if SKILL in engine.options else None
        if strongest and skill is not None:
            engine.configure({SKILL: engine.options[SKILL].maximum})
        try:
            engine.position(moves, start)
            return follow(engine.analyse(self.setting.limits))
        finally:
            if strongest and skill is not None and self.running:
                engine.configure({SKILL: skill})

    def close(self) -> None:
        """End the engine, if it runs. May be called again."""
        if self._engine is not None:
            self._engine.quit()
            self._engine = None

    def _configure(self, engine: Engine) -> list[str]:
        notes = []
        for name, value in self.setting.options.items():
            if name in engine.options:
                engine.configure({name: value})
            else:
                lack = f"{engine.name} has no option {name}"
                strength = "it plays as strong as it can in its time"
                notes.append(f"{lack}: {strength if name.lower() == SKILL.lower() else 'not set'}.")
        return notes


def _choose_variant(engine: Engine, game: Game) -> None:
    """UCI has no word for the game but this option; a chess engine would not notice."""
    variants = engine.options.get("UCI_Variant")
    if variants is None:
        return
    if game.name not in variants.choices:
        raise EngineRefusedError(
            f"{engine.name} does not play {game.name}: "
            f"its variants are {', '.join(variants.choices)}"
        )
    engine.configure({"UCI_Variant": game.name})
