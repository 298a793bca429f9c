"""The engine's side of a page without a server: what engine.js runs, in a worker of its own.

The other side, `remote.py`, calls the methods of an `EngineSide` by their names, with what they
take and return as pickles: both are the same program, in one page. Pickles are texts here, one
character a byte, since that is what passes between Python and JavaScript without ado.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from linemate.clients.shared.player import Question, UgiPlayer
from linemate.clients.shared.values import read_game
from linemate.clients.web.engines import EngineFacts, SeatedPlayer
from linemate.engine.core import OptionError, OptionValue
from linemate.protocol.driver import Analysis, Answer, Engine, EngineError, InfoLine

ENCODING = "latin-1"


class Look(NamedTuple):
    """What is seen of a search: its latest reports, and the answer once it is there. It `rests`
    when it has found all there is and only waits to be told to answer.
    """

    infos: tuple[InfoLine, ...]
    answer: Answer | None
    rests: bool


class EngineSide:
    """Has the engine, and does one call after the other. `is_stopped` tells a search to end while
    no call can be taken.
    """

    def __init__(self, is_stopped: Callable[[], bool]) -> None:
        self._engine = Engine.inside(is_stopped)
        self._seated: SeatedPlayer
        self._analysis: Analysis

    def answer(self, call: str) -> str:
        """Make a call and return what it returned, or what it raised."""
        name, arguments = unpack(call)
        try:
            return pack(getattr(self, name)(*arguments))
        except (EngineError, OptionError) as error:
            return pack(error)

    def start(self, settings: Mapping[str, OptionValue]) -> EngineFacts:
        """Set the engine; the first of all calls."""
        self._seated = SeatedPlayer(UgiPlayer(self._engine), settings)
        return self._seated.facts

    def prepare(self, opened: int, game: str, options: Mapping[str, OptionValue]) -> list[str]:
        """Do as SeatedPlayer.prepare; the game is told in words."""
        return self._seated.prepare(opened, read_game(game.split()), options)

    def analyse(self, question: Question) -> None:
        """Begin a search, which goes on in `follow`."""
        self._analysis = self._seated.player.analyse(question)

    def follow(self, seconds: float) -> Look:
        """Search for so long, and as much longer as it takes until there is a report."""
        analysis, until = self._analysis, time.monotonic() + seconds
        while True:
            analysis.next(0)
            rests = analysis.answer is None and self._engine.process.rests
            if analysis.answer is not None or rests or time.monotonic() >= until:
                return Look(analysis.follow(0), analysis.answer, rests)

    def stop(self) -> Look:
        """End the search that `follow` has left."""
        answer = self._analysis.stop()
        return Look(answer.infos, answer, rests=False)


def pack(value: Any) -> str:
    return pickle.dumps(value).decode(ENCODING)


def unpack(text: str) -> Any:
    return pickle.loads(text.encode(ENCODING))
