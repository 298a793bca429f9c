"""Two seats at the table, and an engine process for each: started once, set anew for each unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field

from linemate.clients.engines import start_engine
from linemate.engine.core import Game, OptionValue
from linemate.protocol.driver import Answer, Engine, EngineError, Limits


@dataclass(frozen=True)
class Setting:
    """A player: its name in tables, the engine's options, and the milliseconds for a move.

    Without `movetime` the options must bound the search (Depth, Samples, Search random).
    """

    name: str
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    movetime: int | None = None

    @property
    def text(self) -> str:
        """Everything that matters for how it plays, in words."""
        words = [f"{name}={value}" for name, value in self.options.items()]
        if self.movetime is not None:
            words.append(f"movetime={self.movetime}")
        return ", ".join(words)


class Players:
    """Engines in two seats. Use as a context manager: it leaves no process behind.

    For one thread at a time; `ply` and `interrupt` are there for the others.
    """

    def __init__(self) -> None:
        self.ply = 0  # that is being thought about; 0 while there is none
        self._engines: list[Engine | None] = [None, None]
        self._settings = [Setting(""), Setting("")]
        self._games = ["", ""]
        self._interrupted = False

    def __enter__(self) -> Players:
        return self

    def __exit__(self, *_: object) -> None:
        for seat in range(len(self._engines)):
            self.dismiss(seat)

    def name(self, seat: int) -> str:
        return self._settings[seat].name

    def seat(self, seat: int, setting: Setting, game: Game, seed: int) -> None:
        """Have this player in a new game, with nothing left of the one before.

        Raises EngineError; OptionError for what the engine does not offer. Then the seat is to
        be cleared with `dismiss`.
        """
        described = f"{game.name} {dict(game.options)}"
        # What the last player had set and this one does not would stay set; and an engine
        # complains of a heuristic that does not fit the game, whichever is changed first.
        kept = self._settings[seat].options.keys() <= setting.options.keys()
        if not kept or described != self._games[seat]:
            self.dismiss(seat)
        engine = self._engines[seat] or start_engine(None)
        self._engines[seat], self._settings[seat] = engine, setting
        if described != self._games[seat]:
            engine.newgame(game.name, game.options)
            self._games[seat] = described
        engine.configure({"Seed": seed, **setting.options})
        engine.newgame()

    def think(self, seat: int, moves: Sequence[str], patience: float) -> Answer:
        """An answer that took longer than `patience` seconds is `late`.

        Raises EngineError; CancelledError after an `interrupt`.
        """
        engine = self._engines[seat]
        if engine is None:
            raise AssertionError("think before seat")
        setting = self._settings[seat]
        engine.position(moves)
        limits = Limits(movetime=setting.movetime)
        self.ply = len(moves) + 1
        try:
            search = engine.analyse(limits, timeout=patience if setting.movetime is None else None)
            # Asked when the search has begun: an `interrupt` that came sooner did not stop it.
            if self._interrupted:
                search.interrupt()
            answer = search.wait()
        finally:
            self.ply = 0
        if self._interrupted:
            raise CancelledError
        return answer

    def interrupt(self) -> None:
        """The search that is running ends at once, and no other gets far. From any thread."""
        self._interrupted = True
        for engine in self._engines:
            if engine is not None:
                with suppress(EngineError):  # who waits for its answer is told as well
                    engine.interrupt()

    def dismiss(self, seat: int) -> None:
        """End the engine; the next player in this seat gets a new one."""
        engine, self._engines[seat] = self._engines[seat], None
        self._settings[seat], self._games[seat] = Setting(""), ""
        if engine is not None:
            engine.quit()
