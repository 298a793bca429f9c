"""An engine to play against: what a user says of it, and how it is run, asked and replaced.

It is described by `NAME=VALUE`; the case of a name does not matter. Five names have a meaning
here, any other is an option of the engine:

    engine=CMD     the command that starts it; ours if it is not there
    level=1..10    how strong: sets the option Skill and the time for a move
    movetime=TIME  nodes=N  depth=N     what a move may cost, instead of the level's time

It may be anybody's: what it cannot be set to is said, what it answers is checked, and nobody has
to wait for it, since Ctrl-C ends it.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from linemate.clients.shared.levels import LEVELS, SKILL, describe_level, read_level, scale_skill
from linemate.clients.shared.player import EngineSetting, Question, UgiPlayer
from linemate.clients.shared.screen import Interrupts
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.shared.times import read_some_time, write_time
from linemate.clients.shared.values import WordError, read_count, read_pair
from linemate.engine.core import Game, OptionValue
from linemate.engine.registry import TEXTBOOK, WHOLE_SEARCHES
from linemate.protocol.driver import Analysis, Answer, EngineError

DEFAULT_MOVETIME = 1000
LIMITS: dict[str, Callable[[str], int]] = {
    "movetime": read_some_time,
    "nodes": read_count,
    "depth": read_count,
}
# The names that say how strong an engine is to play.
STRENGTH: dict[str, Callable[[str], int]] = {"level": read_level, **LIMITS}
SAMPLES = "samples"  # the option that ends a tree search
# So many presses of Ctrl-C end an engine that has a game: the first asks it to move, and one may
# be pressed too often. One that is only starting has nothing to lose, and is ended by the first.
LAST_STRAW = 3

Follow = Callable[[Analysis], Answer]


# ------------------------------------------------------------------ what a user says of it


@dataclass(frozen=True)
class OpponentSetting(EngineSetting):
    """An engine as these values describe it; the names of its options are in lower case."""

    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    level: int | None = None

    @property
    def skill(self) -> int | None:
        """Say how strong, 0 to FULL_SKILL; None without a level, or if the user set the option."""
        return None if self.level is None or SKILL in self.options else LEVELS[self.level].skill

    @property
    def description(self) -> str:
        """Say what tells it from another engine, and how strong it is."""
        told = " ".join(
            describe_level(int(text)) if name == "level" else f"{name}={text}"
            for name, text in self.values.items()
            if name != "engine"
        )
        if STRENGTH.keys() & self.values.keys() or self.time_control.is_open:
            return told
        return f"{told or 'full strength'}, {write_time(DEFAULT_MOVETIME)} a move"

    def but(self, **values: str) -> OpponentSetting:
        """Return the same setting with these values instead of its own. Raises WordError."""
        return make_setting({**self.values, **values})

    def at_level(self, level: str) -> OpponentSetting:
        """Return the same setting at this level, whatever said before how strong it is. Raises
        WordError.
        """
        others = {name: text for name, text in self.values.items() if name not in STRENGTH}
        return make_setting({**others, "level": level})


def make_setting(values: Mapping[str, str]) -> OpponentSetting:
    """Return the setting that these values describe, names in lower case. Raises WordError."""
    numbers: dict[str, int] = {}
    for name in STRENGTH.keys() & values.keys():
        try:
            numbers[name] = STRENGTH[name](values[name])
        except WordError as error:
            raise WordError(f"bad {name}: {error}") from None
    level = numbers.pop("level", None)
    if not numbers and level is not None:
        numbers = {"movetime": LEVELS[level].movetime}
    elif not numbers and not _ends_by_itself(values):
        numbers = {"movetime": DEFAULT_MOVETIME}
    if "engine" in values and not split_words(values["engine"]):
        raise WordError("no engine: expected the command that starts one")
    return OpponentSetting(
        command=values.get("engine"),
        options={name: text for name, text in values.items() if name not in {"engine", *STRENGTH}},
        time_control=TimeControl(**numbers),
        values=values,
        level=level,
    )


def is_textbook(values: Mapping[str, str]) -> bool:
    """Tell whether these values choose a search of our engine that has no levels: it plays as the
    book has it.
    """
    return "engine" not in values and values.get("search", "").lower() in TEXTBOOK


def _ends_by_itself(values: Mapping[str, str]) -> bool:
    """Tell whether a search needs no limit to come to an end: what it is there to show is the
    whole of it, not what a second leaves of it.
    """
    search, samples = values.get("search", "").lower(), values.get(SAMPLES, "")
    return is_textbook(values) and (
        search in WHOLE_SEARCHES or (search == "mcts" and samples.isdecimal() and int(samples) > 0)
    )


def read_words(text: str) -> dict[str, str]:
    """Read `search=hminimax movetime=200ms`, or `./mybot --fast`, which starts an engine.

    It is a command if its first word has no `=`; to give settings with one, write
    `engine="./mybot --fast" movetime=200ms`. Empty text is our engine as it is. Raises WordError.
    """
    words = split_words(text)
    if words and "=" not in words[0]:
        return {"engine": text}
    return read_pairs(words)


def read_pairs(words: Iterable[str]) -> dict[str, str]:
    """Return values by name, from `NAME=VALUE`. Raises WordError."""
    return {name.lower(): text for name, text in map(read_pair, words)}


def split_words(text: str) -> list[str]:
    """Split a text as a shell would. Raises WordError."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise WordError(f"cannot read {text!r}: {error}") from None


