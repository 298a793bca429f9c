"""An engine in a match: a process that is started when it is needed and set anew for each game.

`UgiPlayer` speaks UGI or UCI, whichever the engine does; `gomocup.py` has the one for Gomocup.
Whatever goes wrong is an EngineError of the driver, from which `game.py` makes a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Protocol

from linemate.clients.match.dialogue import LineHook
from linemate.clients.match.settings import EngineSetting
from linemate.clients.match.waiting import Watch
from linemate.engine.core import Game
from linemate.protocol.driver import (
    Answer,
    Dialect,
    Engine,
    EngineError,
    EngineProcess,
    EngineRefusedError,
    Limits,
)

STARTUP_SECONDS = 20.0
GRACE = 2.0  # seconds for an answer to `stop`, and to leave after `quit`
VARIANT = "UCI_Variant"


@dataclass(frozen=True)
class Question:
    """What is asked of an engine: its move after these, within these limits.

    `due` is when the answer is too late by its limits (None: never), `margin` what it may be
    late, `timeout` when it is told to stop; all in seconds.
    """

    start: str | None
    moves: Sequence[str]
    limits: Limits
    due: float | None
    margin: float
    timeout: float


@dataclass(frozen=True)
class Reply:
    """`waited` of its seconds were the machine's fault, see `waiting.py`."""

    answer: Answer
    waited: float


class Player(Protocol):
    """What a referee asks of an engine. One thread at a time, but for `interrupt`.

    Every method but `close` and `interrupt` raises EngineError. After EngineDiedError,
    EngineTimeoutError and EngineProtocolError the process is gone.
    """

    @property
    def process(self) -> EngineProcess: ...

    def new_game(self) -> None:
        """Forget the game before; the engine is ready when this returns."""

    def think(self, question: Question) -> Reply: ...

    def settle(self) -> None:
        """Return when it has nothing more to say about its last move."""

    def interrupt(self) -> None:
        """Whatever it is searching in this game ends soon. From any thread."""

    def close(self) -> None:
        """End it, politely at first."""


def start_player(setting: EngineSetting, game: Game, on_line: LineHook | None = None) -> Player:
    """A running engine, its options set, that has agreed to the game.

    Raises EngineError; OptionError for an option that the engine does not have.
    """
    if setting.protocol == "gomocup":
        from linemate.clients.match.gomocup import GomocupPlayer

        return GomocupPlayer(setting, game, on_line)
    return UgiPlayer(setting, game, on_line)


class UgiPlayer:
    def __init__(self, setting: EngineSetting, game: Game, on_line: LineHook | None = None) -> None:
        self._interrupted = False
        self.engine = Engine.start(
            setting.cmd,
            dialect=None if setting.protocol == "auto" else Dialect(setting.protocol),
            timeout=STARTUP_SECONDS,
            grace=GRACE,
            cwd=setting.directory,
            on_line=on_line,
        )
        try:
            self._choose(game)
            self.engine.configure(setting.options)
        except BaseException:
            self.engine.quit()
            raise

    @property
    def process(self) -> EngineProcess:
        return self.engine.process

    def _choose(self, game: Game) -> None:
        """Have the engine in this game, by whichever way it knows."""
        variant = self.engine.options.get(VARIANT)
        if variant is not None and variant.kind == "combo":
            known = [choice.lower() for choice in variant.choices]
            if game.name not in known:
                raise EngineRefusedError(
                    f"{self.engine.name} does not know {game.name}: its games are "
                    f"{', '.join(variant.choices)}"
                )
            if self.engine.dialect is Dialect.UCI:
                self.engine.configure({VARIANT: game.name})
        self.engine.newgame(game.name, game.options)

    def new_game(self) -> None:
        self._interrupted = False
        self.engine.newgame()

    def think(self, question: Question) -> Reply:
        self.engine.position(question.moves, question.start)
        watch = Watch(self.process.pid, question.due)
        search = self.engine.analyse(question.limits, timeout=question.timeout)
        # Asked when the search has begun: an `interrupt` that came sooner did not stop it.
        if self._interrupted:
            search.interrupt()
        while search.answer is None and watch.remaining < inf:
            search.next(watch.remaining)
            watch.look_if_due()
        answer = search.wait()
        return Reply(answer, watch.finish(answer.seconds))

    def settle(self) -> None:
        self.engine.ping()

    def interrupt(self) -> None:
        self._interrupted = True
        with suppress(EngineError):  # who waits for its answer is told as well
            self.engine.interrupt()

    def close(self) -> None:
        self.engine.quit()
