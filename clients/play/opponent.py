"""An engine at the table: started, set, asked for moves, and replaced when it fails.

It may be anybody's: what it cannot be set to is said, what it answers is checked, and nobody has
to wait for it, since Ctrl-C ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from linemate.clients.play.settings import EngineSetting
from linemate.clients.shared.levels import SKILL, scale_skill, skill_option
from linemate.clients.shared.player import EngineSetting as Launch
from linemate.clients.shared.player import Question, UgiPlayer
from linemate.clients.shared.screen import Interrupts
from linemate.engine.core import Game, OptionValue
from linemate.protocol.driver import (
    Analysis,
    Answer,
    EngineError,
    Options,
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
        self._player: UgiPlayer | None = None
        self._options: dict[str, OptionValue] = {}  # what it is set to, but for its skill

    @property
    def name(self) -> str:
        return self._player.name if self._player is not None else "the engine"

    @property
    def description(self) -> str:
        """The engine's name, and what it was set to."""
        return f"{self.name} ({self.setting.words})" if self.setting.words else self.name

    @property
    def running(self) -> bool:
        return self._player is not None and self._player.process.running

    def begin(self, game: Game) -> list[str]:
        """Have the engine in a new game; what it could not be set to, in words.

        Raises EngineError if it does not start or refuses the game, OptionError for a value
        that one of its options does not take.
        """
        notes: list[str] = []
        with self._ended_after(1):
            if self._player is None or not self.running:
                self._player = UgiPlayer.start(Launch(command=self.setting.command))
                notes = self._choose_options(self._player.engine.options)
            options = {**self._options, **self._skill(self._player, strongest=False)}
            return notes + self._player.begin(game, options)

    def think(
        self, start: str | None, moves: Sequence[str], follow: Follow, strongest: bool = False
    ) -> Answer:
        """Search the position as long as the settings say; `follow` sees it through.

        `strongest`: as strong as it can, whatever the level. Raises EngineError.
        """
        player = self._player
        if player is None:
            raise AssertionError("think before begin")
        with self._ended_after(LAST_STRAW):
            player.configure({**self._options, **self._skill(player, strongest)})
            return follow(player.analyse(Question(start, moves, self.setting.limits)))

    def close(self) -> None:
        """End the engine, if it runs. May be called again."""
        if self._player is not None:
            self._player.close()
            self._player = None

    @contextmanager
    def _ended_after(self, presses: int) -> Iterator[None]:
        """So many presses of Ctrl-C end the engine. Raises GivenUpError."""
        try:
            with self._interrupts.raised(presses):
                yield
        except KeyboardInterrupt:
            # One that was still starting has been ended by the driver.
            if self._player is not None:
                self._player.process.kill()
            raise GivenUpError("the engine was ended by Ctrl-C") from None

    def _choose_options(self, known: Options) -> list[str]:
        """Settle what the engine is set to in every game; say what it has no option for."""
        self._options, notes = {}, []
        visits = known.get(VISITS)
        if visits is not None and visits.kind == "check":
            self._options[VISITS] = True  # unless the user has another opinion, below
        for name, value in self.setting.options.items():
            if name in known:
                self._options[name] = value
            else:
                notes.append(f"{self.name} has no option {name}: not set.")
        if self.setting.skill is not None and skill_option(known) is None:
            strength = "it plays as strong as it can in its time"
            notes.append(f"{self.name} has no option {SKILL}: {strength}.")
        return notes

    def _skill(self, player: UgiPlayer, strongest: bool) -> dict[str, OptionValue]:
        """The option, if the user has said how strong; otherwise the engine is left as it is."""
        option = skill_option(player.engine.options)
        if option is None:
            return {}
        wanted = self._options.get(SKILL)
        if self.setting.skill is not None:
            wanted = scale_skill(option, self.setting.skill)
        if wanted is not None and strongest:
            wanted = option.maximum
        return {} if wanted is None else {SKILL: wanted}