# ------------------------------------------------------------------ the engine


class GivenUpError(EngineError):
    """Nobody waits for the engine any longer."""


class Opponent:
    """An engine that runs as `setting` says, which may be changed before each game.

    After an EngineError other than EngineRefusedError the engine is gone; `begin` starts it anew.
    """

    def __init__(self, setting: OpponentSetting, interrupts: Interrupts) -> None:
        self.setting = setting
        self._interrupts = interrupts
        self._player: UgiPlayer | None = None
        self._options: dict[str, OptionValue] = {}  # what it is set to in this game

    @property
    def name(self) -> str:
        return self._player.name if self._player is not None else "the engine"

    @property
    def description(self) -> str:
        """Say the engine's name, and what it was set to."""
        return f"{self.name} ({self.setting.description})"

    @property
    def running(self) -> bool:
        return self._player is not None and self._player.process.running

    def start(self) -> None:
        """Run the engine before there is a game for it. Raises EngineError; OptionError for an
        option that it does not have or a value that it would not take.
        """
        with self._ended_after(1):
            self._player = UgiPlayer.start(self.setting)
        self._player.read_options(self.setting.options)

    def begin(self, game: Game) -> list[str]:
        """Have the engine in a new game; return what a new one could not be set to, in words.

        Raises EngineError if it does not start or refuses the game, OptionError for a value
        that one of its options does not take.
        """
        notes: list[str] = []
        with self._ended_after(1):
            if self._player is None or not self.running:
                self._player = UgiPlayer.start(self.setting)
                self._options = {}
            if not self._options:
                notes = self._note_unknown(self._player)
            options = self._choose_options(self._player)
            notes += self._player.begin(game, options)
            self._options = options
            return notes

    def change(self, setting: OpponentSetting) -> None:
        """Play on as this setting of the same engine says, from the next move on."""
        self.setting = setting
        if self._player is not None:
            self._options = self._choose_options(self._player)

    def think(
        self, start: str | None, moves: Sequence[str], follow: Follow, strongest: bool = False
    ) -> Answer:
        """Search the position as long as the setting says; `follow` sees it through.

        With `strongest`, the engine is as strong as it can be, whatever the level. Raises
        EngineError.
        """
        player, question = self._player, Question(start, moves, self.setting.time_control.limits)
        if player is None:
            raise AssertionError("think before begin")
        with self._ended_after(LAST_STRAW):
            player.configure({**self._options, **(player.full_strength if strongest else {})})
            return follow(player.analyse(question))

    def close(self) -> None:
        """End the engine, if it runs. May be called again."""
        if self._player is not None:
            self._player.close()
            self._player = None

    @contextmanager
    def _ended_after(self, presses: int) -> Iterator[None]:
        """End the engine at so many presses of Ctrl-C in the block. Raises GivenUpError."""
        try:
            with self._interrupts.raised(presses):
                yield
        except KeyboardInterrupt:
            # One that was still starting has been ended by the driver.
            if self._player is not None:
                self._player.process.kill()
            raise GivenUpError("the engine was ended by Ctrl-C") from None

    def _choose_options(self, player: UgiPlayer) -> dict[str, OptionValue]:
        """Return what the engine is to be set to, as far as it has options for that."""
        known, skill = player.engine.options, self.setting.skill
        options = {name: text for name, text in self.setting.options.items() if name in known}
        if skill is not None and player.skill is not None:
            options[SKILL] = scale_skill(player.skill, skill)
        return player.with_visits(options)

    def _note_unknown(self, player: UgiPlayer) -> list[str]:
        """Say what the setting asks for that the engine has no option for."""
        known = player.engine.options
        unknown = [name for name in self.setting.options if name not in known]
        notes = [f"{self.name} has no option {name}: not set." for name in unknown]
        if self.setting.skill is not None and player.skill is None:
            strength = "it plays as strong as it can in its time"
            notes.append(f"{self.name} has no option {SKILL}: {strength}.")
        return notes
