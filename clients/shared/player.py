"""An engine at a table, whoever asks it: started, set, put into a game, asked for moves, ended.

`EngineSetting` says which engine it is and how it is set; `start_player` runs it. A `UgiPlayer`
speaks UGI or UCI, whichever its engine does; `gomocup.py` has the one for Gomocup, which only a
referee needs. Whatever goes wrong is an EngineError of the driver, or an OptionError for an option
that the engine does not have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from linemate.clients.shared.levels import SKILL, skill_option
from linemate.clients.shared.time_control import TimeControl
from linemate.engine.core import Game, LinemateError, Option, OptionValue, Position
from linemate.protocol.driver import (
    Analysis,
    Answer,
    Dialect,
    Engine,
    EngineError,
    EngineProcess,
    EngineProtocolError,
    EngineRefusedError,
    InfoLine,
    Limits,
    LineHook,
)

PROTOCOLS = ("auto", *(dialect.value for dialect in Dialect), "gomocup")
STARTUP_SECONDS = 20.0
GRACE = 2.0  # seconds for an answer to `stop`, and to leave after `quit`
VARIANT = "UCI_Variant"
VISITS = "visits"


@dataclass(frozen=True)
class EngineSetting:
    """One engine: what starts it, what it is set to and what it may spend on a move.

    Without `command` it is ours; `directory` is where it runs, by default where the user is, and
    `processors` those that it may use, by default all.
    """

    name: str = ""
    command: str | None = None
    directory: str | None = None
    protocol: str = PROTOCOLS[0]
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    time_control: TimeControl = field(default_factory=TimeControl)
    processors: tuple[int, ...] = ()


@dataclass(frozen=True)
class Question:
    """What is asked of an engine: its move after these moves from `start` (None: of the game).

    `timeout` is when it is told to stop, in seconds; None leaves that to the driver.
    """

    start: str | None
    moves: Sequence[str]
    limits: Limits
    timeout: float | None = None


class SearchObserver(Protocol):
    """Somebody who looks at an engine now and then while it thinks."""

    @property
    def remaining(self) -> float:
        """Return the seconds until the next look; infinite if there is none to come."""

    def begin(self) -> None:
        """Be told that the search is about to begin."""

    def look_if_due(self) -> None: ...


class Player(Protocol):
    """What a referee asks of an engine. One thread at a time, but for `interrupt`.

    Every method but `close` and `interrupt` raises EngineError. After EngineDiedError,
    EngineTimeoutError and EngineProtocolError the process is gone.
    """

    @property
    def process(self) -> EngineProcess: ...

    def new_game(self) -> None:
        """Forget the game before; the engine is ready when this returns."""

    def think(self, question: Question, observer: SearchObserver | None = None) -> Answer:
        """Wait for its move, which nobody has checked."""

    def settle(self) -> None:
        """Return when it has nothing more to say about its last move."""

    def interrupt(self) -> None:
        """Have whatever it is searching in this game end soon. May be called from any thread."""

    def close(self) -> None:
        """End it, politely at first."""


def start_player(setting: EngineSetting, game: Game, on_line: LineHook | None = None) -> Player:
    """Run an engine, set its options and put it into the game; it must speak for itself.

    Raises EngineError; OptionError for an option that the engine does not have.
    """
    if setting.protocol == "gomocup":
        from linemate.clients.shared.gomocup import GomocupPlayer

        return GomocupPlayer(setting, game, on_line)
    player = UgiPlayer.start(setting, on_line)
    try:
        player.begin(game, setting.options)
    except BaseException:
        player.close()
        raise
    return player


class UgiPlayer:
    """See Player; and whatever else people, pages and arenas ask of an engine.

    Use as a context manager: however the block is left, the engine is ended.
    """

    def __init__(self, engine: Engine) -> None:
        """Take over an engine that runs and has not been set to anything."""
        self.engine = engine
        self._values = _initial_values(engine)
        self._game: tuple[str, dict[str, OptionValue]] | None = None
        self._interrupted = False

    @classmethod
    def start(cls, setting: EngineSetting, on_line: LineHook | None = None) -> UgiPlayer:
        """Run the engine; it is told nothing yet. Raises EngineError."""
        return cls(
            Engine.start(
                setting.command,
                dialect=None if setting.protocol == "auto" else Dialect(setting.protocol),
                timeout=STARTUP_SECONDS,
                grace=GRACE,
                cwd=setting.directory,
                processors=setting.processors,
                on_line=on_line,
            )
        )

    def __enter__(self) -> UgiPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """Return what the engine calls itself."""
        return self.engine.name

    @property
    def process(self) -> EngineProcess:
        return self.engine.process

    @property
    def values(self) -> Mapping[str, OptionValue]:
        """Say what the engine is set to, by the names of its options in lower case."""
        return self._values

    @property
    def skill(self) -> Option | None:
        """Return the option that says how strong the engine plays, None if it has none."""
        return skill_option(self.engine.options)

    @property
    def full_strength(self) -> dict[str, OptionValue]:
        """Return the options that make the engine as strong as it can be."""
        return {} if self.skill is None else {SKILL: self.skill.maximum}

    def with_visits(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return these options for somebody who watches: the engine also reports how often it tries
        each move, if it can and nothing else is said. Names are in lower case.
        """
        visits = self.engine.options.get(VISITS)
        watched = {VISITS: True} if visits is not None and visits.kind == "check" else {}
        return {**watched, **{name.lower(): value for name, value in options.items()}}

    # ---------------------------------------------------------------- the game

    def begin(self, game: Game, options: Mapping[str, OptionValue] | None = None) -> list[str]:
        """Put the engine into a new game with exactly these options; everything else that it was
        set to before goes back to what it was at first.

        Return what of the game the engine cannot be told, in sentences. Raises EngineError, an
        EngineRefusedError for a game that it does not play; OptionError for an option that it does
        not have.
        """
        described = (game.name, dict(game.options))
        self._interrupted = False
        if described != self._game:
            # First what any game can be played with: a search that suits only the old game, or
            # only the new one, would be refused in the other.
            self.configure({})
            self._game = None
            if self.engine.dialect is Dialect.UCI:
                self._choose_variant(game)
            self.engine.newgame(game.name, game.options)
            self._game = described
            self.configure(options or {})
        else:
            self.configure(options or {})
            self.engine.newgame(game.name, game.options)
        return self._note_unheard(game)

    def new_game(self) -> None:
        self._interrupted = False
        self.engine.newgame()

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Have the engine set to these, and in all else to what it was at first.

        Only what is not so already is sent: an engine may forget all it knows at any change.
        Raises OptionError, and then nothing has changed; EngineError.
        """
        wanted = self.read_options(options)
        changes = {name: value for name, value in wanted.items() if self._values.get(name) != value}
        # Of what was not confirmed nothing is certain.
        self._values = {name: value for name, value in wanted.items() if name not in changes}
        self.engine.configure(changes)
        self._values = wanted

    def read_options(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return what the engine would be set to by these, by names in lower case. Raises
        OptionError for one that it does not have or a value that it would not take.
        """
        wanted = _initial_values(self.engine)
        for name, value in options.items():
            if wanted.get(name.lower()) == value:
                continue  # an engine's own default may be one that it would not take
            text = self.engine.options.setting(name, value).value
            wanted[name.lower()] = True if text is None else self.engine.options[name].read(text)
        return wanted

    def _choose_variant(self, game: Game) -> None:
        """Tell the game by the only word that UCI has for it: a chess engine would not notice.

        Raises EngineRefusedError.
        """
        variants = self.engine.options.get(VARIANT)
        if variants is None or variants.kind != "combo":
            return
        if game.name not in map(str.lower, variants.choices):
            raise EngineRefusedError(
                f"{self.name} does not play {game.name}: "
                f"its variants are {', '.join(variants.choices)}"
            )
        self.engine.configure({VARIANT: game.name})

    def _note_unheard(self, game: Game) -> list[str]:
        """Say what of the game an engine cannot know that speaks UCI."""
        usual = {option.name: option.default for option in game.OPTIONS}
        unheard = [
            f"{name}={value}"
            for name, value in game.settings.items()
            if game.options[name] != usual[name]
        ]
        if self.engine.dialect is not Dialect.UCI or not unheard:
            return []
        return [f"{self.name} speaks UCI and cannot be told the options: {' '.join(unheard)}."]

    # ---------------------------------------------------------------- its moves

    def analyse(self, question: Question, observer: SearchObserver | None = None) -> Analysis:
        """Begin a search that the caller follows. Raises EngineError."""
        self.engine.position(question.moves, question.start)
        if observer is not None:
            observer.begin()
        search = self.engine.analyse(question.limits, timeout=question.timeout)
        # Asked when the search has begun: an `interrupt` that came sooner did not stop it.
        if self._interrupted:
            search.interrupt()
        return search

    def think(self, question: Question, observer: SearchObserver | None = None) -> Answer:
        search = self.analyse(question, observer)
        while observer is not None and search.answer is None and observer.remaining < inf:
            search.next(observer.remaining)
            observer.look_if_due()
        return search.wait()

    def read_move(self, game: Game, position: Position, answer: Answer) -> int:
        """Return the move of an answer, which is legal; an engine that has none is ended.

        Raises EngineProtocolError.
        """
        try:
            return game.read_move(position, answer.move or "none")
        except LinemateError as error:
            failure: EngineProtocolError = self.process.babble(
                f"its answer is no legal move: {error}"
            )
            raise failure from None

    def settle(self) -> None:
        self.engine.ping()

    def interrupt(self) -> None:
        self._interrupted = True
        with suppress(EngineError):  # who waits for its answer is told as well
            self.engine.interrupt()

    def close(self) -> None:
        self.engine.quit()


def list_visits(info: InfoLine) -> list[tuple[str, str, str]]:
    """Return what a tree search reports of its moves as `b1 3 0.9 a1 247 0.512`: each move, its
    visits and its bound, as the engine wrote them.
    """
    words = dict(info.extras).get(VISITS, "").split()
    return list(zip(words[::3], words[1::3], words[2::3], strict=False))


def _initial_values(engine: Engine) -> dict[str, OptionValue]:
    """Return what an engine says it is set to when it starts, by names in lower case."""
    options = {name.lower(): engine.options[name] for name in engine.options}
    return {
        name: option.default
        for name, option in options.items()
        if option.kind != "button" and name not in (VARIANT.lower(), "game")
    }
